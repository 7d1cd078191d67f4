import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { OpenPart, ServerFeature } from '#features/server-feature.ts';
import { serverFeatures } from '#features/server.ts';
import type { Problem } from '#page/problems.ts';
import type { PublishContext } from './editions/review/check-edition.ts';
import type { RunInWorkerFor } from './editions/worker/jobs.ts';
import { openWorker } from './editions/worker/open-worker.ts';
import { buildApp } from './app.ts';
import { readConsoleBuild, type ConsoleAssets } from './edge/console-page.ts';
import { startCleaning } from './editions/cleaning/cleaning-timer.ts';
import { cleaningThread } from './store/articles/clean-html.ts';
import { createAttachmentTexts } from './store/articles/attachment-texts.ts';
import { countOldAddresses } from './store/documents/old-address-hits.ts';
import { countMissed, missedIn } from './store/search/searches-in-vain.ts';
import { deriveRegisters } from './store/rows/register-derived.ts';
import { collectorOf } from './edge/collector.ts';
import { createEnding } from './edge/ending.ts';
import { createUpkeep } from './store/rows/register-upkeep.ts';
import { DEMO_LOGIN } from './pages/login/login-plugin.ts';
import { POOLED, type Database } from './db/connect.ts';
import { readBuild, type BuildAssets } from './pages/draw/build-assets.ts';
import { startDueTimer } from './editions/publish/due.ts';
import { settleAfterPublications } from './editions/draft/rebase-edition.ts';
import { continueImports } from './editions/publish/publish-import.ts';
import type { Env } from './env.ts';
import { createOpenFiles } from './files/open-files.ts';
import { startScrub, type StoredFolder } from './files/scrub.ts';
import { openStoredBytes } from './files/stored-bytes.ts';
import { createGateway, readUpstreams } from './http/gateway.ts';
import { allowedHosts } from './edge/host-check.ts';
import { createAdmissions, type Admissions } from './http/admission.ts';
import { withLastAnswers } from './http/last-answers.ts';
import { materialsDirOf } from './people/customers/materials.ts';
import type { Copies } from './pages/keep/keep-pages.ts';
import { PageCache } from './pages/keep/page-cache.ts';
import type { RenderDeps } from './pages/draw/render.ts';
import { startRecordKeeper, type RecordKeeper } from './record/keeper.ts';
import { startRequestTimer } from './people/staff/request-timer.ts';
import { watchPublications, type PublicationWatch } from './site/publication-watch.ts';
import { loadRenderer, type Renderer } from './pages/draw/renderer.ts';
import { pageHeaders } from './http/security-headers.ts';
import { followUpstreamChannels, type FollowedChannels } from './site/follow-upstream-channels.ts';
import { followUpstreamViews, forgetUpstreamViews, type FollowedViews } from './site/follow-upstream-views.ts';
import { startOutbox, type Outbox } from './mail/outbox.ts';
import { createReading } from './api/ask-elsewhere.ts';
import type { Site } from './site/site.ts';
import { createSites } from './site/sites.ts';
import { openUpstreamFiles } from './http/upstream-files.ts';
import { createUpstreamStates } from './http/upstream-states.ts';
import { keepUpstreamChannels } from './store/documents/upstream-channels.ts';

/** What differs between the built product, development and tests. */
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
  /** seals the record and sends their heads */
  keeper: Pick<RecordKeeper, 'idle' | 'kept'>;
  /** what attachments say, as it is read for the search */
  texts: Pick<ReturnType<typeof createAttachmentTexts>, 'idle'>;
  /** what pages are rendered with, to render one outside a request (an auditor's past moment) */
  deps: RenderDeps;
  /** of page schemas and registers that were refused (PS1) */
  problems: () => readonly Problem[];
  /** the channel tree of an upstream; absent where channels are this site's own (CH9) */
  upstreamChannels?: FollowedChannels | undefined;
  /** the page schemas of an upstream; absent where all are this site's own (US11) */
  upstreamViews?: FollowedViews | undefined;
  /** absent without an SMTP server (AL1) */
  outbox?: Outbox;
  /** the parts that features opened, by name */
  opened: ReadonlyMap<string, OpenPart>;
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
  >;
  database: Pick<Database, 'db' | 'connect' | 'connectAsOwner' | 'freeSpace' | 'reach'>;
  filesDir: string;
  pagesDir: string;
  wireKey: string;
  demo: boolean;
  front: Front;
  /** the copy of kept pages on disk; absent: there is none */
  copies?: Copies;
  /** the features that the site has; absent: all */
  features?: Readonly<Record<string, ServerFeature>>;
  /** false: nothing that is due happens by itself, so that a test takes each step alone */
  timers?: boolean;
}

