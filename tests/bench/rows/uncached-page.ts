import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteState } from '#page/page-schema.ts';
import { finish, runLoad, type Throughput } from '../load.ts';
import { pinned, type Tools } from '../machine.ts';
import { filteredTables, unseenLists } from '../pages.ts';
import { readPage, stateIn, type Running } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';

const GROUP = 'Uncached page against a bare React render of the same tree (one core)';
const LIMIT = 0.25;
const CONNECTIONS = 8;
/** page sizes of the sets that are measured, and of those that only warm the server up */
const SIZES = [6, 7, 8, 9, 11, 12, 13, 14, 15, 16];
const WARMING = Array.from({ length: 24 }, (_, at) => 17 + at);
/**
 * share of the list pages of a turn: requested before the clock runs, as the bare render draws for a second before its
 * own does
 */
const UNCOUNTED = 0.3;
const bareRender = fileURLToPath(new URL('../bare-render.ts', import.meta.url));

type Encoding = 'br' | 'identity';

/**
 * Address to answer, each page rendered for this one request; in turns with render() of the server bundle on the same
 * states. Judged without compression, which is no part of rendering and, of a kept page, is done once; told with it.
 */
export async function uncachedPages(
  tools: Tools,
  site: Running,
  table: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const load = async (paths: string[], encoding: Encoding, span: number | null): Promise<Throughput> => {
    const hits = await cacheHits(site.origin);
    const measured = await runLoad(tools, site.pid, {
      port: site.port,
      paths,
      connections: CONNECTIONS,
      seconds: span,
      encoding,
    });
    if ((await cacheHits(site.origin)) > hits) throw new Error('Some of these pages came from the cache.');
    return measured;
  };
  const [warming] = await unseenLists(site.origin, 1, WARMING);
  await load(warming!, 'br', null);
  // each page can be measured once, and core time is told in hundredths of a second: the judged encoding gets most of them
  const sets = await unseenLists(site.origin, rounds * 4, SIZES);
  const tables = await filteredTables(site.origin, table, 40);
  await load(tables, 'br', seconds);
  const rows: Row[] = [];
  for (const [at, encoding] of (['identity', 'br'] as const).entries()) {
    const lists = Array.from({ length: rounds }, (_, round) =>
      at === 0 ? sets.slice(round * 3, round * 3 + 3).flat() : sets[rounds * 3 + round]!,
    );
    const measureLists = async (round: number) => {
      const first = Math.ceil(lists[round]!.length * UNCOUNTED);
      await load(lists[round]!.slice(0, first), encoding, null);
      return load(lists[round]!.slice(first), encoding, null);
    };
    // a list is rendered once for its first visitor, so its states are read when it has been measured
    rows.push(rowOf('list', encoding, await inTurns(rounds, measureLists, (round) => lists[round]!)));
    rows.push(
      rowOf(
        'table',
        encoding,
        await inTurns(
          rounds,
          () => load(tables, encoding, seconds),
          () => tables,
        ),
      ),
    );
  }
  return rows;

  async function inTurns(
    count: number,
    measure: (round: number) => Promise<Throughput>,
    pathsOf: (round: number) => string[],
  ): Promise<[Throughput, number][]> {
    const turns: [Throughput, number][] = [];
    for (let round = 0; round < count; round++) {
      const ours = await measure(round);
      const states: SiteState[] = [];
      for (const path of pathsOf(round)) states.push(stateIn(await readPage(site.origin, path)));
      turns.push([ours, await renderBare(tools, states, seconds)]);
    }
    return turns;
  }
}

async function cacheHits(origin: string): Promise<number> {
  return Number(/^site_page_cache_hits_total (\d+)/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]);
}

/** Pages a second of core time that React alone renders of these states. */
async function renderBare(tools: Tools, states: SiteState[], seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'site-states-'));
  try {
    const file = join(folder, 'states.json');
    writeFileSync(file, JSON.stringify(states));
    const output = await finish(
      pinned(tools, 0, [process.execPath, '--disable-warning=ExperimentalWarning', bareRender, file, String(seconds)]),
    );
    const rate = Number(output);
    if (!(rate > 0)) throw new Error(`The bare render failed: ${output}`);
    return rate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(kind: 'list' | 'table', encoding: Encoding, turns: [Throughput, number][]): Row {
  const whole = turns.map(([{ perCoreSecond, perSecond }]) => perCoreSecond ?? perSecond);
  const own = turns.map(([{ perOwnCoreSecond, perSecond }]) => perOwnCoreSecond ?? perSecond);
  const bare = turns.map(([, rate]) => rate);
  const ratio = (rates: number[]) => median(rates.map((rate, at) => rate / bare[at]!));
  return {
    group: GROUP,
    id: `uncached-${kind}-${encoding}`,
    title: `${kind === 'list' ? 'list page, first visitor' : 'table page, filtered by free text'}, ${encoding === 'br' ? 'brotli' : 'not compressed'}`,
    value: ratio(whole),
    unit: 'ratio',
    limit: encoding === 'identity' ? { least: LIMIT } : null,
    note: `${spread(whole)} against ${spread(bare)} pages a core second, PostgreSQL's core time included; ${ratio(own).toFixed(2)} without it; by the clock ${rounded(median(turns.map(([{ perSecond }]) => perSecond)))} a second`,
  };
}
