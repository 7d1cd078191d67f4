import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const apart = ['tests/journeys/**', 'tests/bench/**'];

/**
 * Server tests that bring their own PostgreSQL, need none, or are about the program, its files, HTTP, who may do what, or
 * long ways through what other tests ask of the database: on a second one they would show the same again.
 */
const once = [
  'abuse',
  'away-database',
  'broken-pages',
  'console-registers',
  'console-wizard',
  'demo-fill',
  'editions-walk',
  'embedded',
  'end-import',
  'endurance',
  'env',
  'feed',
  'gateway',
  'hostile-clients',
  'hostile-input',
  'import-articles',
  'import-command',
  'instance',
  'killed-and-cut',
  'log',
  'login',
  'lost-output',
  'overload',
  'pages-on-disk',
  'production',
  'professional-investor',
  'publish-act',
  'record',
  'register-download',
  'register-loop',
  'risk-access',
  'set-up',
  'start',
  'stop',
  'stored-data',
  'transfer-doubles',
  'transfer-many',
  'transfer-size',
  'two-nodes',
  'unread-answers',
  'upload-killed',
  'upstream-pages',
  'worker',
  'worker-queue',
].map((name) => `tests/server/${name}.test.ts`);

/**
 * Two projects: `server` has a PostgreSQL and runs once for each engine (`npm test`); what needs none runs once, in `unit`,
 * parts of the server (tests/server-parts) included.
 */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: '#script' } },
  test: {
    // a test that starts and kills whole programs takes 20 s where other programs want the cores, too
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // files of a worker share their modules: loading them anew for each file took half of the time
    isolate: false,
    // a busy machine may hold a test back; what passed only when repeated is named at the end, as with journeys
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...apart, 'tests/server/**'],
          setupFiles: [`${root}tests/world/parts-setup.ts`],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.{ts,tsx}'],
          exclude: process.env.TEST_DATABASE_URL ? [...apart, ...once] : apart,
          globalSetup: [`${root}tests/world/database-setup.ts`],
          setupFiles: [`${root}tests/world/steady-clock-setup.ts`],
        },
      },
    ],
  },
});
