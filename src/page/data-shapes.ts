/**
 * The room `page` is the page language and its engine. It says what a page schema may hold, how a channel finds its
 * page, and how blocks are bound to data, loaded and drawn. It knows no widget and no source by name.
 *
 * This file: the shapes. A source gives one, a widget accepts one, a block joins them (checked by check-page).
 */

import type { RegisterView } from './register-schema.ts';

export type ShapeName =
  | 'none'
  | 'content'
  | 'articles'
  | 'article'
  | 'rows'
  | 'files'
  | 'changes'
  | 'verification'
  | 'verifiable'
  | 'hits'
  | 'columns'
  | 'banners'
  | 'links'
  | 'catalogue'
  | 'datasets'
  | 'updates';

/** Facts about a program offered for download. */
export interface Release {
  version: string;
  /** the platform it runs on, e.g. Windows 10 及以上 */
  platform: string;
  /** yyyy-mm-dd on which the version was given out */
  date: string;
  /** one line on what it is for; '' for none */
  note: string;
}

/** One file of an article or of a download list. `filepath` is '' and `size` null where the file is missing (FO5). */
export interface FileItem {
  filename: string;
  /** yyyy/mm/hash.ext below /static-file/ */
  filepath: string;
  /** bytes */
  size: number | null;
  mediaType: string;
  /** lower-case hex of SHA-256, '' where missing */
  sha256: string;
  /** absent: a file that is no program */
  release?: Release;
}

/** One line of a list. Field names after EN1: newsId→id, publishTime→originalTime, imageOriginal.url→introduceImg. */
export interface ArticleItem {
  id: string;
  title: string;
  summary: string;
  /** ISO 8601 with offset, '' when the item has no time */
  originalTime: string;
  introduceImg: string;
  flagTop: 0 | 1;
  source: string;
  /** name of the channel that publishes it, in lists over several channels */
  channel?: string;
  /** site path without base, e.g. /news/company/detail/12; http(s) for an external address */
  path: string;
  /** its topics, with the page of each tag */
  tags?: TagLink[];
  /** product code of the level that reading it needs; absent: everybody may read */
  riskLevel?: string;
  /** first attachment, null without one; only from sources that look it up */
  file?: FileItem | null;
  /** facts of a channel: what its page shows and says; only from sources that look it up */
  channelFacts?: ChannelFacts;
}

/** HN7, HN8: what stands in a channel. */
export interface ChannelFacts {
  registers: {
    register: string;
    rows: number;
    countWord: string;
    /** yyyy-mm-dd that the register states itself to be true at */
    dataDate: string;
    /** responsible department, '' where none is named */
    department: string;
    /** there are files of all of it */
    hasFiles: boolean;
  }[];
  /** the firm's own words of it, '' for none */
  words: string;
  /** site paths: channels below it, or what its page leads to */
  ways: { title: string; path: string }[];
}

export interface TagLink {
  title: string;
  path: string;
}

export interface Paging {
  /** whole number of items the filters leave */
  total: number;
  /** from 1 */
  pageNum: number;
  pageSize: number;
  /** US2: nobody told the total: after a full page it is one more than was seen */
  untold?: true;
}

export interface Articles extends Paging {
  items: ArticleItem[];
  /** RL1: the items are those of this page up to pageNum; absent: of pageNum alone */
  firstPage?: number;
  /** RL2: true when there are no more items; set by appending lists */
  end?: boolean;
  /** the list's subject in words, when it has one of its own (a tag) */
  title?: string;
  summary?: string;
  /** tags of the article that the list is related to */
  tags?: TagLink[];
}

/** Ways into lists: columns, topics or tags, with what each holds. */
interface Columns {
  items: { code: string; title: string; summary: string; path: string; total: number; current: boolean }[];
}

/** The articles of one channel, looked through by category and words. */
export interface Catalogue extends Articles {
  /** search words; '' for everything */
  words: string;
  /** the category that was asked for; '' for all */
  category: string;
  /** categories of the channel with the number of articles that hold the words */
  categories: { name: string; total: number }[];
}

