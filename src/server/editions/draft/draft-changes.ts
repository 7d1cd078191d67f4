import { sha256OfJson } from '../../db/sha256.ts';
import { isObject } from '#rules/json/json.ts';
import { checkJson } from '#page/json-check.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import type { Problem } from '#page/problems.ts';
import { isMoment } from '#rules/time/moment-text.ts';
import { changeStructure } from '#kinds/change-structure.ts';
import { hasMoreText, sizeOf } from '#kinds/changes.ts';
import { MOST_ARTICLES } from '#kinds/article-import/index.ts';
import { kindNamed, KIND_NAMES, type AnyKind, type Change } from '#kinds/index.ts';
import { LARGE } from '#kinds/rows/server/row-sets.ts';
import { storeOf } from '#kinds/stores.ts';
import { upgradeChange } from '#kinds/upgrade-change.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { storedProblem, textProblem } from '../../store/publication/storable.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';

/**
 * The folder `server/editions` holds drafts of publications on their way through review, one step or one query per file.
 * Only `publish` makes them public.
 */

export interface Draft {
  title: string;
  /** changes with times as text, which may still be missing (''); rows of a large register are stored separately */
  changes: Change[];
}

/** characters of text; more takes longer to check than a worker thread takes to start */
const LONG = 100_000;

/** Whether the changes hold more than LARGE rows of a register. */
export const hasManyRows = (changes: readonly Change[]): boolean =>
  changes.some((change) => sizeOf([change]).rows > LARGE);

/** Whether checking the changes here would hold up visitors: of many rows, or with long texts, whichever of their fields holds them. */
export function isLarge(changes: readonly Change[]): boolean {
  const { apart } = sizeOf(changes);
  return hasManyRows(changes) || apart > LONG || hasMoreText(changes, LONG);
}

/** Limits of one draft: changes (a wizard makes some four), and characters of all texts (a second of cleaning). */
const DRAFT_LIMITS = { changes: 200, characters: 2_000_000 };
/**
 * Limits of a draft that a file of another environment brought. Changes are checked and published in about a second,
 * articles beside them in steps (BE8).
 */
export const BROUGHT_LIMITS = { ...DRAFT_LIMITS, changes: 1_000, articles: MOST_ARTICLES };
/** Changes of such a draft, with the one that names its articles. */
export const MOST_BROUGHT = BROUGHT_LIMITS.changes + 1;
const LONGEST_TITLE = 200;

/**
 * Reads a draft from the console: checks its form, and sanitises its HTML, so that it is safe to open. The draft may be
 * unfinished; whether it can be published is checked elsewhere (check-edition.ts).
 * @param mayWrite throws where the person may not write it; called before the HTML is sanitised, which takes long
 * @param most changes
 * @throws Refused invalidInput with every problem by pointer
 */
export async function readDraft(
  { title, changes }: { title: unknown; changes: unknown },
  mayWrite?: (draft: Draft) => Promise<void>,
  most = DRAFT_LIMITS.changes,
): Promise<Draft> {
  const list = Array.isArray(changes) ? changes.map(upgradeChange) : [];
  const problems = [
    ...titleProblems(title),
    ...(list.length >= 1 && list.length <= most ? [] : [{ pointer: '/changes', message: `应有 1 至 ${most} 项内容` }]),
  ];
  if (problems.length === 0) list.forEach((change, at) => problems.push(...changeProblems(change, at)));
  if (problems.length === 0 && sizeOf(list as Change[]).characters > DRAFT_LIMITS.characters)
    problems.push({
      pointer: '/changes',
      message: `各篇正文合计超过${DRAFT_LIMITS.characters / 10_000}万字符，请分成几份稿件`,
    });
  if (problems.length > 0) throw new Refused('invalidInput', problems[0]!.message, { problems });
  const draft: Draft = { title: String(title).trim(), changes: JSON.parse(JSON.stringify(list)) };
  await mayWrite?.(draft);
  return { ...draft, changes: await mapDocuments(draft.changes, (change) => storeOf(change).draft?.cleaned) };
}

