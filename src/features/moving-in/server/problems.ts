import { MOVING_IN_PROBLEMS, type MovingInProblemKind } from '../moving-in-problems.ts';
import { phrase } from '#server/phrase.mjs';

/** Place of a problem: a file of the folder, by its path there, and a line of it or an item of a JSON list. */
export interface Place {
  file: string;
  /** counted from 1 */
  line?: number;
  /** counted from 1 */
  item?: number;
}

/** One thing in words of the command line, and of the console; without a full stop. */
export interface BilingualText {
  en: string;
  zh: string;
}

export type ProblemKind = MovingInProblemKind;

export interface Problem {
  kind: ProblemKind;
  place: Place;
  /** place of the article that has it; a text's own file is another place */
  article: Place;
  /** problem and remedy, without the place */
  message: BilingualText;
}

/** problems of one kind that are listed; the rest is counted */
const MOST_LISTED = 20;

/** Key of an article of a list or a page, good as long as that file is the same. */
export const placeKey = ({ file, line, item }: Place): string => JSON.stringify([file, line ?? 0, item ?? 0]);

export const placeText = ({ file, line, item }: Place): string =>
  `${file}${line === undefined ? '' : `:${line}`}${item === undefined ? '' : `, item ${item}`}`;

/** The same as editors read it. */
export const placeZh = ({ file, line, item }: Place): string =>
  `${file}${line === undefined ? '' : ` 第 ${line} 行`}${item === undefined ? '' : ` 第 ${item} 项`}`;

/** An article that has several things wrong is one. */
const countOf = (kind: ProblemKind, list: readonly Problem[]): number =>
  kind === 'refused-article' ? new Set(list.map(({ article }) => placeKey(article))).size : list.length;

/** All problems of one run, in the order in which they were found. */
export class Problems {
  readonly all: Problem[] = [];
  private readonly left: ReadonlySet<string>;

  /** @param left articles whose problems are dropped, because they are left out (MI14) */
  constructor(left: ReadonlySet<string> = new Set()) {
    this.left = left;
  }

  add(kind: ProblemKind, place: Place, message: BilingualText, article = place): void {
    if (!this.left.has(placeKey(article))) this.all.push({ kind, place, article, message });
  }

  get errors(): number {
    return this.all.filter(({ kind }) => MOVING_IN_PROBLEMS[kind].isError).length;
  }

  /** MI2: each kind with its count and its first places; errors before warnings. */
  lines(): string[] {
    return (Object.keys(MOVING_IN_PROBLEMS) as ProblemKind[]).flatMap((kind) => {
      const list = this.all.filter((problem) => problem.kind === kind);
      if (list.length === 0) return [];
      const { en, zh, isError } = MOVING_IN_PROBLEMS[kind];
      const [count, more] = [countOf(kind, list), list.length - MOST_LISTED];
      return [
        phrase({
          zh: `${isError ? '错误' : '请注意'}：${zh}（${count}）`,
          en: `${isError ? 'Error' : 'Warning'}: ${count} ${en}`,
        }),
        ...list.slice(0, MOST_LISTED).map(({ place, message }) =>
          phrase({
            zh: `  ${placeZh(place)}：${message.zh}`,
            en: `  ${placeText(place)}: ${message.en}`,
          }),
        ),
        ...(more > 0 ? [phrase({ zh: `  另有 ${more} 处`, en: `  and ${more} more` })] : []),
      ];
    });
  }
}
