import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { FIRM_CHECKS, USUAL_CHECKS } from '#rules/checks/firm-checks.ts';
import { redLineWords, type RedLines } from '#rules/registers/red-lines.ts';
import { errors } from '#server/errors.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { makeToken } from '#features/feeding/server/tokens.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import type { Finding, Findings } from '#wire/edition-answers.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { writtenSheet } from '../world/sheet-files.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { channel, SECTION, smallWorld } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'margin-people',
  title: '业务人员',
  endpoints: [],
  key: ['code'],
  department: '信用业务部',
  fields: {
    code: { title: '人员编号', type: 'text', required: true },
    name: { title: '姓名', type: 'text', required: true },
    amount: { title: '规模', type: 'money', unit: '万元' },
    rate: { title: '比例', type: 'percent', scale: 2 },
    state: { title: '状态', type: 'choice', choices: { on: '在岗', off: '离岗' } },
  },
  columns: ['code', 'name', 'amount', 'rate', 'state'],
  filters: [{ fuzzy: ['name'], name: 'who', title: '姓名' }],
  order: ['code'],
  verify: { kind: 'staff', show: ['name', 'state'], ended: { field: 'state', values: ['off'] } },
};
type Row = Record<string, string>;
type More = Record<string, string | undefined>;
const row = (at: number, more: More): Row => ({
  code: String(1_000 + at),
  name: `人员${at}`,
  amount: '5',
  rate: `${50 + (at % 5)}.00`,
  state: at < 4 ? 'off' : 'on',
  ...(more as Row),
});
const rowsOf = (count: number, more: (at: number) => More = () => ({})): Row[] =>
  Array.from({ length: count }, (_, at) => row(at, more(at)));
const change = (rows: Row[], dataDate = '2026-11-20', of = definition): Change => ({
  kind: 'rows',
  document: { definition: of, dataDate, department: '信用业务部', rows },
});

let site: TestSite;
let [writer, reviewer, publisher]: Hand[] = [];
let [ask, review]: Awaited<ReturnType<typeof consoleOf>>[] = [];
let [token, cookie] = ['', ''];
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  const db = site.database.db;
  const admin = await hand(site, '管理甲', [{ role: 'system-admin', channelId: '' }]);
  writer = await hand(site, '撰写乙', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核丙', [{ role: 'reviewer', channelId: '' }]);
  publisher = await hand(site, '发布丁', [{ role: 'publisher', channelId: '' }]);
  ask = await consoleOf(site, writer, ORIGIN);
  review = await consoleOf(site, reviewer, ORIGIN);
  cookie = `console=${await beginSession(db, writer.staffId, '10.0.0.1')}`;
  await site.publish('定义', [{ kind: 'register', document: definition }, change(rowsOf(20))]);
  const made = await makeToken(db, admin, {
    name: '日报',
    registers: ['margin-people'],
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  token = made.token;
  const rule = { token: made.tokenId, share: 100, until: '2099-12-31', wait: 10, title: '业务人员', program: '日报' };
  const edition = await approvedBy(site, writer, reviewer, [
    { kind: 'feeding', id: 'margin-people', document: rule } as Change,
  ]);
  await publishEdition(publishContextOf(site), publisher, edition);
  await site.publications.refresh();
});
afterAll(() => site.end());
beforeEach(async () => {
  await site.publish('复原', [{ kind: 'register', document: definition }, change(rowsOf(20))]);
});

const linesOf = async (editionId: number): Promise<RedLines> =>
  (await review!('GET', `/editions/${editionId}/check`)).data.redLines;
const redLinesOf = async (editionId: number): Promise<string[]> => (await linesOf(editionId)).lines.map(redLineWords);

async function deliver(rows: Row[], dataDate = '2026-11-20') {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/feed/registers/margin-people',
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'idempotency-key': String(randomUUID()) },
    payload: { dataDate, rows },
  });
  return answer.json() as { code: string; msg: string; data: { editionId: number; state: string; why: string } };
}

