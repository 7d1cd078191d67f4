import { ARTICLE_ACTS, type ArticleAct } from '#rules/editions/work-list.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import type { WorkLine } from '#wire/work-answers.ts';
import { ACTS } from './act-words.ts';

/** LW4: an act on several lines of the list. Reading comes before an approval, so that is none. */
export type ManyAct = 'submit' | 'publish' | ArticleAct;

interface ActOnMany {
  name: string;
  right: StaffRight;
  /** measure word of what it is done to */
  unit: string;
  suits: (line: WorkLine) => boolean;
}

const isArticle = ({ kinds, state, edition }: WorkLine): boolean =>
  edition === null && state === 'public' && kinds[0] === 'article';

const onArticles = (act: ArticleAct, suits: (line: WorkLine) => boolean = () => true): ActOnMany => ({
  name: ARTICLE_ACTS[act],
  right: 'content.write',
  unit: '篇文章',
  suits: (line) => isArticle(line) && suits(line),
});

export const ACTS_ON_MANY: Readonly<Record<ManyAct, ActOnMany>> = {
  submit: {
    name: ACTS.submit.name,
    right: ACTS.submit.right,
    unit: '份稿件',
    suits: ({ state }) => state === 'draft' || state === 'returned',
  },
  publish: {
    name: ACTS.publish.name,
    right: ACTS.publish.right,
    unit: '份稿件',
    suits: ({ state }) => state === 'approved',
  },
  move: onArticles('move'),
  pin: onArticles('pin', ({ isPinned }) => !isPinned),
  unpin: onArticles('unpin', ({ isPinned }) => isPinned),
  tag: onArticles('tag'),
};

export const isArticleAct = (act: ManyAct): act is ArticleAct => Object.hasOwn(ARTICLE_ACTS, act);

export type MayDo = (right: StaffRight, channelIds: readonly string[]) => boolean;

/** Lines to which an act can be done by this person. */
const linesFor = (act: ManyAct, lines: readonly WorkLine[], may: MayDo): WorkLine[] =>
  lines.filter((line) => ACTS_ON_MANY[act].suits(line) && may(ACTS_ON_MANY[act].right, line.channelIds));

/** Acts that can be done to some of these lines, each with those lines. */
export const actsFor = (lines: readonly WorkLine[], may: MayDo): { act: ManyAct; lines: WorkLine[] }[] =>
  (Object.keys(ACTS_ON_MANY) as ManyAct[])
    .map((act) => ({ act, lines: linesFor(act, lines, may) }))
    .filter((one) => one.lines.length > 0);

/** One thing in a report, with the way to it. */
export interface Reported {
  title: string;
  /** below /console */
  to: string;
  reason?: string;
}

/** Results of an act on many. */
export interface Report {
  act: ManyAct;
  done: Reported[];
  refused: Reported[];
  /** the edition that holds all that was done, where it is one */
  edition: { title: string; to: string } | null;
}

/** '提交审核：3 份稿件已完成，1 份没有' */
export function reportTitle({ act, done, refused }: Report): string {
  const { name, unit } = ACTS_ON_MANY[act];
  const ending = refused.length === 0 ? '' : `，${refused.length} ${unit}没有`;
  return done.length === 0
    ? `${name}：${refused.length} ${unit}都没有完成`
    : `${name}：${done.length} ${unit}已完成${ending}`;
}
