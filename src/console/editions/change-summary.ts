import { canonicalJson } from '#rules/canonical-json.ts';
import type { DraftChange, RegisterShape } from './edition-answers.ts';
import type { EditionNames } from './edition-names.ts';
import { KINDS_OF_SETTINGS } from '../settings/setting-kinds.ts';
import { registerWords } from './register-words.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A page edition of which the document defines a register. */
export const registerIn = (document: unknown): RegisterShape | null =>
  isObject(document) && typeof document.register === 'string' && isObject(document.fields)
    ? (document as unknown as RegisterShape)
    : null;

/** The definition that a register's rows bring along anyway: it is told with them, once. */
export function isToldWithRows(change: DraftChange, changes: readonly DraftChange[]): boolean {
  const definition = change.kind === 'page' ? registerIn(change.document) : null;
  return (
    definition !== null &&
    changes.some((one) => one.kind === 'register' && canonicalJson(one.definition) === canonicalJson(definition))
  );
}

/** Which of the changes a subject (server/editions/subjects.ts) is; new articles are counted. */
export function changeOf(subject: string, changes: readonly DraftChange[]): DraftChange | undefined {
  let fresh = 0;
  return changes.find((change) => {
    switch (change.kind) {
      case 'channel':
        return subject === `channel:${change.channel.channelId}`;
      case 'channel-retired':
        return subject === `channel:${change.channelId}`;
      case 'article':
        return subject === `article:${change.article.articleId ?? `new-${++fresh}`}`;
      case 'article-withdrawn':
        return subject === `article:${change.articleId}`;
      case 'register':
        return subject === `register:${change.definition.register}`;
      case 'page':
        return subject === `page:${change.page}`;
      default:
        return subject === `setting:${change.name}`;
    }
  });
}

/** What a change brings, in one line; '' where its title says it all. */
export function summaryOf(change: DraftChange, { nameOf, settingText }: EditionNames): string {
  switch (change.kind) {
    case 'register':
      return registerWords(change.definition);
    case 'page': {
      const definition = registerIn(change.document);
      return definition ? registerWords(definition) : pageWords(change.document, nameOf);
    }
    case 'channel':
      return `${nameOf(change.channel.channelId)}，地址 ${change.channel.url}`;
    case 'setting':
      return settingText(change.name, change.value) ?? '';
    default:
      return '';
  }
}

/** Where visitors see what a change does. */
export function seenAt(change: DraftChange, { nameOf }: Pick<EditionNames, 'nameOf'>): string {
  switch (change.kind) {
    case 'channel':
      return `“${nameOf(change.channel.channelId)}”，${change.channel.hidden ? '不在菜单里，' : ''}地址 ${/^https?:/.test(change.channel.url) ? change.channel.url : `/${change.channel.url}`}`;
    case 'channel-retired':
      return '栏目和其中的文章不再公开，旧地址说明原因或转到替代页面';
    case 'article':
      return `在栏目“${nameOf(change.article.channelId)}”`;
    case 'article-withdrawn':
      return '不再出现在列表和检索里，旧网址说明原因';
    case 'register':
      return '在显示这个登记表的页面、下载的文件和核验里';
    case 'page':
      return registerIn(change.document) ? '在显示这个登记表的页面' : pageWords(change.document, nameOf);
    default:
      return KINDS_OF_SETTINGS[change.name]?.where ?? '在用到这项设置的页面';
  }
}

function pageWords(document: unknown, nameOf: EditionNames['nameOf']): string {
  const { for: place, blocks } = isObject(document) ? document : {};
  const count = Array.isArray(blocks) ? blocks.length : 0;
  const channelId = isObject(place) && typeof place.channel === 'string' ? place.channel : '';
  const path = isObject(place) && typeof place.path === 'string' ? place.path : '';
  return [
    `${count} 个内容块`,
    ...(channelId === '' ? [] : [`用于栏目“${nameOf(channelId)}”`]),
    ...(path === '' ? [] : [`地址 ${path}`]),
  ].join('，');
}