test('[RD1] [RD4] [RD5] [RD7] an edition written in the console tells its red lines to whoever reads it', async () => {
  const made = await draftBy(site, writer!, [
    change(
      rowsOf(20, (at) => (at === 7 ? { amount: '50000' } : { state: 'on' })),
      '2026-11-19',
    ),
  ]);
  expect(await redLinesOf(made.editionId)).toEqual([
    '数据日期早于公示中的数据日期，2026-11-20 → 2026-11-19',
    '“状态”：离岗或终止的标记不覆盖任何一行，4 行（20%） → 0 行（0%）',
    '“规模”（1007）：变动超过十倍，5 万元 → 50,000 万元',
  ]);
});

test('[RD2] [RD3] [RD7] an imported file', async () => {
  const titles = Object.values(definition.fields).map(({ title }) => title);
  const rows = rowsOf(15, (at) => (at === 9 ? { rate: '5.30' } : {})).map((one) => [
    one.code!,
    one.name!,
    one.amount!,
    `${one.rate!}%`,
    one.state === 'off' ? '离岗' : '在岗',
  ]);
  const stored = await site.app.inject({
    method: 'POST',
    url: `/console/api/files?filename=${encodeURIComponent('名单.xlsx')}`,
    headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/octet-stream' },
    payload: await writtenSheet(
      titles.map((title) => (title === '规模' ? '规模（万元）' : title)),
      rows,
    ),
  });
  const begun = await ask!('POST', '/registers/margin-people/imports', {
    filepath: stored.json().data.filepath,
    filename: '名单.xlsx',
  });
  const { importId } = begun.data;
  await expect
    .poll(async () => (await ask!('GET', `/imports/${importId}`)).data.state, { timeout: 55_000 })
    .not.toBe('running');
  const made = await ask!('POST', `/imports/${importId}/edition`, {
    dataDate: '2026-11-21',
    department: '信用业务部',
    confirmRemoved: 5,
  });
  expect(made.msg).toBe('');
  expect(await redLinesOf(made.data.editionId)).toEqual([
    '现在公示的 20 行中有 5 行将移除（25%），20 行 → 15 行',
    '“比例”（1009）：变动超过十倍，54.00% → 5.30%',
    '“比例”（1009）：与本列其他值相差超过 5 倍标准差，54.00% → 5.30%',
  ]);
});

test('[RD7] a delivery with a red line waits for a person, whatever share its rule allows', async () => {
  const fine = await deliver(rowsOf(20, (at) => (at === 1 ? { amount: '6' } : {})));
  expect([fine.msg, fine.data.state]).toEqual(['', 'waiting']);
  const tenfold = await deliver(rowsOf(20, (at) => (at === 1 ? { amount: '600' } : {})));
  expect(tenfold.data).toMatchObject({
    state: 'in-review',
    why: '须核对：“规模”（1001）：变动超过十倍，5 万元 → 600 万元，须由他人审核',
  });
  expect(await redLinesOf(tenfold.data.editionId)).toEqual(['“规模”（1001）：变动超过十倍，5 万元 → 600 万元']);
});

test('[RD6] whoever approves types how many rows go', async () => {
  const { data } = await deliver(rowsOf(1));
  expect([data.state, (await linesOf(data.editionId)).rowsGone]).toEqual(['in-review', 19]);
  const approve = (more: object) => review!('POST', `/editions/${data.editionId}/approve`, { version: 1, ...more });
  for (const [more, msg] of [
    [{}, '这份稿件将移除现在公示的数据行，请核对后输入将移除的行数'],
    [{ rowsGone: 18 }, '输入的行数 18 与稿件实际移除的不符，请核对稿件后重新输入'],
  ] as const)
    expect(await approve(more)).toMatchObject({ status: 422, code: errors.rowsGoneAsked.code, msg });
  expect((await approve({ rowsGone: 19, note: '已核对' })).code).toBe('0');
  const found = await review!('GET', `/editions/${data.editionId}`);
  expect(found.data.steps.at(-1)).toMatchObject({ act: 'approved', note: '已核对\n核对过将移除的行数：19' });
  const none = await draftBy(site, writer!, [change(rowsOf(20, () => ({ amount: '6' })))]);
  await ask!('POST', `/editions/${none.editionId}/submit`, { version: 1 });
  expect((await review!('POST', `/editions/${none.editionId}/approve`, { version: 1 })).code).toBe('0');
});

