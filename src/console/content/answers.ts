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

/** An article as a draft holds it (src/server/editions/draft-changes.ts); what the form does not show stays as it is. */
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
  attachments?: { filename: string; filepath: string }[];
}

export type DraftChange = { kind: 'article'; article: DraftArticle } | { kind: 'other' };

export interface PublicContent {
  change: DraftChange | null;
  mark: string;
}

export interface Edition {
  editionId: number;
  title: string;
  version: number;
  shown: { version: number; title: string; changes: DraftChange[] };
  /** for each act why it cannot be done; '' where it can */
  may: Record<string, string>;
}

/** What comes with 2021: somebody saved meanwhile. */
export interface Newer {
  version: number;
  savedBy: string;
  savedAt: string;
  title: string;
  changes: DraftChange[];
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
