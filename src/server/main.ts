import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatProblem } from '#page/problems.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { indexArticles } from './store/articles/article-index.ts';
import { openStore, type Store } from './store/open-store.ts';
import { damageProblem, StoreProblem } from './db/store-problem.ts';
import { closeDemoAccess, openDemoAccess } from '#demo/access.ts';
import { decideDemo, fillDemo, fillHistory } from '#demo/fill.ts';
import { FillProblem } from '#demo/fill-problem.ts';
import { makeDemoStaff } from '#demo/staff.ts';
import { EnvProblems, loadEnv, misspeltSettings, type Env } from './env.ts';
import { materialsDirOf, sweepMaterials } from './people/customers/materials.ts';
import { collector, collectWhenIdle } from './edge/collect-when-idle.ts';
import { sweepIncoming } from './files/store.ts';
import { isStoreAway } from './errors.ts';
import { hasAdmin } from './people/staff/accounts.ts';
import { makeSetupLink } from './people/staff/setup-link.ts';
import { keepHeapsOfThreads } from './edge/heaps-of-threads.ts';
import { assertListenable, ListenProblem, listenProblem } from './edge/listen.ts';
import { assemble, builtFront } from './serve.ts';
import { DiskPages } from './pages/keep/disk-pages.ts';
import type { Copies } from './pages/keep/keep-pages.ts';
import { pagesFolder, standIn, type StandIn } from './stand-in.ts';
import { startWarnings, untrustedProxy, warningFacts } from './start-warnings.ts';

/** One server process: settings, store, demonstration data, app, in this order. */
async function main(): Promise<void> {
  const started = performance.now();
  // files of visitors and editors are nobody else's on this machine
  process.umask(0o077);
  keepHeapsOfThreads();
  // PD13: who read the log has gone, or its disk is full
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const development = process.argv.includes('--dev');
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) console.error(hint);
  const stands = createStands(env, development);
  try {
    const store = await whenThere(stands, { isOurs: env.databaseUrl === null }, () =>
      // what fails is told below
      openStore(env, { say, onRepair: () => void stands.stand('').catch(() => {}) }),
    );
    try {
      // told before a store is filled, not after
      if (!(await stands.current())) await assertListenable(env);
      await serve(store, { env, development, started, stands });
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    await stands.end();
    throw error;
  }
}

const STOPS = ['SIGINT', 'SIGTERM'] as const;

/** milliseconds between two attempts to reach a database that is away */
const AGAIN = 2_000;
/** milliseconds for which a database that is known to be right is waited for where no pages can be shown meanwhile */
const LONGEST_WAIT = 300_000;

/** What shows the pages of the last run while a start waits for its database (PD9). */
interface Stands {
  /** @returns null where there is no copy of them @throws ListenProblem */
  stand: (reason: string) => Promise<StandIn | null>;
  current: () => Promise<StandIn | null>;
  end: () => Promise<void>;
}

function createStands(env: Env, development: boolean): Stands {
  let standing: Promise<StandIn | null> = Promise.resolve(null);
  const end = async (): Promise<void> => {
    const ending = standing.catch(() => null);
    standing = Promise.resolve(null);
    for (const signal of STOPS) process.off(signal, leave);
    await (await ending)?.end();
  };
  const leave = (): void => void end().finally(() => process.exit(0));
  const begin = async (reason: string): Promise<StandIn | null> => {
    const begun = await standInBecause(env, reason);
    if (begun) for (const signal of STOPS) process.once(signal, leave);
    return begun;
  };
  return {
    stand: (reason) =>
      (standing = standing.then((before) => before ?? (env.pagesOnDisk && !development ? begin(reason) : null))),
    current: () => standing,
    end,
  };
}

/**
 * Does a part of the start, again and again while its database cannot be reached, repairs itself or is too slow. The pages
 * of the last run are served meanwhile, where there is a copy of them (PD9).
 * @param isOurs the database is known to be the right one: it is waited for without a copy, too
 * @throws what is wrong otherwise; StoreProblem where there is no such copy
 */
async function whenThere<T>(stands: Stands, { isOurs }: { isOurs: boolean }, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let told = '';
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const { message } = error as Error;
      const isAway = error instanceof StoreProblem ? error.isAway : isStoreAway(error) || isTooSlow(error);
      if (!isAway) throw error;
      if (!(await stands.stand(message))) {
        if (!isOurs || performance.now() - began > LONGEST_WAIT) throw error;
        if (message !== told)
          say(`The database does not answer in time (${message}). It is tried on for five minutes.`);
        told = message;
      }
      await sleep(AGAIN);
    }
  }
}

/** @param reason why the database is not there; '' where that was told */
async function standInBecause(env: Env, reason: string): Promise<StandIn | null> {
  const standing = await standIn(env, await builtFront());
  if (!standing) return null;
  const { pages, publication, seenAt } = standing;
  if (reason) say(reason);
  say(
    `Until it answers, ${pages} pages of the last run are served as of publication ${publication}, ${seenAt.toISOString()}, for at most 24 hours from then; everything else answers 503.`,
  );
  return standing;
}