export interface Article {
  id: string;
  title: string;
  /** sanitised HTML; '' when the article has attachments only */
  html: string;
  summary: string;
  source: string;
  /** ISO 8601 with offset */
  contentTime: string;
  /** product code of the level that reading it needs; absent: everybody may read */
  riskLevel?: string;
  /** RK6: this is the public frame alone, without text, summary and files */
  withheld?: Withheld;
  /** the picture that stands for it in lists and where its address is shared; absent for none */
  image?: string;
  files: FileItem[];
  /** the newest first, where it says something else than at first */
  updates?: ArticleUpdate[];
  previous: { title: string; path: string } | null;
  next: { title: string; path: string } | null;
}

export interface ArticleUpdate {
  /** ISO 8601 with offset */
  at: string;
  /** the changes of this version; '' for the first one */
  changed: string;
  /** address of what it said then; '' where that is not public, or is what it says now */
  path: string;
}

/** Why a reader has the frame of a restricted article alone. */
interface Withheld {
  /**
   * unchecked: the server has drawn the page for whoever comes with a token, the browser still asks;
   * else what the call answered: -0801107, -0801108, -0801109
   */
  reason: 'unchecked' | 'login' | 'level' | 'evaluation';
  /** words for the reader: the problem, and what to do */
  title: string;
  text: string;
  /** unchecked: also shown to readers without scripts */
  withoutScripts?: string;
  /** level, evaluation: where one is changed, and ways there */
  where?: string;
  ways?: { title: string; path: string }[];
  /** the customer level that is needed, in words */
  needed: string;
  /** the reader's own; '' where not known */
  own: string;
}

export type Cell = string | number | null;

/** A row by the names of its fields. */
export type Row = Record<string, Cell>;

/**
 * RK6: why rows lack restricted fields. A row has none of them for whoever may not read it; null is a field without a
 * value.
 */
export interface WithheldCells {
  reason: 'login' | 'level' | 'evaluation' | 'unanswered';
  /** words for the reader, as short as a cell */
  text: string;
}

/** Rows of a register; columns, titles and filters come with the page (RegisterView). */
export interface Rows extends Paging {
  rows: Row[];
  /** yyyy-mm-dd that the register states itself to be true at; '' before its first publication */
  dataDate: string;
  /** rows of the whole register, filters aside (RG4) */
  wholeTotal: number;
  /** responsible department (RG4) */
  department: string;
  /** RG35: site path of the register's updates; absent where no page tells them */
  updates?: string;
  /** true: the filters leave more than `total` rows, which is where counting ends */
  more?: boolean;
  /** set when the reader may not see everything */
  withheld?: WithheldCells;
  /** registers with history: the published dates, newest first, at most 60 */
  dates?: string[];
  /** yyyy-mm-dd of `dates` that was asked for; '' or absent: as it is now */
  asOf?: string;
  /** rows of that date that are not public any more: counted, not shown; absent: none */
  endedRows?: number;
  /** RG25: of that date, where they are not those of the page */
  columns?: RegisterView['columns'];
  /** yyyy-mm-dd on which the one row that was asked for left the register (RG24) */
  ended?: string;
  /** RG22: of one row that was asked for, newest first, where the register tells it */
  rowHistory?: RowHistoryEntry[];
}

/** Changes that one publication made to a row that everybody may read. */
export interface RowHistoryEntry {
  /** yyyy-mm-dd of the publication */
  date: string;
  /** rewritten: columns or choices got other names, and the row says the same (RG23) */
  how: 'added' | 'changed' | 'removed' | 'rewritten';
  /** fields of a changed row */
  fields: { field: string; before: Cell; after: Cell }[];
}

export const ROW_CHANGE_KINDS = ['added', 'removed', 'raised', 'lowered', 'changed'] as const;
export type RowChangeKind = (typeof ROW_CHANGE_KINDS)[number];

