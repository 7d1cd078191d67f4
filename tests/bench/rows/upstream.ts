import { rmSync } from 'node:fs';
import { SITE_BASE } from '#wire/paths.ts';
import { startDemoServer } from '#tools/upstream-demo/server.ts';
import { pause, serverCommand, startProduct } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';
import { newDataFolder } from './start.ts';

const GROUP = 'In front of another system that answers in 20 ms';
/** milliseconds of each of its answers */
const DELAY = 20;
/** times its slowest call, beside what the page takes when it answers at once */
const LIMIT = 1.3;
/** seconds for which answers are kept: a page is asked for after they are over */
const KEEP = 0.2;
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
      const at = async (): Promise<number[]> => {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) times.push(await visit(path));
        return times;
      };
      const own = median(await at());
      cms.break('*', { slow: DELAY });
      const slow = await at();
      cms.mend();
      rows.push({
        group: GROUP,
        id: `upstream ${name}`,
        title: `${name}: what the page takes beyond its own draw, to the slowest call`,
        value: (median(slow) - own) / DELAY,
        unit: 'ratio',
        limit: { most: LIMIT },
        note: `${spread(slow, 'ms')}, ${rounded(own)} ms where it answers at once`,
      });
    }
    return rows;
  } finally {
    await site.stop();
    await cms.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
