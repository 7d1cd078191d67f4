import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_BASE } from '#wire/paths.ts';
import type { Devtools } from '../devtools.ts';
import { runLoad } from '../load.ts';
import { pinned, type Tools } from '../machine.ts';
import { pause, readPage, readRaw, serverCommand, startProduct, untilFilled, type Running } from '../product.ts';
import { median, spread, type Row } from '../report.ts';
import { visit } from '../visit.ts';
import { signIn } from './console.ts';
import { newDataFolder } from './start.ts';
import { scriptsIn, weigh, withImports } from './weight.ts';

const GROUP = 'Brand: two servers of the small demonstration, one of which has published a brand';
const LIST = `${SITE_BASE}/news/company`;
/** difference of two servers of the same pages, without any brand, in one run */
const [LOAD_NOISE, PAINT_NOISE] = [0.05, 0.1];
/** kB of HTML for the rules of colours and face, and the address of the logo */
const MORE_HTML = 1;

interface Site extends Running {
  dataDir: string;
}

/** BR1: cached pages and first loads with a published brand against those without, the two servers in turns on one core. */
export async function brandRows(tools: Tools, browser: Devtools | null, turns: number): Promise<Row[]> {
  const folder = newDataFolder();
  const sites: Site[] = [];
  try {
    for (const name of ['plain', 'branded']) sites.push(await startSmall(tools, join(folder, name)));
    const [plain, branded] = sites as [Site, Site];
    await publishBrand(branded);
    const load = async ({ port, pid }: Site): Promise<number> => {
      const plan = { port, paths: [LIST], connections: 32, seconds: 1, encoding: 'br' as const };
      const { perOwnCoreSecond, perSecond } = await runLoad(tools, pid, plan);
      return perOwnCoreSecond ?? perSecond;
    };
    const loads = await inTurns(plain, branded, turns, load);
    const paint = async ({ origin }: Site): Promise<number> =>
      (await visit(browser!, origin + LIST, { consent: true })).largestPaint;
    const paints = browser && (await inTurns(plain, branded, turns, paint));
    return [
      row('cached', 'Cached list page: requests with a brand, to those without', {
        value: median(loads.branded) / median(loads.plain),
        unit: 'ratio',
        limit: { least: 1 - LOAD_NOISE },
        note: `${spread(loads.branded)} against ${spread(loads.plain)} requests a core second`,
      }),
      await moreHtml(plain, branded),
      await moreScripts(plain, branded),
      ...(paints
        ? [
            row('paint', 'Largest paint of a list page with a brand, to that without', {
              value: median(paints.branded) / median(paints.plain),
              unit: 'ratio',
              limit: { most: 1 + PAINT_NOISE },
              note: `${spread(paints.branded)} against ${spread(paints.plain)} ms`,
            }),
          ]
        : []),
    ];
  } finally {
    for (const site of sites) await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures both sites once before it counts, and then in turns, each the first one every second turn. */
async function inTurns(plain: Site, branded: Site, turns: number, measure: (site: Site) => Promise<number>) {
  const found = { plain: [] as number[], branded: [] as number[] };
  for (let turn = -1; turn < turns; turn++) {
    const order = [
      ['plain', plain],
      ['branded', branded],
    ] as const;
    for (const [name, site] of turn % 2 === 0 ? order : order.toReversed()) {
      const value = await measure(site);
      if (turn >= 0) found[name].push(value);
    }
  }
  return found;
}

const row = (id: string, title: string, more: Omit<Row, 'group' | 'id' | 'title'>): Row => ({
  group: GROUP,
  id: `brand-${id}`,
  title,
  ...more,
});

async function startSmall(tools: Tools, dataDir: string): Promise<Site> {
  const site = await startProduct(dataDir, pinned(tools, 0, serverCommand), { DEMO_SIZE: 'small' });
  await untilFilled(site);
  // accounts are made after the first page
  while (!existsSync(join(dataDir, 'demo-accounts.json'))) await pause(100);
  return { ...site, dataDir };
}

/** Everything that a brand may have but a slogan, which stands on the home page alone. */
async function publishBrand({ origin, dataDir }: Site): Promise<void> {
  const [keeper, reviewer, publisher] = [
    await signIn(origin, dataDir, 'channel-admin'),
    await signIn(origin, dataDir, 'reviewer'),
    await signIn(origin, dataDir, 'publisher'),
  ];
  const upload = async (colour: string): Promise<string> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 0h120v40H0z" fill="${colour}"/></svg>`;
    return (await keeper<{ filepath: string }>('POST', '/files?filename=logo.svg', Buffer.from(svg))).filepath;
  };
  const document = {
    logo: { file: await upload('#0a4d3c'), width: 120, height: 40, onDark: await upload('#ffffff'), hasName: true },
    colours: { main: '#0a4d3c', accent: '#a04000', grey: 'warm' },
    headings: 'serif',
  };
  const { editionId } = await keeper<{ editionId: number }>('POST', '/editions', {
    title: '品牌',
    changes: [{ kind: 'setting', id: 'brand', document }],
  });
  await keeper('POST', `/editions/${editionId}/submit`, { version: 1 });
  await reviewer('POST', `/editions/${editionId}/approve`, { version: 1 });
  await publisher('POST', `/editions/${editionId}/publish`, { version: 1 });
  if (!(await readPage(origin, LIST)).includes(document.logo.file)) throw new Error('The brand is not on the page.');
}

async function moreHtml(plain: Site, branded: Site): Promise<Row> {
  const size = async ({ origin }: Site): Promise<number> => (await readRaw(origin + LIST, 'br')).body.length / 1000;
  const [without, having] = [await size(plain), await size(branded)];
  return row('html', 'HTML of a list page after brotli: what a brand adds', {
    value: having - without,
    unit: 'kB',
    limit: { most: MORE_HTML },
    note: `${having.toFixed(2)} against ${without.toFixed(2)} kB`,
  });
}

async function moreScripts(plain: Site, branded: Site): Promise<Row> {
  const weight = async ({ origin }: Site): Promise<number> =>
    weigh(withImports(scriptsIn(await readPage(origin, LIST))));
  return row('scripts', 'JavaScript of a list page after brotli: what a brand adds', {
    value: (await weight(branded)) - (await weight(plain)),
    unit: 'kB',
    limit: { most: 0 },
  });
}
