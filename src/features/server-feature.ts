import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shell } from '#page/page-schema.ts';
import type { AppDeps } from '#server/app.ts';
import type { ConsoleCall } from '#server/console-api/define-console-call.ts';
import type { PublishContext } from '#server/editions/review/check-edition.ts';
import type { Env } from '#server/env.ts';
import type { BarePage } from '#server/pages/address/bare-pages.ts';
import type { OpenContext } from '#server/serve.ts';

/**
 * The room `features` is the list of what a firm may have besides: widgets say what data looks like, sources where it
 * comes from, kinds what can be changed. A feature is one folder with its parts for the server, the console and the
 * page; the lists beside the folders have one line for each, and nothing else names one.
 */

/** A part that runs until the server stops. */
export interface OpenPart {
  end: () => Promise<unknown>;
}

/** Parts that addresses of a feature are answered with. */
interface RouteContext extends AppDeps {
  /** sends a designed page without scripts: the view is site/Page.tsx in the feature's folder */
  page: (request: FastifyRequest, reply: FastifyReply, page: BarePage) => Promise<FastifyReply>;
}

/** The server's half of a feature; each member is optional. @template Opened what `open` returns */
export interface ServerFeature<Opened extends OpenPart = OpenPart> {
  /** what the shell of every page gains */
  shell?: (env: Pick<Env, 'mail'>) => Partial<Pick<Shell, 'alerts'>>;
  /** opens the part that its calls, addresses and background work share; null: not with these settings */
  open?: (context: OpenContext) => Opened | null;
  /** calls of the console, as wire.ts in its folder describes them */
  calls?: Readonly<Record<string, ConsoleCall>>;
  /** looked for each second: publishes what is due, and says how much that was (server/editions/publish/due.ts) */
  due?: { publish: (publishContext: PublishContext, now: Date) => Promise<number>; /** for the log */ failed: string };
  /** removes what of it is old, about once an hour */
  clean?: (place: Pick<OpenContext, 'filesDir'>, now: Date) => Promise<unknown>;
  /** lines of /metrics */
  metrics?: (opened: Opened) => string[];
  /** addresses beside the calls of the console */
  routes?: (app: FastifyInstance, context: RouteContext) => Promise<void> | void;
}

/** Ties `metrics` to what `open` returns; whoever walks the list need not know it. */
export const defineServerFeature = <Opened extends OpenPart>(feature: ServerFeature<Opened>): ServerFeature =>
  feature as unknown as ServerFeature;
