import type { FastifyBaseLogger } from 'fastify';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatProblem } from '#page/problems.ts';
import { packedCommands } from '#rules/text/command-words.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { indexArticles } from './store/articles/article-index.ts';
import { CALL_BASE, SITE_BASE } from '#wire/paths.ts';
import { openLogFile } from './http/log-file.ts';
import type { Traces } from './http/open-traces.ts';
import type { TraceSettings } from './http/trace-settings.ts';
import { openStore, type Store } from './store/open-store.ts';
import { damageProblem, StoreProblem } from './db/store-problem.ts';
import { closeDemoAccess, openDemoAccess } from '#demo/access.ts';
import { decideDemo, fillDemo, fillHistory } from '#demo/fill.ts';
import { makeDemoStaff } from '#demo/staff.ts';
import { loadEnv, misspeltSettings, type Env } from './env.ts';
import { materialsDirOf, sweepMaterials } from './people/customers/materials.ts';
import { collector, collectWhenIdle } from './edge/collect-when-idle.ts';
import { sweepIncoming } from './files/store.ts';
import { isStoreAway } from './errors.ts';
import { hasAdmin } from './people/staff/accounts.ts';
import { makeSetupLink } from './people/staff/setup-link.ts';
import { keepHeapsOfThreads } from './edge/heaps-of-threads.ts';
import { assertListenable, listenProblem } from './edge/listen.ts';
import { assemble, builtFront } from './serve.ts';
import { DiskPages } from './pages/keep/disk-pages.ts';
import type { Copies } from './pages/keep/keep-pages.ts';
import { pagesFolder, standIn, type StandIn } from './stand-in.ts';
import { startWarnings, untrustedProxy, warningFacts } from './start-warnings.ts';
import { EXIT } from './exit-codes.mjs';
import { OperatorProblem, problemWords, sentenceOf } from './operator-problem.ts';
import { phrase, type Sentence } from './phrase.mjs';

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
  for (const hint of misspeltSettings(process.env)) console.error(phrase(hint));
  const stands = createStands(env, development);
  try {
    const store = await whenThere(stands, { isOurs: env.databaseUrl === null }, () =>
      // failures are reported below
      openStore(env, { say, onRepair: () => void stands.stand(null).catch(() => {}) }),
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

/** Server of the last run's pages while a start waits for its database (PD9). */
interface Stands {
  /** @returns null where there is no copy of them @throws ListenProblem */
  stand: (reason: Sentence | null) => Promise<StandIn | null>;
  current: () => Promise<StandIn | null>;
  end: () => Promise<void>;
}

function createStands(env: Env, development: boolean): Stands {
  let stand: Promise<StandIn | null> = Promise.resolve(null);
  const end = async (): Promise<void> => {
    const ending = stand.catch(() => null);
    stand = Promise.resolve(null);
    for (const signal of STOPS) process.off(signal, leave);
    await (await ending)?.end();
  };
  const leave = (): void => void end().finally(() => process.exit(EXIT.done));
  const begin = async (reason: Sentence | null): Promise<StandIn | null> => {
    const begun = await standInBecause(env, reason);
    if (begun) for (const signal of STOPS) process.once(signal, leave);
    return begun;
  };
  return {
    stand: (reason) =>
      (stand = stand.then((before) => before ?? (env.pagesOnDisk && !development ? begin(reason) : null))),
    current: () => stand,
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
  let lastProblem = '';
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const words = sentenceOf(error);
      const message = words.en;
      const isAway = error instanceof StoreProblem ? error.isAway : isStoreAway(error) || isTooSlow(error);
      if (!isAway) throw error;
      if (!(await stands.stand(words))) {
        if (!isOurs || performance.now() - began > LONGEST_WAIT) throw error;
        if (message !== lastProblem)
          say(
            phrase({
              zh: `数据库没有及时回答（${words.zh}）。继续尝试五分钟。`,
              en: `The database does not answer in time (${words.en}). It is tried on for five minutes.`,
            }),
          );
        lastProblem = message;
      }
      await sleep(AGAIN);
    }
  }
}

/** @param reason why the database is not there; null where that was printed */
async function standInBecause(env: Env, reason: Sentence | null): Promise<StandIn | null> {
  const stand = await standIn(env, await builtFront());
  if (!stand) return null;
  const { pages, publication, seenAt } = stand;
  if (reason) say(phrase(reason));
  say(
    phrase({
      zh: `在它回答之前，提供上次运行的 ${pages} 个页面，内容截至发布 ${publication}（${seenAt.toISOString()}），从那时起最多 24 小时；其他一律回答 503。`,
      en: `Until it answers, ${pages} pages of the last run are served as of publication ${publication}, ${seenAt.toISOString()}, for at most 24 hours from then; everything else answers 503.`,
    }),
  );
  return stand;
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
  if (demo) await whileAway(FILLING, () => fillDemo(filling));
  const front = development ? await (await import('./development.ts')).developmentFront() : await builtFront();
  const log =
    env.logFile &&
    openLogFile(env.logFile, (error) =>
      console.error(
        phrase({
          zh: `日志文件 ${env.logFile!.path} 不能写入，其间的日志会丢失：${error.message}`,
          en: `The log file ${env.logFile!.path} cannot be written, and its lines are lost meanwhile: ${error.message}`,
        }),
      ),
    );
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
      ...(log && { print: log.write }),
    }),
  );
  const traces = env.traces && (await traceTo(env.traces, `${hostname()}:${env.port}`, served.app.log));
  // before it answers: whoever sees it ready may stop it at once (PD4)
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    // a stop that hangs must not keep the process for ever
    setTimeout(() => {
      console.error(
        phrase({
          zh: '停止没有在 10 秒内完成，强行结束。',
          en: 'The stop did not end within 10 seconds, and is broken off.',
        }),
      );
      process.exit(EXIT.fault);
    }, 10_000).unref();
    await served.close();
    await Promise.all([store.close(), traces?.end()]);
    await log?.close();
    if (code === EXIT.done) say(phrase({ zh: '已停止。', en: 'Stopped.' }));
    process.exit(code);
  };
  const stopFor = (signal: NodeJS.Signals): void => {
    if (!stopping)
      say(
        phrase({
          zh: `收到 ${signal}，正在停止：先完成手头的工作。`,
          en: `Stopping on ${signal}: what is under way is finished first.`,
        }),
      );
    void stop(EXIT.done);
  };
  for (const signal of STOPS) process.on(signal, stopFor);
  endByFault = (fault) => {
    served.app.log.fatal({ err: fault }, 'a fault of the program: the server stops');
    process.exitCode = EXIT.fault;
    stop(EXIT.fault).catch(() => process.exit(EXIT.fault));
  };
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
    untrustedProxy(env.trustedProxies, (line) => console.error(phrase(line))),
  );
  const tell = async (): Promise<void> => {
    for (const line of startWarnings(env, await warningFacts(database.db, env.dataDir))) console.error(phrase(line));
  };
  await whileAway(TELLING, tell);
  if (collector) collectWhenIdle(() => requests, collector);
  const address = env.siteUrl;
  const api = `${address}${CALL_BASE}/docs`;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    phrase({
      zh: `网站 ${address}${SITE_BASE}/  管理后台 ${address}/console/  健康检查 ${address}/healthz${demo ? `  接口文档 ${api}` : ''}  （${seconds} 秒）`,
      en: `Site ${address}${SITE_BASE}/  console ${address}/console/  health ${address}/healthz${demo ? `  API document ${api}` : ''}  (${seconds} s)`,
    }),
  );
  const invite = async (): Promise<void> => {
    if (demo || (await hasAdmin(database.db))) return;
    const link = await makeSetupLink(database.db);
    say(
      // alone in its line, so that nothing sticks to it when it is copied
      phrase({
        zh: `管理后台还没有管理员。请在一小时内打开下面的地址，成为第一名系统管理员：\n  ${address}/console/set-up#${link}\n也可以随时运行：npm run create-admin -- li.min 李敏`,
        en: `Nobody can manage the console yet. Within an hour, make yourself its first system administrator:\n  ${address}/console/set-up#${link}\nor at any time: npm run create-admin -- li.min 李敏`,
      }),
    );
  };
  await whileAway(TELLING, invite);

  // the log's lines have told them already
  if (env.logForm === 'json') for (const problem of served.problems()) console.error(formatProblem(problem));
  if (served.problems().length > 0)
    console.error(
      phrase({
        zh: '以上文件有误，没有采用：由它们正确时的内容代替，没有的地址回答 503。请改正；下次发布或启动时重新读取。',
        en: 'These documents are refused: what they said while they were good stands in, else their addresses answer 503. Mend them; files are read again with the next publication or start.',
      }),
    );

  void Promise.race([database.lost, served.publications.lost]).then((problem) => {
    console.error(problemWords(problem));
    void stop(EXIT.problems);
  });
  // the site goes on listening; the next start takes the fill up again
  if (demo) {
    for (const line of await makeDemoStaff(database, env.dataDir)) say(line);
    await whileAway(FILLING, () => fillHistory(filling)).catch((error: unknown) => {
      if (!stopping) served.app.log.error({ err: error }, 'older demonstration content could not be filled in');
    });
  }
}