test('[RD1] [RD4] [RD7] a definition, with rows that it rewrites and without', async () => {
  const moved: RegisterDefinition = {
    ...definition,
    fields: { ...definition.fields, rate: { title: '比例', type: 'percent', fraction: true } },
    verify: { ...definition.verify!, ended: { field: 'state', values: ['on'] } },
  };
  const alone = await draftBy(site, writer!, [{ kind: 'register', document: moved }]);
  const lines = await redLinesOf(alone.editionId);
  expect(lines.slice(0, 2)).toEqual([
    '“状态”：离岗或终止的标记比公示中的多覆盖超过 20% 的行，4 行（20%） → 16 行（80%）',
    '“比例”（1000）：变动超过十倍，50.00% → 5000.00%',
  ]);
  const rewriting = await ask!('POST', '/registers/margin-people/definition-edition', {
    document: moved,
    dataDate: '2026-11-20',
    department: '信用业务部',
  });
  expect(rewriting.msg).toBe('');
  expect(await redLinesOf(rewriting.data.editionId)).toEqual(lines.slice(0, 1));
});

test('[RD3] [RD7] an earlier version that is taken up, and an earlier publication', async () => {
  const first = await draftBy(site, writer!, [change(rowsOf(3))]);
  const made = await ask!('POST', `/editions/${first.editionId}/take-up`, { version: 1 });
  const line = '现在公示的 20 行中有 17 行将移除（85%），20 行 → 3 行';
  expect(await redLinesOf(made.data.editionId)).toContain(line);
  await site.publish('三行', [change(rowsOf(3))]);
  const { no } = await site.database.db
    .selectFrom('publication')
    .select(({ fn }) => fn.max('no').as('no'))
    .executeTakeFirstOrThrow();
  await site.publish('复原', [change(rowsOf(20))]);
  const back = await ask!('POST', '/editions/roll-back', { no, subjects: ['rows:margin-people'] });
  expect(await redLinesOf(back.data.editionId)).toContain(line);
});

test('[RD6] an emergency publication asks how many rows go, too', async () => {
  const made = await draftBy(site, writer!, [change(rowsOf(19))]);
  const act = await consoleOf(site, publisher!, ORIGIN);
  const publish = (more: object) =>
    act('POST', `/editions/${made.editionId}/emergency`, { version: 1, note: '交易系统故障，须立即告知客户', ...more });
  for (const more of [{}, { rowsGone: 2 }])
    expect(await publish(more)).toMatchObject({ status: 422, code: errors.rowsGoneAsked.code });
  expect((await publish({ rowsGone: 1 })).msg).toBe('');
  const { steps } = (await review!('GET', `/editions/${made.editionId}`)).data;
  expect(steps.at(-1)).toMatchObject({ act: 'emergency', note: '交易系统故障，须立即告知客户\n核对过将移除的行数：1' });
});

