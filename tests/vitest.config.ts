import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const apart = ['tests/journeys/**', 'tests/bench/**'];

/** A file that runs before each file of tests. */
const setup = (name: string) => `${root}tests/world/${name}-setup.ts`;

/** Further tries of what other tests show once: they run with `npm run test:slow`. */
const slow = 'tests/**/*.slow.test.{ts,tsx}';

/** Files that `npm test` tries with a part of their values or rows, and `npm run test:slow` with all of them (`tries`). */
const further = ['abuse', 'register-download', 'register-loop'].map((name) => `tests/server/${name}.test.ts`);

/**
 * What a second PostgreSQL is asked for: its tables, rights, locks and clock, how it is reached and lost, and what the
 * product asks of it in SQL of its own. Other server tests would show the same again.
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
].map((name) => `tests/server/${name}.test.ts`);

/**
 * Three projects: `server` has a PostgreSQL; some of it runs on a second one, too (`npm run test:slow`); what needs none
 * is in `unit`, parts of the server (tests/server-parts) included; `slow` has the further tries.
 */
export default defineConfig({
  root,
  // as a build does: elements that remember who made them took a tenth of the server's tests
  oxc: { jsx: { runtime: 'automatic', importSource: '#script', development: false } },
  test: {
    // a test that starts and kills whole programs takes 20 s where other programs want the cores, too
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // files of a worker share their modules: loading them anew for each file took half of the time
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...apart, slow, 'tests/server/**'],
          setupFiles: ['cost', 'children', 'parts'].map(setup),
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          env: { NODE_ENV: 'production' },
          include: process.env.TEST_DATABASE_URL ? again : ['tests/server/**/*.test.{ts,tsx}'],
          exclude: [...apart, ...(process.env.TEST_DATABASE_URL ? [] : [slow])],
          globalSetup: [`${root}tests/world/database-setup.ts`],
          setupFiles: ['cost', 'children', 'steady-clock'].map(setup),
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: process.env.TEST_DATABASE_URL ? [] : [slow, ...further],
          exclude: apart,
          globalSetup: [`${root}tests/world/database-setup.ts`],
          setupFiles: ['cost', 'children', 'parts', 'steady-clock'].map(setup),
        },
      },
    ],
  },
});
