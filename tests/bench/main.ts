/**
 * The room `bench` measures what the product promises in numbers (docs/bench.md): weights, ratios against nginx and
 * against React alone, times in a slow browser, memory, starts. It runs the built product as a program and imports of it
 * only what is measured without a server. Where a tool of the system is missing, it says what it skipped.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startChromium } from './devtools.ts';
import { describeMachine, findTools, load, pinned, residentMegabytes } from './machine.ts';
import { findPages, TABLE } from './pages.ts';
import { pause, readPage, serverCommand, startProduct, untilFilled, type Running } from './product.ts';
import { Report, rounded, verdictOf, type Row } from './report.ts';
import { articleRows } from './rows/articles.ts';
import { brandRows } from './rows/brand.ts';
import { cachedPage } from './rows/cached-page.ts';
import { newsroomRows } from './rows/newsroom.ts';
import { paintRows } from './rows/paint.ts';
import { consoleRows } from './rows/console.ts';
import { importRows } from './rows/import.ts';
import { largeRegisterRows } from './rows/large-register.ts';
import { overloadRows } from './rows/overload.ts';
import { registerRows } from './rows/registers.ts';
import { resolutionRows } from './rows/resolution.ts';
import { searchRows } from './rows/search.ts';
import { fillEmptyFolder, laterStarts, newDataFolder } from './rows/start.ts';
import { upstreamRows } from './rows/upstream.ts';
import { uncachedPages } from './rows/uncached-page.ts';
import { weighFirstLoads } from './rows/weight.ts';

const PARTS = [
  'resolution',
  'import',
  'articles',
  'registers',
  'search',
  'brand',
  'start',
  'weight',
  'cached',
  'uncached',
  'overload',
  'paint',
  'console',
  'large',
  'upstream',
  'newsroom',
] as const;
type Part = (typeof PARTS)[number];
/** parts that fill a store of their own, or need none */
const ALONE = ['resolution', 'import', 'articles', 'registers', 'search', 'large', 'brand', 'upstream', 'newsroom'];
const MEMORY_LIMIT = 180;
/** milliseconds in which an idle server gives back what the load took */
const AFTER_LOAD = 5_000;
/** load above which numbers are not worth writing down */
const BUSY = 0.7;

const HELP = `npm run bench -- [--json FILE] [--quick] [--only ${PARTS.join(',')}] [--data FOLDER]
  --json   writes all rows to FILE as well
  --quick  short runs, to see that everything works; the numbers are rough
  --only   some parts, with commas between
  --data   a folder that the full demonstration has filled; filling an empty one is then not measured`;

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    quick: { type: 'boolean' },
    only: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const only = options.only?.split(',') ?? PARTS;
const wanted = (part: Part) => only.includes(part);
const unknown = only.filter((part) => !(PARTS as readonly string[]).includes(part));
const span = options.quick ? { seconds: 1, rounds: 2 } : { seconds: 3, rounds: 5 };
const tools = findTools();
const report = new Report();

