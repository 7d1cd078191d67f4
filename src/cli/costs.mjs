import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processorSeconds } from './processor-seconds.mjs';
import { root } from './step.mjs';

/** How many test files a run names as its dearest. */
const DEAREST = 10;

/**
 * Counts the processor seconds of a whole run, by part and by test file, and keeps them in test-results/ for the house
 * check (tests/house/costs.test.ts) and for docs/bench.md.
 * @param {string} run name of the run: `test` or `slow`
 */
export function countCosts(run) {
  const kept = join(root, `test-results/costs-${run}.json`);
  const notes = join(root, `test-results/costs-${run}.ndjson`);
  mkdirSync(dirname(notes), { recursive: true });
  rmSync(notes, { force: true });
  const parts = {};
  let counted = processorSeconds();
  return {
    /** where test files note what they cost (tests/world/cost.ts) */
    env: { TEST_COSTS: notes },
    /** @param {string} part that has ended */
    count(part) {
      const now = processorSeconds();
      parts[part] = (parts[part] ?? 0) + now - counted;
      counted = now;
    },
    /** @returns {string[]} lines that tell the sum, the parts and the dearest files */
    end() {
      const files = readNotes(notes);
      rmSync(notes, { force: true });
      writeFileSync(kept, `${JSON.stringify({ parts: rounded(parts), files: rounded(files) }, null, 2)}\n`);
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
  const words = (costs) => dearestFirst(costs).map(([name, seconds]) => `${name} ${seconds.toFixed(0)}`);
  return [
    `processor seconds: ${all.toFixed(0)} (${words(parts).join(', ')})`,
    `dearest files: ${words(files).slice(0, DEAREST).join(', ')}`,
  ];
}
