import type { Cell } from '#page/data-shapes.ts';
import type { ResolvedPage } from '#page/page-schema.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import type { RunInWorker } from '#server/editions/worker/jobs.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import type { ClosedBecause, Publication } from '#server/store/rows/dated-rows.ts';
import type { FileUse } from '#server/store/publication/file-uses.ts';
import type { PublicationChange } from '#server/store/publication/publication-changes.ts';
import type { After } from '#server/store/rows/register-publication.ts';
import type { FieldDifference, RowsDifference } from '#wire/edition-answers.ts';
import type { Written } from './define-kind.ts';
import type { Change, KindName } from './index.ts';
import type { RawBuilder } from 'kysely';

/** Access to public content. */
export interface Reader {
  db: Db;
  /** runs jobs over many rows in the worker; absent: they run in this thread */
  runInWorker?: RunInWorker;
}

export type KnownSite = Pick<Site, 'registers' | 'map'>;

/** Data with which `concerned` finds the channels of a draft: the public site, and the changes of the draft. */
export interface ConcernedContext {
  site: Pick<Site, 'channel' | 'resolve' | 'channelPath' | 'registersOf' | 'registers' | 'map'>;
  changes: readonly Change[];
  /** the nearest channel that is public, '' for none */
  publicAbove: (channelId: string) => string;
}

/** A change of one kind in a publication, checked as far as that is possible without the database. */
export interface Prepared<P = unknown> {
  /** in the publication's changes */
  position: number;
  value: P;
}

export interface PreparedWithdrawal {
  position: number;
  id: string;
  because: ClosedBecause;
}

/** All changes of a publication by kind. */
export interface PreparedChanges {
  written: (kind: { name: KindName }) => readonly Prepared[];
  withdrawn: (kind: { name: KindName }) => readonly PreparedWithdrawal[];
}

/** A page as it was drawn, in which each kind finds its own content. */
interface PageParts {
  page: ResolvedPage;
  /** ids of the articles that it shows or lists */
  articles: () => Promise<readonly number[]>;
}

type Findings = Pick<Publication, 'problems' | 'rowProblems'>;

/** A problem of a field of a draft's document. */
export interface FieldProblem {
  /** below the document, RFC 6901 */
  pointer: string;
  /** follows 第 1 项 */
  message: string;
}

/** Transport of a kind's things to other environments of the firm (BE1). */
export interface Travel<Document> {
  /** things can be published without those of a kind with a higher one */
  rank: number;
  /** ids of what was published and may go, each behind those that it needs */
  list: (db: Db, site: KnownSite) => Promise<string[]>;
  /** go only where they are asked for */
  onlyWith?: OptionalContent;
  /** ids of things that say what is so in one environment */
  stays?: readonly string[];
  /** pairing of things whose ids each environment gives itself */
  pairing?: {
    /** place by which all environments know a thing */
    place: (document: Document) => string;
    /** whether two have nothing in common by which they could be one thing that was changed */
    isAnother: (one: Document, other: Document) => boolean;
    /** the ids of here by the places where things are, or once were */
    places: (db: Db) => Promise<Map<string, string[]>>;
    /** a document with the id of here; null: of a new thing */
    withId: (document: Document, id: string | null) => Document;
  };
  /** transport of rows that a document does not hold itself */
  rows?: RowTravel<Document>;
}

export type OptionalContent = 'articles' | 'rows';

type Row = Readonly<Record<string, Cell>>;

/** BE7: rows go in pieces behind the document that they belong to, and are compared by their keys. */
interface RowTravel<Document> {
  /** number of rows that follow it */
  following: (document: Document) => number;
  /** rows that it holds itself */
  inline: (document: Document) => readonly Row[];
  /** public rows, in parts */
  read: (db: Db, id: string) => AsyncIterable<readonly Row[]>;
  /** key by which a row is the same on both sides */
  keyOf: (document: Document) => (row: Row) => string;
  /** facts besides its rows, for both sides alike */
  facts: (document: Document) => Readonly<Record<string, string>>;
  withRows: (document: Document, rows: readonly Row[]) => Document;
  /** a document whose rows are stored as a draft has them */
  keep: (db: Db, document: Document, batches: AsyncIterable<readonly Row[]>) => Promise<Document>;
  /** under the definition that will be public here. @param brings whether a subject comes with it */
  underOwn: (document: Document, site: KnownSite, brings: (subject: string) => boolean) => Document;
}

