import { rmSync } from 'node:fs';
import { SITE_BASE } from '#wire/paths.ts';
import { startDemoServer, type DemoServer } from '#tools/upstream-demo/server.ts';
import { pause, serverCommand, startProduct } from '../product.ts';
import { rounded, spread, type Row } from '../report.ts';
import { newDataFolder } from './start.ts';

const GROUP = 'In front of another system that answers in 20 ms';
/** milliseconds of each of its answers */
const DELAY = 20;
/** times its slowest call, beside what the page takes when it answers at once */
const LIMIT = 1.3;
/** seconds for which answers are kept: a page is asked for after they are over */
const KEEP = 0.2;
/** visitors in a second, and calls an address that they may cost: one for each time that answers are kept, and the first */
const [VISITORS, MOST_CALLS] = [200, 1 / KEEP + 1];
const GROUPS = ['content', 'user', 'market', 'product', 'retail', 'business'];

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  list: '/news/company',
  article: '/news/company/detail/9001',
  'article of a channel': '/publicChannel/complaint',
  register: '/publicChannel/fundSaleStaff',
};

/** US13: pages of which every answer has to be asked for anew, against the slowest of these answers. */
export async function upstreamRows(rounds: number): Promise<Row[]> {
  const cms = await startDemoServer();
  const dataDir = newDataFolder();
  const upstream = { address: cms.origin, suite: 'none', keep: KEEP };
  const site = await startProduct(dataDir, serverCommand as [string, ...string[]], {
    DEMO_SIZE: 'small',
    UPSTREAMS: JSON.stringify(Object.fromEntries(GROUPS.map((group) => [group, upstream]))),
  });
  try {
    const visit = async (path: string): Promise<number> => {
      await pause(KEEP * 1_000 + 20);
      const began = performance.now();
      const answer = await fetch(site.origin + SITE_BASE + path);
      await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - began;
    };
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      for (let warm = 0; warm < 3; warm++) await visit(path);
      const [atOnce, slow]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        atOnce.push(await visit(path));
        cms.break('*', { slow: DELAY });
        slow.push(await visit(path));
        cms.mend();
      }
      const own = quarter(atOnce);
      rows.push({
        group: GROUP,
        id: `upstream ${name}`,
        title: `${name}: what the page takes beyond its own draw, to the slowest call`,
        value: (quarter(slow) - own) / DELAY,
        unit: 'ratio',
        limit: { most: LIMIT },
        note: `${spread(slow, 'ms')}, ${rounded(own)} ms where it answers at once`,
      });
    }
    rows.push(await burst(cms, site.origin + SITE_BASE + PAGES.register!));
    return rows;
  } finally {
    await site.stop();
    await cms.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The time that a quarter stays under: other programs only add to it. */
const quarter = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)]!;

/** US13: how often one address is asked for while many visitors read a page for a second. */
async function burst(cms: DemoServer, page: string): Promise<Row> {
  cms.received.length = 0;
  const began = performance.now();
  const visits = Array.from({ length: VISITORS }, async (_, at) => {
    await pause((at * 1_000) / VISITORS);
    return (await fetch(page)).text();
  });
  await Promise.all(visits);
  const seconds = (performance.now() - began) / 1_000;
  const requests = Map.groupBy(cms.received, ({ path, params }) => `${path} ${JSON.stringify(params)}`);
  const most = Math.max(...[...requests.values()].map(({ length }) => length));
  return {
    group: GROUP,
    id: 'upstream burst',
    title: `calls an address in a second of ${VISITORS} visitors, where answers are kept for ${KEEP} s`,
    value: most / Math.max(1, seconds),
    unit: '',
    limit: { most: MOST_CALLS },
    note: `${VISITORS} visitors in ${rounded(seconds)} s, ${requests.size} addresses, ${cms.received.length} calls`,
  };
}
