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

/**
 * An article as a draft holds it (src/server/editions/draft-changes.ts); what the form does not show stays as it is.
 */
export interface DraftArticle {
  articleId?: number;
  channelId: string;
  title: string;
  summary?: string;
  content?: string;
  source?: string;
  /** with a zone, '' while it is missing */
  contentTime: string;
  topFlag?: 0 | 1;
  image?: string;
  riskLevel?: string;
  topic?: string;
  tags?: string[];
  category?: string;
  attachments?: Attachment[];
}

export interface Attachment {
  filename: string;
  filepath: string;
  /** of a program; stays as it is */
  release?: unknown;
}

export type DraftChange = { kind: 'article'; article: DraftArticle } | { kind: 'other' };

export interface PublicContent {
  change: DraftChange | null;
  mark: string;
  /** the newest edition that changes it already */
  open: { editionId: number; title: string; state: EditionState } | null;
}

export interface Edition {
  editionId: number;
  title: string;
  version: number;
  shown: { version: number; title: string; changes: DraftChange[] };
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
