import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { machineSeconds, processorSeconds } from './processor-seconds.mjs';
import { root } from './step.mjs';

/** Number of test files that a run names as its dearest. */
const DEAREST = 10;

const costsFile = (run) => join(root, `test-results/costs-${run}.json`);

/** The costs of an earlier run, beside which those of the last one are told. They are replaced by a copy of its file. */
const EARLIER = join(root, 'tests/costs.json');

/** A file has become dear when its share of the whole has grown so much: seconds of two machines cannot be compared. */
const GROWN = { times: 1.5, share: 0.005 };

/** Processor seconds of the whole machine, or of this program's descendants where that is not told. */
const spent = () => machineSeconds() ?? processorSeconds();

/**
 * Counts the processor seconds of a whole run, by part (of all programs of the machine) and by test file (of its own
 * programs). Stores them in test-results/ for `npm run check` and docs/bench.md.
 * @param {string} run name of the run: `test` or `slow`
 */
export function countCosts(run) {
  const file = costsFile(run);
  const notes = join(root, `test-results/costs-${run}.ndjson`);
  mkdirSync(dirname(notes), { recursive: true });
  rmSync(notes, { force: true });
  const parts = {};
  let counted = spent();
  return {
    /** the file in which test files note their costs (tests/world/cost.ts) */
    env: { TEST_COSTS: notes },
    /** @param {string} part that has ended */
    count(part) {
      const now = spent();
      parts[part] = (parts[part] ?? 0) + now - counted;
      counted = now;
    },
    /** @returns {string[]} lines that tell the sum, the parts and the dearest files */
    end() {
      const files = readNotes(notes);
      rmSync(notes, { force: true });
      writeFileSync(file, `${JSON.stringify({ parts: rounded(parts), files: rounded(files) }, null, 2)}\n`);
      return tell(parts, files);
    },
  };
}

/** @returns {Record<string, number>} processor seconds by test file */
function readNotes(notes) {
  const files = {};
  if (!existsSync(notes)) return files;
  for (const line of readFileSync(notes, 'utf8').split('\n').filter(Boolean)) {
    const { file, seconds } = JSON.parse(line);
    files[file] = (files[file] ?? 0) + seconds;
  }
  return files;
}

const dearestFirst = (costs) => Object.entries(costs).sort(([, one], [, other]) => other - one);

const rounded = (costs) =>
  Object.fromEntries(dearestFirst(costs).map(([name, seconds]) => [name, Math.round(seconds * 10) / 10]));

function tell(parts, files) {
  const all = Object.values(parts).reduce((sum, seconds) => sum + seconds, 0);
  return [
    `processor seconds: ${all.toFixed(0)} (${named(parts).join(', ')})`,
    `dearest files: ${named(files).slice(0, DEAREST).join(', ')}`,
  ];
}

/** @returns {string[]} names with their seconds, the dearest first */
const named = (costs) => dearestFirst(costs).map(([name, seconds]) => `${name} ${seconds.toFixed(0)}`);

/**
 * Tells the dearest test files of the last whole `npm test`, and which take a greater share of it than they did.
 * @returns {string[]} lines; none where nothing was counted yet
 */
export function tellLastCosts() {
  const last = costsFile('test');
  if (!existsSync(last)) return [];
  const [now, then] = [last, EARLIER].map((file) => JSON.parse(readFileSync(file, 'utf8')).files);
  return tellFiles(now, then);
}

/**
 * @param {Record<string, number>} now processor seconds by test file
 * @param {Record<string, number>} then of an earlier run
 * @returns {string[]} lines
 */
export function tellFiles(now, then) {
  const [shareNow, shareThen] = [now, then].map(shares);
  const grown = Object.keys(now).filter(
    (file) => shareNow(file) - shareThen(file) > GROWN.share && shareNow(file) > GROWN.times * shareThen(file),
  );
  return [
    `dearest tests of the last whole run (processor seconds): ${named(now).slice(0, DEAREST).join(', ')}`,
    ...grown.map(
      (file) =>
        `${file} takes ${percent(shareNow(file))} of all tests, ${percent(shareThen(file))} of those in tests/costs.json`,
    ),
  ];
}

/** @param {Record<string, number>} costs */
function shares(costs) {
  const all = Object.values(costs).reduce((sum, seconds) => sum + seconds, 0);
  return (file) => (costs[file] ?? 0) / all;
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;
