import type { Readable } from 'node:stream';
import type { StaffAct } from '#rules/staff-rights.ts';
import type { Db } from '../db/tables.ts';
import type { FramedPage } from '../pages/framed-page.ts';
import type { RenderDeps } from '../pages/render.ts';
import type { Press } from '../editions/check-edition.ts';
import type { Site } from '../site/site.ts';
import type { SiteAfter } from '../site/sites.ts';
import type { Doer } from '../people/staff/audit.ts';
import type { Actor } from '../people/staff/sessions.ts';

/**
 * The room `server/console-api` answers the console. A call is one entry of a table; what it may be asked by is its
 * policy, and one function decides on all of them (authorize.ts). It knows nothing of how the console looks.
 */
export interface ConsoleContext {
  db: Db;
  /** channels, pages and registers as they are public now */
  site: Site;
  siteUrl: string;
  /** what pages of the site are drawn with */
  rendering: RenderDeps;
  /** the site as an act would leave it, by the act's transaction */
  siteAfter: (trx: Db, pages?: readonly string[]) => Promise<SiteAfter>;
  /** what publishing needs */
  press: Press;
  /** makes this server see what was just published, before the act is acknowledged */
  refresh: () => Promise<unknown>;
  doer: Doer;
  /** DATA_DIR/files */
  filesDir: string;
  /** null where the body is none */
  incoming: IncomingFile | null;
  /** aborted when whoever asked has gone away; of questions alone (GET), because what was asked to be done is done */
  gone: AbortSignal | undefined;
  /** id of the session, '' where nobody is signed in */
  session: string;
  /** the cookie that the answer sets; '' ends the session */
  setSession: (id: string) => void;
}

export interface SignedIn extends ConsoleContext {
  actor: Actor;
}

/**
 * Who may make a call.
 * open: anybody. own: whoever is signed in, also before a first password was changed. signed-in: whoever is signed in.
 * act: whoever may do it to the thing asked about: `of` answers the ids of the channels that the loaded thing belongs
 * to;
 * without `of` it concerns the whole site. anywhere: a role for some channel is enough, and the call keeps to those.
 */
export type Policy =
  | 'open'
  | 'own'
  | 'signed-in'
  | { act: StaffAct; of?: (params: any, context: SignedIn) => Promise<readonly string[]> }
  | { anywhere: StaffAct };

/** A file on its way in, as raw bytes. */
export interface IncomingFile {
  chunks: AsyncIterable<Uint8Array>;
  /** bytes that the sender announces; NaN where it does not */
  announced: number;
}

interface CallFacts {
  method: 'GET' | 'POST' | 'DELETE';
  /** below CONSOLE_API; `:name` are params, too */
  path: string;
  summary: string;
  /** draft-07 properties of path, query and body together */
  params?: Record<string, object>;
  required?: string[];
  /** bytes of the body, where it holds more than a form does */
  bodyLimit?: number;
  /** the body is a file, as application/octet-stream */
  takesFile?: boolean;
  /** answers null to a browser without a session, where every other call refuses: browsers log a refusal as an error */
  knowsNobody?: boolean;
}

export type ConsoleCall = CallFacts &
  (
    | { policy: 'open'; handle: (params: any, context: ConsoleContext) => Promise<unknown> }
    | { policy: Exclude<Policy, 'open'>; handle: (params: any, context: SignedIn) => Promise<unknown> }
  );

/** A call that anybody may make. */
export const openCall = <P>(
  definition: CallFacts & { handle: (params: P, context: ConsoleContext) => Promise<unknown> },
): ConsoleCall => ({ ...definition, policy: 'open' });

export const consoleCall = <P>(
  definition: CallFacts & {
    policy: Exclude<Policy, 'open'>;
    handle: (params: P, context: SignedIn) => Promise<unknown>;
  },
): ConsoleCall => definition;

/** An answer that is a page to be looked at. */
export class PageAnswer {
  readonly page: FramedPage;

  constructor(page: FramedPage) {
    this.page = page;
  }
}

/** An answer that is a file instead of data. */
export class FileAnswer {
  readonly filename: string;
  readonly type: string;
  readonly body: Readable | Buffer | string;
  readonly disposition: 'attachment' | 'inline';

  constructor(
    filename: string,
    type: string,
    body: Readable | Buffer | string,
    disposition: 'attachment' | 'inline' = 'attachment',
  ) {
    this.filename = filename;
    this.type = type;
    this.body = body;
    this.disposition = disposition;
  }
}
