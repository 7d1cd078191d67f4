import type { Readable } from 'node:stream';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import type { UpstreamLine, AnsweredFile, AnsweredPage } from '#wire/console-answers.ts';
import type { Fields, ObjectOf, Word } from '#page/schema-words.ts';
import type { Db } from '../db/tables.ts';
import type { FramedPage } from '../pages/address/framed-page.ts';
import type { RenderDeps } from '../pages/draw/render.ts';
import type { PublishContext } from '../editions/review/check-edition.ts';
import type { Scrub } from '../files/scrub.ts';
import type { SmallPictures } from '../files/small-pictures.ts';
import type { StoredBytes } from '../files/stored-bytes.ts';
import type { Site } from '../site/site.ts';
import type { SiteAfter } from '../site/sites.ts';
import type { Actor } from '../people/staff/audit.ts';
import type { Asker } from '../people/staff/passwords.ts';
import type { Provider } from '../people/provider/provider.ts';
import type { StaffUser } from '../people/staff/sessions.ts';

/**
 * The folder `server/console-api` answers the console. Each call is one entry of a table. Its policy says who may make it, and one function checks all policies (authorize.ts).
 */
export interface ConsoleContext {
  db: Db;
  /** channels, pages and registers as they are public now */
  site: Site;
  siteUrl: string;
  /** parts that pages of the site are drawn with */
  rendering: RenderDeps;
  /** the site as a publication would leave it, read in its transaction */
  siteAfter: (trx: Db, pages?: readonly string[], isForVisitors?: boolean) => Promise<SiteAfter>;
  /** parts that publishing needs */
  publishContext: PublishContext;
  /** loads what was just published into this server, before the publication is answered */
  refresh: () => Promise<unknown>;
  actor: Actor;
  /** DATA_DIR/files */
  filesDir: string;
  bytes: StoredBytes;
  smallPictures: Pick<SmallPictures, 'of'>;
  scrub: Pick<Scrub, 'damaged' | 'checkDamaged' | 'last'>;
  /** the parts that features opened, by name */
  opened: ReadonlyMap<string, unknown>;
  /** OI1, OI9 */
  means: SignInMeans;
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

/** Means by which people sign in. */
export interface SignInMeans {
  /** null: there is no identity provider */
  provider: Provider | null;
  /** account that alone signs in by password; null: all may */
  emergencyAccount: string | null;
}

export interface SignedIn extends ConsoleContext {
  user: StaffUser;
}

/**
 * Condition for the caller.
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

/**
 * One call of the console: the types of both ends, the check of its params and its description in one. The console
 * learns params and answer from it by type alone (wire/console-calls.ts).
 */
interface Described<Answer, Params extends Fields> {
  summary: string;
  /** words of path, query and body together; without any where it takes none */
  params?: Params;
  answer: Word<Answer>;
  /** bytes of the body, where it holds more than a form does */
  bodyLimit?: number;
  /** the body is a file, as application/octet-stream */
  takesFile?: boolean;
  /** done also while the disk is low: it writes nothing, or it ends somebody's access */
  evenWithoutRoom?: boolean;
  /** answers null to a browser without a session, where every other call refuses: browsers log a refusal as an error */
  knowsNobody?: boolean;
}

export type ConsoleCall<Answer = any, Params extends Fields = any> = Described<Answer, Params> & { params: Params } & (
    | { policy: 'open'; handle: (params: any, context: ConsoleContext) => Promise<Answer> }
    | { policy: Exclude<Policy, 'open'>; handle: (params: any, context: SignedIn) => Promise<Answer> }
  );

/** A call with the method and path that its name says. */
export type RoutedCall = ConsoleCall & { method: 'GET' | 'POST' | 'DELETE'; path: string };

/** Calls by method and path; `:name` in a path is a param, too. */
export type CallsByName<Names extends PropertyKey> = {
  readonly [Name in Names]: ConsoleCall<any, Readonly<Record<PathParam<Name>, Word<unknown>>> & Fields>;
};
/** Calls as they are; a param of a path that no word describes does not compile. */
export type Checked<Calls extends CallsByName<keyof Calls>> = Calls;
/** The same of several objects of calls. */
export type CheckedEach<Several extends { [Name in keyof Several]: CallsByName<keyof Several[Name]> }> = Several;
type PathParam<Path> = Path extends `${string}:${infer Rest}`
  ? (Rest extends `${infer Param}/${string}` ? Param : Rest) | PathParam<Rest>
  : never;

/** A call that anybody may make. */
export const openCall = <Answer, Params extends Fields = {}>(
  call: Described<Answer, Params> & {
    handle: (params: ObjectOf<Params>, context: ConsoleContext) => Promise<NoInfer<Answer>>;
  },
): ConsoleCall<Answer, Params> => ({ params: {} as Params, ...call, policy: 'open' });

export const consoleCall = <Answer, Params extends Fields = {}>(
  call: Described<Answer, Params> & {
    policy: Exclude<Policy<NoInfer<ObjectOf<Params>>>, 'open'>;
    handle: (params: ObjectOf<Params>, context: SignedIn) => Promise<NoInfer<Answer>>;
  },
): ConsoleCall<Answer, Params> => ({ params: {} as Params, ...call });

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

/** True for an error while a file came in: its sender went away. */
export const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as { code?: string }).code ?? '');
