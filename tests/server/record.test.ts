import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { RECORD_PROBLEMS } from '#rules/editions/record-problems.ts';
import type { Db } from '#server/db/tables.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { returnEdition } from '#server/editions/review/review-edition.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { createTextReader } from '#server/files/text-reader.ts';
import { storeFile } from '#server/files/store.ts';
import type { ApplyType, Declaration } from '#rules/people/professional-investor.ts';
import { storeArticles, storeArticleSet } from '#kinds/article-import/server/article-sets.ts';
import type { SetArticle } from '#kinds/article-import/index.ts';
import { storeRows } from '#kinds/rows/server/row-sets.ts';
import { answerApplication, submitApplication } from '#server/people/customers/pro-applications.ts';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { makeLink, setGrants } from '#server/people/staff/accounts.ts';
import { askFor } from '#server/people/staff/requests.ts';
import { setSecondFactorRoles } from '#server/people/staff/second-factor-rule.ts';
import { beginSession, sessionHash } from '#server/people/staff/sessions.ts';
import { makeToken } from '#features/feeding/server/tokens.ts';
import { makeRemark } from '#features/remarks/server/remarks.ts';
import { makeShare } from '#features/shared-previews/server/shares.ts';
import { record } from '#server/people/staff/audit.ts';
import { checkRecord, findRecordCheck } from '#server/record/check-record.ts';
import { readHeads } from '#server/record/heads.ts';
import { sealRecord } from '#server/record/seal.ts';
import { errors } from '#server/errors.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '#tests/world/editions.ts';
import { proved, tries } from '#tests/world/proof.ts';
import { article, SECTION, startSite, type TestSite } from '#tests/world/site.ts';
import { isUnchanged, isNamed, planTampering } from '#tests/world/random-tampering.ts';
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
  await site.run('record');
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
    await site.run('record');
  }
  const hasty = await draftBy(site, writer, [article(`${SECTION}0003`, '紧急公告')]);
  await submitEdition(context, writer, hasty);
  await emergencyPublish(context, second, { ...hasty, note: '发现错误须立即更正公告' });
  const returned = await draftBy(site, writer, [article(`${SECTION}0003`, '退回的公告')]);
  await submitEdition(context, writer, returned);
  await returnEdition(db, reviewer, { ...returned, note: '请补充日期' });
  const draft = await draftBy(site, writer, [article(`${SECTION}0003`, '草稿')]);
  await makeRemark(db, reviewer, { ...draft, subject: '', row: '', pointer: '', line: '', text: '请核对' });
  await makeShare(db, writer, { ...draft, days: 7, forWhom: '律师' });
  await saveBy(site, writer, draft, [article(`${SECTION}0003`, '草稿二')]);
  const planned = await approvedBy(site, writer, reviewer, [article(`${SECTION}0003`, '定时公告')]);
  await scheduleEdition(db, second, { ...planned, publishAt: new Date(Date.now() + 3_600_000) });
  await setGrants(db, writer.staffId, [{ role: 'editor', channelId: SECTION }]);
  await site.run('record');
  await site.publish('撤下', [{ kind: 'article', id: '1', withdraw: { reason: '更正', successor: '' } }]);
  const last = await approvedBy(site, writer, reviewer, [article(`${SECTION}0003`, '最后的公告')]);
  await publishEdition(context, second, last);
  await site.publications.refresh();
  await site.run('attachment texts');
  await buildUncovered();
  await check();
  await site.run('record');
}

/**
 * Rows that no publication and no step covers: people, customers, programs, and content stored separately from drafts.
 */