/** The changes with each document replaced by what `using` returns; one after another, because each may be large. */
export async function mapDocuments(
  changes: readonly Change[],
  using: (change: Change) => ((document: never) => unknown) | undefined,
): Promise<Change[]> {
  const made: Change[] = [];
  for (const change of changes) {
    const work = change.withdraw ? undefined : using(change);
    made.push(work ? ({ ...change, document: await work(change.document as never) } as Change) : change);
  }
  return made;
}

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
        : (textProblem(text) ?? characterProblem(text));
  return wrong ? [{ pointer: '/title', message: `稿件标题${wrong}` }] : [];
}

/** Problems in the form of one change. @param at in the list of changes */
export function changeProblems(change: unknown, at: number): FieldProblem[] {
  const pointer = `/changes/${at}`;
  const named = (message: string, place = pointer): FieldProblem => ({
    pointer: place,
    message: `第${at + 1}项${message}`,
  });
  const known = isObject(change) && typeof change.kind === 'string' ? kindNamed(change.kind) : undefined;
  if (!known || !isObject(change)) return [named(`的类型应为以下之一：${KIND_NAMES.join('、')}`)];
  const { kind: _kind, ...fields } = change;
  const wrong = checkJson(changeStructure(known, change), fields, pointer);
  if (wrong.length > 0) return wrong.map((problem) => named(wordsOf(problem, pointer, known), problem.pointer));
  const unstorable = storedProblem(change);
  if (unstorable) return [named(unstorable)];
  const { plan, document } = fields as { plan?: { at: string }; document?: unknown };
  if (plan && plan.at !== '' && !isMoment(plan.at))
    return [named('的计划时间不正确，应带时区，如 2026-11-20T09:00:00+08:00', `${pointer}/plan/at`)];
  if (document === undefined) return [];
  const problems =
    storeOf({ kind: known.name }).draft?.problems?.(document as never, (change as { id?: string }).id) ?? [];
  return problems.map((problem) => named(problem.message, `${pointer}/document${problem.pointer}`));
}

function wordsOf({ code, pointer, field, text }: Problem, base: string, kind: AnyKind): string {
  if (text) return `的${fieldAt(kind, pointer.slice(base.length))}有 ${text.length} 个字，最多 ${text.most} 个`;
  const where = `“${pointer.slice(base.length + 1).replace(/^document\//, '') || '内容'}”`;
  if (code === 'missing-field') return `缺少“${field}”`;
  return code === 'unknown-field'
    ? `没有${where}这一字段`
    : code === 'wrong-type'
      ? `的${where}类型不正确`
      : `的${where}不正确`;
}

/** '“标题”', as the form of the kind calls it, of '/document/title'; of a place beside its document the name in the change. */
function fieldAt(kind: AnyKind, pointer: string): string {
  const [first = '', ...path] = stepsOf(pointer);
  return `“${(first === 'document' && kind.words.fieldTitle(path)) || path.at(-1) || first}”`;
}

/** The changes as `publish` takes them, with all rows. */
export const wholeChanges = (db: Db, changes: readonly Change[]): Promise<Change[]> =>
  mapDocuments(changes, (change) => {
    const { whole } = storeOf(change).draft ?? {};
    return whole && ((document: never) => whole(db, document));
  });

/**
 * A draft as it is stored: large parts are stored separately and referred to by their hash. So versions stay small and
 * the hash of the draft still covers every row.
 * @throws Refused invalidInput where it refers to rows that are missing
 */
export const draftToStore = async (db: Db, { title, changes }: Draft): Promise<Draft> => ({
  title,
  changes: await mapDocuments(changes, (change) => {
    const { stored } = storeOf(change).draft ?? {};
    return stored && ((document: never) => stored(db, document));
  }),
});

/** The hash that an approval is bound to. @param changes as they are stored, however they are spelled */
export const draftHash = ({ title, changes }: { title: string; changes: unknown }): string =>
  sha256OfJson([title, changes]);
