import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { WorkKind, WorkState } from '#rules/editions/work-list.ts';
import type { EditionLine } from './console-answers.ts';

/** Answers of the list of work (src/server/console-api/work-calls.ts), as both ends know them. */

/** Something that is or was public, or an edition. */
export interface WorkLine {
  /** 'edition:5', or the subject of what is public, e.g. 'article:12' */
  key: string;
  /** kinds of all that an edition changes, else one */
  kinds: WorkKind[];
  /** without the kind: '12' */
  id: string;
  title: string;
  state: WorkState;
  channelIds: string[];
  /** name of its writer, or of the person who began the edition; '' for what came with the program */
  author: string;
  /** ISO 8601; '' for what came with the program */
  changedAt: string;
  /** moment of an article, or at which an edition becomes public by itself; '' for none */
  publishedAt: string;
  isPinned: boolean;
  /** days on which an article leaves the top, the home page or the public, in words (TP1); '' for none */
  ends: string;
  /** address for visitors; '' for none */
  path: string;
  /** the newest edition that changes it and is neither public nor discarded; null where there is none or the reader may not see it */
  waiting: { editionId: number; state: EditionState } | null;
  /** null: it is no edition */
  edition: EditionLine | null;
}

/** LW5: what became of an act on several articles. */
export interface ChangedArticles {
  /** null: of none of them could be made anything */
  edition: { editionId: number; version: number; title: string } | null;
  /** numbers of the articles in it */
  done: number[];
  refused: {
    articleId: number;
    reason: string;
    /** edition in which the article is changed already */
    editionId: number | null;
  }[];
}

/** LW3: filters of the list under a name of one's own. */
export interface WorkView {
  viewId: number;
  name: string;
  /** conditions by their names in the address */
  filters: Readonly<Record<string, string>>;
}
