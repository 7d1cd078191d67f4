import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenPart } from '#features/server-feature.ts';
import { serverFeatures } from '#features/server.ts';
import type { Problem } from '#page/problems.ts';
import { CONSOLE } from '#wire/console-paths.ts';
import type { RunInWorkerFor } from './editions/worker/jobs.ts';
import { openWorker, type EditionWorker } from './editions/worker/open-worker.ts';
import { buildApp } from './app.ts';
import { backgroundParts } from './background-parts.ts';
import { createFailureLog, type ReportFailure } from './background/failure-log.ts';
import { startParts, type BackgroundPart, type RunningParts } from './background/parts.ts';
import { readConsoleBuild, type ConsoleAssets } from './edge/console-page.ts';
import { cleaningThread } from './store/articles/clean-html.ts';
import { countOldAddresses } from './store/documents/old-address-hits.ts';
import { countMissed, missedIn } from './store/search/searches-in-vain.ts';
import { deriveRegisters } from './store/rows/register-derived.ts';
import { collectorOf } from './edge/collector.ts';
import { createStoredFacts } from './edge/stored-facts.ts';
import { createEnding } from './edge/ending.ts';
import { createUpkeep } from './store/rows/register-upkeep.ts';
import { DEMO_LOGIN } from './pages/login/login-plugin.ts';
import { POOLED, type Database } from './db/connect.ts';
import { RESERVE } from './db/free-space.ts';
import { readBuild, type BuildAssets } from './pages/draw/build-assets.ts';
import { publishingParts, type PublishingPart } from './editions/publish/due.ts';
import type { Env } from './env.ts';
import { createOpenFiles } from './files/open-files.ts';
import { createScrub, type StoredFolder } from './files/scrub.ts';
import { openSizeReading } from './files/picture-sizes.ts';
import { openSmallPictures } from './files/small-pictures.ts';
import { openStoredBytes } from './files/stored-bytes.ts';
import { createGateway, readUpstreams } from './http/gateway.ts';
import { allowedHosts } from './edge/host-check.ts';
import { createAdmissions, type Admissions } from './http/admission.ts';
import { withLastAnswers } from './http/last-answers.ts';
import { openProvider } from './people/provider/provider.ts';
import { materialsDirOf } from './people/customers/materials.ts';
import type { Copies } from './pages/keep/keep-pages.ts';
import { PageCache } from './pages/keep/page-cache.ts';
import type { RenderDeps } from './pages/draw/render.ts';
import { createRecordKeeper, type RecordKeeper } from './record/keeper.ts';
import { watchPublications, type PublicationWatch } from './site/publication-watch.ts';
import { loadRenderer, type Renderer } from './pages/draw/renderer.ts';
import { pageHeaders } from './http/security-headers.ts';
import { followUpstreamChannels, type FollowedChannels } from './site/follow-upstream-channels.ts';
import { followUpstreamViews, forgetUpstreamViews, type FollowedViews } from './site/follow-upstream-views.ts';
import { openOutbox } from './mail/outbox.ts';
import { createReading } from './api/ask-elsewhere.ts';
import type { Site } from './site/site.ts';
import { createSites } from './site/sites.ts';
import { openUpstreamFiles } from './http/upstream-files.ts';
import { createUpstreamStates } from './http/upstream-states.ts';
import { keepUpstreamChannels } from './store/documents/upstream-channels.ts';
import { Metrics } from './http/metrics.ts';
import { programVersion } from './http/program-version.ts';
import { createRequestMetrics } from './http/request-metrics.ts';
import { createShortages, descriptorsAllowed, mostConnections } from './http/shortages.ts';

/** Parts that differ between the built product, development and tests. */
export interface Front {
  renderer: Renderer;
  build: () => Promise<BuildAssets>;
  console: () => Promise<ConsoleAssets>;
  development: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
}

