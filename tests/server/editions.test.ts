import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors, type Refused } from '#server/errors.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { createEdition } from '#server/editions/draft/create-edition.ts';
import { createPlan } from '#server/editions/draft/create-plan.ts';
import { createSubmitted } from '#server/editions/draft/create-submitted.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishedMeanwhile } from '#server/editions/publish/published-meanwhile.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition, confirmEmergency, returnEdition } from '#server/editions/review/review-edition.ts';
import { rolledBack } from '#server/editions/publish/roll-back.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { approvedBy, codeOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';
import { startChild } from '../world/children.ts';

const LOSS = `${SECTION}0003`;
const COMPLAINT = `${SECTION}0016`;

let site: TestSite;
let writer: Hand;
let colleague: Hand;
let reviewer: Hand;
let publisher: Hand;
beforeAll(async () => {
  site = await startSite();
  [writer, colleague, reviewer, publisher] = [
    await hand(site, '撰写甲'),
    await hand(site, '撰写乙'),
    await hand(site, '审核丙'),
    await hand(site, '发布丁'),
  ];
});
afterAll(() => site.end());

const publishContext = () => publishContextOf(site);
const db = () => site.database.db;
const rowOf = (editionId: number) =>
  db().selectFrom('edition').selectAll().where('edition_id', '=', editionId).executeTakeFirstOrThrow();
const entryOf = async (editionId: number) =>
  db()
    .selectFrom('publication')
    .selectAll()
    .where('no', '=', (await rowOf(editionId)).published_in!)
    .executeTakeFirstOrThrow();
const notice = (title: string) => article(LOSS, title);
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => Promise.reject(new Error('was not refused')),
    (error: Refused) => error,
  );
const { editionConflict, editionState, ownEdition, invalidEdition, editionOutdated, invalidInput, unknownEdition } =
  errors;

