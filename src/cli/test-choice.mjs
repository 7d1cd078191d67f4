import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from './step.mjs';

export const HELP = `npm test                    each promise once: checks, units, the server, journeys in a browser
npm test -- PATH…           the tests in these files and folders
npm test -- --changed       checks, and the tests that uncommitted changes can have touched;
npm test -- --changed=REF   those that all changes since that commit can have touched
npm test -- --fast          checks, units, and one journey for each promise, in three minutes
npm run test:slow           further tries: files named *.slow.test.ts, journeys with the tag @slow, and the server on the
                            PostgreSQL of TEST_DATABASE_URL`;

/** One journey for each promise has this tag. */
const FAST = ['--grep', '@fast', '--project', 'visitors', '--project', 'console'];

/** Projects of tests/vitest.config.ts and tests/playwright.config.ts. */
const projects = (...names) => names.flatMap((name) => ['--project', name]);

/** `npm test` does not know its arguments; the message tells which. */
export class WrongChoice extends Error {}

/**
 * Parts of a run of npm test.
 * @typedef {object} TestChoice
 * @property {'test' | 'slow'} [whole] a whole run, whose processor seconds are counted
 * @property {boolean} build the built site and a browser are needed
 * @property {boolean} checks format, lint, types, page schemas
 * @property {boolean} house the tests of the repository, among the checks
 * @property {string[] | null} vitest arguments of Vitest; null: it does not run
 * @property {string[][]} journeys arguments of each run of Playwright
 * @property {boolean} external run the server's tests on the PostgreSQL of TEST_DATABASE_URL, too
 */

/** @type {TestChoice} */
const NOTHING = { build: true, checks: false, house: false, vitest: null, journeys: [], external: false };

/**
 * @param {string[]} args of npm test
 * @returns {TestChoice | null} null: help was asked for
 * @throws WrongChoice
 */
export function chooseTests(args) {
  const [first, ...more] = args;
  if (first === undefined)
    return {
      ...NOTHING,
      whole: 'test',
      checks: true,
      vitest: projects('unit', 'server'),
      journeys: [projects('visitors', 'console')],
    };
  if (args.includes('--help')) return null;
  if (!first.startsWith('-')) return named(args);
  if (more.length > 0) throw new WrongChoice(`${first} stands alone.`);
  if (first === '--slow')
    return {
      ...NOTHING,
      whole: 'slow',
      vitest: projects('slow'),
      journeys: [projects('visitors-slow', 'console-slow')],
      external: true,
    };
  if (first === '--fast') return { ...NOTHING, checks: true, vitest: projects('unit'), journeys: [FAST] };
  const [, ref] = /^--changed(?:=(.+))?$/.exec(first) ?? [first];
  if (first === '--changed' || ref !== undefined) return changed(ref ?? 'HEAD');
  throw new WrongChoice(`npm test does not know ${first}.`);
}

/** Paths of tests that start the product or read the built files. */
const BUILT = /^tests(\/(server|features|house|cli|journeys|wire)(\/.*)?)?$/;

/** @param {string[]} paths relative to where npm test was called, or to the root as in test reports */
function named(paths) {
  const from = [process.env.INIT_CWD ?? root, root];
  const found = paths.map((path) => {
    const full = from.map((folder) => resolve(folder, path)).find((file) => existsSync(file));
    const inside = full === undefined ? '' : relative(root, full);
    if (!/^tests(\/|$)/.test(inside)) throw new WrongChoice(`${path} is no file or folder of tests/.`);
    return inside;
  });
  const others = found.filter((path) => !path.startsWith('tests/journeys'));
  const journeys = found.filter((path) => path.startsWith('tests/journeys') || path === 'tests');
  return {
    ...NOTHING,
    build: found.some((path) => BUILT.test(path)),
    vitest: others.length > 0 ? others : null,
    journeys: journeys.length > 0 ? [journeys] : [],
  };
}

/** Sources of what a browser shows: a change in one of them runs one journey of each promise. */
const SHOWN = /^(src\/(?!cli\/|demo\/)|page-schemas\/|public\/|vite\.config\.ts|package-lock\.json)/;

/** Sources of what the product asks of its database in SQL: a change in one of them runs the tests on the second engine. */
const ASKS = /^src\/(server\/(db|store)\/|kinds\/[^/]+\/.*store)/;

function changed(ref) {
  const files = changedFiles(ref);
  const specs = files.filter((file) => /^tests\/journeys\/.*\.spec\.ts$/.test(file) && existsSync(resolve(root, file)));
  const shown = files.some((file) => SHOWN.test(file));
  return {
    ...NOTHING,
    checks: true,
    house: true,
    vitest: [...projects('unit', 'server'), '--changed', ref, '--passWithNoTests'],
    journeys: [...(shown ? [FAST] : []), ...(specs.length > 0 ? [specs] : [])],
    external: files.some((file) => ASKS.test(file)),
  };
}

function changedFiles(ref) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean);
  try {
    return [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
  } catch {
    throw new WrongChoice(`git knows no commit ${ref}.`);
  }
}
