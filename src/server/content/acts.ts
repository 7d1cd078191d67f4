import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Cell, Release } from '#page/data-shapes.ts';

/** The moment a read is asked for: what is public now, or what was public at a past instant (PB1). */
export type Moment = 'now' | Date;

export interface ChannelInput {
  channelId: string;
  parentId: string;
  classOrder: number;
  url: string;
  name: string;
  type: 1 | 2;
  sameAs?: string;
  department?: string;
  /** true: a public channel may get another url; its old address leads to the new one */
  moves?: boolean;
}

export interface ArticleInput {
  /** absent: a new article */
  articleId?: number;
  channelId: string;
  title: string;
  summary?: string;
  /** authored HTML; sanitised by publish on the way in */
  content?: string;
  source?: string;
  contentTime: Date;
  topFlag?: 0 | 1;
  /** filepath of a stored file */
  image?: string;
  riskLevel?: string;
  /** code of the setting research.topics */
  topic?: string;
  /** ids of the setting research.tags, at most 8 */
  tags?: string[];
  /** what the article is about among others of its channel, e.g. 账户与开户; lists can be asked for one category */
  category?: string;
  /** filepath as storeFile answered it; one that is not in the store is shown as missing (FO5) */
  attachments?: AttachmentInput[];
}

export interface AttachmentInput {
  filename: string;
  filepath: string;
  /** what is known of a program that is handed out */
  release?: Release;
}

export type Change =
  | { kind: 'channel'; channel: ChannelInput }
  | { kind: 'channel-retired'; channelId: string; reason: string; successor?: string }
  | { kind: 'article'; article: ArticleInput }
  | { kind: 'article-withdrawn'; articleId: number; reason: string; successor?: string }
  /** the whole register as it shall be: rows are compared by key, unchanged ones stay open */
  | { kind: 'register'; definition: RegisterDefinition; rows: Record<string, Cell>[]; dataDate: string; department: string }
  | { kind: 'page'; page: string; document: unknown }
  | { kind: 'setting'; name: string; value: unknown };

/** One publication: all of its changes or none, one log entry. */
export interface Act {
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** default: now. Earlier moments only while filling a store with history, never before the newest publication. */
  at?: Date;
  changes: Change[];
}

export interface Published {
  no: number;
  at: Date;
  /** ids of the articles in `changes`, in their order (null for other changes) */
  articleIds: (number | null)[];
}