describe('the way of an edition', () => {
  test('written, submitted, approved by another, published: the log names who wrote and who approved, visitors read it', async () => {
    const edition = await draftBy(
      site,
      writer,
      [
        channel(`${SECTION}0055`, 'publicChannel/day', '投资者开放日', { type: 2, classOrder: 55 }),
        article(`${SECTION}0055`, '开放日安排'),
        { kind: 'setting', id: 'demo', document: true },
      ],
      '新增栏目',
    );
    const second = await saveBy(
      site,
      colleague,
      edition,
      [
        channel(`${SECTION}0055`, 'publicChannel/day', '投资者开放日', { type: 2, classOrder: 55 }),
        article(`${SECTION}0055`, '开放日的安排'),
      ],
      { title: '新增栏目' },
    );
    await submitEdition(publishContext(), writer, { ...second, note: '请尽快' });
    await approveEdition(db(), reviewer, second);
    const published = await publishEdition(publishContext(), publisher, second);
    await site.publications.refresh();
    expect((await site.get('/swhysc/publicChannel/day')).html).toContain('开放日的安排');
    const { no, written_by, approved_by, title } = await entryOf(edition.editionId);
    expect([no, written_by, approved_by, title]).toEqual([published.no, '撰写甲、撰写乙', '审核丙', '新增栏目']);
    const { steps, state, publishedIn, contributors } = await findEdition(db(), edition.editionId, writer.staffId);
    expect([state, publishedIn, contributors.map(({ name }) => name)]).toEqual(['published', no, ['撰写甲', '撰写乙']]);
    expect(steps.map(({ act, name, version }) => [act, name, version])).toEqual([
      ['created', '撰写甲', 1],
      ['saved', '撰写乙', 2],
      ['submitted', '撰写甲', 2],
      ['approved', '审核丙', 2],
      ['published', '发布丁', 2],
    ]);
  });

  test('what cannot be published is not submitted; the check tells every problem with its place, and publishes nothing', async () => {
    const before = await site.publications.refresh();
    const bad = await draftBy(site, writer, [
      article(LOSS, ''),
      article('9999', '栏目不存在'),
      {
        kind: 'page',
        id: 'odd',
        document: { schemaVersion: 1, page: 'odd', for: { url: 'odd' }, layout: 'nowhere', blocks: [] },
      },
      { kind: 'setting', id: 'site', document: { name: '' } },
    ]);
    const problems = await checkEdition(publishContext(), await getDraft(db(), bad.editionId, 1));
    expect(new Set(problems.map(({ change }) => change))).toEqual(new Set([0, 1, 2, 3]));
    expect(problems.map(({ message }) => message).join('\n')).toMatch(/标题不能为空/);
    const error = await refusal(submitEdition(publishContext(), writer, bad));
    expect([error.code, (error.data as { problems: unknown[] }).problems.length]).toEqual([
      invalidEdition.code,
      problems.length,
    ]);
    expect((await rowOf(bad.editionId)).state).toBe('draft');
    expect(await site.publications.refresh()).toBe(before);
  });

  test('[ED10] a draft that one person sends twice at once is one edition, sent for review or not; others and later ones are their own', async () => {
    const changes = [notice('双击新建')];
    const now = await site.deps.siteAt('now');
    const create = (by = writer) => createEdition(db(), now, by, { title: '双击新建', changes });
    const twice = await Promise.all([create(), create()]);
    const [{ editionId }] = twice;
    expect(twice[1]).toEqual(twice[0]);
    expect((await findEdition(db(), editionId, writer.staffId)).steps).toHaveLength(1);
    const submitted = () => createSubmitted(publishContext(), now, writer, { title: '双击提交', changes });
    const [one, other] = await Promise.all([submitted(), submitted()]);
    expect(other).toEqual(one);
    expect((await findEdition(db(), one.editionId, writer.staffId)).steps.map(({ act }) => act)).toEqual([
      'created',
      'submitted',
    ]);
    const plan = () =>
      createPlan(db(), now, writer, [
        { title: '计划', changes: [{ kind: 'setting', id: 'demo', document: true, plan: { at: '' } }] },
        { title: '计划', changes: [{ kind: 'setting', id: 'demo', document: false, plan: { at: '' } }] },
      ]);
    const [steps, again] = await Promise.all([plan(), plan()]);
    expect([new Set(steps).size, again]).toEqual([2, steps]);
    const own = await create(colleague);
    await discardEdition(db(), writer, { editionId, version: 1 });
    const anew = await create();
    await db()
      .updateTable('edition')
      .set({ changed_at: new Date(Date.now() - 60_000) })
      .where('edition_id', '=', anew.editionId)
      .execute();
    const later = await create();
    expect(new Set([editionId, one.editionId, own.editionId, anew.editionId, later.editionId]).size).toBe(5);
  });

  test('a draft of the wrong form is not kept, and told by place in Chinese', async () => {
    const wrong = [
      article(LOSS, '一'),
      { kind: 'nothing' },
      { kind: 'article', document: { channelId: LOSS, title: 5, contentTime: '' } },
      { kind: 'setting', id: 'x', document: 'a\0' },
      { kind: 'rows', document: { definition: { register: 'x' }, rows: [], dataDate: '', department: '' } },
    ];
    const { code, data } = await refusal(draftBy(site, writer, wrong as never, ' '));
    const first = (data as { problems: { pointer: string }[] }).problems;
    expect([code, first.map(({ pointer }) => pointer)]).toEqual([invalidInput.code, ['/title']]);
    const { problems } = (await refusal(draftBy(site, writer, wrong as never))).data as {
      problems: { pointer: string; message: string }[];
    };
    expect(problems.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '/changes/1',
        '/changes/2/document/title',
        '/changes/3',
        '/changes/4/document/definition',
      ]),
    );
    for (const { message } of problems) expect(message).toMatch(/^第\d项/);
  });

  test('authored HTML is cleaned before a colleague opens it', async () => {
    const { editionId } = await draftBy(site, writer, [
      article(LOSS, '脚本', {
        content: '<p onclick="x()">好<script>alert(1)</script></p><img src=x onerror=alert(1)>',
      }),
    ]);
    expect(JSON.stringify((await findEdition(db(), editionId, reviewer.staffId)).shown.changes)).not.toMatch(
      /onclick|script|onerror/,
    );
  });

  test('returned with a reason, mended, submitted again; a return without a reason is none', async () => {
    const edition = await draftBy(site, writer, [notice('退回的声明')]);
    await submitEdition(publishContext(), writer, edition);
    expect(await codeOf(returnEdition(db(), reviewer, { ...edition, note: '  ' }))).toBe(invalidInput.code);
    await returnEdition(db(), reviewer, { ...edition, note: '缺日期' });
    expect((await rowOf(edition.editionId)).state).toBe('returned');
    const mended = await saveBy(site, writer, edition, [notice('退回又改好的声明')]);
    await submitEdition(publishContext(), writer, mended);
    await approveEdition(db(), reviewer, mended);
    expect((await rowOf(edition.editionId)).state).toBe('approved');
  });

  test('a discarded or published edition is not touched again', async () => {
    const gone = await draftBy(site, writer, [notice('作废的声明')]);
    await discardEdition(db(), writer, gone);
    const done = await approvedBy(site, writer, reviewer, [notice('已发布的声明')]);
    await publishEdition(publishContext(), publisher, done);
    for (const edition of [gone, done]) {
      const acts = [
        saveBy(site, writer, edition, [notice('改')]),
        submitEdition(publishContext(), writer, edition),
        approveEdition(db(), reviewer, edition),
        returnEdition(db(), reviewer, { ...edition, note: '退' }),
        publishEdition(publishContext(), publisher, edition),
        emergencyPublish(publishContext(), publisher, { ...edition, note: '交易系统故障，须立即告知' }),
        discardEdition(db(), writer, edition),
        scheduleEdition(db(), publisher, { ...edition, publishAt: new Date(Date.now() + 60_000) }),
      ];
      expect(await Promise.all(acts.map(codeOf))).toEqual(acts.map(() => editionState.code));
    }
  });

  test('no edition, no such version: said as such', async () => {
    const edition = await draftBy(site, writer, [notice('有的声明')]);
    expect([
      await codeOf(findEdition(db(), 999_999, writer.staffId)),
      await codeOf(findEdition(db(), edition.editionId, writer.staffId, 9)),
      await codeOf(saveBy(site, writer, { ...edition, version: 9 }, [notice('x')])),
    ]).toEqual([unknownEdition.code, unknownEdition.code, unknownEdition.code]);
  });
});

