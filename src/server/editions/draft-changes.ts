import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { checkRegister } from '#page/check-register.ts';
import { checkJson, isObject } from '#page/json-check.ts';
import type { Cell } from '#page/data-shapes.ts';
import type { Problem } from '#page/problems.ts';
import { registerProblemInWords } from '#page/register-problem-words.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { ArticleInput, Change } from '../store/acts.ts';
import { changeStructures, isMoment, objectOf, releaseStructure, rowsStructure } from '../store/change-structure.ts';
import { sanitiseArticle } from '../store/sanitise.ts';
import { hiddenProblem, storedProblem, textProblem } from '../store/storable.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { getRows, type RowSetRef } from './row-sets.ts';

/**
 * The folder `server/editions` keeps what editors are about to make public: drafts of one publication each, on their
 * way
 * through review. One act or one question a file. It makes nothing public itself but by `publish`.
 */

/** A change as a draft keeps it: as in acts.ts, but with times as text, which may still be missing (''). */
export type DraftChange =
  | Exclude<Change, { kind: 'article' | 'register' }>
  | { kind: 'article'; article: DraftArticle }
  | DraftRegister;
/** Rows of a large register stand apart (row-sets.ts). Exactly one of the two is there. */
export type DraftRegister = Omit<Extract<Change, { kind: 'register' }>, 'rows'> & {
  rows?: Record<string, Cell>[];
  rowSet?: RowSetRef;
};
type DraftArticle = Omit<ArticleInput, 'contentTime'> & { contentTime: string };

export interface Draft {
  title: string;
  changes: DraftChange[];
}

/** rows from which an act takes longer than a thread takes to begin */
export const LARGE = 2_000;

/** characters of HTML of which the same is true */
const LONG = 200_000;

/** Whether the changes hold more than LARGE rows of a register. */
export const hasManyRows = (changes: readonly DraftChange[]): boolean =>
  changes.some((change) => change.kind === 'register' && (change.rowSet?.count ?? change.rows?.length ?? 0) > LARGE);

/** Whether going through the changes would hold up visitors. */
export const isLarge = (changes: readonly DraftChange[]): boolean =>
  hasManyRows(changes) ||
  changes.reduce((sum, change) => sum + (change.kind === 'article' ? (change.article.content?.length ?? 0) : 0), 0) >
    LONG;

const attachment = objectOf(
  { filename: { type: 'string' }, filepath: { type: 'string' } },
  { release: releaseStructure },
);
const structures = {
  ...changeStructures({ attachment, definition: { type: 'object' } }),
  register: objectOf(
    { definition: { type: 'object' }, dataDate: { type: 'string' }, department: { type: 'string' } },
    {
      rows: rowsStructure,
      rowSet: objectOf({ hash: { type: 'string', pattern: '^(public|[0-9a-f]{64})$' }, count: { type: 'integer' } }),
    },
  ),
};
const KINDS = Object.keys(structures);

/** changes of one draft; a wizard makes some four */
const MOST_CHANGES = 200;
/** as `publish` limits it; what is longer is not even cleaned */
const MOST_HTML = 500_000;
/** of all articles of a draft; cleaning takes a second for so much */
const MOST_HTML_IN_ALL = 2_000_000;
const LONGEST_TITLE = 200;

/**
 * A draft from what the console sends: of the right form, storable, its HTML cleaned, so that it harms no colleague who
 * opens it. It may be unfinished: whether it can be published is another question (check-edition.ts).
 * @param mayWrite throws where the person may not write it; asked before the HTML is cleaned, which takes long
 * @throws Refused unfitInput with every problem by pointer
 */
export async function readDraft(
  { title, changes }: { title: unknown; changes: unknown },
  mayWrite?: (draft: Draft) => Promise<void>,
): Promise<Draft> {
  const list = Array.isArray(changes) ? (changes as unknown[]) : [];
  const problems = [
    ...titleProblems(title),
    ...(list.length >= 1 && list.length <= MOST_CHANGES
      ? []
      : [{ pointer: '/changes', message: `应有 1 至 ${MOST_CHANGES} 项内容` }]),
  ];
  if (problems.length === 0) list.forEach((change, at) => problems.push(...changeProblems(change, at)));
  if (problems.length === 0 && htmlIn(list as DraftChange[]) > MOST_HTML_IN_ALL)
    problems.push({
      pointer: '/changes',
      message: `各篇正文合计超过${MOST_HTML_IN_ALL / 10_000}万字符，请分成几份稿件`,
    });
  if (problems.length > 0) throw new Refused('unfitInput', problems[0]!.message, { problems });
  const draft: Draft = { title: String(title).trim(), changes: JSON.parse(JSON.stringify(list)) };
  await mayWrite?.(draft);
  for (const change of draft.changes) {
    if (change.kind !== 'article' || !change.article.content) continue;
    change.article.content = sanitiseArticle(change.article.content);
    await setImmediate();
  }
  return draft;
}