test('[CK2] [CK3] a firm wants a reason for red lines of a kind, which the reviewer consents to, or stops them', async () => {
  const rule = (severities: object): Change =>
    ({ kind: 'setting', id: FIRM_CHECKS, document: { ...USUAL_CHECKS, severities } }) as Change;
  await site.publish('从严', [rule({ tenfold: 'reason' })]);
  const made = await draftBy(site, writer!, [
    change(rowsOf(20, (at) => (at === 7 ? { amount: '50000' } : at === 9 ? { rate: '7.30' } : {}))),
  ]);
  const submit = (reasons: object = {}) => ask!('POST', `/editions/${made.editionId}/submit`, { version: 1, reasons });
  const doubt = '登记表“业务人员”1007 的“规模”（5 万元 → 50,000 万元）：数字变动超过十倍';
  expect(await submit()).toMatchObject({
    code: errors.reasonsNeeded.code,
    msg: `${doubt}，请改正，或逐项说明必须公开的理由`,
  });
  const { findings } = (await review!('GET', `/editions/${made.editionId}/findings`)).data as Findings;
  expect(findings.map(({ check, severity, change: at }) => [check, severity, at])).toEqual([['tenfold', 'reason', 0]]);
  const [{ key }] = findings as [Finding];
  expect((await submit({ [key]: '单位更正' })).code).toBe('0');
  const approve = (consents: string[]) =>
    review!('POST', `/editions/${made.editionId}/approve`, { version: 1, consents });
  expect((await approve([])).code).toBe(errors.reasonsNeeded.code);
  await site.publish('再严', [rule({ tenfold: 'stop' })]);
  expect(await approve([key])).toMatchObject({ code: errors.checkStops.code, msg: `${doubt}，请退回稿件` });
  await site.publish('如前', [rule({ tenfold: 'reason' })]);
  expect((await approve([key])).code).toBe('0');
  const { steps } = (await review!('GET', `/editions/${made.editionId}`)).data;
  expect(steps.map(({ note }: { note: string }) => note).slice(-2)).toEqual([
    '登记表“业务人员”1007 的“规模”（5 万元 → 50,000 万元）：单位更正',
    '同意公开：登记表“业务人员”1007 的“规模”（5 万元 → 50,000 万元）',
  ]);
  await site.publish('平常', [rule({})]);
});

test('[RD3] [RD6] a register that no channel shows any more is told with all of its rows', async () => {
  const own = `${SECTION}0009`;
  const page = (name: string, shown: string, at = own): Change => ({
    kind: 'page',
    id: name,
    document: {
      schemaVersion: 1,
      page: name,
      for: { channel: at },
      layout: 'channel',
      blocks: [
        {
          id: 'rows',
          place: 'main',
          widget: 'register-table',
          source: { name: 'register', params: { register: shown } },
        },
      ],
    },
  });
  const other: RegisterDefinition = { ...definition, register: 'margin-others', title: '其他人员' };
  await site.publish('栏目', [
    ...smallWorld(),
    channel(own, 'publicChannel/marginPeople', '业务人员', { classOrder: 9 }),
    { kind: 'register', document: other },
    page('margin-page', 'margin-people'),
  ]);
  await site.publications.refresh();
  const says = '不再有栏目显示这个登记表，现在公示的 20 行全部不再公示，20 行 → 0 行';
  const withdrawal: Change = { kind: 'channel', id: own, withdraw: { reason: '业务终止' } };
  const leaving = await draftBy(site, writer!, [withdrawal]);
  expect([await redLinesOf(leaving.editionId), (await linesOf(leaving.editionId)).rowsGone]).toEqual([[says], 20]);
  // another page in its place shows other rows
  const redrawn = await draftBy(site, writer!, [page('margin-page', 'margin-others')]);
  expect(await redLinesOf(redrawn.editionId)).toEqual([says]);
  // a channel that comes to show another one
  const shows = (sameAs: string, at = own, path = 'marginPeople'): Change =>
    channel(at, `publicChannel/${path}`, '业务人员', { classOrder: 9, sameAs });
  const turned = await draftBy(site, writer!, [shows(`${SECTION}0001`)]);
  expect(await redLinesOf(turned.editionId)).toEqual([says]);
  const draft = await draftBy(site, writer!, [withdrawal, page('other-page', 'margin-people', `${SECTION}0001`)]);
  expect(await redLinesOf(draft.editionId)).toEqual([]);
  await ask!('POST', `/editions/${leaving.editionId}/submit`, { version: 1 });
  const approve = (more: object) => review!('POST', `/editions/${leaving.editionId}/approve`, { version: 1, ...more });
  expect((await approve({})).code).toBe(errors.rowsGoneAsked.code);
  expect((await approve({ rowsGone: 20 })).msg).toBe('');
  // one that shows it keeps nothing of it
  await site.publish('同一内容', [shows(own, `${SECTION}0010`, 'marginSame')]);
  await site.publications.refresh();
  expect(await redLinesOf(leaving.editionId)).toEqual([says]);
});
