import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shell } from '#page/page-schema.ts';
import type { AppDeps } from '#server/app.ts';
import type { CallDefinition } from '#server/api/define-call.ts';
import type { BackgroundPart } from '#server/background/parts.ts';
import type { ConsoleCall } from '#server/console-api/define-console-call.ts';
import type { NoticeEvent } from '#rules/editions/notices.ts';
import type { Db } from '#server/db/tables.ts';
import type { Env } from '#server/env.ts';
import type { Mail } from '#server/mail/outbox.ts';
import type { BarePage } from '#server/pages/address/bare-pages.ts';
import type { PagePart } from '#server/pages/draw/page-part.ts';
import type { OpenContext } from '#server/serve.ts';
import type { Metrics } from '#server/http/metrics.ts';

/**
 * The room `features` is the list of capabilities that a firm may have besides the core. Each is one folder with parts for
 * the server, the console and the page. The lists beside the folders have one line for each, and nothing else names one.
 */

/** A part that is there until the server stops. */
export interface OpenPart {
  end: () => Promise<unknown>;
}

/** Parts that addresses of a feature are answered with. */
interface RouteContext extends AppDeps {
  /** sends a designed page without scripts: the view is site/Page.tsx in the feature's folder */
  page: (request: FastifyRequest, reply: FastifyReply, page: BarePage) => Promise<FastifyReply>;
}

/** News about an edition for some people, of which no notice was written yet. */
export interface EditionNews {
  /** names it for ever: 'remark:12' */
  subject: string;
  event: NoticeEvent;
  editionId: number;
  /** the person who acted; null: nobody of the staff */
  actorId: number | null;
  /** the people whom it concerns; whoever may not read the edition any more gets none */
  staffIds: readonly number[];
}

/** Words of a feature about editions of core. Code of core asks it, also in threads; each member is optional. */
export interface EditionHooks {
  /** in words, why editions cannot be approved as they are, by number; the others are not there */
  holds?: (db: Db, editionIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** news of the last day without a notice, the oldest first. @param most of them */
  news?: (db: Db, most: number) => Promise<EditionNews[]>;
}

/** The server's half of a feature; each member is optional. @template Opened what `open` returns */
export interface ServerFeature<Opened extends OpenPart = OpenPart> {
  /** additions to the shell of every page */
  shell?: (env: Pick<Env, 'mail'>) => Partial<Pick<Shell, 'alerts' | 'feeds'>>;
  /** opens the part that its calls, addresses and background work share; null: not with these settings */
  open?: (context: OpenContext) => Opened | null;
  /** calls of the console, as wire.ts in its folder describes them */
  calls?: Readonly<Record<string, ConsoleCall>>;
  /** calls of the site; a source that uses one names it as `call` (page/define-source.ts) */
  publicCalls?: readonly CallDefinition[];
  /** additions to pages: other forms in their heads, and addresses beside their own */
  pages?: PagePart;
  /** work in the background, unless `open` returned null */
  parts?: (context: OpenContext, opened: Opened) => BackgroundPart[];
  /** purposes of the mails that it puts into the outbox: without the feature they wait there */
  mails?: readonly Mail['purpose'][];
  /** adds its metrics (OP1) */
  metrics?: (opened: Opened, metrics: Metrics) => void;
  /** addresses beside the calls of the console */
  routes?: (app: FastifyInstance, context: RouteContext) => Promise<void> | void;
}

/** Ties `metrics` and `parts` to what `open` returns; code that walks the list need not know its type. */
export const defineServerFeature = <Opened extends OpenPart>(feature: ServerFeature<Opened>): ServerFeature =>
  feature as unknown as ServerFeature;