const htmlIn = (changes: readonly DraftChange[]): number =>
  changes.reduce((sum, change) => sum + (change.kind === 'article' ? (change.article.content?.length ?? 0) : 0), 0);

interface FieldProblem {
  /** RFC 6901, in {title, changes} */
  pointer: string;
  message: string;
}

function titleProblems(title: unknown): FieldProblem[] {
  const text = typeof title === 'string' ? title.trim() : '';
  const wrong =
    text === ''
      ? '不能为空'
      : text.length > LONGEST_TITLE
        ? `超过 ${LONGEST_TITLE} 字`
        : (textProblem(text) ?? hiddenProblem(text));
  return wrong ? [{ pointer: '/title', message: `稿件标题${wrong}` }] : [];
}

function changeProblems(change: unknown, at: number): FieldProblem[] {
  const pointer = `/changes/${at}`;
  const named = (message: string, place = pointer): FieldProblem => ({
    pointer: place,
    message: `第${at + 1}项${message}`,
  });
  if (!isObject(change) || typeof change.kind !== 'string' || !KINDS.includes(change.kind))
    return [named(`的类型应为以下之一：${KINDS.join('、')}`)];
  const { kind, ...fields } = change;
  const wrong = checkJson(structures[kind as Change['kind']], fields, pointer);
  if (wrong.length > 0) return wrong.map((problem) => named(wordsOf(problem, pointer), problem.pointer));
  const unstorable = storedProblem(change);
  if (unstorable) return [named(unstorable)];
  const { content } = (fields.article ?? {}) as Partial<DraftArticle>;
  if (content !== undefined && content.length > MOST_HTML)
    return [named(`的正文超过${MOST_HTML / 10_000}万字符，请拆分或改用附件`, `${pointer}/article/content`)];
  const { plan } = fields as { plan?: { at: string } };
  if (plan && plan.at !== '' && !isMoment(plan.at))
    return [named('的计划时间不正确，应带时区，如 2026-11-20T09:00:00+08:00', `${pointer}/plan/at`)];
  if (kind !== 'register') return [];
  if ((fields.rows === undefined) === (fields.rowSet === undefined))
    return [named('应有数据行（rows 或 rowSet 之一）')];
  return checkRegister(fields.definition).problems.map((problem) =>
    named(
      `的登记表定义不正确：${registerProblemInWords(problem, fields.definition)}`,
      `${pointer}/definition${problem.pointer}`,
    ),
  );
}

function wordsOf({ code, pointer, field }: Problem, base: string): string {
  const where = `“${pointer.slice(base.length + 1) || '内容'}”`;
  if (code === 'missing-field') return `缺少“${field}”`;
  return code === 'unknown-field'
    ? `没有${where}这一字段`
    : code === 'wrong-type'
      ? `的${where}类型不正确`
      : `的${where}不正确`;
}

/** The changes as `publish` takes them, with all rows. */
export async function changesOf(db: Db, changes: readonly DraftChange[]): Promise<Change[]> {
  const all: Change[] = [];
  for (const change of changes)
    all.push(
      change.kind === 'register'
        ? await registerOf(db, change)
        : change.kind === 'article'
          ? articleOf(change.article)
          : change,
    );
  return all;
}

async function registerOf(db: Db, { rowSet, rows = [], ...change }: DraftRegister): Promise<Change> {
  return { ...change, rows: rowSet ? await getRows(db, rowSet.hash, change.definition.register) : rows };
}

function articleOf({ contentTime, ...article }: DraftArticle): Change {
  // publish says in words what is wrong with a time that is none
  return {
    kind: 'article',
    article: { ...article, contentTime: new Date(isMoment(contentTime) ? contentTime : Number.NaN) },
  };
}

/** What an approval is bound to. */
export const draftHash = ({ title, changes }: Draft): string =>
  createHash('sha256')
    .update(canonicalJson([title, changes]))
    .digest('hex');
