import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Cell, Release } from '#page/data-shapes.ts';
import type { ChannelFields } from '#wire/channel-answers.ts';

/** The moment a read is asked for: what is public now, or what was public at a past instant (PB1). */
export type Moment = 'now' | Date;

export type ChannelInput = ChannelFields;

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

interface AttachmentInput {
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
  | {
      kind: 'register';
      definition: RegisterDefinition;
      rows: Record<string, Cell>[];
      dataDate: string;
      department: string;
      part?: RegisterPart;
    }
  | { kind: 'page'; page: string; document: unknown }
  /** plan: read by the console alone (editions/plan.ts) */
  | { kind: 'setting'; name: string; value: unknown; plan?: Plan };

/**
 * `rows` are those alone that came or became others; the rest of the register stays as a publication left it
 * (publish-register-part.ts).
 */
export interface RegisterPart {
  /** of that publication; after another one the part says nothing */
  no: number;
  /** keys of rows that leave */
  gone: string[];
  /** rows of the whole register afterwards; null: not known */
  count: number | null;
}

/** When an edition is meant to become public, and after which other one (its number). */
export interface Plan {
  /** a time with zone */
  at: string;
  after?: number;
}

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