describe('four eyes', () => {
  test('who created, saved or submitted any version cannot approve or return it, and that they tried is written down', async () => {
    const edition = await draftBy(site, writer, [notice('四眼的声明')]);
    const saved = await saveBy(site, colleague, edition, [notice('四眼的声明二')]);
    const again = await saveBy(site, writer, saved, [notice('四眼的声明三')]);
    await submitEdition(publishContext(), publisher, again);
    for (const own of [writer, colleague, publisher]) {
      expect([
        await codeOf(approveEdition(db(), own, again)),
        await codeOf(returnEdition(db(), own, { ...again, note: '退' })),
      ]).toEqual([ownEdition.code, ownEdition.code]);
      const { may } = await findEdition(db(), edition.editionId, own.staffId);
      expect(may.approve).toMatch(/须由他人审核/);
    }
    expect((await findEdition(db(), edition.editionId, reviewer.staffId)).may.approve).toBe('');
    const refused = await db()
      .selectFrom('audit')
      .select('act')
      .where('subject', '=', `edition:${edition.editionId}`)
      .where('outcome', '=', 'refused')
      .execute();
    expect(refused).toHaveLength(6);
  });

  test('an edit voids the approval and the schedule; saving what was saved already voids nothing', async () => {
    const edition = await approvedBy(site, writer, reviewer, [notice('通过后又改')]);
    await scheduleEdition(db(), publisher, { ...edition, publishAt: new Date(Date.now() + 3_600_000) });
    expect((await saveBy(site, colleague, edition, [notice('通过后又改')])).version).toBe(1);
    expect((await rowOf(edition.editionId)).state).toBe('approved');
    const changed = await saveBy(site, writer, edition, [notice('通过后改了')]);
    const row = await rowOf(edition.editionId);
    expect([row.state, row.approved_hash, row.approved_by, row.publish_at]).toEqual(['draft', null, null, null]);
    expect(await codeOf(publishEdition(publishContext(), publisher, changed))).toBe(editionState.code);
  });

  test('an approval is of the version that the reviewer has seen', async () => {
    const edition = await draftBy(site, writer, [notice('审核时又改')]);
    await submitEdition(publishContext(), writer, edition);
    const changed = await saveBy(site, writer, edition, [notice('审核时改了')]);
    await submitEdition(publishContext(), writer, changed);
    expect(await codeOf(approveEdition(db(), reviewer, edition))).toBe(editionConflict.code);
    expect((await rowOf(edition.editionId)).state).toBe('in-review');
  });

  test('content that was changed behind the approval is not published', async () => {
    const edition = await approvedBy(site, writer, reviewer, [notice('被篡改的声明')]);
    await expect(
      sql`update edition_version set title = '别的' where edition_id = ${edition.editionId}`.execute(db()),
    ).rejects.toThrow('permission denied');
    await site.database.owner.query(
      `update edition_version set changes = jsonb_set(changes, '{0,document,title}', '"篡改"') where edition_id = $1`,
      [edition.editionId],
    );
    expect((await refusal(publishEdition(publishContext(), publisher, edition))).message).toContain('校验值不符');
  });

  test('the database itself refuses a state without its approval', async () => {
    const { editionId } = await draftBy(site, writer, [notice('库里的声明')]);
    const no = await site.publications.refresh();
    for (const change of [
      sql`state = 'approved'`,
      sql`state = 'published', published_in = ${no}`,
      sql`state = 'approved', approved_by = ${reviewer.staffId}, approved_hash = 'other'`,
      sql`publish_at = now()`,
    ]) {
      await expect(sql`update edition set ${change} where edition_id = ${editionId}`.execute(db())).rejects.toThrow(
        'check constraint',
      );
    }
    for (const table of ['edition_version', 'edition_step']) {
      for (const statement of [sql`delete from ${sql.table(table)}`, sql`truncate ${sql.table(table)} cascade`])
        await expect(statement.execute(db())).rejects.toThrow('permission denied');
    }
  });

  test('two people of one name are told apart in the log', async () => {
    const [one, other] = [await hand(site, '王伟'), await hand(site, '王 伟')];
    const edition = await approvedBy(site, one, other, [notice('同名的声明')]);
    await publishEdition(publishContext(), publisher, edition);
    const { written_by, approved_by } = await entryOf(edition.editionId);
    expect([written_by, approved_by]).toEqual([`王伟（${one.account}）`, `王 伟（${other.account}）`]);
  });
});

