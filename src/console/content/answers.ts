import type { ArticleDocument } from '#kinds/article/index.ts';
import type { Change } from '#kinds/index.ts';
import type { FoundEdition } from '../editions/edition-answers.ts';
import type { EditionState } from '#rules/edition-steps.ts';

export interface ListedArticle {
  articleId: number;
  title: string;
  channelId: string;
  contentTime: string;
  isTop: boolean;
  /** where visitors read it */
  path: string;
  edition: { editionId: number; state: EditionState } | null;
}

export type Attachment = NonNullable<ArticleDocument['attachments']>[number];

export interface PublicContent {
  change: Change | null;
  mark: string;
  /** the newest edition that changes it already */
  open: { editionId: number; title: string; state: EditionState } | null;
}

export interface Edition extends Pick<FoundEdition, 'state' | 'steps'> {
  editionId: number;
  title: string;
  version: number;
  shown: { version: number; title: string; changes: Change[] };
  /** subjects of which something else became public since it was begun */
  outdated: string[];
  /** for each act why it cannot be done; '' where it can */
  may: Record<string, string>;
}

export interface ArticleWords {
  topics: { code: string; name: string }[];
  tags: { id: string; name: string }[];
}

/** Problems of a draft: by pointer where its form is wrong, else in words. */
export interface DraftProblem {
  message: string;
  pointer?: string;
}
