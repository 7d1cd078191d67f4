/**
 * Keeps a store as a commit of this repository writes it; tests run later commits on it:
 *
 * node src/cli/run.mjs src/tools/stored-data/main.ts COMMIT…
 *
 * Checks the commit out into a worktree, and installs, builds and starts it with an empty store and DEMO=off. Writes a
 * small store through the commit's own calls (story.ts), requests its pages as a visitor does, and writes the result to
 * tests/stored-data/COMMIT.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dumpStore, packDump } from './dump.ts';
import { differs, type StoredFacts } from './facts.ts';
import { withProduct } from './product.ts';
import { writeStore } from './story.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

async function keep(commit: string): Promise<string> {
  return withProduct(commit, async (product) => {
    const story = await writeStore(product);
    const wrong: string[] = [];
    // one after the other: a visitor may have only two downloads at a time
    for (const page of story.pages) wrong.push(await differs(product.origin, page));
    if (wrong.some(Boolean))
      throw new Error(`The site of ${commit} is not as the story says:\n${wrong.join('\n').trim()}`);
    await product.stop();
    const dump = await dumpStore(product.dataDir);
    const facts: StoredFacts = { commit, migration: lastOf(dump, 'migration').name!, head: headOf(dump), ...story };
    const folder = join(ROOT, 'tests/stored-data', commit.slice(0, 7));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
    writeFileSync(join(folder, 'store.json.gz'), packDump(dump));
    return folder;
  });
}

type Dump = Awaited<ReturnType<typeof dumpStore>>;

/** The row of a table with the highest `no`. */
function lastOf({ tables }: Dump, table: string): Record<string, string | null> {
  const { columns, rows } = tables[table]!;
  const at = columns.indexOf('no');
  const last = rows.toSorted((one, other) => Number(one[at]) - Number(other[at])).at(-1)!;
  return Object.fromEntries(columns.map((name, place) => [name, last[place]!]));
}

function headOf(dump: Dump): string {
  const { no, hash } = lastOf(dump, 'publication');
  return `${no}:${hash}`;
}

const commits = process.argv.slice(2);
if (commits.length === 0) {
  console.error('Name a commit: node src/cli/run.mjs src/tools/stored-data/main.ts HEAD');
  process.exitCode = 2;
}
for (const name of commits) {
  const commit = execFileSync('git', ['rev-parse', `${name}^{commit}`], { cwd: ROOT, encoding: 'utf8' }).trim();
  console.log(`${commit.slice(0, 7)}: ${await keep(commit)}`);
}
