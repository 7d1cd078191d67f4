import type { Readable } from 'node:stream';
import type { StaffRight } from '#rules/staff-rights.ts';
import type { UpstreamLine } from '#wire/console-answers.ts';
import type { AnsweredFile, AnsweredPage, Described } from '#wire/console-calls.ts';
import type { Db } from '../db/tables.ts';
import type { FramedPage } from '../pages/framed-page.ts';
import type { RenderDeps } from '../pages/render.ts';
import type { PublishContext } from '../editions/check-edition.ts';
import type { Scrub } from '../files/scrub.ts';
import type { StoredBytes } from '../files/stored-bytes.ts';
import type { Site } from '../site/site.ts';
import type { SiteAfter } from '../site/sites.ts';
import type { Actor } from '../people/staff/audit.ts';
import type { Asker } from '../people/staff/passwords.ts';
import type { StaffUser } from '../people/staff/sessions.ts';

/**
 * The folder `server/console-api` answers the console. Each call is one entry of a table, described for client and server
 * in wire/console-calls.ts. Its policy says who may make it, and one function checks all policies (authorize.ts).
 */
export interface ConsoleContext {
  db: Db;
  /** channels, pages and registers as they are public now */
  site: Site;
  siteUrl: string;
  /** what pages of the site are drawn with */
  rendering: RenderDeps;
  /** the site as a publication would leave it, read in its transaction */
  siteAfter: (trx: Db, pages?: readonly string[]) => Promise<SiteAfter>;
  /** what publishing needs */
  publishContext: PublishContext;
  /** loads what was just published into this server, before the publication is answered */
  refresh: () => Promise<unknown>;
  actor: Actor;
  /** DATA_DIR/files */
  filesDir: string;
  bytes: StoredBytes;
  scrub: Pick<Scrub, 'damaged' | 'checkDamaged' | 'last'>;
  /** the parts that features opened, by name */
  opened: ReadonlyMap<string, unknown>;
  /** US10 */
  upstreams: () => UpstreamLine[];
  /** null where the body is no file */
  incoming: IncomingFile | null;
  /** aborted when the client has gone away; only of GET, because a change is carried out even then */
  gone: AbortSignal | undefined;
  /** id of the session, '' where nobody is signed in */
  session: string;
  /** in which lane a password that is not known to be right waits for its turn (ST7) */
  asker: () => Promise<Asker>;
  /** the cookies that the answer sets: a session begins, and the browser and its network are known; '' ends it */
  setSession: (id: string) => void;
}

export interface SignedIn extends ConsoleContext {
  user: StaffUser;
}

/**
 * Who may make a call.
 * - open: anybody
 * - own: everybody who is signed in, also before the first password was changed
 * - setting-up: everybody who is signed in and has changed it, also before a second factor that a role needs is set up
 * - signed-in: everybody who is signed in and has all of this
 * - right: everybody with this right for all channels that `of` returns, those to which the thing belongs; without `of`
 *   the right is needed for the whole site
 * - ofOne: everybody with this right for all channels of one of the things that it returns; 'anybody': with this right
 *   for some channel
 * - anywhere: everybody with this right for some channel; the call then limits its answer to those channels
 */
export type Policy<Params = any> =
  | 'open'
  | 'own'
  | 'setting-up'
  | 'signed-in'
  | { right: StaffRight; of?: (params: Params, context: SignedIn) => Promise<readonly string[]> }
  | {
      right: StaffRight;
      ofOne: (params: Params, context: SignedIn) => Promise<'anybody' | readonly (readonly string[])[]>;
    }
  | { anywhere: StaffRight };

/** A file on its way in, as raw bytes. */
export interface IncomingFile {
  chunks: AsyncIterable<Uint8Array>;
  /** bytes that the sender announces; NaN where it does not */
  announced: number;
}

interface CallFacts<Schemas = Record<string, object>, Name = string> {
  summary: string;
  /** draft-07 schemas of path, query and body together */
  params?: Schemas;
  required?: Name[];
  /** bytes of the body, where it holds more than a form does */
  bodyLimit?: number;
  /** the body is a file, as application/octet-stream */
  takesFile?: boolean;
  /** done also while the disk is low: it writes nothing, or it ends somebody's access */
  evenWithoutRoom?: boolean;
  /** answers null to a browser without a session, where every other call refuses: browsers log a refusal as an error */
  knowsNobody?: boolean;
}

/** How a call that wire/console-calls.ts describes is answered. */
export type ConsoleCall<D extends Described = Described> = CallFacts &
  (
    | { policy: 'open'; handle: (params: any, context: ConsoleContext) => Promise<D['answer']> }
    | { policy: Exclude<Policy, 'open'>; handle: (params: any, context: SignedIn) => Promise<D['answer']> }
  );

/** A call with the method and path that its name says. */
export type RoutedCall = ConsoleCall & { method: 'GET' | 'POST' | 'DELETE'; path: string };

/** All of these calls, each answered as it is described. */
export type Answers<Calls extends Record<keyof Calls, Described>> = {
  readonly [Name in keyof Calls]: ConsoleCall<Calls[Name]>;
};

/** One schema for each param that is described, and for no other. */
type SchemasOf<D extends Described> = { [Name in keyof D['params']]-?: object };

/** Params as a handler gets them: those with a default in their schema are always there. */
type Read<Params, Schemas> = {
  [Name in keyof Params as HasDefault<Schemas, Name> extends true ? never : Name]: Params[Name];
} & {
  [Name in keyof Params as HasDefault<Schemas, Name> extends true ? Name : never]-?: Exclude<Params[Name], undefined>;
};
type HasDefault<Schemas, Name> = Name extends keyof Schemas
  ? Schemas[Name] extends { default: unknown }
    ? true
    : false
  : false;

/** The schemas may be left out where there are no params. */
type Definition<D extends Described, Schemas> = CallFacts<Schemas, keyof D['params'] & string> &
  (keyof D['params'] extends never ? unknown : { params: object });

/** A call that anybody may make. */
export const openCall = <D extends Described, Schemas extends SchemasOf<D>>(
  definition: Definition<D, Schemas> & {
    handle: (params: Read<D['params'], Schemas>, context: ConsoleContext) => Promise<D['answer']>;
  },
): ConsoleCall<D> => ({ ...definition, policy: 'open' });

export const consoleCall = <D extends Described, Schemas extends SchemasOf<D>>(
  definition: Definition<D, Schemas> & {
    policy: Exclude<Policy<Read<D['params'], Schemas>>, 'open'>;
    handle: (params: Read<D['params'], Schemas>, context: SignedIn) => Promise<D['answer']>;
  },
): ConsoleCall<D> => definition;

/** An answer that is a page to be looked at. */
export class PageAnswer implements AnsweredPage {
  readonly answers = 'page';
  readonly page: FramedPage;

  constructor(page: FramedPage) {
    this.page = page;
  }
}

/** An answer that is a file instead of data. */
export class FileAnswer implements AnsweredFile {
  readonly answers = 'file';
  readonly filename: string;
  readonly type: string;
  readonly body: Readable | Buffer | string;
  readonly disposition: 'attachment' | 'inline';
  /** bytes, where they are known: a browser notices what breaks off, and tells how far it is */
  readonly length: number | undefined;

  constructor(
    filename: string,
    type: string,
    body: Readable | Buffer | string,
    disposition: 'attachment' | 'inline' = 'attachment',
    length?: number,
  ) {
    this.filename = filename;
    this.type = type;
    this.body = body;
    this.disposition = disposition;
    this.length = length;
  }
}

/** Of an error while a file came in: its sender went away. */
export const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as { code?: string }).code ?? '');