type Warn = (facts: object, message: string) => void;

/** Parts of a site that features stand on. */
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
  /** for threads that connect to it themselves */
  database: Settings['database'];
  warn: Warn;
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

/** What a server does by itself: it publishes editions that are due, and removes what nothing refers to any more. */
function startTimers(
  publishContext: PublishContext,
  filesDir: string,
  publications: PublicationWatch,
  features: Readonly<Record<string, ServerFeature>>,
  log: FastifyInstance['log'],
): { end: () => Promise<unknown> } {
  const due = startDueTimer(publishContext, {
    published: () => publications.refresh(),
    failed: (error) => log.warn({ err: error }, 'editions that are due could not be published'),
  });
  const ofFeatures = Object.values(features).flatMap(({ due: own }) =>
    own
      ? startDueTimer(publishContext, {
          publish: own.publish,
          published: () => publications.refresh(),
          failed: (error) => log.warn({ err: error }, own.failed),
        })
      : [],
  );
  const imports = startDueTimer(publishContext, {
    publish: continueImports,
    published: () => publications.refresh(),
    failed: (error) => log.warn({ err: error }, 'articles of an import could not be published; it is tried again'),
  });
  const settled = startDueTimer(publishContext, {
    publish: settleAfterPublications(),
    published: () => {},
    failed: (error) => log.warn({ err: error }, 'drafts could not be brought up to date with what is public'),
  });
  const cleaning = startCleaning(
    {
      db: publishContext.db,
      dir: filesDir,
      also: (now) => Promise.all(Object.values(features).map(({ clean }) => clean?.({ filesDir }, now))),
    },
    {
      cleaned: (removed) => log.info(removed, 'removed what nobody named'),
      failed: (error) =>
        log.warn({ err: error }, 'what nobody names could not be removed; it is tried again within the hour'),
    },
  );
  const requests = startRequestTimer(publishContext.db, {
    failed: (error) =>
      log.warn(
        { err: error },
        'roles whose day is over could not be given, or ended sessions removed; it is tried again',
      ),
  });
  return {
    end: () =>
      Promise.all([
        settled.end(),
        due.end(),
        ...ofFeatures.map((timer) => timer.end()),
        imports.end(),
        cleaning.end(),
        requests.end(),
      ]),
  };
}

/** Puts the parts together over an open, migrated store; listens nowhere. What fails half-way leaves nothing running. */
export async function assemble(settings: Settings): Promise<Served> {
  const begun = new AsyncDisposableStack();
  try {
    return await assembleParts(settings, begun);
  } catch (error) {
    // what went wrong first is told
    await begun.disposeAsync().catch(() => {});
    throw error;
  }
}

/** Registers whose rows this store answers: others have nothing to derive. */
const ownRegisters = ({ registers, isElsewhere }: Site) =>
  [...registers.values()].filter((definition) => !isElsewhere(definition));

