import { CONSOLE } from '#wire/console-paths.ts';
import {
  ALIAS_BASE,
  CALL_BASE,
  FEED,
  FORMER_TEXT,
  LEGAL_TEXT,
  PREVIEW,
  QR,
  REGISTER_FILE,
  SITE_BASE,
  STATIC_FILE,
} from '#wire/paths.ts';
import type { Metrics } from './metrics.ts';

/** Kinds of requests that durations are told apart by; never by address, of which there is no end (OP1). */
type RequestKind = 'page' | 'call' | 'file' | 'console' | 'feed' | 'asset' | 'health' | 'other';

const KINDS: Readonly<Record<Exclude<RequestKind, 'other'>, readonly string[]>> = {
  call: [CALL_BASE, ALIAS_BASE],
  file: [STATIC_FILE, PREVIEW, REGISTER_FILE, LEGAL_TEXT, FORMER_TEXT, QR],
  console: [CONSOLE],
  feed: [FEED],
  asset: ['/assets'],
  health: ['/healthz', '/readyz', '/metrics'],
  // last, because a site without a base has all other addresses
  page: [SITE_BASE],
};

/** Kind of a request by the pattern of its route; undefined: no route took it. */
export function kindOf(route: string | undefined): RequestKind {
  const found = Object.entries(KINDS).find(([, bases]) =>
    bases.some((base) => route === base || route?.startsWith(`${base}/`)),
  );
  return (found?.[0] as RequestKind | undefined) ?? 'other';
}

/** One of so many kept answers is measured: measuring takes a part of the time that such an answer takes. */
export const HITS_PER_MEASURE = 16;

/** Durations of requests, counted where they are known. All in milliseconds, as they are measured. */
export interface RequestMetrics {
  /** @param route pattern of its route; undefined: none took it */
  answered: (route: string | undefined, status: number, milliseconds: number) => void;
  /** an answer of the page cache before any route */
  answeredAtEdge: (status: number, milliseconds: number) => void;
  rendered: (milliseconds: number) => void;
  signInRefused: (reason: SignInRefusal) => void;
}

export type SignInRefusal = 'password' | 'code' | 'often' | 'insecure' | 'busy' | 'provider';

export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const durations = metrics.durations(
    'site_request_duration_seconds',
    `Time from a request to the end of its answer, by kind of route and class of status. Of kind kept, one of ${HITS_PER_MEASURE} is measured.`,
    ['kind', 'status'],
  );
  const renders = metrics.durations('site_page_render_duration_seconds', 'Time in which an address became a document.');
  const refusals: Record<SignInRefusal, number> = { password: 0, code: 0, often: 0, insecure: 0, busy: 0, provider: 0 };
  metrics.counter({
    name: 'site_sign_ins_refused_total',
    help: 'Attempts to sign in to the console that were refused, by reason.',
    label: 'reason',
    read: () => refusals,
  });
  const kinds = new Map<string | undefined, RequestKind>();
  const observe = (kind: string, status: number, milliseconds: number): void =>
    durations.observe({ kind, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
  return {
    answered: (route, status, milliseconds) => {
      let kind = kinds.get(route);
      // routes are without number of addresses, so this stays small
      if (kind === undefined) kinds.set(route, (kind = kindOf(route)));
      observe(kind, status, milliseconds);
    },
    answeredAtEdge: (status, milliseconds) => observe('kept', status, milliseconds),
    rendered: (milliseconds) => renders.observe(milliseconds / 1000),
    signInRefused: (reason) => {
      refusals[reason] += 1;
    },
  };
}
