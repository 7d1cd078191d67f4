import type { MarkedText } from '#page/data-shapes.ts';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { Remaining } from '#rules/text/replace-words.ts';

/** Groups of what a search of the console finds, in the order in which they are shown. */
export const SEARCH_GROUPS = [
  'articles',
  'rows',
  'attachments',
  'editions',
  'past',
  'channels',
  'pages',
  'settings',
  'files',
  'people',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** '' of what is neither public nor a draft, such as a person. */
export type FoundState = 'public' | 'past' | 'withdrawn' | EditionState | '';

/** One thing that a search of the console found (CS1). */
export interface FoundThing {
  /** unlike that of every other hit of its group */
  id: string;
  state: FoundState;
  title: MarkedText[];
  /** place and day, in words */
  place: string;
  excerpt: MarkedText[];
  /** all of it that helps to choose */
  details: { label: string; text: MarkedText[] }[];
  /** address below /console */
  to: string;
  /** address for visitors; '' where it is not public */
  sitePath: string;
}

export interface FoundGroup {
  group: SearchGroup;
  total: number;
  /** there are more than `total` */
  more: boolean;
  list: FoundThing[];
}

export interface Found {
  /** groups with hits */
  groups: FoundGroup[];
  /** address at which visitors have a person verified, without the name; '' where they cannot */
  verifyPath: string;
}

/** A place where the words to be replaced stand (CS6). */
export interface ReplacementPlace {
  /** unlike that of every other place */
  id: string;
  /** name of the thing: '文章《…》' */
  title: string;
  /** name of the field */
  label: string;
  before: MarkedText[];
  after: MarkedText[];
}

export interface ReplacementPlan {
  places: ReplacementPlace[];
  /** marks of public content, by subject */
  marks: Record<string, string>;
}

/** A place where the words stand and stay as they are (CS6). */
export interface RemainingPlace extends Pick<ReplacementPlace, 'id' | 'title' | 'label'> {
  why: Remaining;
  /** address of its screen below /console */
  to: string;
}

export interface WordsPlan extends ReplacementPlan {
  remaining: RemainingPlace[];
}