if (options.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no part ${unknown.join(', ')}.\n${HELP}` : HELP);
  process.exitCode = options.help ? 0 : 2;
} else await run();

async function run(): Promise<void> {
  const before = load();
  console.log(
    `${describeMachine()}; load ${rounded(before)} at the beginning${options.quick ? '; quick: rough numbers' : ''}`,
  );
  if (before > BUSY)
    console.log('Other programs are at work: times and ratios below are worse than on a quiet machine.');
  if (wanted('resolution')) await attempt('Resolution', async () => resolutionRows());
  if (wanted('import')) await attempt('Import', importRows);
  if (wanted('articles')) await attempt('Articles', () => articleRows(options.quick ? 2_000 : 10_000));
  if (wanted('registers')) await attempt('Registers', () => registerRows(options.quick ? 50_000 : 1_000_000));
  if (wanted('large')) await attempt('Large register', largeRegisterRows);
  if (wanted('search')) await attempt('Search', () => searchRows(options.quick ? 10_000 : 100_000));
  if (wanted('brand')) await attempt('Brand', withBrand);
  if (wanted('newsroom')) await attempt('Newsroom', withNewsroom);
  if (wanted('upstream')) await attempt('Upstream', () => upstreamRows(options.quick ? 7 : 25));
  if (only.every((part) => ALONE.includes(part))) return finish(before);
  const dataDir = options.data ?? newDataFolder();
  try {
    await fill(dataDir);
    if (wanted('start')) await attempt('Start', () => laterStarts(dataDir, span.rounds));
    if (only.some((part) => ['weight', 'cached', 'uncached', 'paint', 'console'].includes(part)))
      await withServer(dataDir);
    if (wanted('overload')) await attempt('Overload', () => overloadRows(tools, dataDir, TABLE, span));
  } finally {
    if (options.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
  finish(before);
}

/** Other parts need a filled folder, too. */
async function fill(dataDir: string): Promise<void> {
  if (options.data !== undefined) {
    if (wanted('start')) report.skip('Start', `filling an empty folder, because ${options.data} was given`);
    return;
  }
  const rows = await fillEmptyFolder(dataDir);
  if (wanted('start')) report.add(...rows);
}

/** Everything that asks a running server: the product on core 0, load on core 1. */
async function withServer(dataDir: string): Promise<void> {
  if (tools.taskset === null) report.skip('One core each', 'taskset is not there, so server and load share all cores');
  const site = await startProduct(dataDir, pinned(tools, 0, serverCommand));
  try {
    await untilFilled(site);
    const pages = await findPages(site.origin);
    for (const path of Object.values(pages)) await readPage(site.origin, path);
    if (wanted('weight')) await attempt('First load', () => weighFirstLoads(site.origin, pages));
    if (wanted('cached')) {
      if (tools.wrk === null)
        report.skip(
          'wrk',
          "wrk is not there; load comes from the bench's own client, which cannot fill nginx's core, so only work per core second counts",
        );
      if (tools.nginx === null) report.skip('Cached page', 'nginx is not there (Debian: apt-get install nginx-light)');
      else await attempt('Cached page', () => cachedPage(tools, tools.nginx!, site, pages.list, span));
    }
    if (wanted('uncached')) await attempt('Uncached page', () => uncachedPages(tools, site, pages.table, span));
    if (wanted('cached') || wanted('uncached')) await addMemory(site);
    if (wanted('paint')) await inBrowser(site, pages);
    if (wanted('console')) await attempt('Console', () => consoleRows(dataDir, site, span.rounds));
  } finally {
    await site.stop();
  }
}

/** One part that cannot be measured does not take the others along; it counts as missed. */
async function attempt(group: string, measure: () => Promise<Row[]>): Promise<void> {
  try {
    report.add(...(await measure()));
  } catch (error) {
    report.fail(group, error instanceof Error ? error.message : String(error));
  }
}

async function addMemory({ pid }: Running): Promise<void> {
  const under = residentMegabytes(pid);
  await pause(AFTER_LOAD);
  report.add({
    group: 'Memory',
    id: 'memory',
    title: 'Resident memory of the server process after this load',
    value: residentMegabytes(pid),
    unit: 'MB',
    limit: { most: MEMORY_LIMIT },
    note: `${AFTER_LOAD / 1000} s after the last request, ${rounded(under)} MB right then; PostgreSQL's own not included`,
  });
}

async function withBrand(): Promise<Row[]> {
  const turns = span.rounds * 4;
  if (tools.chromium === null) return brandRows(tools, null, turns);
  const browser = await startChromium(tools.chromium);
  try {
    return await brandRows(tools, browser, turns);
  } finally {
    await browser.close();
  }
}

async function withNewsroom(): Promise<Row[]> {
  const [articles, editions] = options.quick ? ([10_000, 500] as const) : ([100_000, 5_000] as const);
  if (tools.chromium === null) return newsroomRows(null, articles, editions, span.rounds);
  const browser = await startChromium(tools.chromium);
  try {
    return await newsroomRows(browser, articles, editions, span.rounds);
  } finally {
    await browser.close();
  }
}

async function inBrowser(site: Running, pages: Awaited<ReturnType<typeof findPages>>): Promise<void> {
  if (tools.chromium === null) return report.skip('In the browser', 'no Chromium was found (CHROMIUM names one)');
  if (tools.nginx === null)
    report.skip('In the browser', 'the comparison with static files, because nginx is not there');
  const browser = await startChromium(tools.chromium);
  try {
    await attempt('In the browser', () => paintRows(tools, browser, site, pages, span.rounds));
  } finally {
    await browser.close();
  }
}

function finish(before: number): void {
  const after = load();
  const missed = [...report.missed.map(({ id }) => id), ...report.failed.map(({ group }) => group)];
  console.log(
    `\nload ${rounded(after)} at the end; ${report.rows.length} rows, ${missed.length === 0 ? 'all within their limits' : `${missed.length} miss their limit: ${missed.join(', ')}`}`,
  );
  if (options.json) {
    const rows = report.rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
    writeFileSync(
      options.json,
      `${JSON.stringify({ machine: describeMachine(), quick: options.quick ?? false, load: { before, after }, rows, skipped: report.skipped, failed: report.failed }, null, 2)}\n`,
    );
  }
  process.exitCode = missed.length === 0 ? 0 : 1;
}
