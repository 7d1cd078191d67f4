import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { programVersion } from './program-version.ts';
import { failureOf, traceWith, type TraceHeaders, type Tracer } from './traces.ts';
import type { SamplerName, TraceSettings } from './trace-settings.ts';

/** Milliseconds. */
export interface TraceTimes {
  /** between two deliveries */
  pause: number;
  /** limit of one delivery with its repetitions */
  patience: number;
  /** without a loss, after which the endpoint counts as well again */
  quiet: number;
  /** limit of the last delivery of a stop, beside the end of the database; a stop has 10 seconds in all */
  last: number;
}

const TIMES: TraceTimes = { pause: 5_000, patience: 10_000, quiet: 60_000, last: 1_000 };

/** spans that wait to be taken, some 2 MB; what comes beyond is lost */
const MOST_WAITING = 2_048;

/** Traces that are sent. */
export interface Traces {
  /** sends what waits, as far as the endpoint takes it in time, and traces nothing more */
  end: () => Promise<void>;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * OP7: begins to trace, and sends the spans to an endpoint of OpenTelemetry. The only file with its library; nothing but
 * `import()` loads it. An endpoint that is away or slow costs spans alone, and is one line of the log.
 * @param instance name of this server among those of the service
 */
export function openTraces(
  { endpoint, service, sampler, ratio }: TraceSettings,
  instance: string,
  report: (facts: object, message: string) => void,
  times: Partial<TraceTimes> = {},
): Traces {
  const { pause: between, patience, quiet, last } = { ...TIMES, ...times };
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: patience });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': service,
        'service.version': programVersion(),
        'service.instance.id': instance,
      }),
    ),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [delivering(exporter, { between, patience, quiet }, report)],
  });
  traceWith(createTracer(provider));
  return {
    end: async () => {
      traceWith(null);
      const enough = new AbortController();
      const late = pause(last, undefined, { signal: enough.signal }).catch(() => {});
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      enough.abort();
    },
  };
}

function createTracer(provider: TracerProvider): Tracer {
  const spans = provider.getTracer('site');
  const work = new AsyncLocalStorage<Context>();
  const carrier = new W3CTraceContextPropagator();
  return {
    isWithin: () => work.getStore() !== undefined,
    begin: ({ name, kind, facts, began, from }) => {
      const within = from
        ? carrier.extract(ROOT_CONTEXT, from, defaultTextMapGetter)
        : (work.getStore() ?? ROOT_CONTEXT);
      const span = spans.startSpan(
        name,
        {
          kind: KINDS[kind],
          ...(facts && { attributes: facts }),
          // the clock of its end: Date.now() goes another way where the machine's clock is set
          startTime: performance.timeOrigin + (began ?? performance.now()),
        },
        within,
      );
      const context = trace.setSpan(within, span);
      let isEnded = false;
      return {
        run: (act) => work.run(context, act),
        get headers() {
          const headers: TraceHeaders = {};
          carrier.inject(context, headers, defaultTextMapSetter);
          return headers;
        },
        end: (end = {}) => {
          if (isEnded) return;
          isEnded = true;
          if (end.name !== undefined) span.updateName(end.name);
          if (end.facts) span.setAttributes(end.facts);
          if (end.error !== undefined)
            span.setAttribute('error.type', end.error).setStatus({ code: SpanStatusCode.ERROR });
          span.end(performance.timeOrigin + performance.now());
        },
      };
    },
  };
}

const NOT_TAKEN = 'the endpoint of traces does not take all spans; they are lost meanwhile, and nothing else is';
/** told at a burst of requests, or of a slow endpoint */
const TOO_MANY = 'more spans are made than are sent; further ones are lost meanwhile, and nothing else is';

/** Sends spans by batches. Those that wait have an end, and what is lost is told once until all is well again. */
function delivering(
  exporter: SpanExporter,
  { between, patience, quiet }: { between: number; patience: number; quiet: number },
  report: (facts: object, message: string) => void,
): SpanProcessor {
  let waiting = 0;
  let lost = 0;
  let lostAt = 0;
  const lose = (count: number, code: string, message: string): void => {
    if (lost === 0) report({ code }, message);
    lost += count;
    lostAt = performance.now();
  };
  const taken = (): void => {
    if (lost === 0 || performance.now() - lostAt < quiet) return;
    report({ lost }, 'all spans are sent again');
    lost = 0;
  };
  const sender = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        exporter.export(spans, ({ code, error }) => {
          waiting -= spans.length;
          if (code === ExportResultCode.SUCCESS) taken();
          else lose(spans.length, failureOf(error), NOT_TAKEN);
          // failures are counted above
          done({ code: ExportResultCode.SUCCESS });
        }),
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: MOST_WAITING,
    scheduledDelayMillis: between,
    // the exporter ends first
    exportTimeoutMillis: 2 * patience,
  });
  return {
    onStart: () => {},
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= MOST_WAITING) return lose(1, 'too many wait', TOO_MANY);
      waiting += 1;
      sender.onEnd(span);
    },
    forceFlush: () => sender.forceFlush(),
    shutdown: () => sender.shutdown(),
  };
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace('parentbased_', '')]!();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