/** The way of a draft before it is kept or published: checked, cleaned, taken apart and put together. */
interface DraftPart<Document> {
  /** Problems of a draft that its schema cannot express; the draft may be unfinished. */
  problems?: (document: Document, id?: string) => FieldProblem[];
  /** Sanitises a draft, so that it is safe to open. */
  cleaned?: (document: Document) => Document | Promise<Document>;
  /** A draft as it is stored: large parts are stored separately and referred to.
   * @throws Refused invalidInput where such a part is missing */
  stored?: (db: Db, document: Document) => Promise<Document>;
  /** The document as it is published: with the parts that are stored separately. */
  whole?: (db: Db, document: Document) => Promise<Document>;
  /** Prepares public content that a draft refers to, so that saving the draft does not have to wait for it. */
  known?: (reader: Reader, document: Document) => Promise<void>;
}

/** A table in which a page of a past moment finds its content (PB2). */
export interface PastTable {
  /** Ids of the rows of its table that a page of a past moment shows. */
  shownOn: (page: PageParts) => Promise<readonly (string | number)[]> | readonly (string | number)[];
  table: string;
  /** rows of the table that are of this kind; absent: all */
  own?: RawBuilder<boolean>;
  identity: string;
  title: string;
  titleOf?: (title: string, page: ResolvedPage) => string;
}

/** Former content: its titles, its files, and how it is published again. */
interface HistoryPart<Document> {
  /** Titles that withdrawn things had when they were last public, by id. */
  titles?: (db: Db, ids: readonly string[]) => Promise<Map<string, string>>;
  /** The document that counts while nothing was ever published of a thing, as its file was written; undefined: none. */
  shipped?: (db: Db, id: string) => Promise<unknown>;
  /** The number of the publication that made a revision public, null if unknown; absent: the revision is that number. */
  publicationOf?: (db: Db, id: string, revision: string) => Promise<number | null>;
  /** Turns what `find` returned for an earlier publication into what is published again. */
  restored?: (document: Document) => Document;
  /** Changes that make public again what `find` returned for an earlier publication; absent: that alone. */
  restoredWith?: (
    reader: Reader,
    site: KnownSite,
    change: Written<KindName, Document>,
    after: number,
  ) => Promise<Change[]>;
  /** absent: no page of a past moment shows it */
  past?: PastTable;
}

/** The page with which the preview of a draft opens. */
interface PreviewPart<Document> {
  /** The change with the highest rank is the one whose page opens. */
  rank: number;
  /** Site path of the page on which visitors would read it. @param ids of new things by their place in the changes */
  path?: (site: Site, document: Document, place: { id: string | null; newId: number | null }) => string | undefined;
  /** Site path at which a thing was read that a change withdraws; undefined: nowhere. */
  withdrawnPath?: (db: Db, id: string) => Promise<string | undefined>;
  /**
   * `path` with the query that shows what a publication changed, asked in its transaction; absent: all of it is on
   * that page.
   */
  changedPlace?: (db: Db, site: Site, document: Document, path: string, no: number) => Promise<string>;
  /** A shorter document with the same preview. */
  excerpt?: (document: Document) => Document;
}