export interface Served {
  app: FastifyInstance;
  publications: PublicationWatch;
  cache: PageCache;
  admissions: Admissions;
  keeper: Pick<RecordKeeper, 'kept' | 'isFailing'>;
  /** runs a part of the background now, by its name (background-parts.ts), or all of them */
  run: RunningParts['run'];
  /** dependencies for rendering a page outside a request (an auditor's past moment) */
  deps: RenderDeps;
  /** problems of page schemas and registers that were refused (PS1) */
  problems: () => readonly Problem[];
  /** the channel tree of an upstream; absent where channels are this site's own (CH9) */
  upstreamChannels?: FollowedChannels | undefined;
  /** the page schemas of an upstream; absent where all are this site's own (US11) */
  upstreamViews?: FollowedViews | undefined;
  close: () => Promise<void>;
}

/** The built files of dist/. */
export async function builtFront(): Promise<Front> {
  const dist = new URL('../../dist/', import.meta.url);
  const build = await readBuild(fileURLToPath(new URL('client', dist)));
  const consoleAssets = await readConsoleBuild(fileURLToPath(new URL('console', dist)));
  return {
    renderer: await loadRenderer(fileURLToPath(new URL('ssr/entry-server.js', dist))),
    build: async () => build,
    console: async () => consoleAssets,
    development: null,
  };
}

interface Settings {
  env: Pick<
    Env,
    | 'siteUrl'
    | 'siteEnv'
    | 'fixedHost'
    | 'cookieDomain'
    | 'loginConfirm'
    | 'upstreams'
    | 'mail'
    | 'trustedProxies'
    | 'logLevel'
    | 'logForm'
    | 'port'
    | 'heads'
  > &
    Partial<Pick<Env, 'provider' | 'emergencyAccount' | 'webhook' | 'reminders'>>;
  database: Pick<
    Database,
    'db' | 'pool' | 'connect' | 'connectAsOwner' | 'freeSpace' | 'reach' | 'version' | 'observe'
  >;
  filesDir: string;
  pagesDir: string;
  wireKey: string;
  demo: boolean;
  front: Front;
  /** the copy of kept pages on disk; absent: there is none */
  copies?: Copies;
  /** takes what is logged (OP6); absent: standard output */
  print?: (text: string) => void;
  /** false: the clock begins nothing that any node may do, so that a test takes each step alone */
  timers?: boolean;
}

type Warn = (facts: object, message: string) => void;

/** Parts of a site that features need. */
export interface OpenContext {
  env: Settings['env'];
  db: Database['db'];
  publications: PublicationWatch;
  siteNow: () => Promise<Site>;
  /** page-schemas/ */
  pagesDir: string;
  /** DATA_DIR/files */
  filesDir: string;
  runInWorkerFor: RunInWorkerFor;
  /** part that looks each second for due publications, and publishes them */
  publishing: (part: PublishingPart) => BackgroundPart;
  /** settings for threads that connect to the database themselves */
  database: Settings['database'];
  warn: Warn;
  failed: ReportFailure;
}

/** Warnings before there is a logger wait for it. */
function deferredWarnings(): { warn: Warn; startLogging: (log: Warn) => void } {
  const early: Parameters<Warn>[] = [];
  let write: Warn = (facts, message) => void early.push([facts, message]);
  return {
    warn: (facts, message) => write(facts, message),
    startLogging: (log) => {
      write = log;
      for (const [facts, message] of early) log(facts, message);
    },
  };
}

/** Puts the parts together over an open, migrated store; listens nowhere. A failure half-way leaves nothing running. */
export async function assemble(settings: Settings): Promise<Served> {
  const begun = new AsyncDisposableStack();
  try {
    return await assembleParts(settings, begun);
  } catch (error) {
    // only the first failure is reported
    await begun.disposeAsync().catch(() => {});
    throw error;
  }
}

/** Registers whose rows this store answers: others have nothing to derive. */
const ownRegisters = ({ registers, isElsewhere }: Site) =>
  [...registers.values()].filter((definition) => !isElsewhere(definition));

