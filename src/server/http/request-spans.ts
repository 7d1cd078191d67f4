import type { IncomingMessage, ServerResponse } from 'node:http';
import { trustIn } from './request-id.ts';
import { kindOf } from './request-metrics.ts';
import { TRACE_HEADERS, tracer, type Span, type TraceHeaders } from './traces.ts';

/** Requests as spans (OP7), with names of OpenTelemetry's conventions for HTTP. No path: it may hold what somebody wrote. */
export interface RequestSpans {
  /**
   * Begins the span of a request, which ends with its answer.
   * @param id of the request, which leads to its line of the log
   * @param routeOf pattern of its route, once it has ended; undefined: none took it
   * @returns null: nothing is traced
   */
  begin: (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    routeOf: () => string | undefined,
  ) => Span | null;
  /** An answer of the page cache, which has just been given. @param began performance.now() */
  kept: (request: IncomingMessage, status: number, id: string, began: number) => void;
}

/** @param trustedProxies whose `traceparent` is gone on with; from anybody else it is ignored */
export function createRequestSpans(trustedProxies: readonly string[], scheme: string): RequestSpans {
  const isTrusted = trustIn(trustedProxies);
  const open = (request: IncomingMessage, id: string, began = performance.now()): Span | null =>
    tracer()?.begin({
      name: request.method ?? 'GET',
      kind: 'server',
      facts: {
        'http.request.method': request.method ?? 'GET',
        'url.scheme': scheme,
        'network.protocol.version': request.httpVersion,
        'site.request.id': id,
      },
      began,
      from: isTrusted(request) ? headersOf(request) : {},
    }) ?? null;
  return {
    begin: (request, response, id, routeOf) => {
      const span = open(request, id);
      if (!span) return null;
      const end = (): void => {
        const route = routeOf();
        const status = response.statusCode;
        span.end({
          ...(route !== undefined && { name: `${request.method} ${route}` }),
          facts: {
            'site.request.kind': kindOf(route),
            ...(route !== undefined && { 'http.route': route }),
            ...(response.headersSent && { 'http.response.status_code': status }),
          },
          ...(response.headersSent ? status >= 500 && { error: String(status) } : { error: 'client gone' }),
        });
      };
      response.once('finish', end);
      // a client that went away before gets no answer that is finished
      response.once('close', end);
      return span;
    },
    kept: (request, status, id, began) =>
      open(request, id, began)?.end({
        facts: { 'site.request.kind': 'kept', 'http.response.status_code': status },
      }),
  };
}

const headersOf = ({ headers }: IncomingMessage): TraceHeaders =>
  Object.fromEntries(
    TRACE_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
