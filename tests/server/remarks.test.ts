import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Remark, RemarksAnswer } from '#features/remarks/wire.ts';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { MOST_REMARKS } from '#rules/editions/remarks.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { consoleOf, codeOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'remarked',
  title: '批注用的登记表',
  endpoints: [],
  department: '办公室',
  key: ['no', 'part'],
  fields: {
    no: { title: '编号', type: 'text', required: true },
    part: { title: '分部', type: 'text', required: true },
    place: { title: '地点', type: 'text' },
  },
  columns: ['no', 'part', 'place'],
  filters: [],
  order: ['no'],
};
const rowsOf = (places: readonly string[]): Change =>
  ({
    kind: 'rows',
    document: {
      definition,
      dataDate: '2026-11-01',
      department: '办公室',
      rows: places.map((place, at) => ({ no: `N${at}`, part: '甲', place })),
    },
  }) as Change;
const text = (paragraphs: readonly string[]): Change =>
  article(LOSS, '有批注的公告', { content: paragraphs.map((one) => `<p>${one}</p>`).join('') });
const SUBJECT = 'article:new-1';
const TEXT = '/document/content';

type Ask = Awaited<ReturnType<typeof consoleOf>>;
interface Edition {
  editionId: number;
  version: number;
}

let site: TestSite;
let writer: Hand, reviewer: Hand, other: Hand, publisher: Hand, elsewhere: Hand;
let asks: Record<'writer' | 'reviewer' | 'other' | 'elsewhere', Ask>;
const db = () => site.database.db;

beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  const all = { channelId: '' };
  writer = await hand(site, '撰写甲', [
    { role: 'channel-admin', ...all },
    { role: 'editor', ...all },
    // the right to review others' work is no right to settle remarks on one's own
    { role: 'reviewer', ...all },
  ]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', ...all }]);
  other = await hand(site, '审核丁', [{ role: 'reviewer', ...all }]);
  publisher = await hand(site, '发布丙', [{ role: 'publisher', ...all }]);
  elsewhere = await hand(site, '别处戊', [{ role: 'reviewer', channelId: '000100170006' }]);
  asks = {
    writer: await consoleOf(site, writer, ORIGIN),
    reviewer: await consoleOf(site, reviewer, ORIGIN),
    other: await consoleOf(site, other, ORIGIN),
    elsewhere: await consoleOf(site, elsewhere, ORIGIN),
  };
  await site.run('notices');
});
afterAll(() => site.end());

const submitted = async (changes: readonly Change[]): Promise<Edition> => {
  const edition = await draftBy(site, writer, changes);
  await submitEdition(publishContextOf(site), writer, edition);
  return edition;
};
const remark = (ask: Ask, { editionId, version }: Edition, place: object = {}, words = '请核对') =>
  ask('POST', `/editions/${editionId}/remarks`, { version, text: words, ...place });
const act = (ask: Ask, { editionId }: Edition, no: number, name: string, words = '') =>
  ask('POST', `/editions/${editionId}/remarks/${no}/${name}`, { text: words });
const remarksOf = async (ask: Ask, { editionId }: Edition): Promise<Remark[]> =>
  ((await ask('GET', `/editions/${editionId}/remarks`)).data as RemarksAnswer).remarks;
const heldOf = async ({ editionId }: Edition): Promise<string> =>
  (await asks.reviewer('GET', `/editions/${editionId}/held`)).data.why;