async function buildUncovered(): Promise<void> {
  const { db } = site.database;
  const { writer, second } = people;
  const customer = { customer_id: 'c1', cust_name: '客户甲', risk_level: '03', risk_valid_date: '20991231' };
  await storeCustomers(db, [{ ...customer, is_pro_investor: '0' }]);
  await issueToken(db, 'c1');
  const declared = {} as Declaration;
  const moments = { signedAt: new Date(), at: new Date() };
  const application = { customerId: 'c1', requestId: 'r1', applyType: 'person' as ApplyType, declared, ...moments };
  await submitApplication(db, { ...application, materials: [] });
  await answerApplication(db, { customerId: 'c1', to: 'accepted', validTo: '2099-12-31', at: new Date() });
  const session = sessionHash(await beginSession(db, writer.staffId, '10.0.0.1'));
  await db
    .updateTable('staff_session')
    .set({ began_at: new Date(Date.now() - 3_600_000) })
    .execute();
  await record(db, writer, 'sign-in', { also: [`session:${session}`] });
  await setSecondFactorRoles(db, ['publisher']);
  await record(db, second, 'people.second-factor-roles', { also: ['kept:staff.second-factor-roles'] });
  const newcomer = await hand(site, '新人己', [{ role: 'editor', channelId: '' }]);
  await makeLink(db, newcomer.staffId);
  await askFor(db, second, {
    staffId: newcomer.staffId,
    kind: 'grants',
    grants: [{ role: 'reviewer', channelId: '' }],
  });
  const { tokenId } = await makeToken(db, second, {
    name: '日报',
    registers: [definition.register],
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const delivery = { token_id: tokenId, idempotency_key: 'k', body_hash: 'b', register: definition.register, why: '' };
  const answered = {
    status: 422,
    answer: JSON.stringify({ code: 'x' }),
    edition_id: null,
    rule_id: null,
    due_at: null,
  };
  const { delivery_id } = await db
    .insertInto('delivery')
    .values({ ...delivery, ...answered, changed: 1, at: new Date() })
    .returning('delivery_id')
    .executeTakeFirstOrThrow();
  await record(db, second, 'feed.deliver', { also: [`delivery:${delivery_id}`] });
  await storeRows(db, definition.register, [[{ no: 9, name: '赵六' }]]);
  const document = article(`${SECTION}0003`, '迁入的公告').document as SetArticle['document'];
  await storeArticleSet(db, await storeArticles(db, [{ document: document }] as SetArticle[]));
}

/** Changes of what stands, each with what the check says of it. */
const coveredChanges: Readonly<Record<string, RegExp>> = {
  [`update staff set password = 'scrypt$1' where account = (select min(account) from staff)`]: /^staff:\d+ is not as/,
  [`insert into staff (account, name, state, must_change, created_at) values ('back.door', '后门', 'active', false, now())`]:
    /^staff:\d+ is there by no act/,
  [`insert into staff_session (session_hash, staff_id, address, began_at, seen_at)
    select repeat('a', 64), min(staff_id), '10.0.0.9', now() - interval '1 hour', now() from staff`]:
    /^session:a+ is there by no act/,
  [`insert into staff_link (link_hash, staff_id, ends_at) select repeat('b', 64), max(staff_id), now() + interval '1 day' from staff`]:
    /^link:b+ is there by no act/,
  [`update staff_request set effective_at = now()`]: /^request:\d+ is not as/,
  [`update delivery_token set registers = array['other'], expires_at = expires_at + interval '1 year'`]:
    /^token:\d+ is not as/,
  [`update edition_remark set text = '没有问题'`]: /^remark:\d+ is not as/,
  [`update shared_preview set expires_at = expires_at + interval '1 year'`]: /^share:\d+ is not as/,
  [`update delivery set changed = 0, due_at = now()`]: /^delivery:\d+ is not as/,
  [`update customer set risk_level = '05', is_pro_investor = '1'`]: /^customer:c1 is not as/,
  [`delete from pro_application`]: /^application:\d+ was removed/,
  [`delete from kept where name = 'site.opened'`]: /^kept:site.opened was removed/,
  [`update kept set value = '[]' where name = 'staff.second-factor-roles'`]:
    /^kept:staff.second-factor-roles is not as/,
  [`update edition set channel_ids = '{}' where state = 'draft'`]: /^edition:\d+ is not as/,
  [`update register_row set sort_no = -sort_no`]: /^order:tampered is not as/,
  [`update file set size = size + 1, media_type = 'text/html'`]: /^file \S+ has another (size|type)/,
  [`update set_article set said = '{"document": {}}'`]: /^set_article [0-9a-f]+ does not say/,
  [`update row_part set rows = '[]'`]: /^row_part [0-9a-f]+ does not say/,
  [`select setval('article_id_seq', 1)`]: /^article_id_seq gives numbers/,
};

const columnsOfTables: { name: string; columns: string }[] = [];

/** The history as it was built, whatever was done to it since. */
async function restore(): Promise<void> {
  const all = columnsOfTables.map(({ name }) => name).join(', ');
  await site.database.owner.query(
    `truncate ${all}; ${columnsOfTables.map(({ name, columns }) => `insert into ${name} (${columns}) overriding system value select ${columns} from kept_history.${name}`).join('; ')}`,
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
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  columnsOfTables.push(...rows);
  for (const { name } of columnsOfTables)
    await site.database.owner.query(`create table kept_history.${name} as table ${name}`);
}, 300_000);
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

  test('[RC8] what no publication and no seal covers stands as the last act left it', async () => {
    for (const statement of Object.keys(coveredChanges)) await site.database.owner.query(statement);
    const document = (await check()).problems.map(({ message }) => message);
    for (const [statement, says] of Object.entries(coveredChanges))
      expect(document, statement).toContainEqual(expect.stringMatching(says));
    await site.database.owner.query(`select setval('article_id_seq', (select max(article_id) from article))`);
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

  const added = async (name: string): Promise<Hand> => {
    const person = await hand(site, name, [{ role: 'auditor', channelId: '' }]);
    await record(site.database.db, person, 'people.add', { subject: `staff:${person.staffId}` });
    return person;
  };

  test(
    '[RC4] an auditor has it checked in the console, and /metrics has the result',
    { timeout: 300_000 },
    async () => {
      const auditor = await added('审计丁');
      const editor = await consoleOf(site, people.writer, ORIGIN);
      expect((await editor('POST', '/record-check')).code).toBe(errors.rightMissing.code);
      await site.run('record');
      const ask = await consoleOf(site, auditor, ORIGIN);
      expect((await ask('POST', '/record-check')).data).toMatchObject({ isRunning: true });
      await vi.waitFor(async () => expect((await ask('GET', '/record-check')).data.isRunning).toBe(false), 120_000);
      const { last } = (await ask('GET', '/record-check')).data;
      expect([last.problems, last.heads]).toEqual([[], site.keeper.kept()]);
      const { body } = await site.app.inject('/metrics');
      expect(body).toContain('\nsite_record_problems 0\n');
      expect(body).toContain(`\nsite_record_checked_timestamp_seconds ${Math.floor(Date.parse(last.at) / 1000)}\n`);
      expect(body).toContain(`\nsite_record_heads_kept ${site.keeper.kept()}\n`);
    },
  );

  test('[RC4] a check that fails is told, beside the result of the one before', { timeout: 300_000 }, async () => {
    const ask = await consoleOf(site, await added('审计戊'), ORIGIN);
    const state = async () => (await ask('GET', '/record-check')).data;
    const { last } = await state();
    // the heads cannot be read
    renameSync(headsFile, `${headsFile}.away`);
    mkdirSync(headsFile);
    try {
      await ask('POST', '/record-check');
      await vi.waitFor(async () => expect(await state()).toMatchObject({ isRunning: false, last }), 120_000);
      expect((await state()).failedAt).toMatch(/^2\d{3}-/);
    } finally {
      rmdirSync(headsFile);
      renameSync(`${headsFile}.away`, headsFile);
    }
    await ask('POST', '/record-check');
    await vi.waitFor(async () => expect(await state()).toMatchObject({ isRunning: false, failedAt: '' }), 120_000);
  });
});

// the last: while it lasts, heads of stores that were tampered with go out, too
test('[RC9] whatever is done to any table is found, or named as not covered', { timeout: 900_000 }, async () => {
  const most = tries(6, 120);
  const missed: string[] = [];
  let [found, named, done] = [0, 0, 0];
  // TAMPER_SEEDS=10,45 does these alone
  const only = process.env.TAMPER_SEEDS?.split(',').map(Number);
  const seeds =
    only?.values() ??
    (function* () {
      for (let seed = 1; ; seed++) yield seed;
    })();
  for (const seed of seeds) {
    if (done === most) break;
    await restore();
    const tampering = await planTampering(owner, seed);
    // a statement that PostgreSQL itself refuses was not done
    const changed = await tamper(owner, tampering.statement, String(seed)).catch(() => 0);
    if (changed === 0 || (await isUnchanged(owner, tampering.table))) continue;
    done += 1;
    const { problems } = await check();
    if (problems.length > 0) found += 1;
    else if (isNamed(tampering)) named += 1;
    else missed.push(`${seed}: ${tampering.statement}`);
  }
  expect(missed).toEqual([]);
  proved({
    fault: 'random changes of any table by its owner, with all hashes of the store recomputed',
    tries: most,
    outcome: `${found} found, ${named} named as not covered`,
  });
});
