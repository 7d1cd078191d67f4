import type { FastifyInstance } from 'fastify';
import type { PagesDeps } from '../pages/pages.ts';
import type { Scrub } from '../files/scrub.ts';
import type { Admission, Admissions } from '../http/admission.ts';
import type { RecordKeeper } from '../record/keeper.ts';
import type { Ending } from './ending.ts';

interface OperationDeps extends PagesDeps {
  ending: Ending;
  scrub: Pick<Scrub, 'damaged' | 'last'>;
  /** lines of features */
  metricsOfFeatures: () => string[];
  keeper: Pick<RecordKeeper, 'kept'>;
}

/** A readiness answer is kept this long, so that a storm of probes is not a storm of queries. */
const READY_FOR = 2_000;
/** milliseconds after which a database that does not answer counts as away */
const READY_PATIENCE = 2_000;

/**
 * What operators ask: /healthz touches nothing, /readyz asks the database at most every two seconds, over the connection
 * of the publication watch and not by the pool, in which it would wait behind visitors (OL3), /metrics counts.
 */
export async function operationPlugin(
  app: FastifyInstance,
  { cache, publications, refused, ending, scrub, metricsOfFeatures, keeper, admissions }: OperationDeps,
): Promise<void> {
  let checkedAt = 0;
  let ready: Promise<boolean> = Promise.resolve(false);
  let requests = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    requests += 1;
    done();
  });
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (ending.isEnding) return reply.code(503).header('Cache-Control', 'no-store').send({ status: 'stopping' });
    if (Date.now() - checkedAt > READY_FOR) {
      checkedAt = Date.now();
      const late = new Promise<false>((resolve) => setTimeout(resolve, READY_PATIENCE, false).unref());
      const answered = publications.refresh().then(
        () => true,
        () => false,
      );
      ready = Promise.race([answered, late]);
    }
    return reply
      .code((await ready) ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: (await ready) ? 'ready' : 'database away', publication: publications.current() });
  });
  app.get('/metrics', (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(
      [
        '# TYPE site_page_cache_hits_total counter',
        `site_page_cache_hits_total ${cache.hits}`,
        '# TYPE site_requests_total counter',
        `site_requests_total ${requests + cache.hits}`,
        ...loadLines(admissions),
        '# TYPE site_publication gauge',
        `site_publication ${publications.current()}`,
        '# TYPE site_schema_problems gauge',
        `site_schema_problems ${refused()}`,
        '# TYPE site_files_damaged gauge',
        `site_files_damaged ${scrub.damaged().length}`,
        // of the last whole pass; 0 before its end
        '# TYPE site_files_checked gauge',
        `site_files_checked ${scrub.last?.files ?? 0}`,
        '# TYPE site_files_checked_timestamp_seconds gauge',
        `site_files_checked_timestamp_seconds ${Math.floor((scrub.last?.endedAt.getTime() ?? 0) / 1000)}`,
        ...metricsOfFeatures(),
        '# TYPE site_record_heads_kept gauge',
        `site_record_heads_kept ${keeper.kept()}`,
        '# TYPE nodejs_heap_used_bytes gauge',
        `nodejs_heap_used_bytes ${process.memoryUsage().heapUsed}`,
        '# TYPE nodejs_external_memory_bytes gauge',
        `nodejs_external_memory_bytes ${process.memoryUsage().external}`,
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '',
      ].join('\n'),
    ),
  );
}

/** OL2, in units of cost; what was shed in requests. */
function loadLines(admissions: Admissions): string[] {
  const loads = Object.entries(admissions).map(([name, { load }]: [string, Admission]) => ({ name, ...load }));
  return [
    '# TYPE site_requests_in_flight gauge',
    ...loads.map(({ name, running }) => `site_requests_in_flight{of="${name}"} ${running}`),
    '# TYPE site_requests_queued gauge',
    ...loads.map(({ name, queued }) => `site_requests_queued{of="${name}"} ${queued}`),
    '# TYPE site_requests_shed_total counter',
    ...loads.map(({ name, shed }) => `site_requests_shed_total{of="${name}"} ${shed}`),
  ];
}
