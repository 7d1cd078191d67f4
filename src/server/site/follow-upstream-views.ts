import { createHash } from 'node:crypto';
import { jsonExcess } from '#rules/json/json-size.ts';
import type { CipherSuite } from '#wire/cipher.ts';
import type { Db } from '../db/tables.ts';
import { findKept, forgetKept, keep } from '../db/kept.ts';
import { tracedAsking } from '../http/traces.ts';
import { isObject, parsedJson } from '#rules/json/json.ts';
import type { RefusedView, ViewDocuments } from './upstream-views.ts';

/** milliseconds for one answer */
const PATIENCE = 4_000;
/** bytes of all documents */
const LARGEST = 4 * 1024 * 1024;
const LIMITS = { depth: 40, values: 100_000 } as const;
const NAME = 'upstream-views';

interface StoredViews {
  address: string;
  etag: string;
  /** SHA-256 of the documents, hex */
  hash: string;
  /** ISO 8601 of the answer that changed them */
  at: string;
  given: ViewDocuments;
  used: ViewDocuments;
}

/** The questions and news of sites. */
export interface FollowedViews {
  /** grows with each change */
  version: () => number;
  /** null: there are none */
  documents: () => { given: ViewDocuments; before: ViewDocuments } | null;
  /** called with the documents in use, once they were tried */
  tried: (used: ViewDocuments, refused: readonly RefusedView[]) => void;
  /** state for operators */
  state: () => { hash: string; at: string; refused: readonly RefusedView[]; failed: string };
  onChange: (listener: () => void) => void;
  /** fetches now; failures are reported by `warn` */
  refresh: () => Promise<void>;
}

/**
 * US11: page schemas and registers of a system that answers `content`, as one JSON document { pages: [...],
 * registers: [...] }. It is fetched once a minute with the ETag of the last, and stored as one value.
 */
export async function followUpstreamViews({
  db,
  address,
  suite,
  warn,
}: {
  db: Db;
  address: string;
  suite: CipherSuite;
  warn: (facts: object, message: string) => void;
}): Promise<FollowedViews> {
  const listeners: (() => void)[] = [];
  let version = 1;
  let failed = '';
  let refused: readonly RefusedView[] = [];
  let asking: Promise<void> | null = null;
  const stored = await findKept(db, NAME);
  const last = stored === undefined ? null : (JSON.parse(stored) as StoredViews);
  let known: StoredViews | null = last?.address === address ? last : null;

  async function ask(): Promise<void> {
    try {
      const answer = await fetchDocuments(address, known?.etag ?? '', suite);
      failed = '';
      if (answer === 'same') return;
      const hash = createHash('sha256').update(JSON.stringify(answer.given)).digest('hex');
      if (known?.hash === hash) return void (known.etag = answer.etag);
      known = {
        address,
        etag: answer.etag,
        hash,
        at: new Date().toISOString(),
        given: answer.given,
        used: known?.used ?? NONE,
      };
      await keep(db, NAME, JSON.stringify(known));
      const { pages, registers } = answer.given;
      warn(
        { hash, pages: Object.keys(pages), registers: Object.keys(registers) },
        'the page schemas of the upstream changed',
      );
      // each change reports again the documents that are still refused
      refused = [];
      version += 1;
      for (const listener of listeners) listener();
    } catch (error) {
      failed = (error as Error).message;
      warn({ err: error }, 'the page schemas of the upstream could not be read; the last known ones stand');
    }
  }
  const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = null)));

  await refresh();
  return {
    version: () => version,
    documents: () => known && { given: known.given, before: known.used },
    tried(used, now) {
      if (JSON.stringify(now) !== JSON.stringify(refused))
        for (const one of now) warn({ ...one }, 'a page schema of the upstream is refused');
      refused = now;
      if (!known || JSON.stringify(known.used) === JSON.stringify(used)) return;
      known.used = used;
      keep(db, NAME, JSON.stringify(known)).catch((error: unknown) =>
        warn({ err: error }, 'good page schemas of the upstream could not be kept for a later start'),
      );
    },
    state: () => ({ hash: known?.hash ?? '', at: known?.at ?? '', refused, failed }),
    onChange: (listener) => void listeners.push(listener),
    refresh,
  };
}

const NONE: ViewDocuments = { pages: {}, registers: {} };

/** Removes all documents, where there is no such address any more. */
export const forgetUpstreamViews = (db: Db): Promise<void> => forgetKept(db, NAME);

/** @throws Error with the answer that came instead */
async function fetchDocuments(
  address: string,
  etag: string,
  suite: CipherSuite,
): Promise<'same' | { etag: string; given: ViewDocuments }> {
  const response = await tracedAsking({ address, method: 'GET', what: 'page schemas' }, (traceHeaders) =>
    fetch(address, {
      headers: { accept: 'application/json', ...(etag !== '' && { 'if-none-match': etag }), ...traceHeaders },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    }),
  );
  if (response.status === 304) return 'same';
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LARGEST) throw new Error(`more than ${LARGEST} bytes`);
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  const excess = jsonExcess(text, LIMITS);
  const parsed = parsedJson(text) ?? parsedJson(suite.decrypt(text));
  if (excess || parsed === undefined) throw new Error('no JSON of a page schema’s size');
  // bare, or as the calls answer
  const data = isObject(parsed) && isObject(parsed.data) ? parsed.data : parsed;
  if (!isObject(data)) throw new Error('no object with pages and registers');
  return {
    etag: response.headers.get('etag') ?? '',
    given: { pages: byName(data.pages, 'page'), registers: byName(data.registers, 'register') },
  };
}

/** A list of documents, or an object of them by name. */
function byName(value: unknown, name: 'page' | 'register'): Record<string, unknown> {
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return Object.fromEntries(
    list.slice(0, 500).flatMap((document, at): [string, unknown][] => {
      const own = isObject(document) ? document[name] : undefined;
      const called = typeof own === 'string' && own !== '' && own !== '__proto__' ? own : `no. ${at + 1}`;
      return [[called.slice(0, 80), document]];
    }),
  );
}
