import fastify from 'fastify';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { answerCall } from '#server/api/answer-call.ts';
import { rowDeriver } from '#server/store/rows/derive-row.ts';
import { publish } from '#server/store/publication/publish.ts';
import { storeDerived, pieceCounter } from '#server/store/rows/register-derived.ts';
import { createUpkeep } from '#server/store/rows/register-upkeep.ts';
import type { Database } from '#server/db/connect.ts';
import { openStore } from '#server/store/open-store.ts';
import { loadEnv } from '#server/env.ts';
import { createReading } from '#server/api/ask-elsewhere.ts';
import { createGateway } from '#server/http/gateway.ts';
import { watchPublications } from '#server/site/publication-watch.ts';
import { createSites } from '#server/site/sites.ts';
import { paths } from '#wire/paths.ts';
import { root } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';
import { millionStaff, millionStaffRow, QUESTIONS } from './million-staff.ts';
import { newDataFolder } from './start.ts';

const NO_READING = createReading();

const GROUP = 'Registers';
const LIMIT = 25;
const ROUNDS = 7;
const BATCH = 5_000;

type Ask = (query: string) => Promise<void>;

/** A register of a million rows in a store of its own, asked through its call without HTTP: rows and count together. */
export async function registerRows(count: number): Promise<Row[]> {
  const folder = newDataFolder();
  try {
    const store = await openStore(loadEnv({ DATA_DIR: join(folder, 'register-data') }));
    try {
      await fill(store.database, count);
      return await measure(store.database, count);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * One row is published, all others are put beside it: publishing a million would hold them in memory. They are derived
 * by the product, and its one index of pieces is made again after them, which is much faster than to add to it.
 */
async function fill({ db, connectAsOwner }: Database, count: number): Promise<void> {
  const { register } = millionStaff;
  const rows = [millionStaffRow(0)];
  await publish(
    { db },
    {
      title: '百万行人员表',
      writtenBy: '甲',
      approvedBy: '乙',
      changes: [
        { kind: 'page', id: register, document: millionStaff },
        { kind: 'rows', document: { definition: millionStaff, rows, dataDate: '2026-11-20', department: '甲' } },
      ],
    },
  );
  const client = await connectAsOwner();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`set maintenance_work_mem = '256MB'`);
    const { rows: made } = await client.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'register_pieces_now'`,
    );
    await client.query('drop index register_pieces_now');
    const derive = rowDeriver(millionStaff);
    const counter = pieceCounter();
    for (let from = 0; from < count; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => millionStaffRow(from + at));
      // scattered over the register's order, as rows of a real one are
      const derived = batch
        .map((data, at) => {
          const written = derive(data);
          counter.add(written);
          return { key: data.certNo, data, ...written, sort_no: (((from + at) * 7_919) % count) * 1_024 + 1 };
        })
        .slice(from === 0 ? 1 : 0);
      await client.query(
        `insert into register_row (register, key, data, search, pieces, sort_no, opened_in, public_from) select $2, key, data, search, pieces, sort_no, 1, now() from json_populate_recordset(null::register_row, $1::json)`,
        [JSON.stringify(derived), register],
      );
    }
    await client.query(made[0]!.indexdef);
    await storeDerived(db, millionStaff, counter.common());
    await client.query('update register_state set row_count = $1 where register = $2', [count, register]);
    await client.query('vacuum analyze register_row');
  } finally {
    await client.end();
  }
  await keepUp({ db, connectAsOwner }, millionStaff);
}

async function keepUp(
  database: Pick<Database, 'db' | 'connectAsOwner'>,
  definition: RegisterDefinition,
): Promise<void> {
  const failures: unknown[] = [];
  const upkeep = createUpkeep(database, (sentence) => failures.push(sentence));
  await upkeep([definition]);
  if (failures.length > 0) throw failures[0];
}

async function measure({ db, connect }: Database, count: number): Promise<Row[]> {
  const publications = await watchPublications(() => connect());
  try {
    await publications.refresh();
    const sites = createSites({ db, pagesDir: join(root, 'page-schemas'), publications, warn: () => {} });
    const answering = { db, siteAt: sites.at, gateway: createGateway({}), log: fastify().log, reading: NO_READING };
    return await rowsOf(count, async (query) => {
      const { envelope } = await answerCall(
        answering,
        `${paths.register}/${millionStaff.register}`,
        Object.fromEntries(new URLSearchParams(query)),
        'now',
      );
      if (envelope.code !== '0') throw new Error(`${query} answered ${envelope.code} ${envelope.msg}`);
    });
  } finally {
    await publications.close();
  }
}

async function rowsOf(count: number, ask: Ask): Promise<Row[]> {
  const times = new Map(Object.keys(QUESTIONS).map((kind): [string, number[]] => [kind, []]));
  const slow = new Map<string, number[]>();
  // all questions in turns, so that none finds only what it has just read itself
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, queries] of Object.entries(QUESTIONS)) {
      for (const query of queries) {
        const began = performance.now();
        await ask(query);
        const took = performance.now() - began;
        times.get(kind)!.push(took);
        slow.set(query, [...(slow.get(query) ?? []), took]);
      }
    }
  }
  const over = [...slow].map(([query, took]) => ({ query, took: median(took) })).filter(({ took }) => took > LIMIT);
  const all = [...times.values()].flat();
  const title = `A page of ${count.toLocaleString('en')} rows with its count: ${slow.size} questions`;
  const note =
    over.length === 0
      ? 'no question above the limit'
      : `above the limit: ${over.map(({ query, took }) => `${query} ${rounded(took)} ms`).join(', ')}`;
  return [
    { group: GROUP, id: 'register-page', title, value: median(all), unit: 'ms', limit: { most: LIMIT }, note },
    ...[...times].map(([kind, took]): Row => ({
      group: GROUP,
      id: `register-${kind.replaceAll(' ', '-')}`,
      title: `- ${kind}`,
      value: median(took),
      unit: 'ms',
      limit: null,
      note: spread(took, 'ms'),
    })),
  ];
}