/** @param begun parts that have to be ended where a later one cannot be made */
async function assembleParts(settings: Settings, begun: AsyncDisposableStack): Promise<Served> {
  const { env, database, front } = settings;
  const features = Object.values(serverFeatures);
  const publications = await watchPublications(() => database.connect('site publications'));
  begun.defer(() => publications.close());
  const { warn, startLogging } = deferredWarnings();
  const failed = createFailureLog(warn, publications.seenAt);
  const metrics = new Metrics();
  const shortages = createShortages(metrics, { freeSpace: database.freeSpace, reserve: RESERVE, report: warn });
  begun.defer(() => shortages.end());
  observeDatabase(database, metrics, warn);
  metrics.info('site_build_info', 'Versions of the program, of Node and of PostgreSQL.', {
    version: programVersion(),
    node: process.version,
    postgresql: database.version,
  });
  const upkeep = createUpkeep(database, (misfit) =>
    warn({ misfit }, `a register's definition does not fit its public rows: ${misfit}`),
  );
  const bytes = openStoredBytes(settings.filesDir);
  const smallPictures = openSmallPictures(database.db, bytes, join(dirname(settings.filesDir), 'small-pictures'));
  const openFiles = createOpenFiles(database.db, publications);
  const callsOfFeatures = new Map(
    features.flatMap(({ publicCalls = [] }) => publicCalls.map((call) => [call.path, call] as const)),
  );
  const { upstreams } = readUpstreams(env.upstreams);
  const upstreamStates = createUpstreamStates((facts) =>
    warn(facts, 'a field of an upstream was not understood and is left out'),
  );
  const gateway = createGateway(upstreams, upstreamStates);
  const reading = createReading(upstreams, env.siteUrl);
  const upstreamChannels = upstreams.content
    ? await followUpstreamChannels({
        db: database.db,
        gateway,
        origin: new URL(upstreams.content.address).host,
        inner: reading.inner,
        warn,
      })
    : undefined;
  if (!upstreamChannels) await keepUpstreamChannels(database.db, null);
  const views = upstreams.content?.pages ?? null;
  const upstreamViews =
    upstreams.content && views !== null
      ? await followUpstreamViews({ db: database.db, address: views, suite: upstreams.content.suite, warn })
      : undefined;
  if (!upstreamViews) await forgetUpstreamViews(database.db);
  let running: RunningParts | undefined;
  let loaded: Site | undefined;
  const sites = createSites({
    db: database.db,
    pagesDir: settings.pagesDir,
    publications,
    loginOf: (firm) => (settings.demo ? DEMO_LOGIN : firm.login?.[env.siteEnv]),
    collectorOf: (published) =>
      collectorOf(published, env, (facts: object, message?: string) => warn(facts, message ?? '')),
    warn,
    upstreamChannels,
    upstreamViews,
    isUpstream: gateway.answers,
    siteUrl: env.siteUrl,
    answers: callsOfFeatures,
    shellOfFeatures: Object.assign({}, ...features.map(({ shell }) => shell?.(env))),
    onLoaded: (site) => {
      loaded = site;
      running?.tell('site loaded');
    },
  });
  // the first visitors must find rows that an older version of a definition did not search
  await deriveRegisters(database.db, ownRegisters(await sites.at('now')));
  const headers = pageHeaders({ secure: env.siteUrl.startsWith('https:'), development: front.development !== null });
  const cache = new PageCache(headers, publications);
  upstreamChannels?.onChange(() => cache.clear());
  upstreamViews?.onChange(() => cache.clear());
  const rendering = {
    db: database.db,
    siteAt: sites.at,
    gateway: withLastAnswers(gateway),
    reading,
    renderer: front.renderer,
    build: front.build,
    siteUrl: env.siteUrl,
    wireKey: settings.wireKey,
    callsOfFeatures,
    pageParts: features.flatMap(({ pages }) => pages ?? []),
    sizes: openSizeReading(settings.filesDir),
  };
  const { pagesDir, filesDir } = settings;
  const worker = openWorker({
    reach: database.reach,
    pagesDir,
    filesDir,
    freeSpace: database.freeSpace,
    onCrash: (error) => failed(error, 'a thread ended before its work did'),
  });
  addJobMetrics(metrics, worker);
  begun.defer(async () => void (await worker.end()));
  const publishContext = {
    db: database.db,
    pagesDir,
    filesDir,
    runInWorker: worker.by('due'),
    ...(database.freeSpace && { freeSpace: database.freeSpace }),
  };
  const publishing = publishingParts(publishContext, () => publications.refresh());
  const ending = createEnding();
  const scrubbed: StoredFolder[] = [
    { table: 'file', bytes },
    { table: 'pro_material', bytes: openStoredBytes(materialsDirOf(filesDir)) },
  ];
  const scrub = createScrub(database.db, scrubbed, {
    found: (filepath, damage) => warn({ filepath, damage }, `stored file is ${damage}`),
  });
  const keeper = createRecordKeeper(database.db, env.heads, {
    site: env.siteUrl,
    failed,
  });
  const missed = countMissed(missedIn(database.db));
  const oldAddresses = countOldAddresses(database.db);
  const openContext: OpenContext = {
    env,
    db: database.db,
    publications,
    siteNow: () => sites.at('now'),
    pagesDir,
    filesDir,
    runInWorkerFor: worker.by,
    publishing,
    database,
    warn,
    failed,
  };
  const opened = new Map<string, OpenPart>();
  for (const [name, { open }] of Object.entries(serverFeatures)) {
    const part = open?.(openContext);
    if (!part) continue;
    opened.set(name, part);
    serverFeatures[name]?.metrics?.(part, metrics);
    begun.defer(async () => void (await part.end()));
  }
  const admissions = createAdmissions(availableParallelism(), POOLED);
  const app = await buildApp({
    opened,
    metrics,
    requestMetrics: createRequestMetrics(metrics),
    ending,
    sendsMail: env.mail !== null,
    admissions,
    countMissed: missed.count,
    countOldAddress: oldAddresses.count,
    ...rendering,
    lastKnown: sites.lastKnown,
    siteAfter: sites.after,
    refused: () => sites.problems().length,
    headers,
    copies: settings.copies ?? null,
    development: front.development,
    consoleAssets: front.console,
    cache,
    publications,
    treeVersion: () => (upstreamChannels?.version() ?? 0) + (upstreamViews?.version() ?? 0),
    filesDir,
    bytes,
    smallPictures,
    openFiles,
    scrub,
    means: {
      provider: env.provider ? openProvider(env.provider, env.siteUrl + CONSOLE) : null,
      emergencyAccount: env.emergencyAccount ?? null,
    },
    upstreams: () =>
      Object.entries(upstreams).map(([group, { address }]) => ({
        group,
        host: new URL(address).host,
        ...upstreamStates.of(group),
        leftOut: group === 'content' ? [...(upstreamChannels?.known()?.leftOut ?? [])] : [],
        views: group === 'content' && upstreamViews ? upstreamViews.state() : null,
      })),
    keeper,
    pagesDir,
    runInWorkerFor: worker.by,
    ...(database.freeSpace && { freeSpace: database.freeSpace }),
    materialsDir: materialsDirOf(filesDir),
    upstreamFiles: upstreams.content ? openUpstreamFiles(upstreams.content.files) : null,
    demo: settings.demo,
    cookieDomain: env.cookieDomain,
    loginConfirm: env.loginConfirm,
    trustedProxies: env.trustedProxies,
    hosts: env.fixedHost ? allowedHosts(env.siteUrl) : null,
    logLevel: env.logLevel,
    logForm: env.logForm,
    ...(settings.print && { print: settings.print }),
  });
  startLogging((facts, message) => app.log.warn(facts, message));
  const allowed = descriptorsAllowed();
  if (allowed !== null) app.server.maxConnections = mostConnections(allowed);
  app.server.on('drop', () => shortages.notice({ resource: 'descriptors', code: 'connection not taken' }));
  const outbox =
    env.mail &&
    openOutbox(database.db, env.mail, {
      purposes: features.flatMap(({ mails = [] }) => mails),
      failed: (facts) => app.log.warn(facts, 'a mail was not taken by the SMTP server; it is tried again for a day'),
      waiting: (facts) => app.log.warn(facts, 'mails of a feature that this program leaves out wait in the outbox'),
    });
  metrics.gauge({
    name: 'site_mail_server_up',
    help: 'Whether the SMTP server answered the last mail, even if it refused that one (1 or 0); absent before the first, and when another node sent since what this one could not.',
    read: () => outbox?.isServerUp(),
  });
  const parts = [
    ...backgroundParts({
      db: database.db,
      filesDir,
      pagesDir,
      bytes,
      smallPictures,
      publishing,
      openFiles,
      registers: () => (loaded ? ownRegisters(loaded) : []),
      upkeep,
      scrub,
      keeper,
      missed,
      oldAddresses,
      upstreams: [upstreamChannels, upstreamViews].filter((one) => one !== undefined),
      shortages,
      storedFacts: createStoredFacts(database.db, filesDir, metrics),
      outbox,
      log: (facts, message) => app.log.info(facts, message),
    }),
    ...Object.entries(serverFeatures).flatMap(([name, { open, parts: own }]) =>
      own && (!open || opened.has(name)) ? own(openContext, opened.get(name)!) : [],
    ),
  ];
  running = startParts(parts, { failed, timers: settings.timers });
  const { run, end: endParts } = running;
  publications.onNew(() => running?.tell('publication'));
  return {
    app,
    publications,
    cache,
    admissions,
    keeper,
    run,
    deps: { ...rendering, log: app.log },
    problems: sites.problems,
    upstreamChannels,
    upstreamViews,
    close: async () => {
      await ending.begin(app.server);
      // long requests wait for jobs, so both end together
      await Promise.all([
        ending.closed().then(() => app.close()),
        worker.end(),
        ...[...opened.values()].map((part) => part.end()),
      ]);
      await Promise.all([endParts(), cleaningThread.end()]);
      await publications.close();
      shortages.end();
    },
  };
}

