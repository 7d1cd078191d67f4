import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const separateTests = ['tests/journeys/**', 'tests/bench/**'];

/** A file that runs before each file of tests. */
const setup = (name: string) => `${root}tests/world/${name}-setup.ts`;

/** Further tries of what other tests show once: they run with `npm run test:slow`. */
const slow = 'tests/**/*.slow.test.{ts,tsx}';

/** Files that `npm test` tries with a part of their values or rows, and `npm run test:slow` with all of them (`tries`). */
const further = ['abuse', 'register-download', 'register-loop'].map((name) => `tests/server/${name}.test.ts`);

/**
 * Tests of a second PostgreSQL: its tables, rights, locks and clock, how it is reached and lost, and the product's
 * queries in SQL of its own. Other server tests would show the same again.
 */
const again = [
  'alerts',
  'catalogue',
  'backup',
  'clock-back',
  'connect',
  'console-rows',
  'database-document',
  'editions',
  'editions-due',
  'every-kind',
  'free-space',
  'import',
  'large-register',
  'lost-database',
  'low-disk',
  'migrate',
  'publication-log',
  'publish',
  'publish-problems',
  'register-calls',
  'register-misfits',
  'register-references',
  'row-set-rights',
  'search',
  'search-kinds',
  'searches-in-vain',
  'server-role',
  'transfer',
  'work-list',
].map((name) => `tests/server/${name}.test.ts`);

/**
 * Three projects. `server` has a PostgreSQL; some of it runs on a second one, too (`npm run test:slow`). Tests that
 * need none are in `unit`, parts of the server (tests/server-parts) included; `slow` has the further tries.
 */
export default defineConfig({
  root,
  // the build's setting: elements that remember who made them took a tenth of the server's tests
  oxc: { jsx: { runtime: 'automatic', importSource: '#script', development: false } },
  test: {
    // limits find what hangs; other programs on the machine must not make a test reach it
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // commands and starts speak English to developers on any machine; a test of their Chinese names it (CM1)
    env: { LC_ALL: '', LC_MESSAGES: '', LANG: 'en' },
    // files of a worker share their modules: loading them anew for each file took half of the time
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...separateTests, slow, 'tests/server/**'],
          setupFiles: ['cost', 'children', 'parts'].map(setup),
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          env: { NODE_ENV: 'production' },
          include: process.env.TEST_DATABASE_URL ? again : ['tests/server/**/*.test.{ts,tsx}'],
          exclude: [...separateTests, ...(process.env.TEST_DATABASE_URL ? [] : [slow])],
          globalSetup: [`${root}tests/world/database-setup.ts`],
          setupFiles: ['cost', 'children', 'steady-clock'].map(setup),
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: process.env.TEST_DATABASE_URL ? [] : [slow, ...further],
          exclude: separateTests,
          globalSetup: [`${root}tests/world/database-setup.ts`],
          setupFiles: ['cost', 'children', 'parts', 'steady-clock'].map(setup),
        },
      },
    ],
  },
});
