/**
 * How acts and drafts spell a change, at every commit of which data are kept so far. Where a commit spells it otherwise,
 * it is told here, and nowhere else in this folder.
 */
interface Channel {
  channelId: string;
  parentId: string;
  classOrder: number;
  url: string;
  name: string;
  type: 1 | 2;
}

interface Article {
  articleId?: number;
  channelId: string;
  title: string;
  contentTime: string;
  content?: string;
  source?: string;
  image?: string;
  attachments?: { filename: string; filepath?: string; path?: string }[];
}

export type Row = Record<string, string | number | null>;
interface Rows {
  definition: object | string;
  dataDate: string;
  department: string;
  rows: Row[];
}

export const channel = (fields: Channel) => ({ kind: 'channel', channel: fields });

export const retired = (channelId: string, reason: string, successor?: string) => ({
  kind: 'channel-retired',
  channelId,
  reason,
  ...(successor !== undefined && { successor }),
});

export const article = (fields: Article) => ({ kind: 'article', article: fields });

export const withdrawn = (articleId: number, reason: string, successor?: string) => ({
  kind: 'article-withdrawn',
  articleId,
  reason,
  ...(successor !== undefined && { successor }),
});

/** A register with all of its rows. */
export const register = (fields: Rows) => ({ kind: 'register', ...fields });

/** A page schema, or the definition of a register. */
export const page = (document: { page: string } | { register: string }) => ({
  kind: 'page',
  page: 'page' in document ? document.page : document.register,
  document,
});

export const setting = (name: string, value: unknown) => ({ kind: 'setting', name, value });