/** OP1, OP3: connections and queries of the pool as metrics, and slow queries as lines of the log. */
function observeDatabase({ pool, observe }: Settings['database'], metrics: Metrics, warn: Warn): void {
  let slow = 0;
  const queries = metrics.durations('site_database_query_duration_seconds', 'Time from a query to its answer.');
  const waits = metrics.durations(
    'site_database_pool_wait_seconds',
    'Time for which a connection of the pool was waited for.',
  );
  observe({
    query: (milliseconds) => queries.observe(milliseconds / 1000),
    wait: (milliseconds) => waits.observe(milliseconds / 1000),
    slow: (facts) => {
      slow += 1;
      warn(facts, 'slow query');
    },
  });
  metrics.counter({
    name: 'site_database_slow_queries_total',
    help: 'Queries that took longer than a second.',
    read: () => slow,
  });
  metrics.gauge({
    name: 'site_database_connections',
    help: 'Connections of the pool.',
    label: 'state',
    read: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
  });
  metrics.gauge({
    name: 'site_database_pool_waiting',
    help: 'Work that waits for a connection of the pool.',
    read: () => pool.waitingCount,
  });
}

function addJobMetrics(metrics: Metrics, { load }: Pick<EditionWorker, 'load'>): void {
  metrics.gauge({
    name: 'site_jobs_running',
    help: 'Jobs that run in threads, by queue.',
    label: 'queue',
    read: () => load().running,
  });
  metrics.gauge({
    name: 'site_jobs_waiting',
    help: 'Jobs that wait for their turn, by queue.',
    label: 'queue',
    read: () => load().waiting,
  });
  metrics.counter({
    name: 'site_jobs_total',
    help: 'Jobs that ended: done, refused with an error of their own, or crashed with their thread.',
    label: 'end',
    read: () => load().ended,
  });
}
