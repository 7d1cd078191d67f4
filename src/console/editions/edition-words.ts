import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { changeOf, changeTitle, subjectTitle } from '#kinds/change-words.ts';
import { sizeOf } from '#kinds/changes.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { Change } from '#kinds/index.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';

/** Note of a step: of a schedule that was once a moment as machines write it. */
export const noteText = (note: string): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(note) ? `定于 ${shanghaiSecond(note)} 发布` : note;

/** '审核甲退回：请补充附件' */
export const returnedWords = ({ name, reason }: NonNullable<EditionLine['returned']>): string =>
  `${name || '系统'}退回：${reason}`;

/** ED12: '同意已失效：公开的内容在审核后已有变化…' */
export const endedWords = (reason: string): string => `同意已失效：${reason}`;

const BLOCK = 'p,div,li,tr,h1,h2,h3,h4,h5,h6,br,blockquote,figure';

/**
 * The words of a draft's HTML in lines. The markup is parsed into a document of its own, in which nothing runs and
 * nothing
 * is loaded, and never comes into the page.
 */
export function linesOfHtml(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const block of parsed.querySelectorAll(BLOCK)) block.after('\n');
  for (const cell of parsed.querySelectorAll('td,th')) cell.after('　');
  for (const image of parsed.querySelectorAll('img')) image.replaceWith(`［图片${image.alt && `：${image.alt}`}］`);
  return (parsed.body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** rows from which it is said that something takes its time */
const MANY_ROWS = 2_000;

/** '正在检查 100,000 行，可能需要一分钟…'; '' where it is done at once. */
export const rowsUnderWay = (doing: string, changes: readonly Change[]): string =>
  manyRowsUnderWay(doing, sizeOf(changes).rows);

export const manyRowsUnderWay = (doing: string, rows: number): string =>
  rows > MANY_ROWS ? `正在${doing} ${rows.toLocaleString('zh-CN')} 行，可能需要一分钟…` : '';

/** ED15: the reason with which an edition goes back whose ground was published anew. @param titles of that content */
export const mergeReason = (titles: readonly string[]): string =>
  `稿件开始以后，${titles.join('、')}已另行发布。请点“修改”，与现在公开的内容核对、合并后保存，再提交审核。`;

/** RM4: the reason with which an edition goes back that something holds up. @param held why it cannot be approved */
export const heldReason = (held: string): string => `${held}，请处理后再提交审核。`;

/** ED11: titles of what others published since the edition was begun. */
export const outdatedTitles = (
  { outdated, shown: { changes } }: Pick<FoundEdition, 'outdated' | 'shown'>,
  names: Names,
): string[] =>
  outdated.map((subject) => {
    const change = changeOf(subject, changes);
    return change ? changeTitle(change, names) : subjectTitle(subject, names);
  });

/** CK3: note of the newest submission, with the reasons that were given for findings; '' before the first. */
export const submitNoteOf = (steps: FoundEdition['steps']): string =>
  steps.findLast(({ act }) => act === 'submitted')?.note ?? '';
