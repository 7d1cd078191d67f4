import type { ResolvedPage } from '#page/page-schema.ts';
import type { StaffRight } from '#rules/staff-rights.ts';
import type { RunInWorker } from '#server/editions/worker/jobs.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import type { ClosedBecause, Publication } from '#server/store/dated-rows.ts';
import type { FileUse } from '#server/store/file-uses.ts';
import type { PublicationChange } from '#server/store/publication-changes.ts';
import type { After } from '#server/store/register-publication.ts';
import type { FieldDifference, RowsDifference } from '#wire/edition-answers.ts';
import type { Written } from './define-kind.ts';
import type { Change, KindName } from './index.ts';

/** What reading what is public needs. */
export interface Reader {
  db: Db;
  /** where what concerns many rows is done; absent: here */
  runInWorker?: RunInWorker;
}

export type KnownSite = Pick<Site, 'registers' | 'map'>;

/** What channels a draft concerns is asked of the site as it stands, and of what the draft brings along. */
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

/** A page as it was drawn, of which kinds tell their parts. */
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

/** The server's half of a kind: how its content becomes public, and what is known of what is. */
export interface KindStore<Document> {
  /**
   * What is public of a thing, or was after a publication, as the document that would make it so; null: nothing.
   * @param storesRows false: rows of a large register are called 'public', and not looked for
   */
  find: (
    reader: Reader,
    site: KnownSite,
    id: string,
    options: { after?: After; storesRows: boolean },
  ) => Promise<Document | null>;
  /** What `find` answered of an earlier publication, as it is made public again. */
  restored?: (document: Document) => Document;
  /**
   * The revision of what is public of a thing, '' for nothing: two are equal where nothing was published of it in between.
   * @param before within the transaction of this publication: what was public before it
   */
  revision: (db: Db, id: string, before?: number) => Promise<string>;
  /** The publication that left what a revision stands for, null where that is not known; absent: the revision itself. */
  publicationOf?: (db: Db, id: string, revision: string) => Promise<number | null>;
  /** What stands where nothing was ever published of a thing, as it was written; undefined: nothing. */
  shipped?: (db: Db, id: string) => Promise<unknown>;
  /** The newest publication that opened or closed something of it. */
  lastPublication: (db: Db, id: string) => Promise<number | null>;
  /** What was last public of things that are taken away, by id: what people call them. */
  titles?: (db: Db, ids: readonly string[]) => Promise<Map<string, string>>;

  /** Of a draft what its schema does not say; it may be unfinished. */
  draftProblems?: (document: Document) => FieldProblem[];
  /** Makes a draft harmless to whoever opens it. */
  cleaned?: (document: Document) => Document | Promise<Document>;
  /** As a draft is stored: what is large stands apart. @throws Refused invalidInput where that is not there */
  stored?: (db: Db, document: Document) => Promise<Document>;
  /** As it is published: with what stands apart. */
  whole?: (db: Db, document: Document) => Promise<Document>;
  /** Looks for what a draft names as public, so that it is kept without a wait. */
  known?: (reader: Reader, document: Document) => Promise<void>;
  /** Stored files that its document shows, in the words of an edition's list of files. */
  files?: (document: Document) => string[];

  /** Ids of the public channels that a change concerns, '' for the whole site. */
  concerned: (change: Change, context: ConcernedContext & { db: Db }) => Promise<string[]> | string[];
  /** What the kind's own right depends on; absent: it is needed for each change. */
  needs?: (site: Pick<Site, 'registers'>, document: Document) => StaffRight[];
  /** How well its page tells where a draft is read: the greatest is shown. 0: it has none. */
  previewRank: number;
  /** Site path at which visitors would read it. @param ids of new things by their place in the changes */
  previewPath?: (
    site: Site,
    document: Document,
    place: { id: string | null; newId: number | null },
  ) => string | undefined;
  /** What of it a page of a past moment was made of: the ids that its table has (PB2). */
  shownOn?: (page: PageParts) => Promise<readonly (string | number)[]> | readonly (string | number)[];
  /** Where `shownOn` finds them: the column of the title beside the identity. */
  past?: { table: string; identity: string; title: string; titleOf?: (title: string, page: ResolvedPage) => string };
  /** A shorter form of a document, of which a preview shows as much. */
  excerpt?: (document: Document) => Document;

  /** What else differs between two documents: rows. */
  compareRows?: (
    reader: Reader,
    before: Document | null,
    after: Document | null,
  ) => Promise<RowsDifference | undefined>;
  /** What was public, as it is compared with what a publication made of it. */
  asIn?: (before: Document, written: Document) => Document;
  /** What of a document is told as fields. */
  comparedFields?: (document: Document) => unknown;
  /** Says more of fields that differ, such as the lines of a text. */
  detail?: (reader: Reader, field: FieldDifference) => Promise<void>;

  /** Reports what is wrong, and answers what is written later; undefined where it cannot be. */
  prepare: (findings: Findings, change: Written<KindName, Document>, position: number) => unknown;
  /** Reports what the database and the other changes show to be wrong; nothing was written yet. */
  check?: (publication: Publication, changes: PreparedChanges) => Promise<void>;
  /** Opens and closes rows; answers the files that each thing shows from now on. */
  write: (publication: Publication, changes: PreparedChanges) => Promise<Map<string, FileUse[]>>;
  /** After all kinds have written. */
  finish?: (publication: Publication, changes: PreparedChanges) => Promise<void>;
  /** After the publication is complete, in its transaction. @param document as its edition has it */
  published?: (db: Db, no: number, document: Document) => Promise<void>;
  /** What a publication changed, read from the rows that it opened and closed. @param ids that its changes name */
  changesOf: (db: Db, no: number, ids: readonly string[]) => Promise<PublicationChange[]>;
}
