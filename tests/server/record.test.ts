import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { RECORD_PROBLEMS } from '#rules/record-problems.ts';
import type { Db } from '#server/db/tables.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish-edition.ts';
import { returnEdition } from '#server/editions/review-edition.ts';
import { scheduleEdition } from '#server/editions/schedule-edition.ts';
import { submitEdition } from '#server/editions/submit-edition.ts';
import { createTextReader } from '#server/files/text-reader.ts';
import { storeFile } from '#server/files/store.ts';
import { setGrants } from '#server/people/staff/accounts.ts';
import { record } from '#server/people/staff/audit.ts';
import { checkRecord, findRecordCheck } from '#server/record/check-record.ts';
import { readHeads } from '#server/record/heads.ts';
import { sealRecord } from '#server/record/seal.ts';
import { errors } from '#server/errors.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '#tests/world/editions.ts';
import { proved, tries } from '#tests/world/proof.ts';
import { article, SECTION, startSite, type TestSite } from '#tests/world/site.ts';
import { tamper, tamperings } from '#tests/world/tampering.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'tampered',
  title: '人员公示',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '编号', type: 'integer' }, name: { title: '姓名', type: 'text' } },
  columns: ['no', 'name'],
  filters: [{ name: 'name', title: '姓名', fuzzy: ['name'] }],
  order: ['no'],
};

const ORIGIN = 'http://localhost';
let site: TestSite;
let owner: Db;
let headsFile: string;
const textReader = createTextReader();
/** one process for all checks */
const reader = { ...textReader, close: () => {} };
/** holds no page schemas: the register's definition is published */
let pagesDir: string;
let report: string;
let people: Record<'writer' | 'reviewer' | 'second', Hand>;

const check = (file = headsFile) =>
  checkRecord({ database: site.database, pagesDir, filesDir: site.filesDir, headsFile: file }, reader);
const codesOf = ({ problems }: { problems: readonly { code: string }[] }) => [
  ...new Set(problems.map(({ code }) => code)),
];

const newestLine = () =>
  site.database.db.selectFrom('audit').select('no').orderBy('no', 'desc').limit(1).executeTakeFirstOrThrow();

/** A history with everything that the record covers, in several seals. */
async function buildHistory(): Promise<void> {
  const { db } = site.database;
  people = {
    writer: await hand(site, '撰写甲', [{ role: 'editor', channelId: '' }]),
    reviewer: await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    second: await hand(site, '系统丙', [
      { role: 'system-admin', channelId: '' },
      { role: 'publisher', channelId: '' },
    ]),
  };
  const { writer, reviewer, second } = people;
  for (const actor of Object.values(people)) await record(db, actor, 'session.begin', { subject: 'staff:1' });
  ({ filepath: report } = await storeFile(
    { db, dir: site.filesDir },
    { bytes: Buffer.from('年度报告全文，仅供测试。\n') },
  ));
  await site.keeper.idle();
  const names = ['王一', '李二', '张三'];
  await site.publish('登记', [
    { kind: 'register', id: definition.register, document: definition },
    {
      kind: 'rows',
      document: {
        definition,
        rows: names.map((name, no) => ({ no, name })),
        dataDate: '2026-10-31',
        department: '合规部',
      },
    },
  ]);
  const context = publishContextOf(site);
  const attachments = [{ filename: '年度报告.txt', filepath: report }];
  for (const title of ['第一份公告', '第二份公告']) {
    const edition = await approvedBy(
      site,
      writer,
      reviewer,
      [article(`${SECTION}0003`, title, { attachments })],
      title,
    );
    await publishEdition(context, second, edition);
    await site.keeper.idle();
  }
  const hasty = await draftBy(site, writer, [article(`${SECTION}0003`, '紧急公告')]);
  await submitEdition(context, writer, hasty);
  await emergencyPublish(context, second, { ...hasty, note: '发现错误须立即更正公告' });
  const returned = await draftBy(site, writer, [article(`${SECTION}0003`, '退回的公告')]);
  await submitEdition(context, writer, returned);
  await returnEdition(db, reviewer, { ...returned, note: '请补充日期' });
  const draft = await draftBy(site, writer, [article(`${SECTION}0003`, '草稿')]);
  await saveBy(site, writer, draft, [article(`${SECTION}0003`, '草稿二')]);
  const planned = await approvedBy(site, writer, reviewer, [article(`${SECTION}0003`, '定时公告')]);
  await scheduleEdition(db, second, { ...planned, publishAt: new Date(Date.now() + 3_600_000) });
  await setGrants(db, writer.staffId, [{ role: 'editor', channelId: SECTION }]);
  await site.keeper.idle();
  await site.publish('撤下', [{ kind: 'article', id: '1', withdraw: { reason: '更正', successor: '' } }]);
  const last = await approvedBy(site, writer, reviewer, [article(`${SECTION}0003`, '最后的公告')]);
  await publishEdition(context, second, last);
  await site.publications.refresh();
  await site.texts.idle();
  await site.keeper.idle();
}

const kept: { name: string; columns: string }[] = [];

