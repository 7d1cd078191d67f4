import { freshnessName } from '#rules/registers/freshness.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import type { ChannelFields, ChannelLine } from '#wire/channel-answers.ts';
import { pathIn, type Tree } from './tree-rows.ts';
import { fieldsOf, type Working } from './working.ts';

/** One channel that will be otherwise, in words. */
export interface ChangeLine {
  key: string;
  name: string;
  words: string;
}

/** Changes that are not saved, a line for each channel. @param tree as the changes leave it */
export function changeLines(
  lines: readonly ChannelLine[],
  { entries, ending, pages }: Working,
  tree: Tree,
): ChangeLine[] {
  const before = new Map(lines.map((line) => [line.channelId, line]));
  const changed = entries.map(({ key, isNew, fields }): ChangeLine => {
    const line = before.get(key);
    const name = fields.name || '（未命名）';
    return {
      key,
      name,
      words:
        isNew || !line
          ? `新建，在“${pathIn(tree, fields.parentId) || '最上层'}”之下`
          : differenceWords(fieldsOf(line), fields, tree).join('；'),
    };
  });
  const ended = Object.entries(ending).map(([key, { successor }]): ChangeLine => ({
    key,
    name: before.get(key)?.name ?? key,
    words: successor === '' ? '停用' : `停用，旧地址转到 ${successor}`,
  }));
  const placed = Object.keys(pages).flatMap((id): ChangeLine[] => {
    const channel = tree.byId.get(id);
    return channel && !entries.some(({ key }) => key === channel.key)
      ? [{ key: channel.key, name: channel.name, words: '改变内容的位置' }]
      : [];
  });
  return [...changed, ...ended, ...placed];
}

function differenceWords(before: ChannelFields, after: ChannelFields, tree: Tree): string[] {
  const words: string[] = [];
  if (before.name !== after.name) words.push(`改名，原为“${before.name}”`);
  if (before.parentId !== after.parentId) words.push(`移到“${pathIn(tree, after.parentId) || '最上层'}”之下`);
  else if (before.classOrder !== after.classOrder) words.push('调整顺序');
  if (before.url !== after.url) words.push(`地址改为 ${isExternal(after.url) ? after.url : `/${after.url}`}`);
  if (before.sameAs !== after.sameAs)
    words.push(after.sameAs === undefined ? '改为显示自己的内容' : `显示“${pathIn(tree, after.sameAs)}”的内容`);
  if (before.type !== after.type) words.push(`位置改为 ${after.type}`);
  if ((before.hidden ?? false) !== (after.hidden ?? false)) words.push(after.hidden ? '隐藏' : '重新显示');
  if ((before.department ?? '') !== (after.department ?? '')) words.push(`责任部门改为“${after.department ?? ''}”`);
  if ((before.freshness ?? '') !== (after.freshness ?? ''))
    words.push(after.freshness ? freshnessName(after.freshness) : '不再要求更新');
  return words;
}

const LONGEST = 200;

/** A title for the edition, from what it changes. */
export function titleOf(lines: readonly ChangeLine[]): string {
  const named = lines.map(
    ({ name, words }) => `${words.startsWith('新建') ? '新建' : words.startsWith('停用') ? '停用' : '修改'}“${name}”`,
  );
  const title = `栏目：${named.slice(0, 3).join('，')}${named.length > 3 ? `等 ${named.length} 项` : ''}`;
  return title.slice(0, LONGEST);
}