/** One row that two published dates of a register say differently. */
export interface RowChange {
  kind: RowChangeKind;
  /** the row on the later date; a removed row on the earlier */
  row: Row;
  /** the row on the earlier date; null for an added row */
  before: Row | null;
}

/** The change list of a register between two of its published dates. */
export interface Changes extends Paging {
  /** yyyy-mm-dd, the earlier date; '' when the register has fewer than two */
  from: string;
  to: string;
  /** published dates, newest first */
  dates: string[];
  /** counts of all changes, whichever kind is shown */
  counts: Record<RowChangeKind, number>;
  /** rows that a new definition rewrote and nobody changed (RG23); absent: none */
  rewritten?: number;
  /** changes, of the kind that is shown, whose rows are not public any more: counted, not listed; absent: none */
  endedRows?: number;
  /** RG35: site path of the register's updates; absent where no page tells them */
  updates?: string;
  items: RowChange[];
}

/** One row of one register that fits the words of a check. */
export interface FoundRow {
  register: string;
  /** the register's title */
  title: string;
  /** site path of the row on the page that shows the register; '' where no page does */
  path: string;
  /** a searched field is the words and nothing else; else they are a part of one */
  exact: boolean;
  /** yyyy-mm-dd since which the row has been public without a break */
  since: string;
  /** yyyy-mm-dd that the register states itself to be true at */
  dataDate: string;
  /** `verify.show` of the register, formatted for reading; empty cells are left out */
  facts: { field: string; title: string; text: string; convert: boolean }[];
  /**
   * a person who has left, or a product that has ended; null for all others. Its state as the register names it,
   * yyyy-mm-dd since when ('' where unknown), and both in a sentence
   */
  ended: { state: string; since: string; words: string } | null;
}

/** Check of a person or a product over all registers of its kind. */
export interface Verification {
  kind: 'staff' | 'product';
  /** SU18: those for which the site has public rows */
  kinds: readonly ('staff' | 'product')[];
  /** search words; '' before the first search */
  words: string;
  /** titles of the registers that were searched */
  searched: string[];
  /** SU18: titles of those of this kind that had public rows and have none now */
  emptied: string[];
  /** US12: titles of those whose system did not answer */
  silent: string[];
  /** SU18: whether each list of this kind that the firm keeps was searched */
  isWhole: boolean;
  found: FoundRow[];
  /** there are more than `found` shows */
  more: boolean;
}

/** SU18, HN10: what can be checked in the registers of one kind. */
export interface Verifiable {
  kind: 'staff' | 'product';
  /** `rows` is null where another system answers for the register */
  lists: { title: string; rows: number | null; countWord: string }[];
  /** yyyy-mm-dd of the registers' statements, the earliest and the latest; '' where none is known */
  from: string;
  to: string;
}

/** A piece of text that either matches the search words or does not. */
export interface MarkedText {
  text: string;
  hit: boolean;
}

/** One article, or one attachment, that holds all words of a search. */
export interface Hit {
  /** the article's id */
  id: string;
  kind: 'article' | 'question' | 'file';
  /** its rank beside rows and channels */
  rank: number;
  /** the title; for an attachment its file's name */
  title: MarkedText[];
  /** the place in the text where the words stand; empty where only the title has them */
  excerpt: MarkedText[];
  /** ISO 8601 with offset */
  originalTime: string;
  /** the channel that publishes it */
  channel: { title: string; path: string };
  path: string;
  /** the attachment; null for an article */
  file: Pick<FileItem, 'filename' | 'filepath' | 'size'> | null;
  /** the article that an attachment belongs to */
  article: { title: string; path: string } | null;
}

/** One row of a register that matches the search words. */
export type HitRow = Pick<FoundRow, 'register' | 'title' | 'path' | 'exact' | 'facts'> & { rank: number };