test('[RM1] [RM5] a remark stands at a paragraph, a field, a row or a cell, quotes the version, and stays when that changes', async () => {
  const edition = await submitted([text(['第一段', '第二段写错了日期']), rowsOf(['北楼', '南楼'])]);
  const rows = `rows:${definition.register}`;
  const places = [
    {},
    { subject: SUBJECT },
    { subject: SUBJECT, pointer: '/document/title' },
    { subject: SUBJECT, pointer: TEXT, line: '第二段写错了日期' },
    { subject: rows, row: 'N1 / 甲', pointer: '/place' },
    { subject: rows, row: 'N0 / 甲' },
    // a row that the edition does not have, such as one that goes
    { subject: rows, row: 'N9 / 甲' },
  ];
  for (const [at, place] of places.entries())
    expect((await remark(asks.reviewer, edition, place)).data).toEqual({ no: at + 1 });
  const before = await remarksOf(asks.writer, edition);
  expect(before.map(({ place: { quote } }) => quote)).toEqual([
    '',
    '',
    '有批注的公告',
    '第二段写错了日期',
    '南楼',
    '',
    '',
  ]);
  expect(before.every(({ isThere, state }) => isThere && state === 'open')).toBe(true);
  expect(before[4]).toMatchObject({ place: { row: 'N1 / 甲', pointer: '/place' }, may: ['answered'] });

  const next = await saveBy(site, writer, edition, [text(['第一段', '第二段改好了']), rowsOf(['北楼', '西楼'])]);
  const after = await remarksOf(asks.reviewer, next);
  expect(after.map(({ isThere }) => isThere)).toEqual([true, true, true, false, false, true, true]);
  expect(after[3]).toMatchObject({ place: { quote: '第二段写错了日期' }, entries: [{ version: 1, name: '审核乙' }] });
  const last = await saveBy(site, writer, next, [rowsOf(['北楼', '南楼'])]);
  expect((await remarksOf(asks.reviewer, last)).map(({ isThere }) => isThere)).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('[RM1] [RM8] what is not there, too long, empty, of an old version or of others is refused', async () => {
  const edition = await submitted([text(['一段'])]);
  for (const place of [
    { subject: 'article:1' },
    { subject: SUBJECT, pointer: TEXT, line: '没有的一段' },
    { subject: SUBJECT, pointer: '/document/title', line: '有批注的公告' },
  ])
    expect((await remark(asks.reviewer, edition, place)).code).toBe('2015');
  expect((await remark(asks.reviewer, edition, {}, ' \u200b ')).code).toBe('2015');
  expect((await remark(asks.reviewer, edition, {}, '字'.repeat(1_001))).code).toBe('1001');
  expect((await remark(asks.reviewer, edition, {}, '字'.repeat(1_000))).code).toBe('0');
  expect((await remark(asks.elsewhere, edition)).code).toBe('2008');
  expect((await asks.elsewhere('GET', `/editions/${edition.editionId}/remarks`)).code).toBe('2008');
  expect((await act(asks.elsewhere, edition, 1, 'answer', '我也说')).code).toBe('2008');
  expect((await act(asks.reviewer, edition, 2, 'answer', '没有这条')).code).toBe('2073');
  const next = await saveBy(site, writer, edition, [text(['两段'])]);
  const late = await remark(asks.reviewer, edition);
  expect([late.code, late.msg]).toEqual(['2074', '稿件已修改为第 2 版，请重新打开以后再批注']);
  // text stays text
  await remark(asks.reviewer, next, {}, '<img src=x onerror=alert(1)>');
  expect((await remarksOf(asks.reviewer, next))[1]!.entries[0]!.text).toBe('<img src=x onerror=alert(1)>');
  await sql`insert into edition_remark (edition_id, remark_no, act, version, staff_id, at, text)
    values (${edition.editionId}, ${MOST_REMARKS}, 'made', 2, ${reviewer.staffId}, now(), '最后一条')`.execute(db());
  expect((await remark(asks.reviewer, next)).msg).toBe(`一份稿件最多 ${MOST_REMARKS} 条批注`);
  await asks.writer('POST', `/editions/${edition.editionId}/discard`, { version: 2 });
  expect((await remark(asks.reviewer, next)).msg).toBe('稿件已作废，批注只能查看');
  expect((await act(asks.reviewer, next, 1, 'settle')).code).toBe('2074');
  expect((await remarksOf(asks.reviewer, next))[0]).toMatchObject({ state: 'open', may: [] });
});

test('[RM1] a remark at a version of other channels, too, is not shown to whoever may read the newest version alone', async () => {
  const edition = await submitted([text(['一段']), rowsOf(['北楼'])]);
  await remark(asks.reviewer, edition, { subject: SUBJECT, pointer: TEXT, line: '一段' });
  const next = await saveBy(site, writer, edition, [text(['一段'])]);
  await remark(asks.reviewer, next);
  const narrow = await consoleOf(site, await hand(site, '本栏目审核', [{ role: 'reviewer', channelId: LOSS }]), ORIGIN);
  expect((await remarksOf(asks.other, next)).map(({ no }) => no)).toEqual([1, 2]);
  expect((await remarksOf(narrow, next)).map(({ no }) => no)).toEqual([2]);
  expect((await act(narrow, next, 1, 'answer', '我也说')).code).toBe('2073');
  expect((await act(narrow, next, 2, 'answer', '我也说')).code).toBe('0');
});

test('[RM2] [RM3] its author or another reviewer settles a remark and opens it again, and whoever wrote the edition does not', async () => {
  const edition = await submitted([text(['一段'])]);
  await remark(asks.reviewer, edition);
  expect((await act(asks.writer, edition, 1, 'answer', '已改')).code).toBe('0');
  const own = await act(asks.writer, edition, 1, 'settle');
  expect([own.code, own.msg]).toEqual(['2074', '由写批注的人，或没有参与撰写的审核人决定是否已经解决']);
  expect((await act(asks.other, edition, 1, 'settle', '看过了')).code).toBe('0');
  expect((await act(asks.other, edition, 1, 'settle')).msg).toBe('批注已经解决');
  expect((await act(asks.writer, edition, 1, 'reopen')).code).toBe('2074');
  expect((await act(asks.reviewer, edition, 1, 'reopen')).code).toBe('0');
  expect((await act(asks.other, edition, 1, 'withdraw')).msg).toBe('批注只能由写它的人撤回');
  expect((await act(asks.reviewer, edition, 1, 'withdraw', '看错了')).code).toBe('0');
  expect((await act(asks.reviewer, edition, 1, 'reopen')).msg).toBe('批注已经撤回');
  expect((await act(asks.writer, edition, 1, 'answer', '谢谢')).msg).toBe('批注已经撤回');
  const [found] = await remarksOf(asks.writer, edition);
  expect(found!.state).toBe('withdrawn');
  expect(found!.entries.map(({ act: what, name, text: words }) => [what, name, words])).toEqual([
    ['made', '审核乙', '请核对'],
    ['answered', '撰写甲', '已改'],
    ['settled', '审核丁', '看过了'],
    ['reopened', '审核乙', ''],
    ['withdrawn', '审核乙', '看错了'],
  ]);
  // a note of the writer's own is theirs to settle
  await remark(asks.writer, edition, {}, '日期待定');
  expect((await act(asks.writer, edition, 2, 'settle')).code).toBe('0');
});

test('[RM4] an open remark refuses the approval until it is settled, goes along when the edition is returned, and stops nothing later', async () => {
  const edition = await submitted([text(['一段'])]);
  await remark(asks.reviewer, edition);
  await remark(asks.other, edition);
  expect(await heldOf(edition)).toBe('还有 2 条批注没有解决');
  const refused = await asks.reviewer('POST', `/editions/${edition.editionId}/approve`, { version: 1 });
  expect([refused.status, refused.code, refused.msg]).toEqual([
    409,
    '2072',
    '还有 2 条批注没有解决，不能同意：请先解决，或退回修改',
  ]);
  expect(await codeOf(approveEdition(db(), reviewer, edition))).toBe('2072');
  const { list } = (await asks.reviewer('GET', '/editions?view=to-review&pageSize=100')).data;
  const line = list.find(({ editionId }: Edition) => editionId === edition.editionId);
  expect(line.held).toBe('还有 2 条批注没有解决');
  await act(asks.reviewer, edition, 1, 'settle');
  expect(await heldOf(edition)).toBe('还有 1 条批注没有解决');
  await asks.reviewer('POST', `/editions/${edition.editionId}/return`, { version: 1, note: '见批注' });
  const next = await saveBy(site, writer, edition, [text(['一段改过'])]);
  expect((await remarksOf(asks.writer, next)).map(({ state }) => state)).toEqual(['settled', 'open']);
  await submitEdition(publishContextOf(site), writer, next);
  expect(await codeOf(approveEdition(db(), reviewer, next))).toBe('2072');
  await act(asks.other, next, 2, 'withdraw');
  expect(await heldOf(next)).toBe('');
  await approveEdition(db(), reviewer, next);
  // somebody who only reads cannot stop what was approved
  expect((await remark(asks.other, next)).code).toBe('0');
  await publishEdition(publishContextOf(site), publisher, next);
});

test('[RM4] a remark that comes while somebody approves is before or after it, never unseen in between', async () => {
  const edition = await submitted([text(['一段'])]);
  const [made, approved] = await Promise.all([
    remark(asks.other, edition),
    codeOf(approveEdition(db(), reviewer, edition)),
  ]);
  expect(made.code).toBe('0');
  const steps = await db()
    .selectFrom('edition_step')
    .select('at')
    .where('edition_id', '=', edition.editionId)
    .where('act', '=', 'approved')
    .execute();
  expect(steps).toHaveLength(approved === null ? 1 : 0);
  expect(['2072', null]).toContain(approved);
});

test('[RM6] remarks are part of the record: each act leaves a line, and nobody changes what was said', async () => {
  const edition = await submitted([text(['一段'])]);
  await remark(asks.reviewer, edition, { subject: SUBJECT, pointer: TEXT, line: '一段' });
  await act(asks.writer, edition, 1, 'answer', '已改');
  const lines = await db()
    .selectFrom('audit')
    .select(['act', 'facts'])
    .where('subject', '=', `edition:${edition.editionId}`)
    .where('act', 'like', 'remark.%')
    .orderBy('no')
    .execute();
  expect(lines.map(({ act: what, facts }) => [what, facts.remarkNo])).toEqual([
    ['remark.made', 1],
    ['remark.answered', 1],
  ]);
  expect(await codeOf(sql`update edition_remark set text = '别的'`.execute(db()))).toBe('42501');
  expect(await codeOf(sql`delete from edition_remark`.execute(db()))).toBe('42501');
  const owner = site.database.ownerDb;
  const asOwner = owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = origin`.execute(trx);
    await sql`update edition_remark set text = '别的'`.execute(trx);
  });
  expect(await codeOf(asOwner)).toBe('P0001');
});

test('[RM7] the writers hear of a remark, and its author of an answer, once, and nobody of their own', async () => {
  const edition = await submitted([text(['一段'])]);
  await remark(asks.reviewer, edition);
  await act(asks.writer, edition, 1, 'answer', '已改');
  await act(asks.other, edition, 1, 'answer', '还差一处');
  await site.run('notices');
  await site.run('notices');
  const noticed = async (ask: Ask): Promise<string[]> =>
    (await ask('GET', '/notices?pageSize=100')).data.list
      .filter(
        ({ editionId, event }: { editionId: number; event: string }) =>
          editionId === edition.editionId && event.startsWith('remark'),
      )
      .map(({ event, actor }: { event: string; actor: string }) => `${event} ${actor}`)
      .toSorted();
  expect(await noticed(asks.writer)).toEqual(['remark 审核乙', 'remark-answer 审核丁']);
  expect(await noticed(asks.reviewer)).toEqual(['remark-answer 审核丁', 'remark-answer 撰写甲']);
  expect(await noticed(asks.other)).toEqual([]);
});
