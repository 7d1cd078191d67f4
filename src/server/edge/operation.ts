import type { FastifyInstance } from 'fastify';
import type { PagesDeps } from '../pages/pages.ts';
import type { Scrub } from '../files/scrub.ts';
import type { Admission } from '../http/admission.ts';
import type { RecordKeeper } from '../record/keeper.ts';
import { METRICS_TYPE, type Metrics } from '../http/metrics.ts';
import type { Ending } from './ending.ts';

interface OperationDeps extends PagesDeps {
  ending: Ending;
  scrub: Pick<Scrub, 'damaged' | 'last'>;
  metrics: Metrics;
  keeper: Pick<RecordKeeper, 'kept' | 'isFailing'>;
}

/** A readiness answer is kept this long, so that a storm of probes is not a storm of queries. */
const READY_FOR = 2_000;
/** milliseconds after which a database that does not answer counts as away */
const READY_PATIENCE = 2_000;

/**
 * Answers for operators. /healthz touches nothing. /readyz queries the database at most every two seconds, over the
 * connection of the publication watch; in the pool it would wait behind visitors (OL3). /metrics counts.
 */
export async function operationPlugin(
  app: FastifyInstance,
  { cache, publications, refused, ending, scrub, metrics, keeper, admissions }: OperationDeps,
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
  addMetrics({ metrics, cache, publications, refused, scrub, keeper, admissions }, () => requests + cache.hits);
  app.get('/metrics', async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics.text()));
}

type Counted = Pick<
  OperationDeps,
  'metrics' | 'cache' | 'publications' | 'refused' | 'scrub' | 'keeper' | 'admissions'
>;

/** OP1: metrics of parts that know no library. @param requests answered by routes and by the page cache */
function addMetrics(
  { metrics, cache, publications, refused, scrub, keeper, admissions }: Counted,
  requests: () => number,
): void {
  metrics.counter({
    name: 'site_page_cache_hits_total',
    help: 'Requests that were answered from the page cache.',
    read: () => cache.hits,
  });
  metrics.counter({
    name: 'site_pages_stale_total',
    help: 'Pages that were answered from the page cache while the database was away.',
    read: () => cache.stale,
  });
  metrics.counter({ name: 'site_requests_total', help: 'Requests.', read: requests });
  // OL2, in units of cost; what was shed in requests
  const loads = (part: keyof Admission['load']) => () =>
    Object.fromEntries(Object.entries(admissions).map(([name, { load }]: [string, Admission]) => [name, load[part]]));
  metrics.gauge({
    name: 'site_requests_in_flight',
    help: 'Cost of the requests that are worked on.',
    label: 'of',
    read: loads('running'),
  });
  metrics.gauge({
    name: 'site_requests_queued',
    help: 'Cost of the requests that wait for their turn.',
    label: 'of',
    read: loads('queued'),
  });
  metrics.counter({
    name: 'site_requests_shed_total',
    help: 'Requests that were refused because more came than can be answered.',
    label: 'of',
    read: loads('shed'),
  });
  metrics.gauge({
    name: 'site_publication',
    help: 'Number of the newest publication known.',
    read: () => publications.current(),
  });
  metrics.gauge({
    name: 'site_database_up',
    help: 'Whether the database answers (1 or 0).',
    read: () => Number(!publications.away()),
  });
  metrics.gauge({
    name: 'site_database_answer_age_seconds',
    help: 'Time since the database answered last; it is asked twice a second.',
    read: () => Math.max(0, Date.now() - publications.seenAt()) / 1000,
  });
  metrics.gauge({
    name: 'site_schema_problems',
    help: 'Problems of page schemas and registers that are refused.',
    read: refused,
  });
  metrics.gauge({
    name: 'site_files_damaged',
    help: 'Stored files that are missing or changed.',
    read: () => scrub.damaged().length,
  });
  metrics.gauge({
    name: 'site_files_checked',
    help: 'Stored files in the last whole check of them; 0 before its end.',
    read: () => scrub.last?.files ?? 0,
  });
  metrics.gauge({
    name: 'site_files_checked_timestamp_seconds',
    help: 'When the last whole check of stored files ended; 0 before the first.',
    read: () => Math.floor((scrub.last?.endedAt.getTime() ?? 0) / 1000),
  });
  metrics.gauge({
    name: 'site_record_heads_kept',
    help: 'Number of the newest head of the record in HEADS_FILE.',
    read: () => keeper.kept(),
  });
  metrics.gauge({
    name: 'site_record_heads_failing',
    help: 'Whether the record could not be sealed, or its heads could not be kept or sent, at the last look (1 or 0).',
    read: () => Number(keeper.isFailing()),
  });
}