/** The history as it was built, whatever was done to it since. */
async function restore(): Promise<void> {
  const all = kept.map(({ name }) => name).join(', ');
  await site.database.owner.query(
    `truncate ${all}; ${kept.map(({ name, columns }) => `insert into ${name} (${columns}) overriding system value select ${columns} from kept_history.${name}`).join('; ')}`,
  );
}

beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  headsFile = join(site.filesDir, '..', 'heads.jsonl');
  pagesDir = join(site.filesDir, '..', 'page-schemas');
  mkdirSync(pagesDir);
  await buildHistory();
  owner = site.database.ownerDb;
  await site.database.owner.query(`create schema kept_history`);
  const { rows } = await site.database.owner.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'migration' group by 1`,
  );
  kept.push(...rows);
  for (const { name } of kept) await site.database.owner.query(`create table kept_history.${name} as table ${name}`);
}, 60_000);
afterAll(async () => {
  textReader.close();
  await site.end();
});

describe('the record', () => {
  test('[RC4] is as it was: everything is sealed, the heads went out, and the check is kept', async () => {
    const { check: made, problems } = await check();
    expect(problems).toEqual([]);
    expect(made).toMatchObject({ found: 0, unsealed: 0, headsFile });
    expect(made.seals).toBeGreaterThan(3);
    expect([made.heads, made.newestHead]).toEqual([made.seals, made.seals]);
    expect(await findRecordCheck(site.database.db)).toEqual(made);
  });

  test('[RC1] a seal covers what was added since the one before, and nothing is sealed twice', async () => {
    const { db } = site.database;
    expect(await sealRecord(db)).toBeNull();
    await record(db, people.writer, 'session.end');
    const seal = await sealRecord(db);
    expect(seal).toMatchObject({ audit_to: (await newestLine()).no, ended_grants: [] });
    expect(await sealRecord(db)).toBeNull();
    expect(codesOf(await check())).toEqual([]);
    await restore();
  });

  test('[RC1] a line that is being added holds a seal off, so none is passed over', async () => {
    const { db } = site.database;
    await db.transaction().execute(async (trx) => {
      await record(trx, people.writer, 'session.end');
      await record(db, people.reviewer, 'session.end');
      await expect(sealRecord(db)).rejects.toMatchObject({ code: '55P03' });
    });
    const seal = await sealRecord(db);
    expect(seal!.audit_to).toBe((await newestLine()).no);
    expect(codesOf(await check())).toEqual([]);
    await restore();
  });

  test('[RC2] a role that ended keeps its row, and cannot be given back or removed', async () => {
    const { pool, db } = site.database;
    const { writer } = people;
    const rows = await db.selectFrom('staff_grant').selectAll().where('staff_id', '=', writer.staffId).execute();
    expect(rows.map(({ role, channel_id, ended_at }) => [role, channel_id, ended_at !== null])).toEqual([
      ['editor', '', true],
      ['editor', SECTION, false],
    ]);
    for (const sql of [
      `update staff_grant set ended_at = null where staff_id = ${writer.staffId} and ended_at is not null`,
      `update staff_grant set role = 'publisher' where staff_id = ${writer.staffId} and ended_at is null`,
      `delete from staff_grant where staff_id = ${writer.staffId}`,
      `delete from record_seal`,
    ])
      await expect(pool.query(sql), sql).rejects.toThrow(/only ever|permission denied/);
  });

  test('[RC3] heads that were lost are told, and those of another record too', async () => {
    expect(codesOf(await check(join(site.filesDir, 'none.jsonl')))).toEqual(['heads-missing']);
    const other = join(site.filesDir, 'other.jsonl');
    const text = readFileSync(headsFile, 'utf8');
    writeFileSync(
      other,
      text.replace(/"hash":"(.)/, (_all, first) => `"hash":"${first === '0' ? '1' : '0'}`),
    );
    expect(codesOf(await check(other))).toEqual(['head-differs']);
    // a power cut leaves half a line at the end, which was never a head; one in the middle is no head either
    writeFileSync(other, `${text}{"no":`);
    expect(codesOf(await check(other))).toEqual([]);
    writeFileSync(other, `x\n${text}`);
    expect(codesOf(await check(other))).toEqual(['heads-unreadable']);
    rmSync(other);
  });
});

