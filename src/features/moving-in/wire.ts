import type { MovingInField } from './moving-in-fields.ts';
import type { MovingInProblemKind } from './moving-in-problems.ts';

/** Map for reading the export of a portal: the map.json of the command, too (docs/how-to/move-articles-in.md). */
export interface MovingInMap {
  columns?: Partial<Record<MovingInField, string>>;
  separator?: string;
  channels?: Record<string, string>;
  hosts?: string[];
  selectors?: { title: string; date: string; body: string; attachments?: string };
  folders?: Record<string, string>;
}

/** A list of articles, or saved pages by a pattern of their names; paths count from `root`. */
export interface MovingInForm {
  root: string;
  read: { list: string } | { pages: string } | null;
  map: MovingInMap;
}

export type MovingInWork = 'unpack' | 'check' | 'save';

/** Work on an import that takes long, with its progress. */
export interface MovingInJob {
  work: MovingInWork;
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  /** part of `of` that is done, 0 while nothing can be counted yet */
  done: number;
  of: number;
  /** reason of a failure, without a full stop */
  message: string;
  /** ISO 8601 */
  at: string;
}

/** A line of the list of imports. */
export interface MovingInLine {
  importId: string;
  name: string;
  /** name of the person whose it is */
  by: string;
  isOwn: boolean;
  madeAt: string;
  /** time at which its files are removed, if nothing is done with it until then */
  removedAt: string;
  files: number;
  bytes: number;
  hasMap: boolean;
  stage: 'uploading' | 'uploaded' | 'saved';
}

/** Content of the folder, as far as it matters for the choice of a form. */
export interface MovingInFolder {
  files: number;
  bytes: number;
  /** left out: what file managers leave */
  left: number;
  /** the one folder that holds everything; '' for none */
  top: string;
  /** files that may be lists, by their path in the whole folder */
  lists: { path: string; bytes: number }[];
  /** HTML files by the folder that they are in, by the path in the whole folder */
  pages: { folder: string; count: number; first: string }[];
}

export interface MovingInCheck {
  at: string;
  /** true: made for another form or map than the present one, to be repeated */
  isOld: boolean;
  articles: number;
  /** number of articles that are in editions already */
  present: number;
  files: number;
  links: number;
  editions: number;
  /** AC2: what cleaning takes and changes, in words; '' for nothing */
  losses: string;
  encodings: string[];
  errors: number;
  /** articles with errors; absent in checks of earlier times */
  wrong?: number;
  /** articles that were left out (MI14) */
  left?: number;
  kinds: { kind: MovingInProblemKind; count: number }[];
}

export interface MovingInEdition {
  editionId: number;
  articles: number;
  state: string;
}

/** An import with everything that its screen begins with. */
export interface MovingIn extends MovingInLine, MovingInForm {
  upload: 'folder' | 'zip';
  job: MovingInJob | null;
  folder: MovingInFolder | null;
  check: MovingInCheck | null;
  editions: MovingInEdition[];
}

/** The columns of a list. */
export interface MovingInColumns {
  encoding: string;
  rows: number;
  columns: { title: string; samples: string[]; guess: MovingInField | null }[];
  /** words in the column of channels, the more frequent first */
  channels: { word: string; count: number; channelId: string }[];
  /** words that are not listed here */
  moreChannels: number;
  /** hosts that addresses of the list name */
  hosts: string[];
}

/** An article as it would become. */
export interface TriedArticle {
  /** file and line */
  place: string;
  title: string;
  channelId: string;
  contentTime: string;
  summary: string;
  source: string;
  /** cleaned; files at addresses of the console */
  html: string;
  attachments: { name: string; path: string }[];
  /** AC2: what cleaning takes and changes, in words; '' for nothing */
  losses: string;
  /** links to other articles that are imported */
  links: number;
  oldAddress: string;
  problems: { kind: MovingInProblemKind; message: string }[];
}

export interface MovingInTrial {
  articles: TriedArticle[];
  /** articles in the whole import */
  total: number;
  encodings: string[];
}

/** MI14: an article that is wrong or was left out, as it is listed by name. */
export interface MovingInArticle {
  /** file and line */
  place: string;
  /** title; '' for a page that cannot be read */
  title: string;
  channel: string;
  date: string;
  /** old address; '' for none */
  address: string;
  /** errors of the article in words */
  reasons: string;
}

export interface MovingInProblemLine {
  kind: MovingInProblemKind;
  file: string;
  /** '第 3 行'; '' where it is about the whole file */
  line: string;
  message: string;
}
