import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '#server/store/open-store.ts';
import { loadEnv } from '#server/env.ts';
import type { Devtools } from '../devtools.ts';
import { pause, serverCommand, startProduct, untilFilled, type Running } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';
import { accountOf, signIn } from './console.ts';
import { fillArticles } from './search.ts';
import { newDataFolder } from './start.ts';

const GROUP = 'Newsroom';
const SEARCH_LIMIT = 150;
/** milliseconds from the click until the rows are there and can be used */
const LIST_LIMIT = 1_000;

/** Lists as editors ask for them: the newest, one filtered, one by another order, and far behind. */
const LISTS = [
  '/work-list?pageNum=1&pageSize=20',
  `/work-list?pageNum=1&pageSize=20&words=${encodeURIComponent('公告')}`,
  '/work-list?pageNum=1&pageSize=20&view=open&sort=author',
  '/work-list?pageNum=200&pageSize=20&kind=article',
];
const WORDS = ['公告', '融资融券', '王', '演示稿件 4321', '投资者教育', '收益凭证 兑付', 'ETF', '查无此词查无此词'];

/**
 * Lists, workbench and search of the console with so many articles and editions.
 * @param browser null: the screen itself is left out
 */
export async function newsroomRows(
  browser: Devtools | null,
  articles: number,
  editions: number,
  rounds: number,
): Promise<Row[]> {
  const folder = newDataFolder();
  const dataDir = join(folder, 'data');
  const start = () => startProduct(dataDir, serverCommand as [string, ...string[]], { DEMO_SIZE: 'small' });
  try {
    const first = await start();
    let pattern: number;
    try {
      await untilFilled(first);
      while (!existsSync(join(dataDir, 'demo-accounts.json'))) await pause(100);
      pattern = await draft(first, dataDir);
    } finally {
      await first.stop();
    }
    await fill(dataDir, pattern, articles, editions);
    const site = await start();
    try {
      return await measure(
        site,
        dataDir,
        browser,
        rounds,
        `${inThousands(articles)} articles, ${inThousands(editions)} editions`,
      );
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const inThousands = (count: number): string => count.toLocaleString('en');

/** A submitted draft of one article. @returns its number */
async function draft({ origin }: Running, dataDir: string): Promise<number> {
  const ask = await signIn(origin, dataDir, 'editor');
  const document = {
    channelId: '00010002000100020001',
    title: '演示稿件',
    content: '<p>用于量度的稿件。</p>',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  const { editionId } = await ask<{ editionId: number }>('POST', '/editions', {
    title: document.title,
    changes: [{ kind: 'article', document }],
  });
  await ask('POST', `/editions/${editionId}/submit`, { version: 1 });
  return editionId;
}

/** Articles as the search bench makes them, and the draft so many times, by SQL. */
async function fill(dataDir: string, pattern: number, articles: number, editions: number): Promise<void> {
  const store = await openStore(loadEnv({ DATA_DIR: dataDir }));
  try {
    const client = await store.database.connectAsOwner();
    try {
      await fillArticles(client, articles);
      for (const [table, own] of [
        [
          'edition',
          `'edition_id', 1000000 + n, 'title', title || ' ' || n, 'changed_at', changed_at - make_interval(mins => n)`,
        ],
        ['edition_version', `'edition_id', 1000000 + n, 'title', title || ' ' || n`],
        ['edition_step', `'edition_id', 1000000 + n, 'step_id', 1000000 + 10 * n + step_id % 10`],
      ] as const) {
        const { rows } = await client.query<{ column_name: string }>(
          `select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
          [table],
        );
        const columns = rows.map(({ column_name }) => column_name).join(', ');
        await client.query(
          `insert into ${table} (${columns}) overriding system value
           select made.* from (
             select (jsonb_populate_record(pattern, to_jsonb(pattern) || jsonb_build_object(${own}))).* from ${table} as pattern
             cross join generate_series(1, $2) as n where edition_id = $1
           ) as whole cross join lateral (select ${rows.map(({ column_name }) => `whole.${column_name}`).join(', ')}) as made`,
          [pattern, editions],
        );
      }
      await client.query('vacuum analyze');
    } finally {
      await client.end();
    }
  } finally {
    await store.close();
  }
}

async function measure(
  { origin }: Running,
  dataDir: string,
  browser: Devtools | null,
  rounds: number,
  what: string,
): Promise<Row[]> {
  const ask = await signIn(origin, dataDir, 'reviewer');
  const timed = async (paths: readonly string[]): Promise<Map<string, number[]>> => {
    const times = new Map(paths.map((path): [string, number[]] => [path, []]));
    // all in turns, and the first round only warms what later ones find
    for (let round = 0; round <= rounds * 2; round += 1)
      for (const path of paths) {
        const since = performance.now();
        await ask('GET', path);
        if (round > 0) times.get(path)!.push(performance.now() - since);
      }
    return times;
  };
  const row = (id: string, title: string, times: Map<string, number[]>, most?: number): Row => {
    const all = [...times.values()].flat();
    const slowest = [...times].toSorted((a, b) => median(b[1]) - median(a[1]))[0]!;
    return {
      group: GROUP,
      id,
      title: `${title} (${what})`,
      value: median(all),
      unit: 'ms',
      limit: most === undefined ? null : { most },
      note: `${spread(all, 'ms')}; the slowest is ${decodeURIComponent(slowest[0])} with ${rounded(median(slowest[1]))} ms`,
    };
  };
  const rows = [
    row('newsroom-list', 'A page of the list of work', await timed(LISTS)),
    row('newsroom-workbench', 'The workbench', await timed(['/workbench'])),
    row(
      'newsroom-search',
      `Search of the console: ${WORDS.length} questions`,
      await timed(WORDS.map((words) => `/search?words=${encodeURIComponent(words)}`)),
      SEARCH_LIMIT,
    ),
  ];
  if (browser === null) return rows;
  const times = new Map([['/editions', await screens(browser, origin, dataDir, rounds)]]);
  return [
    ...rows,
    row('newsroom-screen', 'The list of work in the browser, until its rows are there', times, LIST_LIMIT),
  ];
}

/** Times until the first row of the list is on the screen, with the console's scripts in the cache. */
async function screens(browser: Devtools, origin: string, dataDir: string, rounds: number): Promise<number[]> {
  const tab = await browser.open();
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await tab.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return (result as { value?: unknown }).value;
  };
  const seen = `new Promise((done) => {
    const look = () => document.querySelector('tbody tr[data-row-key]') ? done(performance.now()) : requestAnimationFrame(look);
    look();
  })`;
  try {
    await tab.send('Page.enable');
    await tab.send('Page.navigate', { url: `${origin}/console/` });
    while ((await evaluate('document.readyState')) !== 'complete') await pause(50);
    await evaluate(
      `fetch('/console/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(accountOf(dataDir, 'reviewer')))} }).then((answer) => answer.text())`,
    );
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await tab.send('Page.navigate', { url: `${origin}/console/editions?round=${round}` });
      while (!String(await evaluate('location.search')).includes(`round=${round}`)) await pause(10);
      const taken = Number(await evaluate(seen));
      if (round > 0) times.push(taken);
    }
    return times;
  } finally {
    await tab.close();
  }
}
