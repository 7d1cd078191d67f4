import { SITE_BASE } from '#wire/paths.ts';
import type { Tools } from '../machine.ts';
import { filteredTables } from '../pages.ts';
import { pause, readPage, serverCommand, startProduct, untilFilled } from '../product.ts';
import { runRate, type RatePlan, type RateResult } from '../rate.ts';
import { median, rounded, spread, type Row } from '../report.ts';

const GROUP = 'Three times the searches that this machine answers, from 5,000 addresses';
/** times the p99 of cached pages without them */
const LIMIT = 5;
const TIMES = 3;
/** seconds after the flood by which all has to be as before it */
const RECOVERY = 10;
/** share of what was answered before the flood that has to be answered then */
const RECOVERED = 0.8;
/** cached pages asked for beside them, and of health, a second */
const CACHED = 200;
const HEALTH = 5;
/** connections that find out what the machine answers: none of them is shed */
const CONNECTIONS = 16;

const WORDS = ['公司', '公告', '债券', '基金', '业绩', '投资者', '风险', '服务', '交易', '年度报告', '声明', '费率'];

/** Every second is a network of IPv6, each of its own. */
const ADDRESSES = Array.from({ length: 5_000 }, (_, at) =>
  at % 2 === 0 ? `10.7.${at >> 8}.${at & 255}` : `2001:db8:0:${at.toString(16)}::${at.toString(16)}`,
);

/**
 * Searches and filtered tables, which no cache keeps, come by the clock at three times the rate that the server has
 * just answered. Cached pages and /readyz are requested beside them. The server has the whole machine, its clients
 * share the second core.
 */
export async function overloadRows(
  tools: Tools,
  dataDir: string,
  table: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const site = await startProduct(dataDir, serverCommand as [string, ...string[]], { TRUSTED_PROXIES: '127.0.0.1' });
  try {
    await untilFilled(site);
    const cachedPaths = [`${SITE_BASE}/`, `${SITE_BASE}/news/company`];
    for (const path of cachedPaths) await readPage(site.origin, path);
    const tables = await filteredTables(site.origin, table, WORDS.length);
    const paths = WORDS.flatMap((word, at) => [`${SITE_BASE}/search?q=${encodeURIComponent(word)}`, tables[at]!]);
    const plan = (more: Partial<RatePlan>): RatePlan => ({
      port: site.port,
      paths,
      addresses: ADDRESSES,
      rate: null,
      connections: CONNECTIONS,
      seconds,
      ...more,
    });
    const cached = plan({ paths: cachedPaths, addresses: [], rate: CACHED });
    const health = plan({ paths: ['/readyz'], addresses: [], rate: HEALTH });
    await runRate(tools, plan({}));
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round++) {
      const able = await runRate(tools, plan({}));
      const rate = (able.statuses['200'] ?? 0) / able.seconds;
      const alone = await runRate(tools, cached);
      const [flood, beside, ready] = await Promise.all([
        runRate(tools, plan({ rate: rate * TIMES })),
        runRate(tools, cached),
        runRate(tools, health),
      ]);
      await pause((RECOVERY - seconds) * 1000);
      const after = await runRate(tools, plan({}));
      turns.push({ rate, alone, flood, beside, ready, after });
    }
    return rowsOf(turns);
  } finally {
    await site.stop();
  }
}

interface Turn {
  /** answers a second, as many as the machine can */
  rate: number;
  alone: RateResult;
  flood: RateResult;
  beside: RateResult;
  ready: RateResult;
  /** result at the machine's full rate, RECOVERY after the flood */
  after: RateResult;
}

function rowsOf(turns: Turn[]): Row[] {
  const of = (value: (turn: Turn) => number) => spread(turns.map(value));
  const share = ({ statuses }: RateResult, status: string): number =>
    (statuses[status] ?? 0) / Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return [
    {
      group: GROUP,
      id: 'overload-cached-p99',
      title: 'p99 of cached pages beside them, to that without them',
      value: median(turns.map(({ alone, beside }) => beside.p99 / alone.p99)),
      unit: 'ratio',
      limit: { most: LIMIT },
      note: `${of(({ beside }) => beside.p99)} ms beside ${of(({ rate }) => rate * TIMES)} a second, ${of(({ alone }) => alone.p99)} without; medians ${of(({ beside }) => beside.median)} and ${of(({ alone }) => alone.median)}`,
    },
    {
      group: GROUP,
      id: 'overload-ready',
      title: 'share of /readyz that said yes meanwhile',
      value: Math.min(...turns.map(({ ready }) => share(ready, '200'))),
      unit: 'ratio',
      limit: { least: 1 },
      note: `worst ${rounded(Math.max(...turns.map(({ ready }) => ready.worst)))} ms`,
    },
    {
      group: GROUP,
      id: 'overload-answered',
      title: 'searches answered a second meanwhile, to what it answers without the rest',
      value: median(turns.map(({ flood, rate }) => (flood.statuses['200'] ?? 0) / flood.seconds / rate)),
      unit: 'ratio',
      limit: null,
      note: `${of(({ rate }) => rate)} a second without; shed with 503: ${of(({ flood }) => share(flood, '503') * 100)} %; worst answer ${rounded(Math.max(...turns.map(({ flood }) => flood.worst)))} ms; unanswered ${Math.max(...turns.map(({ flood }) => flood.unanswered))}`,
    },
    {
      group: GROUP,
      id: 'overload-recovered',
      title: `searches answered a second ${RECOVERY} s afterwards, to before`,
      value: median(turns.map(({ after, rate }) => (after.statuses['200'] ?? 0) / after.seconds / rate)),
      unit: 'ratio',
      limit: { least: RECOVERED },
      note: `shed with 503: ${of(({ after }) => share(after, '503') * 100)} %`,
    },
  ];
}