async function serve(
  store: Store,
  { env, development, started, stands }: { env: Env; development: boolean; started: number; stands: Stands },
): Promise<void> {
  const { database } = store;
  const filesDir = join(env.dataDir, 'files');
  const materialsDir = materialsDirOf(filesDir);
  // servers of a named PostgreSQL may share the folder
  const isAlone = database.engine === 'embedded';
  for (const dir of [filesDir, materialsDir]) await sweepIncoming(dir, { isAlone });
  const demo = await whenThere(stands, { isOurs: true }, async () => {
    const access = await decideDemo(database, env);
    await sweepMaterials(database.db, materialsDir, { isAlone });
    // a store of a version that did not search yet
    await indexArticles(database.db);
    if (access === 'closed') await closeDemoAccess(database);
    if (access === 'open') await openDemoAccess(database);
    return access === 'open';
  });
  const filling = {
    database,
    filesDir,
    size: env.demoSize,
    today: env.demoToday ?? shanghaiDate(Date.now()),
    progress: say,
  };
  if (demo) await whileAway('filling', () => fillDemo(filling));
  const front = development ? await (await import('./development.ts')).developmentFront() : await builtFront();
  const served = await whenThere(stands, { isOurs: true }, () =>
    assemble({
      env,
      database,
      filesDir,
      pagesDir: fileURLToPath(new URL('../../page-schemas', import.meta.url)),
      wireKey: store.wireKey,
      demo,
      front,
      ...copiesOf(env, store, development),
    }),
  );
  // before it answers: whoever sees it ready may stop it at once (PD4)
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    // a stop that hangs must not keep the process for ever
    setTimeout(() => process.exit(1), 10_000).unref();
    await served.close();
    await store.close();
    if (code === 0) say('Stopped.');
    process.exit(code);
  };
  const stopFor = (signal: NodeJS.Signals): void => {
    if (!stopping) say(`Stopping on ${signal}: what is under way is finished first.`);
    void stop(0);
  };
  for (const signal of STOPS) process.on(signal, stopFor);
  // the line below says where it listens
  served.app.log.level = env.logLevel === 'info' ? 'warn' : env.logLevel;
  await stands.end();
  await served.app
    .listen({ port: env.port, host: env.host })
    .catch((error: unknown) => Promise.reject(listenProblem(error, env)));
  served.app.log.level = env.logLevel;
  let requests = 0;
  served.app.server.on('request', () => (requests += 1));
  served.app.server.on(
    'request',
    untrustedProxy(env.trustedProxies, (line) => console.error(line)),
  );
  const tell = async (): Promise<void> => {
    for (const line of startWarnings(env, await warningFacts(database.db, env.dataDir))) console.error(line);
  };
  await whileAway('what a start tells', tell);
  if (collector) collectWhenIdle(() => requests, collector);
  const address = env.siteUrl;
  say(
    `Site ${address}/swhysc/  console ${address}/console/  health ${address}/healthz${demo ? `  API document ${address}/swhy/service/docs` : ''}  (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  const invite = async (): Promise<void> => {
    if (demo || (await hasAdmin(database.db))) return;
    const link = await makeSetupLink(database.db);
    say(
      // alone in its line, so that nothing sticks to it when it is copied
      `Nobody can manage the console yet. Within an hour, make yourself its first system administrator:\n  ${address}/console/set-up#${link}\nor at any time: npm run create-admin -- li.min 李敏`,
    );
  };
  await whileAway('what a start tells', invite);

  // the log's lines have told them already
  if (env.logForm === 'json') for (const problem of served.problems()) console.error(formatProblem(problem));
  if (served.problems().length > 0)
    console.error(
      'These documents are refused: what they said while they were good stands in, else their addresses answer 503. Mend them (npm run check); files are read again with the next publication or start.',
    );

  void database.lost.then((problem) => {
    console.error(problem.message);
    void stop(1);
  });
  // the site goes on listening; the next start takes the fill up again
  if (demo) {
    for (const line of await makeDemoStaff(database, env.dataDir)) say(line);
    await whileAway('filling', () => fillHistory(filling)).catch((error: unknown) => {
      if (!stopping) served.app.log.error({ err: error }, 'older demonstration content could not be filled in');
    });
  }
}

/** Where kept pages are written; a copy that is not wanted any more is taken away. */
function copiesOf(env: Env, { instance }: Store, development: boolean): { copies?: Copies } {
  const disk = new DiskPages(pagesFolder(env.dataDir));
  if (env.pagesOnDisk && !development) return { copies: { disk, instance } };
  disk.remove();
  return {};
}

/** milliseconds before work that the database has left is taken up again */
const PAUSE = 5_000;

/** Whether a statement took longer than one may: of a start's own none does unless the database is in need. */
const isTooSlow = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

/** What a server that listens already does besides goes on when its database is back. @param what is resumed */
async function whileAway(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isStoreAway(error) && !isTooSlow(error)) throw error;
    say(`The database is away (${(error as Error).message}); ${what} goes on when it is back.`);
    await sleep(PAUSE);
    await whileAway(what, act);
  }
}

const say = (line: string): void => console.log(line);

main().catch((reason: unknown) => {
  const error = damageProblem(reason);
  const expected = [EnvProblems, StoreProblem, FillProblem, ListenProblem].some((kind) => error instanceof kind);
  const away = isStoreAway(error)
    ? `The database went away during the start (${(error as Error).message}). Start again when it is back.`
    : error;
  console.error(expected ? (error as Error).message : away);
  process.exit(1);
});