describe('tampering', () => {
  beforeEach(restore);

  test('[RC6] whatever its owner does to the store and recomputes is found', { timeout: 600_000 }, async () => {
    const heads = await readHeads(headsFile);
    expect(heads!.heads.length).toBeGreaterThan(3);
    const kinds = Object.entries(tamperings);
    const most = tries(kinds.length, Math.max(100, 2 * kinds.length));
    const missed: string[] = [];
    for (let at = 0; at < most; at++) {
      const [name, statements] = kinds[at % kinds.length]!;
      await restore();
      const changed = await tamper(owner, statements, `seed ${at}`);
      expect(changed, `${name}: the tampering itself must hit something`).toBeGreaterThan(0);
      const { problems } = await check();
      if (problems.length === 0) missed.push(`${name} (${at})`);
      for (const { code } of problems) expect(RECORD_PROBLEMS).toHaveProperty(code);
    }
    expect(missed).toEqual([]);
    proved({
      fault: 'tampering with tables of the record by their owner, with all hashes of the store recomputed',
      tries: most,
      outcome: `${most - missed.length} found`,
    });
  });

  test.each(Object.keys(tamperings).filter((name) => name.startsWith('what a search') || name === 'what a file says'))(
    '[RC5] %s is derived again',
    async (name) => {
      await tamper(owner, tamperings[name]!, name);
      expect(codesOf(await check())).toEqual(['derived-differs']);
    },
  );

  test.each(['audit', 'edition_step', 'staff_grant'] as const)(
    '[RC6] a line of %s that was put into the past is found also when a server has sealed it',
    async (table) => {
      const past = `now() - interval '1 day'`;
      await site.database.owner.query(
        {
          audit: `insert into audit (at, account, act, outcome) values (${past}, 'x', 'session.begin', 'done')`,
          edition_step: `insert into edition_step (edition_id, at, staff_id, act, version, content_hash)
            select edition_id, ${past}, staff_id, 'scheduled', version, content_hash from edition_step where step_id = 1`,
          staff_grant: `insert into staff_grant (staff_id, role, channel_id, granted_at)
            select min(staff_id), 'system-admin', '', ${past} from staff`,
        }[table],
      );
      expect(codesOf(await check())).toContain('line-late');
      expect(await sealRecord(site.database.db)).not.toBeNull();
      expect(codesOf(await check())).toContain('line-late');
    },
  );

  test.each([
    `update publication set at = 'infinity' where no = 2`,
    `update register_row set data = 'null'`,
    `update article set attachments = '5' where public_to is null`,
  ])('[RC6] what no program writes ends no check: %s', async (statement) => {
    await site.database.owner.query(statement);
    expect(codesOf(await check())).toContain('unreadable');
  });

  test('[RC6] bytes of a published file that were changed are found', async () => {
    const path = join(site.filesDir, report);
    const bytes = readFileSync(path);
    const flipped = Buffer.from(bytes);
    flipped[3]! ^= 1;
    for (const [name, now] of Object.entries({ flipped, shortened: bytes.subarray(1), removed: null })) {
      if (now) writeFileSync(path, now);
      else rmSync(path);
      expect(codesOf(await check()), name).toEqual([now ? 'file-changed' : 'file-missing']);
      writeFileSync(path, bytes);
    }
    expect(codesOf(await check())).toEqual([]);
  });
});

test('[RC7] a table that is gone is what the check found, and not that it failed', async () => {
  await site.database.owner.query('alter table record_seal rename to record_seal_away');
  try {
    const { check: made } = await check();
    expect(made.problems.map(({ code, message }) => `${code} ${message}`)).toEqual(
      expect.arrayContaining([
        'catalogue-differs table record_seal is missing',
        expect.stringMatching(/^unreadable what the tables hold cannot be read/),
      ]),
    );
  } finally {
    await site.database.owner.query('alter table record_seal_away rename to record_seal');
  }
});

describe('the console', () => {
  beforeAll(restore);

  test('[RC4] an auditor has it checked in the console, and /metrics has the result', async () => {
    const auditor = await hand(site, '审计丁', [{ role: 'auditor', channelId: '' }]);
    const editor = await consoleOf(site, people.writer, ORIGIN);
    expect((await editor('POST', '/record-check')).code).toBe(errors.rightMissing.code);
    await site.keeper.idle();
    const ask = await consoleOf(site, auditor, ORIGIN);
    expect((await ask('POST', '/record-check')).data).toMatchObject({ isRunning: true });
    await vi.waitFor(async () => expect((await ask('GET', '/record-check')).data.isRunning).toBe(false), 60_000);
    const { last } = (await ask('GET', '/record-check')).data;
    expect([last.problems, last.heads]).toEqual([[], site.keeper.kept()]);
    const { body } = await site.app.inject('/metrics');
    expect(body).toContain('\nsite_record_problems 0\n');
    expect(body).toContain(`\nsite_record_checked_timestamp_seconds ${Math.floor(Date.parse(last.at) / 1000)}\n`);
    expect(body).toContain(`\nsite_record_heads_kept ${site.keeper.kept()}\n`);
  });

  test('[RC4] a check that fails is told, beside the result of the one before', async () => {
    const ask = await consoleOf(site, await hand(site, '审计戊', [{ role: 'auditor', channelId: '' }]), ORIGIN);
    const state = async () => (await ask('GET', '/record-check')).data;
    const { last } = await state();
    // the heads cannot be read
    renameSync(headsFile, `${headsFile}.away`);
    mkdirSync(headsFile);
    try {
      await ask('POST', '/record-check');
      await vi.waitFor(async () => expect(await state()).toMatchObject({ isRunning: false, last }), 60_000);
      expect((await state()).failedAt).toMatch(/^2\d{3}-/);
    } finally {
      rmdirSync(headsFile);
      renameSync(`${headsFile}.away`, headsFile);
    }
    await ask('POST', '/record-check');
    await vi.waitFor(async () => expect(await state()).toMatchObject({ isRunning: false, failedAt: '' }), 60_000);
  });
});