/** Comparison of two documents, beyond field by field. */
interface ComparePart<Document> {
  /** Differences of the rows of two documents. */
  rows?: (reader: Reader, before: Document | null, after: Document | null) => Promise<RowsDifference | undefined>;
  /** The earlier document in the form in which it is compared with the published one. */
  asIn?: (before: Document, written: Document) => Document;
  /** The part of a document that is compared field by field. */
  fields?: (document: Document) => unknown;
  /** The rows with some keys, which stand as a comparison names them (RM5), each with its key fields. Absent: it has none. */
  rowsByKey?: (db: Db, document: Document, keys: readonly string[]) => Promise<Map<string, { row: Row; key: Row }>>;
  /** The lines of a text at a place of the change, by which it is compared; undefined: it is none. */
  linesOf?: (pointer: string, value: unknown) => string[] | undefined;
  /** Title of a field of one thing, where the words of its kind cannot know it; undefined: the words hold. */
  fieldTitle?: (id: string, path: readonly string[]) => string | undefined;
  /** Adds details to a field that differs, such as the changed lines of a text. */
  detail?: (reader: Reader, field: FieldDifference) => Promise<void>;
  /** ED11: what was public of a thing at a revision, and what is now; undefined for nothing. Absent: people compare them. */
  since?: (db: Db, id: string, revision: string) => Promise<{ was: unknown; now: unknown }>;
  /**
   * OA2: the document of a draft over the public one, where it does nothing but add lines to its beginning, and they go
   * together. It is undefined where it does more, or they do not. Needs `since`.
   */
  rebased?: (id: string, sides: { was: unknown; mine: Document; now: unknown }) => Document | undefined;
}

/**
 * The server's half of a kind: how its content becomes public, and how public content is read. Besides, five parts that a
 * kind may have.
 */
export interface KindStore<Document> {
  draft?: DraftPart<Document>;
  history?: HistoryPart<Document>;
  /** absent: it has no page */
  preview?: PreviewPart<Document>;
  compare?: ComparePart<Document>;
  /** absent: its things stay in their environment */
  travels?: Travel<Document>;

  /**
   * The public state of a thing, now or after a publication, as the document that would publish it; null: nothing.
   * @param storesRows false: rows of a large register are not read; the document refers to them as 'public'
   */
  find: (
    reader: Reader,
    site: KnownSite,
    id: string,
    options: { after?: After; storesRows: boolean },
  ) => Promise<Document | null>;
  /**
   * The revision of the public state of a thing, '' for nothing. Two revisions are equal if nothing was published of it
   * in between.
   * @param before within the transaction of this publication: what was public before it
   */
  revision: (db: Db, id: string, before?: number) => Promise<string>;
  /** The newest publication that opened or closed something of it. */
  lastPublication: (db: Db, id: string) => Promise<number | null>;
  /** Ids of the public channels that a change concerns, '' for the whole site. */
  concerned: (change: Change, context: ConcernedContext & { db: Db }) => Promise<string[]> | string[];
  /** The rights that a document needs besides `content.write`; absent: the kind's own right for each change. */
  needs?: (site: Pick<Site, 'registers'>, document: Document) => StaffRight[];
  /** Stored files that its document shows, in the words of an edition's list of files. */
  files?: (document: Document) => string[];
  /** Reports problems, and returns what `write` takes; undefined if the change cannot be written. */
  prepare: (findings: Findings, change: Written<KindName, Document>, position: number) => Promise<unknown> | unknown;
  /** Reports problems that only the database or the other changes show; called before anything is written. */
  check?: (publication: Publication, changes: PreparedChanges) => Promise<void>;
  /** Opens and closes rows; returns the files that each thing shows from now on. */
  write: (publication: Publication, changes: PreparedChanges) => Promise<Map<string, FileUse[]>>;
  /** Called after all kinds have written. */
  finish?: (publication: Publication, changes: PreparedChanges) => Promise<void>;
  /** Called when the publication is complete, in its transaction. @param document as its edition has it */
  published?: (db: Db, no: number, document: Document) => Promise<void>;
  /** Changes of a publication, read from the rows that it opened and closed. @param ids that its changes name */
  changesOf: (db: Db, no: number, ids: readonly string[]) => Promise<PublicationChange[]>;
}