/** OP7: nothing of the library is loaded before, nor without an endpoint. */
async function traceTo(settings: TraceSettings, instance: string, log: FastifyBaseLogger): Promise<Traces> {
  const { openTraces } = await import('./http/open-traces.ts');
  return openTraces(settings, instance, (facts, message) => log.warn(facts, message));
}

/** Folder that kept pages are written to; a copy that is not wanted any more is removed. */
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

const FILLING = { zh: '写入演示数据', en: 'filling' };
const TELLING = { zh: '启动时的提示', en: 'what a start tells' };

/** Work of a listening server that continues when its database is back. @param what is resumed */
async function whileAway(what: Sentence, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isStoreAway(error) && !isTooSlow(error)) throw error;
    const { message } = error as Error;
    say(
      phrase({
        zh: `数据库不在（${message}）；它回来后继续：${what.zh}。`,
        en: `The database is away (${message}); ${what.en} goes on when it is back.`,
      }),
    );
    await sleep(PAUSE);
    await whileAway(what, act);
  }
}

/** Commands in a message have other names where this program was unpacked from one file. */
const inWords: (text: string) => string = existsSync(new URL('../../contents.json', import.meta.url))
  ? packedCommands
  : (text) => text;

const say = (line: string): void => console.log(inWords(line));

/** CM2: the end of a process by an error that nothing caught; Node's own code is that of a lost database. */
let endByFault = (error: unknown): void => {
  console.error(error);
  process.exit(EXIT.fault);
};
process.on('uncaughtException', (error) => endByFault(error));

main().catch((reason: unknown) => {
  const error = damageProblem(reason);
  const { message } = (error ?? {}) as Error;
  const isAway = !(error instanceof OperatorProblem) && isStoreAway(error);
  const away = {
    zh: `启动过程中数据库断开了（${message}）。等它回来再启动。`,
    en: `The database went away during the start (${message}). Start again when it is back.`,
  };
  if (isAway) console.error(phrase(away));
  else console.error(error instanceof OperatorProblem ? inWords(problemWords(error)) : error);
  process.exit(isAway || error instanceof OperatorProblem ? EXIT.notBegun : EXIT.fault);
});