/** @param begun what has to be ended where a later part cannot be made */
async function assembleParts(settings: Settings, begun: AsyncDisposableStack): Promise<Served> {
  const { env, database, front, features = serverFeatures } = settings;
  const publications = await watchPublications(() => database.connect('site publications'));
  begun.defer(() => publications.close());
  const { warn, startLogging } = deferredWarnings();
  const upkeep = createUpkeep(database, {
    onFailure: (error) =>
      warn({ err: error }, 'registers could not be derived or indexed; searches in them are slower or older'),
    onMisfit: (misfit) => warn({ misfit }, `a register's definition does not fit its public rows: ${misfit}`),
  });
  begun.defer(async () => void (await upkeep.end()));
  const bytes = openStoredBytes(settings.filesDir);
  const openFiles = createOpenFiles(database.db, publications);
  const readOpenFiles = () =>
    void openFiles
      .refresh()
      .catch((error: unknown) => warn({ err: error }, 'which files are public could not be read'));
  publications.onNew(readOpenFiles);
  readOpenFiles();
  const texts = createAttachmentTexts({
    db: database.db,
    bytes,
    onFailure: (error) => warn({ err: error }, 'texts of attachments could not be read; searches do not find them'),
  });
  begun.defer(async () => void (await texts.end()));
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
  begun.defer(async () => upstreamChannels?.end());
  if (!upstreamChannels) await keepUpstreamChannels(database.db, null);
  const views = upstreams.content?.pages ?? null;
  const upstreamViews =
    upstreams.content && views !== null
      ? await followUpstreamViews({ db: database.db, address: views, suite: upstreams.content.suite, warn })
      : undefined;
  begun.defer(async () => upstreamViews?.end());
  if (!upstreamViews) await forgetUpstreamViews(database.db);
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
    shellOfFeatures: Object.assign({}, ...Object.values(features).map(({ shell }) => shell?.(env))),
    onLoaded: (loaded) => {
      upkeep.start(ownRegisters(loaded));
      texts.start();
    },
  });
  // the first visitors must find what an older version of a definition did not search
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
  };
  const { pagesDir, filesDir } = settings;
  const worker = openWorker({
    reach: database.reach,
    pagesDir,
    filesDir,
    freeSpace: database.freeSpace,
    onCrash: (error) => warn({ err: error }, 'a thread for large registers ended before its work did'),
  });
  begun.defer(async () => void (await worker.end()));
  const publishContext = {
    db: database.db,
    pagesDir,
    filesDir,
    runInWorker: worker.by('due'),
    ...(database.freeSpace && { freeSpace: database.freeSpace }),
  };
  const ending = createEnding();
  const scrubbed: StoredFolder[] = [
    { table: 'file', bytes },
    { table: 'pro_material', bytes: openStoredBytes(materialsDirOf(filesDir)) },
  ];
  const scrub = startScrub(database.db, scrubbed, {
    found: (filepath, damage) => warn({ filepath, damage }, `stored file is ${damage}`),
    failed: (error) => warn({ err: error }, 'stored files could not be checked; they are tomorrow'),
  });
  begun.defer(async () => void (await scrub.end()));
  const keeper = startRecordKeeper(database.db, publications, env.heads, {
    site: env.siteUrl,
    failed: (error, what) => warn({ err: error }, what),
  });
  begun.defer(async () => void (await keeper.end()));
  const inVain = countMissed(missedIn(database.db), {
    failed: (error) => warn({ err: error }, 'what was searched in vain could not be written; it is tried again'),
  });
  begun.defer(async () => void (await inVain.end()));
  const oldAddresses = countOldAddresses(database.db, (error) =>
    warn({ err: error }, 'how often old addresses were asked for could not be written'),
  );
  begun.defer(async () => void (await oldAddresses.end()));
  const openContext: OpenContext = {
    env,
    db: database.db,
    publications,
    siteNow: () => sites.at('now'),
    pagesDir,
    filesDir,
    runInWorkerFor: worker.by,
    database,
    warn,
  };
  const opened = new Map<string, OpenPart>();
  for (const [name, { open }] of Object.entries(features)) {
    const part = open?.(openContext);
    if (!part) continue;
    opened.set(name, part);
    begun.defer(async () => void (await part.end()));
  }
  const admissions = createAdmissions(availableParallelism(), POOLED);
  const app = await buildApp({
    features,
    opened,
    metricsOfFeatures: () => [...opened].flatMap(([name, part]) => features[name]?.metrics?.(part) ?? []),
    ending,
    sendsMail: env.mail !== null,
    admissions,
    countMissed: inVain.count,
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
    openFiles,
    scrub,
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
    hosts: env.fixedHost ? allowedHosts(env.siteUrl, env.port) : null,
    logLevel: env.logLevel,
    logForm: env.logForm,
  });
  startLogging((facts, message) => app.log.warn(facts, message));
  const outbox =
    env.mail &&
    startOutbox(database.db, env.mail, (facts) =>
      app.log.warn(facts, 'a mail was not taken by the SMTP server; it is tried again for a day'),
    );
  const timers =
    settings.timers === false ? null : startTimers(publishContext, filesDir, publications, features, app.log);
  return {
    app,
    publications,
    cache,
    admissions,
    keeper,
    texts,
    deps: { ...rendering, log: app.log },
    problems: sites.problems,
    upstreamChannels,
    upstreamViews,
    ...(outbox && { outbox }),
    opened,
    close: async () => {
      await ending.begin(app.server);
      // what takes long waits for jobs, so both end together
      await Promise.all([
        ending.closed().then(() => app.close()),
        worker.end(),
        ...[...opened.values()].map((part) => part.end()),
      ]);
      await Promise.all([upkeep.end(), texts.end(), timers?.end(), scrub.end(), keeper.end(), cleaningThread.end()]);
      await Promise.all([
        inVain.end(),
        oldAddresses.end(),
        upstreamChannels?.end(),
        upstreamViews?.end(),
        outbox?.end(),
      ]);
      await publications.close();
    },
  };
}
