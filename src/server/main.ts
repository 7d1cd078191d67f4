import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { indexArticles } from './content/article-index.ts';
import { openStore } from './db/open-store.ts';
import { StoreProblem } from './db/store-problem.ts';
import { decideDemo, fillDemo, fillHistory } from './demo/fill.ts';
import { EnvProblems, loadEnv, misspeltSettings } from './env.ts';
import { sweepIncoming } from './files/store.ts';
import { assemble, builtFront } from './serve.ts';

/** One server process: settings, store, demonstration data, app, in this order. */
async function main(): Promise<void> {
  const started = performance.now();
  const development = process.argv.includes('--dev');
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) console.error(hint);
  const store = await openStore(env, say);
  const { database } = store;
  const filesDir = join(env.dataDir, 'files');
  await sweepIncoming(filesDir);
  // a store of a version that did not search yet
  await indexArticles(database.db);
  const demo = await decideDemo(database, env.demo);
  const filling = { database, filesDir, size: env.demoSize, today: env.demoToday ?? shanghaiDate(Date.now()), progress: say };
  if (demo) await fillDemo(filling);
  const served = await assemble({
    env,
    database,
    filesDir,
    pagesDir: fileURLToPath(new URL('../../page-schemas', import.meta.url)),
    wireKey: store.wireKey,
    demo,
    front: development ? await (await import('./development.ts')).developmentFront() : await builtFront(),
  });
  // the line below says where it listens
  served.app.log.level = env.logLevel === 'info' ? 'warn' : env.logLevel;
  await served.app.listen({ port: env.port, host: env.host });
  served.app.log.level = env.logLevel;
  const address = env.siteUrl;
  say(`Site ${address}/swhysc/  health ${address}/healthz${demo ? `  API document ${address}/swhy/service/docs` : ''}  (${((performance.now() - started) / 1000).toFixed(1)} s)`);

  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    // a stop that hangs must not keep the process for ever
    setTimeout(() => process.exit(1), 10_000).unref();
    await served.close();
    await store.close();
    process.exit(code);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  void database.lost.then((problem) => {
    console.error(problem.message);
    void stop(1);
  });
  if (demo) {
    await fillHistory(filling).catch((error: unknown) => {
      // the site goes on listening; the next start takes the fill up again
      if (!stopping) served.app.log.error({ err: error }, 'older demonstration content could not be filled in');
    });
  }
}

const say = (line: string): void => console.log(line);

main().catch((error: unknown) => {
  const expected = error instanceof EnvProblems || error instanceof StoreProblem;
  const taken = (error as { code?: string }).code === 'EADDRINUSE';
  console.error(taken ? `${(error as Error).message}. Another program listens there: stop it, or set PORT.` : expected ? error.message : error);
  process.exit(1);
});