describe('an emergency', () => {
  test('one person publishes with a reason; the log says so; the mark stays until somebody else has looked at it', async () => {
    const edition = await draftBy(site, writer, [notice('系统故障公告')]);
    expect(await codeOf(emergencyPublish(publishContext(), publisher, edition))).toBe(invalidInput.code);
    await emergencyPublish(publishContext(), publisher, { ...edition, note: '交易系统故障，须立即告知' });
    const { written_by, approved_by } = await entryOf(edition.editionId);
    expect([written_by, approved_by]).toEqual(['撰写甲', '紧急发布：发布丁（待复核）']);
    const { emergency, may } = await findEdition(db(), edition.editionId, reviewer.staffId);
    expect([emergency?.reason, emergency?.name, emergency?.isOverdue, emergency?.reviewedAt, may.confirm]).toEqual([
      '交易系统故障，须立即告知',
      '发布丁',
      false,
      '',
      '',
    ]);
    expect((Date.parse(emergency!.dueAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    for (const own of [writer, publisher])
      expect(await codeOf(confirmEmergency(db(), own, { ...edition, note: '属实' }))).toBe(ownEdition.code);
    expect(await codeOf(confirmEmergency(db(), reviewer, edition))).toBe(invalidInput.code);
    await confirmEmergency(db(), reviewer, { ...edition, note: '内容属实' });
    expect(await codeOf(confirmEmergency(db(), reviewer, { ...edition, note: '再次' }))).toBe(editionState.code);
    expect(
      (await findEdition(db(), edition.editionId, reviewer.staffId)).steps.map(({ act, note }) => [act, note]),
    ).toEqual([
      ['created', ''],
      ['emergency', '交易系统故障，须立即告知'],
      ['reviewed-after', '内容属实'],
    ]);
  });

  test('[ST2] not by somebody who wrote it, nor for a word; the attempt is written down', async () => {
    const edition = await draftBy(site, publisher, [notice('一人的公告')]);
    const reason = '夜间系统故障，须立即告知客户';
    expect(await codeOf(emergencyPublish(publishContext(), publisher, { ...edition, note: reason }))).toBe(
      ownEdition.code,
    );
    expect((await findEdition(db(), edition.editionId, publisher.staffId)).may.emergency).toMatch(/须由他人紧急发布/);
    const { facts } = await db()
      .selectFrom('audit')
      .select('facts')
      .where('act', '=', 'edition.emergency')
      .where('outcome', '=', 'refused')
      .where('subject', '=', `edition:${edition.editionId}`)
      .executeTakeFirstOrThrow();
    expect(facts).toEqual({ version: edition.version, why: 'own' });
    const other = await draftBy(site, writer, [notice('一句话的公告')]);
    expect(await codeOf(emergencyPublish(publishContext(), publisher, { ...other, note: '急' }))).toBe(
      invalidInput.code,
    );
    expect((await findEdition(db(), other.editionId, publisher.staffId)).state).toBe('draft');
  });

  test('overdue is said', async () => {
    const edition = await draftBy(site, writer, [notice('无人复核的公告')]);
    await emergencyPublish(publishContext(), publisher, { ...edition, note: '交易系统故障，须立即告知' });
    await sql`update edition set review_due = now() - interval '1 minute' where edition_id = ${edition.editionId}`.execute(
      db(),
    );
    expect((await findEdition(db(), edition.editionId, reviewer.staffId)).emergency?.isOverdue).toBe(true);
  });
});

describe('at once', () => {
  test('of two who save on one version the second is told who saved what, and loses nothing', async () => {
    const edition = await draftBy(site, writer, [notice('两人同改')]);
    const both = await Promise.allSettled([
      saveBy(site, writer, edition, [notice('甲的改法')]),
      saveBy(site, colleague, edition, [notice('乙的改法')]),
    ]);
    const refused = both.find((one) => one.status === 'rejected')!.reason as Refused;
    const won = both[0]!.status === 'fulfilled' ? ['撰写甲', '甲的改法'] : ['撰写乙', '乙的改法'];
    const { savedBy, changes, version, savedAt } = refused.data as {
      savedBy: string;
      changes: { document: { title: string } }[];
      version: number;
      savedAt: string;
    };
    expect([refused.code, savedBy, changes[0]!.document.title, version]).toEqual([editionConflict.code, ...won, 2]);
    expect(Date.parse(savedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await findEdition(db(), edition.editionId, writer.staffId)).versions).toHaveLength(2);
  });

  test('of ten who publish one publishes', async () => {
    const edition = await approvedBy(site, writer, reviewer, [notice('十人同发')]);
    const before = await site.publications.refresh();
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(publishEdition(publishContext(), publisher, edition))),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(
      codes
        .filter((code) => code !== null)
        .every((code) => code === editionConflict.code || code === editionState.code),
    ).toBe(true);
    expect(await site.publications.refresh()).toBe(before + 1);
  });

  test('[ED11] who publishes waits for a program that looks at the edition, and is not refused', async () => {
    const edition = await approvedBy(site, writer, reviewer, [notice('程序正在核对')]);
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const looking = db()
      .transaction()
      .execute(async (trx) => {
        await trx
          .selectFrom('edition')
          .select('edition_id')
          .where('edition_id', '=', edition.editionId)
          .forUpdate()
          .execute();
        locked.resolve();
        await release.promise;
      });
    await locked.promise;
    const published = codeOf(publishEdition(publishContext(), publisher, edition));
    await until('a lock that is waited for', async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from pg_locks where not granted`.execute(db());
      return rows[0]!.count > 0;
    });
    release.resolve();
    await looking;
    expect(await published).toBe(null);
  });

  test('who began to publish before somebody else published, edited or returned it publishes nothing', async () => {
    const meanwhile: Record<string, (edition: { editionId: number; version: number }) => Promise<unknown>> = {
      published: (edition) => publishEdition(publishContext(), publisher, edition),
      edited: (edition) => saveBy(site, writer, edition, [notice('刚刚又改')]),
      returned: (edition) => returnEdition(db(), reviewer, { ...edition, note: '退' }),
    };
    for (const [how, act] of Object.entries(meanwhile)) {
      const edition = await approvedBy(site, writer, reviewer, [notice(`同时${how}`)]);
      const before = await site.publications.refresh();
      // asked for between the edition is read and the transaction begins
      const freeSpace = async () => {
        await act(edition);
        return Infinity;
      };
      expect([how, await codeOf(publishEdition({ ...publishContext(), freeSpace }, publisher, edition))]).toEqual([
        how,
        editionConflict.code,
      ]);
      expect(await site.publications.refresh()).toBe(before + (how === 'published' ? 1 : 0));
    }
  });

  test('a publication that fails at its very end leaves neither publication nor state', async () => {
    const edition = await approvedBy(site, writer, reviewer, [notice('半途而废')]);
    const before = await site.publications.refresh();
    const { owner } = site.database;
    await owner.query(`alter table edition_step add constraint broken check (act <> 'published') not valid`);
    await expect(publishEdition(publishContext(), publisher, edition)).rejects.toThrow('broken');
    await owner.query('alter table edition_step drop constraint broken');
    expect([await site.publications.refresh(), (await rowOf(edition.editionId)).state]).toEqual([before, 'approved']);
    await publishEdition(publishContext(), publisher, edition);
    expect((await rowOf(edition.editionId)).state).toBe('published');
  });
});

test('a server that is killed while it publishes leaves neither publication nor state; the next try publishes', async () => {
  const edition = await approvedBy(site, writer, reviewer, [notice('发布中断电')]);
  const before = await site.publications.refresh();
  const child = fileURLToPath(new URL('publish-edition-in-child.ts', import.meta.url));
  const others = await site.database.owner.connect();
  // everything is written but the very last line, which waits for this
  await others.query('begin; lock table edition_step in exclusive mode');
  const killed = startChild(
    process.execPath,
    [child, site.database.url, String(edition.editionId), String(publisher.staffId)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const waiting = () =>
    sql<{
      waiting: number;
    }>`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%edition_step%'`
      .execute(db())
      .then(({ rows }) => rows[0]!.waiting);
  await until('it waits at its end', async () => (await waiting()) === 1, 20_000);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db(),
  );
  await others.query('rollback');
  others.release();
  expect([await site.publications.refresh(), (await rowOf(edition.editionId)).state]).toEqual([before, 'approved']);
  await publishEdition(publishContext(), publisher, edition);
  expect([await site.publications.refresh(), (await rowOf(edition.editionId)).state]).toEqual([
    before + 1,
    'published',
  ]);
});

describe('what is public meanwhile', () => {
  const complaint = async () =>
    (
      await db()
        .selectFrom('article')
        .select('article_id')
        .where('channel_id', '=', COMPLAINT)
        .where('public_to', 'is', null)
        .executeTakeFirstOrThrow()
    ).article_id;

  test('[AC11] an edition in review of something that was published otherwise since cannot be approved, and says why', async () => {
    const articleId = await complaint();
    const edition = await draftBy(site, writer, [article(COMPLAINT, '投诉渠道（待审）', { articleId })]);
    await submitEdition(publishContext(), writer, edition);
    const mayOf = async () => (await findEdition(db(), edition.editionId, reviewer.staffId)).may;
    expect((await mayOf()).approve).toBe('');
    await site.publish('别人先改了', [article(COMPLAINT, '投诉渠道（别人）', { articleId })]);
    expect(await mayOf()).toMatchObject({
      approve: expect.stringContaining('须先由撰写人核对、合并后保存'),
      return: '',
    });
    expect(await codeOf(approveEdition(db(), reviewer, edition))).toBe(editionOutdated.code);
    await site.publish('改回', [article(COMPLAINT, '投诉渠道', { articleId })]);
  });

  test('an edition of something that was published otherwise since is told so, and not published until it was compared', async () => {
    const articleId = await complaint();
    const edition = await approvedBy(site, writer, reviewer, [article(COMPLAINT, '投诉渠道', { articleId })]);
    expect((await findEdition(db(), edition.editionId, writer.staffId)).outdated).toEqual([]);
    await site.publish('别人改了', [article(COMPLAINT, '投诉渠道（新）', { articleId })]);
    expect((await findEdition(db(), edition.editionId, writer.staffId)).outdated).toEqual([`article:${articleId}`]);
    const error = await refusal(publishEdition(publishContext(), publisher, edition));
    expect([error.code, error.data]).toEqual([
      editionOutdated.code,
      { subjects: [`article:${articleId}`], problems: [{ change: 0, message: expect.stringContaining('已有变化') }] },
    ]);
    const [found] = await publishedMeanwhile(db(), await site.deps.siteAt('now'), edition.editionId);
    expect(found).toMatchObject({
      subject: `article:${articleId}`,
      was: { document: { title: expect.not.stringContaining('新') } },
      now: { document: { title: '投诉渠道（新）' } },
      publication: await site.publications.refresh(),
      writtenBy: '甲',
    });
    await site.publish('别人又改了', [article(COMPLAINT, '投诉渠道（最新）', { articleId })]);
    const hasty = await saveBy(site, writer, edition, [article(COMPLAINT, '投诉渠道', { articleId })], {
      rebase: { [found!.subject]: found!.mark },
    });
    expect(
      (await findEdition(db(), edition.editionId, writer.staffId)).outdated,
      'what came after the comparison',
    ).toEqual([found!.subject]);
    const [newest] = await publishedMeanwhile(db(), await site.deps.siteAt('now'), edition.editionId);
    expect(newest).toMatchObject({ was: found!.now, now: { document: { title: '投诉渠道（最新）' } } });
    const rebased = await saveBy(site, writer, hasty, [article(COMPLAINT, '投诉渠道', { articleId })], {
      rebase: { [newest!.subject]: newest!.mark },
    });
    await submitEdition(publishContext(), writer, rebased);
    await approveEdition(db(), reviewer, rebased);
    await publishEdition(publishContext(), publisher, rebased);
    expect((await entryOf(edition.editionId)).approved_by).toBe('审核丙');
  });

  test('what an edition of a page, a channel or a setting was begun from is told by what was public then', async () => {
    const shown = channel(`${SECTION}0018`, 'publicChannel/antiFraud', '防范非法证券活动', { type: 2, classOrder: 18 });
    const shipped = (await site.deps.siteAt('now')).registers.get('bond-investment')!;
    const edition = await draftBy(site, writer, [
      shown,
      { kind: 'page', id: 'home', document: { page: 'home' } },
      { kind: 'setting', id: 'demo', document: true },
      { kind: 'register', document: { ...shipped, title: '一个名称' } },
    ]);
    await site.publish('别人改了', [
      channel(`${SECTION}0018`, 'publicChannel/antiFraud', '反诈', { type: 2, classOrder: 18 }),
      { kind: 'setting', id: 'demo', document: false },
      { kind: 'register', document: { ...shipped, title: '另一个名称' } },
    ]);
    const found = await publishedMeanwhile(db(), await site.deps.siteAt('now'), edition.editionId);
    expect(found.map(({ subject, was, now }) => [subject, was, now])).toEqual([
      [
        'setting:demo',
        { kind: 'setting', id: 'demo', document: true },
        { kind: 'setting', id: 'demo', document: false },
      ],
      [
        'register:bond-investment',
        { kind: 'register', document: expect.objectContaining({ title: shipped.title }) },
        { kind: 'register', document: expect.objectContaining({ title: '另一个名称' }) },
      ],
      [
        `channel:${SECTION}0018`,
        { kind: 'channel', document: expect.objectContaining({ name: '防范非法证券活动' }) },
        { kind: 'channel', document: expect.objectContaining({ name: '反诈' }) },
      ],
    ]);
  });

  test('of two editions of one thing that are published at once the second is refused', async () => {
    const articleId = await complaint();
    const [one, other] = [
      await approvedBy(site, writer, reviewer, [article(COMPLAINT, '甲版', { articleId })]),
      await approvedBy(site, colleague, reviewer, [article(COMPLAINT, '乙版', { articleId })]),
    ];
    const codes = await Promise.all(
      [one, other].map((edition) => codeOf(publishEdition(publishContext(), publisher, edition))),
    );
    expect(codes.sort()).toEqual([editionOutdated.code, null]);
  });

  test('articles that come into a channel do not make an edition of the channel old', async () => {
    const edition = await draftBy(site, writer, [
      channel(`${SECTION}0018`, 'publicChannel/antiFraud', '防范非法证券活动（新名）', { type: 2, classOrder: 18 }),
    ]);
    await site.publish('先有文章', [article(`${SECTION}0018`, '第一篇')]);
    expect((await findEdition(db(), edition.editionId, writer.staffId)).outdated).toEqual([]);
    await site.publish('改名', [
      channel(`${SECTION}0018`, 'publicChannel/antiFraud', '别的名称', { type: 2, classOrder: 18 }),
    ]);
    expect((await findEdition(db(), edition.editionId, writer.staffId)).outdated).toEqual([`channel:${SECTION}0018`]);
  });

  test('a roll back is a new draft of what an earlier publication said, and a new publication', async () => {
    const [articleId] = (await site.publish('原样', [notice('最初的声明')])).articleIds as [number];
    const first = await site.publications.refresh();
    await site.publish('改坏', [article(LOSS, '改坏的声明', { articleId })]);
    const back = await rolledBack(publishContext(), await site.deps.siteAt('now'), {
      no: first,
      subjects: [`article:${articleId}`],
    });
    expect(back.title).toBe(`恢复到第 ${first} 号发布：原样`);
    const edition = await approvedBy(site, writer, reviewer, back.changes as never, back.title);
    const { no } = await publishEdition(publishContext(), publisher, edition);
    const row = await db()
      .selectFrom('article')
      .select(['title', 'opened_in'])
      .where('article_id', '=', articleId)
      .where('public_to', 'is', null)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ title: '最初的声明', opened_in: no });
    expect(
      await codeOf(
        rolledBack(publishContext(), await site.deps.siteAt('now'), { no: 1, subjects: [`article:${articleId}`] }),
      ),
    ).toBe(invalidInput.code);
  });

  test('[ED5] what comes with the program is rolled back to before its first change', async () => {
    const first = await site.publications.refresh();
    const shipped = (await site.deps.siteAt('now')).registers.get('bond-investment')!;
    await site.publish('改名', [{ kind: 'register', document: { ...shipped, title: '另一个名称' } }]);
    const now = await site.deps.siteAt('now');
    expect(now.registers.get('bond-investment')!.title).toBe('另一个名称');
    const { changes } = await rolledBack(publishContext(), now, { no: first, subjects: ['register:bond-investment'] });
    const edition = await approvedBy(site, writer, reviewer, changes as never, '改回');
    await publishEdition(publishContext(), publisher, edition);
    await site.publications.refresh();
    expect((await site.deps.siteAt('now')).registers.get('bond-investment')).toEqual(shipped);
  });
});
