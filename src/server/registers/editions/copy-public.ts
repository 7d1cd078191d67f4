import { documentIn, partsOf, type Subject } from '#kinds/changes.ts';
import { article as articleKind } from '#kinds/article/index.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { publicParts } from '#kinds/rows/server/public-rows.ts';
import { storeRows } from '#kinds/rows/server/row-sets.ts';
import type { Reader } from '#kinds/define-store.ts';
import type { PageSchema } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { CopyProposal } from '#wire/take-up-answers.ts';
import { Refused } from '../../errors.ts';
import { publicChange } from '../../editions/review/public-change.ts';
import type { RolledBack } from '../../editions/publish/roll-back.ts';
import type { Site } from '../../site/site.ts';
import { findRegisterState } from '../../store/rows/list-register-rows.ts';
import { copyableOf, copyOfDefinition } from '../proposal/copied-documents.ts';
import { pageOf } from '../proposal/plan-changes.ts';

/** Choices for a copy. */
export interface CopyInput {
  subject: Subject;
  title: string;
  /** free name of a page or a register */
  name?: string;
  /** channel where visitors find it */
  channelId: string;
  /** true where a register is copied with its rows */
  withRows?: boolean;
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_NAME = 60;

const COPIED = ['article', 'page', 'register'] as const;
const isCopied = (kind: string | undefined): kind is CopyProposal['kind'] => COPIED.some((one) => one === kind);

/** Public content of an article, a page or a register. @throws Refused badParameter, invalidInput */
async function sourceOf(reader: Reader, site: Site, subject: Subject) {
  const { kind, id = '' } = partsOf(subject) ?? {};
  if (!isCopied(kind)) throw new Refused('badParameter', '能复制的是文章、页面和登记表，如 article:12');
  const change = await publicChange(reader, site, subject, undefined, { storesRows: false });
  if (!change) throw new Refused('invalidInput', '它现在没有公开，不能复制。请刷新后再试', { field: 'subject' });
  return { kind, id, change };
}

/** ED6: the fields that a copy needs, with a free name. */
export async function proposeCopy(reader: Reader, site: Site, subject: Subject): Promise<CopyProposal> {
  const { kind, id, change } = await sourceOf(reader, site, subject);
  const article = documentIn(articleKind, change);
  if (article) return { subject, kind, title: article.title ?? '', name: '', channelId: article.channelId, rows: 0 };
  const definition = documentIn(registerKind, change);
  const title = definition ? `${definition.title}（副本）` : ((change.document as PageSchema).title ?? '');
  const rows = definition ? ((await findRegisterState(reader.db, 'now', id))?.rowCount ?? 0) : 0;
  return { subject, kind, title, name: freeName(site, id), channelId: '', rows };
}

const isTaken = ({ registers, map }: Site, name: string): boolean => registers.has(name) || map.pages.pages.has(name);

function freeName(site: Site, name: string): string {
  const bare = name.replace(/-\d+$/, '').slice(0, LONGEST_NAME - 10);
  for (let more = 2; ; more += 1) {
    const free = `${bare}-${more}`;
    if (!isTaken(site, free) && !isTaken(site, `${free}-page`)) return free;
  }
}

/**
 * ED6: a copy of public content, as the changes of a new draft. The right to it depends on its source and, by its
 * changes, on its target.
 * @param storesRows false: without rows, for the rights alone
 * @throws Refused invalidInput naming the field
 */
export async function copied(
  reader: Reader,
  site: Site,
  { subject, title, name = '', channelId, withRows = false }: CopyInput,
  { storesRows = true }: { storesRows?: boolean } = {},
): Promise<RolledBack> {
  const { kind, change } = await sourceOf(reader, site, subject);
  const wrong = (field: string, message: string) => new Refused('invalidInput', message, { field });
  const channel = site.channel(channelId);
  if (!channel) throw wrong('channelId', '请选择副本所在的栏目');
  if (kind !== 'page' && title.trim() === '') throw wrong('title', '请填写副本的标题');
  const called = title.trim();
  if (kind === 'article') {
    // TP1: days are those of the one that is copied
    const { articleId: _id, ends: _ends, ...document } = documentIn(articleKind, change)!;
    const copy = { ...document, channelId, title: called, topFlag: 0 as const, contentTime: '' };
    return made(called, [{ kind, document: copy }]);
  }
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    throw wrong('name', `名称由小写字母、数字和单个连字符组成，最多 ${LONGEST_NAME} 个字符`);
  if (isTaken(site, name)) throw wrong('name', `“${name}”已被使用，请换一个名称`);
  const { page: own } = await copyableOf(reader.db, site, channelId);
  if (own) throw wrong('channelId', `栏目“${channel.name}”已有自己的页面“${own.page}”，请选择别的栏目`);
  if (kind === 'page') {
    const { $schema: _editor, ...page } = documentIn(pageKind, change) as PageSchema;
    const copy = { ...page, page: name, for: { channel: channelId }, ...(called !== '' && { title: called }) };
    return made(`页面 ${name}`, [{ kind, id: name, document: copy }]);
  }
  const definition = { ...copyOfDefinition(documentIn(registerKind, change)!, name), title: called };
  const page = `${name}-page`;
  if (isTaken(site, page)) throw wrong('name', `名称“${page}”已被使用，请换一个名称`);
  return made(called, [
    { kind, document: definition },
    { kind: 'page', id: page, document: pageOf(page, channelId, name, { notes: '' }) },
    await rowsOf(reader, site, definition, withRows && storesRows ? documentIn(registerKind, change)!.register : ''),
  ]);
}

const made = (title: string, changes: Change[]): RolledBack => ({
  title: `复制：${title}`.slice(0, 200).toWellFormed(),
  changes,
});

/** @param from register whose rows are copied; '' for none */
async function rowsOf(reader: Reader, site: Site, definition: RegisterDefinition, from: string): Promise<Change> {
  const found = from === '' ? null : await publicChange(reader, site, `rows:${from}`, undefined, { storesRows: false });
  const source = documentIn(rowsKind, found);
  const department = definition.department ?? '';
  if (!source) {
    const document = { definition, rows: [], dataDate: shanghaiDate(Date.now()), department };
    return { kind: 'rows', document };
  }
  const { dataDate } = source;
  const facts = { definition, dataDate, department: source.department || department };
  if (source.rows) return { kind: 'rows', document: { ...facts, rows: source.rows } };
  const rowSet = await storeRows(reader.db, definition.register, publicParts(reader.db, from));
  return { kind: 'rows', document: { ...facts, rowSet } };
}