/** Results of a search of the whole site. */
export interface Hits extends Paging {
  /** US5: what of other systems was not looked through, in words; absent: all was */
  limits?: string | undefined;
  /** search words; '' before the first search */
  words: string;
  /** counting ended at `total` */
  more: boolean;
  /** the words searched instead, because nothing was found; '' for the words themselves */
  corrected: string;
  /** the hits hold some of the words, none holds all */
  partly: boolean;
  /** SE10: words of everyday talk that alone were found, which answer nothing */
  everyday: string[];
  /** channels, tabs and pages that the words name, or that say them */
  channels: { title: string; path: string; rank: number; marked: MarkedText[]; excerpt: MarkedText[] }[];
  /** top-level channels that hold hits, with their number whichever is chosen; null where it was not counted */
  sections: { channelId: string; title: string; total: number | null }[];
  /** kinds of hits that there are, with their number whichever is chosen */
  kinds: { kind: 'article' | 'file' | 'register'; total: number | null }[];
  rows: HitRow[];
  /** questions of a register whose page unfolds their answers, as the first page shows them */
  questions: Pick<Hit, 'title' | 'excerpt' | 'path' | 'channel' | 'rank'>[];
  items: Hit[];
}

/** Drawings of a banner's ground. */
export type BannerDrawing = 'waves' | 'rings' | 'strata' | 'bars';

/** One slide of a carousel. Its ground is drawn from a seed, so it looks finished without any picture. */
export interface Banner {
  /** lines are separated by \n */
  title: string;
  text: string;
  drawing: BannerDrawing;
  seed: number;
  /** address of a picture in place of the drawing; '' for none */
  picture: string;
  /** the first is the main one */
  links: { title: string; path: string }[];
  /** BR1: the firm's slogan, which stands in the place of banners */
  isSlogan?: true;
}

interface Banners {
  items: Banner[];
}

interface Files {
  title: string;
  files: FileItem[];
}

/** A link and the links below it. */
export interface LinkNode {
  title: string;
  /** site path without base, or an http(s) address */
  path: string;
  children: LinkNode[];
}

interface Links {
  items: LinkNode[];
}

/** RG35: publications of a register, newest first, each with what it did to the rows that everybody may read. */
export interface Updates {
  register: string;
  /** the page's title: the register's, and 更新记录 */
  title: string;
  /** site path where visitors read it; '' for none */
  path: string;
  countWord: string;
  /** there are files of all of it */
  hasFiles: boolean;
  /** AL1: people can be told of it by mail */
  hasAlerts: boolean;
  /** published dates that can be compared, newest first; of a register without history none */
  dates: string[];
  items: {
    /** ISO 8601 */
    at: string;
    /** the date afterwards */
    dataDate: string;
    rows: number;
    added: number;
    changed: number;
    removed: number;
    /** rows that a new definition alone made others */
    rewritten: number;
  }[];
  total: number;
  pageNum: number;
  pageSize: number;
}

/** RG34: registers that everybody may have as files. */
export interface DataSets {
  items: {
    register: string;
    title: string;
    /** site path where visitors read it; '' for none */
    path: string;
    /** yyyy-mm-dd */
    dataDate: string;
    department: string;
    rows: number;
    countWord: string;
  }[];
  /** yyyy-mm-dd, of the newest publication */
  published: string;
  /** scheme and host of this site */
  siteUrl: string;
}

/** PC1, PC2: what a channel holds, derived from its own content. */
export type ContentKind = 'list' | 'html' | 'htmlFile' | 'downList' | 'empty';

export type Content =
  | { kind: 'list'; articles: Articles }
  | { kind: 'html' | 'htmlFile' | 'downList'; article: Article }
  | { kind: 'empty' };

export interface Shapes {
  none: null;
  content: Content;
  articles: Articles;
  article: Article;
  rows: Rows;
  files: Files;
  changes: Changes;
  verification: Verification;
  verifiable: Verifiable;
  hits: Hits;
  columns: Columns;
  banners: Banners;
  links: Links;
  catalogue: Catalogue;
  datasets: DataSets;
  updates: Updates;
}
