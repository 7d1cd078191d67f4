import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { checkRegister } from '#page/check-register.ts';
import { checkJson, isObject } from '#page/json-check.ts';
import type { Problem } from '#page/problems.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { ArticleInput, Change } from '../content/acts.ts';
import { changeStructures, isMoment, objectOf, releaseStructure } from '../content/change-structure.ts';
import { sanitiseArticle } from '../content/sanitise.ts';
import { hiddenProblem, storedProblem, textProblem } from '../content/storable.ts';
import { Refused } from '../errors.ts';

/**
 * The folder `server/editions` keeps what editors are about to make public: drafts of one publication each, on their way
 * through review. One act or one question a file. It makes nothing public itself but by `publish`.
 */

/** A change as a draft keeps it: as in acts.ts, but with times as text, which may still be missing (''). */
export type DraftChange = Exclude<Change, { kind: 'article' }> | { kind: 'article'; article: DraftArticle };
export type DraftArticle = Omit<ArticleInput, 'contentTime'> & { contentTime: string };

export interface Draft {
  title: string;
  changes: DraftChange[];
}

const attachment = objectOf({ filename: { type: 'string' }, filepath: { type: 'string' } }, { release: releaseStructure });
const structures = changeStructures({ attachment, definition: { type: 'object' } });
const KINDS = Object.keys(structures);

/** changes of one draft; a wizard makes some four */
const MOST_CHANGES = 200;
/** as `publish` limits it; what is longer is not even cleaned */
const MOST_HTML = 500_000;
const LONGEST_TITLE = 200;

/**
 * A draft from what the console sends: of the right form, storable, its HTML cleaned, so that it harms no colleague who
 * opens it. It may be unfinished: whether it can be published is another question (check-edition.ts).
 * @throws Refused unfitInput with every problem by pointer
 */
export async function readDraft({ title, changes }: { title: unknown; changes: unknown }): Promise<Draft> {
  const list = Array.isArray(changes) ? (changes as unknown[]) : [];
  const problems = [...titleProblems(title), ...(list.length >= 1 && list.length <= MOST_CHANGES ? [] : [{ pointer: '/changes', message: `应有 1 至 ${MOST_CHANGES} 项内容` }])];
  if (problems.length === 0) list.forEach((change, at) => problems.push(...changeProblems(change, at)));
  if (problems.length > 0) throw new Refused('unfitInput', problems[0]!.message, { problems });
  const copy = JSON.parse(JSON.stringify(list)) as DraftChange[];
  for (const change of copy) {
    if (change.kind !== 'article' || !change.article.content) continue;
    change.article.content = sanitiseArticle(change.article.content);
    await setImmediate();
  }
  return { title: String(title).trim(), changes: copy };
}

interface FieldProblem {
  /** RFC 6901, in {title, changes} */
  pointer: string;
  message: string;
}

function titleProblems(title: unknown): FieldProblem[] {
  const text = typeof title === 'string' ? title.trim() : '';
  const wrong = text === '' ? '不能为空' : text.length > LONGEST_TITLE ? `超过 ${LONGEST_TITLE} 字` : (textProblem(text) ?? hiddenProblem(text));
  return wrong ? [{ pointer: '/title', message: `稿件标题${wrong}` }] : [];
}

function changeProblems(change: unknown, at: number): FieldProblem[] {
  const pointer = `/changes/${at}`;
  const named = (message: string, place = pointer): FieldProblem => ({ pointer: place, message: `第${at + 1}项${message}` });
  if (!isObject(change) || typeof change.kind !== 'string' || !KINDS.includes(change.kind)) return [named(`的类型应为以下之一：${KINDS.join('、')}`)];
  const { kind, ...fields } = change;
  const wrong = checkJson(structures[kind as Change['kind']], fields, pointer);
  if (wrong.length > 0) return wrong.map((problem) => named(wordsOf(problem, pointer), problem.pointer));
  const unstorable = storedProblem(change);
  if (unstorable) return [named(unstorable)];
  const { content } = (fields.article ?? {}) as Partial<DraftArticle>;
  if (content !== undefined && content.length > MOST_HTML) return [named(`的正文超过${MOST_HTML / 10_000}万字符，请拆分或改用附件`, `${pointer}/article/content`)];
  if (kind !== 'register') return [];
  return checkRegister(fields.definition).problems.map((problem) => named(`的登记表定义不正确：${problem.pointer} ${problem.message}`, `${pointer}/definition${problem.pointer}`));
}

function wordsOf({ code, pointer, field }: Problem, base: string): string {
  const where = `“${pointer.slice(base.length + 1) || '内容'}”`;
  if (code === 'missing-field') return `缺少“${field}”`;
  return code === 'unknown-field' ? `没有${where}这一字段` : code === 'wrong-type' ? `的${where}类型不正确` : `的${where}不正确`;
}

/** The changes as `publish` takes them. */
export function changesOf(changes: readonly DraftChange[]): Change[] {
  return changes.map((change) => {
    if (change.kind !== 'article') return change;
    const { contentTime, ...article } = change.article;
    // publish says in words what is wrong with a time that is none
    return { kind: 'article', article: { ...article, contentTime: new Date(isMoment(contentTime) ? contentTime : Number.NaN) } };
  });
}

/** What an approval is bound to. */
export const draftHash = ({ title, changes }: Draft): string => createHash('sha256').update(canonicalJson([title, changes])).digest('hex');
