import { requestOfWork } from '../http/request-id.ts';
import { failureOf, tracer } from '../http/traces.ts';

/** Milliseconds above which a query is slow (OP3). */
const SLOW_QUERY = 1_000;
/** tables that the name of a query lists */
const MOST_TABLES = 4;

/** A query that took long. It has no text, because that may hold values. */
export interface SlowQuery {
  /** its verb and the tables that it names: "select article_version, channel" */
  query: string;
  milliseconds: number;
  /** id of the request that it was for; absent: work of the server itself */
  reqId?: string;
}

/** Functions that are called with what the pool does. All in milliseconds. */
export interface QueryObservers {
  /** a query, whether it succeeded or not */
  query: (milliseconds: number) => void;
  /** a wait for a connection of the pool */
  wait: (milliseconds: number) => void;
  slow: (slow: SlowQuery) => void;
}

/** Measures what a pool does, for observers that come after it is open. */
export class QueryWatch {
  #observers: QueryObservers = { query: () => {}, wait: () => {}, slow: () => {} };
  readonly #slowAfter: number;

  constructor(slowAfter = SLOW_QUERY) {
    this.#slowAfter = slowAfter;
  }

  observe(observers: QueryObservers): void {
    this.#observers = observers;
  }

  /**
   * @param query text, or an object with it
   * @param began performance.now()
   * @param failure what it was refused with; absent: it succeeded
   */
  ended(query: unknown, began: number, failure?: unknown): void {
    const milliseconds = performance.now() - began;
    this.#observers.query(milliseconds);
    traceQuery(query, began, failure);
    if (milliseconds < this.#slowAfter) return;
    const reqId = requestOfWork.getStore();
    this.#observers.slow({
      query: queryName(textOf(query)),
      milliseconds: Math.round(milliseconds),
      ...(reqId !== undefined && { reqId }),
    });
  }

  waited(began: number): void {
    this.#observers.wait(performance.now() - began);
  }
}

/** OP7: a query is a span of the work that it is for. The server's own looks, some of them each second, are none. */
function traceQuery(query: unknown, began: number, failure: unknown): void {
  const traces = tracer();
  if (!traces?.isWithin()) return;
  const name = queryName(textOf(query));
  const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = traces.begin({ name, kind: 'client', facts, began });
  span.end(failure === undefined ? {} : { error: failureOf(failure) });
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '');

/** Name of a query: its verb and the tables that it names, never a value (OP3). */
export function queryName(text: string): string {
  // a quoted value names no table
  const plain = text.replaceAll(/'(?:[^']|'')*'?/g, ' ');
  const verb = /^[\s(]*([a-z]+)/i.exec(plain)?.[1]?.toLowerCase() ?? 'query';
  const tables = [
    ...plain.matchAll(/\b(?:from|join|into|(?<!for )(?<!key )(?<!do )update)\s+(?:only\s+)?"?([a-z_]+)"?(?![\w"(])/gi),
  ].map(([, table]) => table!.toLowerCase());
  const named = [...new Set(tables)].filter((table) => table !== 'select' && table !== 'set').slice(0, MOST_TABLES);
  return [verb, named.join(', ')].filter((part) => part !== '').join(' ');
}
