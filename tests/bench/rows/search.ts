import fastify from 'fastify';
import type { Client } from 'pg';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { answerCall } from '#server/api/answer-call.ts';
import { searchRow } from '#server/store/articles/article-index.ts';
import type { Database } from '#server/db/connect.ts';
import { openStore } from '#server/store/open-store.ts';
import { fillDemo } from '#demo/fill.ts';
import { loadEnv } from '#server/env.ts';
import { createReading } from '#server/api/ask-elsewhere.ts';
import { createGateway } from '#server/http/gateway.ts';
import { watchPublications } from '#server/site/publication-watch.ts';
import { createSites } from '#server/site/sites.ts';
import { paths } from '#wire/paths.ts';
import { root } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';
import { newDataFolder } from './start.ts';

const NO_READING = createReading();

const GROUP = 'Search';
const LIMIT = 50;
/** milliseconds, of 95 in 100 */
const SLOW_LIMIT = 200;
const ROUNDS = 7;
const BATCH = 2_000;
/** each derived article is there so many times, at different dates */
const COPIES = 5;

/** Sections are 新闻资讯 and 信息公告 of the demonstration. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'one character': ['words=的', 'words=券', 'words=龘', 'words=七&since=year'],
  'two characters': [
    'words=公告',
    'words=证券',
    'words=搬迁',
    'words=培训',
    'words=公告&section=0001000200010002',
    'words=公告&since=month',
    'words=公告&pageNum=50',
  ],
  'a word': [
    'words=收益凭证',
    'words=营业部',
    'words=投资者',
    'words=融资融券',
    'words=投資者教育',
    'words=系统升级',
    'words=投资者&kind=file',
  ],
  'many characters': [
    'words=示例证券股份有限公司',
    'words=关于召开投资者交流会的通知',
    'words=请投资者注意风险',
    'words=投资者适当性管理',
    'words=查无此词查无此词',
  ],
  'codes and Latin': ['words=ETF', 'words=BENCH000123', 'words=2026', 'words=400'],
  'several words': ['words=公告 营业部', 'words=收益凭证 兑付', 'words=投资者 风险 教育', 'words=公告 BENCH000777'],
  'as visitors ask': [
    'words=融资利率',
    'words=怎么开户',
    'words=密码忘了',
    'words=打新',
    'words=期权开户条件',
    'words=融资融卷',
    'words=rzrq',
    'words=营业部在哪里',
    'words=折算率 600519',
  ],
  'section and date': [
    'words=投资者&section=0001000200010002',
    'words=投资者&section=0001000200010008&since=year',
    'words=证券&section=0001000200010002&since=month',
    'words=示例证券&since=week',
  ],
};

/** Articles in a store of their own, asked through the call without HTTP: hits with excerpts, counts, rows of registers. */
export async function searchRows(count: number): Promise<Row[]> {
  const folder = newDataFolder();
  try {
    const store = await openStore(loadEnv({ DATA_DIR: join(folder, 'search-data') }));
    try {
      const began = performance.now();
      await fill(store.database, join(folder, 'files'), count);
      return await measure(store.database, count, (performance.now() - began) / 1_000);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Text {
  channel_id: string;
  title: string;
  content: string;
}

/** Channels and registers of the small demonstration; articles put together of its own paragraphs, and derived by the product. */
async function fill(database: Database, filesDir: string, count: number): Promise<void> {
  await fillDemo({ database, filesDir, size: 'small', today: '2026-11-20', progress: () => {} });
  const client = await database.connectAsOwner();
  try {
    await fillArticles(client, count);
  } finally {
    await client.end();
  }
}

/** Articles put together of those that are there, derived by the product and put beside them by SQL. */
export async function fillArticles(client: Client, count: number): Promise<void> {
  await client.query(`set statement_timeout = 0; set maintenance_work_mem = '256MB'`);
  const { rows: texts } = await client.query<Text>(
    `select channel_id, title, content from article where public_to is null and risk_level is null and length(content) > 200 order by article_id`,
  );
  const { rows: indexes } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'article_search_pieces'`,
  );
  await client.query('drop index article_search_pieces');
  await client.query(
    'create temp table made (no int, channel_id text, title text, content text, folded text, body text, pieces text[])',
  );
  const made = Math.ceil(count / COPIES);
  for (let from = 0; from < made; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, made - from) }, (_, at) => rowOf(texts, from + at));
    await client.query('insert into made select * from json_populate_recordset(null::made, $1::json)', [
      JSON.stringify(rows),
    ]);
  }
  const id = `1000000 + no * ${COPIES} + copy`;
  // dates lie scattered over ten years
  const time = `timestamptz '2026-11-20 18:00+08' - make_interval(mins => ((no * ${COPIES} + copy)::bigint * 104729 % 5256000)::int)`;
  const copies = `made cross join generate_series(0, ${COPIES - 1}) as copy`;
  await client.query(
    `insert into article (row_id, article_id, channel_id, title, content, content_time, opened_in, public_from) overriding system value select ${id}, ${id}, channel_id, title, content, ${time}, 1, now() from ${copies}`,
  );
  // one in ten is an attachment
  await client.query(
    `insert into article_search (row_id, filepath, channel_id, content_time, title, body, pieces) select ${id}, case when no % 10 = 0 then 'bench' else '' end, channel_id, ${time}, folded, body, pieces from ${copies}`,
  );
  await client.query(indexes[0]!.indexdef);
  await client.query('vacuum analyze article_search');
  await client.query('vacuum analyze article');
}

/** A title of one article, paragraphs of three, and a number of its own. */
function rowOf(texts: readonly Text[], no: number) {
  const pick = (step: number) => texts[(no * step + Math.floor(no / texts.length)) % texts.length]!;
  const { channel_id, title } = pick(1);
  const content =
    [pick(1), pick(7), pick(31)]
      .flatMap((text, part) =>
        (text.content.match(/<p\b[^]*?<\/p>/g) ?? []).filter((_, at) => (at + no + part) % 3 !== 0),
      )
      .join('') + `<p>BENCH${String(no).padStart(6, '0')}</p>`;
  const {
    title: folded,
    body,
    pieces,
  } = searchRow({ row_id: 0, channel_id, content_time: new Date(0), title, summary: '', content, risk_level: null });
  return { no, channel_id, title, content, folded, body, pieces };
}

async function measure({ db, connect }: Database, count: number, filled: number): Promise<Row[]> {
  const publications = await watchPublications(() => connect());
  try {
    await publications.refresh();
    const sites = createSites({ db, pagesDir: join(root, 'page-schemas'), publications, warn: () => {} });
    const answering = { db, siteAt: sites.at, gateway: createGateway({}), log: fastify().log, reading: NO_READING };
    const ask = async (query: string) => {
      const { envelope } = await answerCall(
        answering,
        paths.search,
        Object.fromEntries(new URLSearchParams(query)),
        'now',
      );
      if (envelope.code !== '0') throw new Error(`${query} answered ${envelope.code} ${envelope.msg}`);
    };
    return await rowsOf(count, filled, ask);
  } finally {
    await publications.close();
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;

async function rowsOf(count: number, filled: number, ask: (query: string) => Promise<void>): Promise<Row[]> {
  const times = new Map(Object.keys(QUESTIONS).map((kind): [string, number[]] => [kind, []]));
  const each = new Map<string, number[]>();
  // all questions in turns, so that none finds only what it has just read itself
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, queries] of Object.entries(QUESTIONS)) {
      for (const query of queries) {
        const began = performance.now();
        await ask(query);
        const took = performance.now() - began;
        times.get(kind)!.push(took);
        each.set(query, [...(each.get(query) ?? []), took]);
      }
    }
  }
  const over = [...each].map(([query, took]) => ({ query, took: median(took) })).filter(({ took }) => took > LIMIT);
  const note =
    over.length === 0
      ? 'no question above the limit'
      : `above the limit: ${over.map(({ query, took }) => `${query} ${rounded(took)} ms`).join(', ')}`;
  return [
    {
      group: GROUP,
      id: 'search',
      title: `A page of hits in ${count.toLocaleString('en')} articles with its counts: ${each.size} questions`,
      value: median([...times.values()].flat()),
      unit: 'ms',
      limit: { most: LIMIT },
      note: `${note}; the store was made in ${Math.round(filled)} s`,
    },
    {
      group: GROUP,
      id: 'search-slow',
      title: '- 95 of 100 within',
      value: percentile([...times.values()].flat(), 0.95),
      unit: 'ms',
      limit: { most: SLOW_LIMIT },
    },
    ...[...times].map(([kind, took]): Row => ({
      group: GROUP,
      id: `search-${kind.replaceAll(' ', '-')}`,
      title: `- ${kind}`,
      value: median(took),
      unit: 'ms',
      limit: null,
      note: spread(took, 'ms'),
    })),
  ];
}
