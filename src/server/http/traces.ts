/**
 * Work that traces tell of (OP7). It is described here without a library: open-traces.ts has that, and is loaded only where an
 * endpoint is set. Traces are of the process, whatever servers it has.
 */

/** Facts of a span, by names of OpenTelemetry's conventions where these have one. Never a value of a visitor, nor a query. */
type SpanFacts = Readonly<Record<string, string | number>>;

/** Headers of the W3C by which a trace goes on in another system. */
export type TraceHeaders = Readonly<Partial<Record<(typeof TRACE_HEADERS)[number], string>>>;

export const TRACE_HEADERS = ['traceparent', 'tracestate'] as const;

interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'internal';
  facts?: SpanFacts;
  /** when it began, as performance.now() gives it; absent: now */
  began?: number;
  /** headers of a request that a trusted proxy sent: its trace goes on */
  from?: TraceHeaders;
}

interface SpanEnd {
  /** replaces the name that it began with */
  name?: string;
  facts?: SpanFacts;
  /** kind of its failure, never a message; absent: it succeeded */
  error?: string | undefined;
}

/** Part of a trace that is under way. */
export interface Span {
  /** runs work as a part of it */
  run: <T>(work: () => T) => T;
  /** headers by which another system goes on with it */
  headers: TraceHeaders;
  /** ends it; calling it again does nothing */
  end: (end?: SpanEnd) => void;
}

export interface Tracer {
  /** begins a span within the one that the current work is part of */
  begin: (start: SpanStart) => Span;
  /** whether the current work is part of a span */
  isWithin: () => boolean;
}

let current: Tracer | null = null;

/** Has everything traced from now on. @param tracer null: nothing any more */
export function traceWith(tracer: Tracer | null): void {
  current = tracer;
}

/** Begins spans that no function surrounds; null: nothing is traced. */
export const tracer = (): Tracer | null => current;

/**
 * Does work as a span. Where nothing is traced, it is only done.
 * @param start is called where it is traced
 * @param work gets the span; null: nothing is traced
 */
export function traced<T>(start: () => SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  if (current === null) return work(null);
  const span = current.begin(start());
  const done = span.run(() => work(span));
  done.then(
    () => span.end(),
    (error: unknown) => span.end({ error: failureOf(error) }),
  );
  return done;
}

interface Asking {
  /** address of the other system; its path and query are told to nobody */
  address: string;
  method: string;
  /** name of the thing that is asked for, in words of this program */
  what: string;
}

/**
 * Asks another system as a span. @param ask gets the headers by which the trace goes on there
 */
export async function tracedAsking<R extends { status: number }>(
  { address, method, what }: Asking,
  ask: (headers: TraceHeaders) => Promise<R>,
): Promise<R> {
  if (current === null) return ask({});
  const { hostname, port, protocol } = new URL(address);
  const span = current.begin({
    name: `${method} ${what}`,
    kind: 'client',
    facts: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    },
  });
  try {
    const answer = await ask(span.headers);
    const { status } = answer;
    span.end({
      facts: { 'http.response.status_code': status },
      ...(status >= 400 && { error: String(status) }),
    });
    return answer;
  } catch (error) {
    span.end({ error: failureOf(error) });
    throw error;
  }
}

/** Kind of a failure: its code or the name of its class. A message could hold values. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  for (const kind of [code, name]) if (/^[\w ]{1,60}$/.test(String(kind ?? ''))) return String(kind);
  return 'failure';
}
