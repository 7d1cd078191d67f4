import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Findings } from '#wire/edition-answers.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { listRegisterPublications } from '#server/store/rows/register-publications.ts';
import { listPublicationChanges } from '#server/store/publication/publication-changes.ts';
import { listRegisterChanges } from '#server/store/rows/register-changes.ts';
import { findInRegister } from '#server/store/rows/find-in-register.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import type { Comparison } from '#wire/edition-answers.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import type { Envelope } from '#wire/envelope.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { emptyTables } from '../world/database.ts';
import { consoleOf, hand, type Hand } from '../world/editions.ts';
import { channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NAME = 'deal-staff';
const REGISTER = `/registers/${NAME}`;

const definition = (more: Partial<RegisterDefinition> = {}): RegisterDefinition => ({
  schemaVersion: 1,
  register: NAME,
  title: '交易人员公示',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text', required: true },
    name: { title: '姓名', type: 'text', required: true, convert: false },
    desk: { title: '业务条线', type: 'choice', choices: { 自营: '自营', 资管: '资管', 清算: '清算' } },
    since: { title: '登记日期', type: 'text' },
    mobile: { title: '手机', type: 'text' },
  },
  columns: ['no', 'name', 'desk', 'since', 'mobile'],
  filters: [{ field: 'desk' }, { fuzzy: ['name', 'no'], name: 'fuzzyItem', title: '姓名或编号' }],
  order: ['no'],
  history: { compare: [] },
  verify: { kind: 'staff', show: ['name', 'desk'] },
  ...more,
});

const page = {
  schemaVersion: 1,
  page: `${NAME}-page`,
  for: { channel: `${SECTION}0009` },
  layout: 'channel',
  blocks: [
    { id: 'rows', place: 'main', widget: 'register-table', source: { name: 'register', params: { register: NAME } } },
  ],
};

const row = (at: number, more: object = {}) => ({
  no: String(100 + at),
  name: `示例${at}`,
  desk: at % 2 === 0 ? '自营' : '清算',
  since: `2026/1/${at + 1}`,
  mobile: `1380000000${at}`,
  ...more,
});

let site: TestSite;
let admin: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [...smallWorld(), channel(`${SECTION}0009`, 'publicChannel/dealStaff', '交易人员公示', { classOrder: 9 })],
  });
  admin = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  ask = await consoleOf(site, admin, ORIGIN);
});
afterAll(() => site.end());

beforeEach(async () => {
  await emptyTables(site.database, 'register_row, register_state');
  await publishWhole(
    definition(),
    [0, 1, 2, 3].map((at) => row(at)),
    '2026-11-01',
  );
});

/** Publishes a register as the wizard does: definition, page and rows. */
const publishWhole = (document: RegisterDefinition, rows: object[], dataDate: string) =>
  site.publish('公示', [
    { kind: 'register', document },
    { kind: 'page', id: page.page, document: page },
    { kind: 'rows', document: { definition: document, rows: rows as never, dataDate, department: '交易部' } },
  ]);

const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const onWire = async (path: string) =>
  JSON.parse(suite.decrypt((await site.app.inject({ url: CALL_BASE + path })).body)) as Envelope;
const textOf = async (path: string): Promise<string> => (await site.get(path)).html;

const FACTS = { dataDate: '2026-11-20', department: '交易部' };

interface Rules {
  fill?: object;
  values?: object;
  ended?: object;
}

const plan = async (document: object, rules: Rules = {}) =>
  (await ask('POST', `${REGISTER}/definition-plan`, { document, ...rules })).data;

async function publishDefinition(document: RegisterDefinition, rules: Rules = {}) {
  const made = await ask('POST', `${REGISTER}/definition-edition`, { document, ...rules, ...FACTS });
  expect(made.msg).toBe('');
  const { editionId, version } = made.data;
  const [reviewer, publisher] = [
    await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]),
  ];
  // content that becomes public for everybody may hold numbers of persons (PV2)
  const { findings } = (await ask('GET', `/editions/${editionId}/findings`)).data as Findings;
  const keys = findings.filter(({ severity }) => severity === 'reason').map(({ key }) => key);
  const reasons = Object.fromEntries(keys.map((key) => [key, '示例号码']));
  const steps = [
    await ask('POST', `/editions/${editionId}/submit`, { version, reasons }),
    await (
      await consoleOf(site, reviewer, ORIGIN)
    )('POST', `/editions/${editionId}/approve`, {
      version,
      consents: keys,
    }),
    await (await consoleOf(site, publisher, ORIGIN))('POST', `/editions/${editionId}/publish`, { version }),
  ];
  expect(steps.map(({ msg }) => msg)).toEqual(['', '', '']);
  const published = await site.database.db
    .selectFrom('edition')
    .select('published_in')
    .where('edition_id', '=', editionId)
    .executeTakeFirstOrThrow();
  return { editionId, no: published.published_in! };
}

const publicRows = async () =>
  (
    await site.database.db
      .selectFrom('register_row')
      .select(['data', 'former_key'])
      .where('register', '=', NAME)
      .where('public_to', 'is', null)
      .orderBy('sort_no')
      .execute()
  ).map(({ data, former_key }) => [data.no, data.desk, data.since, former_key]);

const call = async (query = '') => {
  const answer = await onWire(`/wscms/v1/register/${NAME}${query}`);
  return answer.data as Record<string, any>;
};

const renamed = (): RegisterDefinition => {
  const document = definition();
  return {
    ...document,
    fields: {
      ...document.fields,
      desk: { title: '条线', type: 'choice', choices: { 自营: '自营', 资管: '资管', 清算岗: '清算岗' } },
      since: { title: '登记日期', type: 'date', sortable: true },
      level: { title: '级别', type: 'text', required: true },
    },
    columns: ['no', 'name', 'desk', 'level', 'since'],
  };
};
const RULES = { values: { desk: { 清算: '清算岗' } }, fill: { level: '未定' } };

test('[RG23] a plan tells what a definition would make of the rows, and each cell it would not take', async () => {
  const good = await plan(renamed(), RULES);
  expect(good.problems).toEqual([]);
  expect(good.rows).toMatchObject({ rows: 4, rewritten: 4, rekeyed: 0, unfit: [] });
  expect(good.rows.fields.desk).toEqual({
    filled: 4,
    values: [
      ['自营', 2],
      ['清算', 2],
    ],
  });

  const bare = await plan(renamed());
  expect(bare.rows.unfit.map(({ field, count }: { field: string; count: number }) => [field, count])).toEqual([
    ['desk', 2],
    ['level', 4],
  ]);
  expect(bare.rows.unfit[0].cells[0]).toEqual({
    key: '101',
    value: '清算',
    message: '格式不正确，应为：以下之一：自营、资管、清算岗',
  });
  const doubled = await plan(definition({ key: ['desk'] }));
  expect(doubled.rows.rekeyed).toBe(4);
  expect(doubled.rows.unfit[0].cells[0].message).toBe('与“100”这一行重复，业务条线不能重复');
  // a column that holds something is not removed by JSON either
  const { mobile: _mobile, ...fields } = definition().fields;
  const without = definition({ fields, columns: ['no', 'name', 'desk', 'since'] });
  const [removed] = (await plan(without)).rows.unfit;
  expect([removed.field, removed.title, removed.count, removed.cells[0]]).toEqual([
    'mobile',
    '手机',
    4,
    { key: '100', value: '13800000000', message: '会丢失，应为：保留这一列（可改为不公开）' },
  ]);
  expect((await ask('POST', `${REGISTER}/definition-edition`, { document: without, ...FACTS })).msg).toContain(
    '“手机”4 处',
  );
  const wrong = await plan({ ...definition(), columns: ['no', 'nmae'] });
  expect(wrong.rows).toBeNull();
  expect(wrong.problems[0]).toMatchObject({ pointer: '/columns/1' });
  expect((await plan(definition({ register: 'other' }))).problems[0].pointer).toBe('/register');
});

test('[RG23] a definition and its rows become public at once, and rewritten rows are told apart', async () => {
  const before = (await site.deps.siteAt('now')).registers.get(NAME)!;
  const from = new Date();
  const { editionId, no } = await publishDefinition(renamed(), RULES);
  const compared = (await ask('GET', `/editions/${editionId}/compare?from=before&to=1`)).data as Comparison;
  expect(compared.subjects.find(({ subject }) => subject === `register:${NAME}`)?.documents).toMatchObject({
    before: { fields: { desk: { title: '业务条线' } } },
    after: { fields: { desk: { title: '条线' } } },
  });
  expect(await publicRows()).toEqual([
    ['100', '自营', '2026-01-01', '100'],
    ['101', '清算岗', '2026-01-02', '101'],
    ['102', '自营', '2026-01-03', '102'],
    ['103', '清算岗', '2026-01-04', '103'],
  ]);
  const now = (await site.deps.siteAt('now')).registers.get(NAME)!;
  expect([before.fields.desk!.title, now.fields.desk!.title]).toEqual(['业务条线', '条线']);
  const { db } = site.database;
  const changes = await listPublicationChanges(db, no, [
    { kind: 'rows', document: { definition: now, rows: [], ...FACTS } },
  ]);
  expect(changes.find(({ kind }) => kind === 'rows')?.rows).toEqual({
    added: 0,
    changed: 0,
    withdrew: 0,
    rewritten: 4,
  });
  expect(await listRegisterChanges(db, now, from, 'now')).toEqual({ list: [], ended: [], rewritten: 4 });
  const [published] = (await listRegisterPublications(db, { register: NAME, pageNum: 1, pageSize: 1 })).list;
  expect(published).toMatchObject({ no, added: 0, changed: 0, removed: 0, rewritten: 4, hasDefinition: true });

  // a real change afterwards is one, and told against what the definition had made of the row
  const rows = [0, 1, 2, 3].map((at) => ({
    ...row(at),
    desk: at === 1 ? '资管' : at === 3 ? '清算岗' : '自营',
    since: `2026-01-0${at + 1}`,
    level: '未定',
  }));
  await site.publish('改动', [
    { kind: 'rows', document: { definition: now, rows: rows as never, dataDate: '2026-11-21', department: '交易部' } },
  ]);
  const later = await listRegisterChanges(db, now, from, 'now');
  expect(later.rewritten).toBe(3);
  expect(later.list.map(({ kind, row: is, before: was }) => [kind, is.no, was?.desk, is.desk])).toEqual([
    ['changed', '101', '清算岗', '资管'],
  ]);
  // rows that the tests before it have emptied are missed in earlier entries
  expect((await verifyLog(db)).filter((problem) => (problem.no ?? 0) >= no)).toEqual([]);
});

test('[RG23][RG24] another key changes neither since when a row is public nor where its old address leads', async () => {
  const { db } = site.database;
  const first = (await findInRegister(db, 'now', definition(), '示例1', 5))[0]!.since;
  const rekeyed = definition({ key: ['no', 'name'] });
  const { no } = await publishDefinition(rekeyed);
  const [published] = (await listRegisterPublications(db, { register: NAME, pageNum: 1, pageSize: 1 })).list;
  expect(published).toMatchObject({ no, added: 0, changed: 0, removed: 0, rewritten: 4 });
  expect((await findInRegister(db, 'now', rekeyed, '示例1', 5))[0]!.since).toEqual(first);
  // once more, and the row is changed in between
  const rows = [0, 1, 2, 3].map((at) => row(at, at === 1 ? { desk: '资管' } : {}));
  await publishWhole(rekeyed, rows, '2026-11-21');
  const again = definition({ key: ['name', 'no'] });
  await publishDefinition(again);
  expect((await findInRegister(db, 'now', again, '示例1', 5))[0]!.since).toEqual(first);
  for (const link of ['101', '101~示例1', '示例1~101'])
    expect((await call(`?row=${encodeURIComponent(link)}`)).list, link).toMatchObject([{ no: '101', desk: '资管' }]);

  await publishWhole(again, rows.slice(2), '2026-11-22');
  for (const link of ['101', '101~示例1', '示例1~101']) {
    const gone = await call(`?row=${encodeURIComponent(link)}`);
    expect([gone.list, gone.rowEnded], link).toEqual([[], expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
  }
  expect(await call('?row=999')).toMatchObject({ list: [] });
  expect((await call('?row=999')).rowEnded).toBeUndefined();
});

test('[RG25] an earlier date is shown by its own definition, without what is hidden since', async () => {
  await publishDefinition(renamed(), RULES);
  const past = await call('?asOf=2026-11-01');
  expect(past.asOfColumns.map(({ title }: { title: string }) => title)).toEqual([
    '编号',
    '姓名',
    '业务条线',
    '登记日期',
  ]);
  expect(past.list[1]).toEqual({ no: '101', name: '示例1', desk: '清算', since: '2026/1/2' });
  expect((await call('?asOf=2026-11-20')).asOfColumns).toBeUndefined();
  const refused = await onWire(`/wscms/v1/register/${NAME}?asOf=2026-11-01&desk=${encodeURIComponent('清算岗')}`);
  expect([refused.code, refused.msg]).toEqual(['1001', expect.stringContaining('这一期公布时还不能按这一项查询')]);
  const html = await textOf(`/swhysc/publicChannel/dealStaff?asOf=2026-11-01`);
  expect(html).toContain('业务条线');
  expect(html).not.toContain('13800000001');
  const file = await textOf(`/register-file/${NAME}.csv?asOf=2026-11-01`);
  expect(file.split('\r\n')[0]).toContain('业务条线');
  expect(file).not.toContain('13800000001');
  const changes = (await onWire(`/wscms/v1/register/${NAME}/changes?from=2026-11-01&to=2026-11-20`)).data as any;
  expect([changes.total, changes.rewritten]).toEqual([0, 4]);
});

test('[RG41] of past lists of persons only those who are still public are shown, and the others counted', async () => {
  const hiding = definition({ history: { compare: [], hideEnded: true } });
  const rows = [0, 1, 2, 3].map((at) => row(at));
  await publishWhole(hiding, rows, '2026-11-01');
  // 100 leaves, 102 changes, 104 comes and leaves again
  await publishWhole(hiding, [rows[1]!, row(2, { desk: '资管' }), rows[3]!, row(4)], '2026-11-02');
  await publishWhole(hiding, [rows[1]!, row(2, { desk: '资管' }), rows[3]!], '2026-11-03');
  const numbers = ({ list }: Record<string, any>) => list.map(({ no }: { no: string }) => no);
  const changes = async (query: string) =>
    (await onWire(`/wscms/v1/register/${NAME}/changes?${query}`)).data as Record<string, any>;
  const check = async () => {
    const first = await call('?asOf=2026-11-01');
    expect([numbers(first), first.total, first.wholeTotal, first.endedRows]).toEqual([['101', '102', '103'], 3, 4, 1]);
    expect((await call('?asOf=2026-11-01&fuzzyItem=示例0')).list).toEqual([]);
    expect((await call('?asOf=2026-11-01&row=100')).list).toEqual([]);
    expect((await call('?asOf=2026-11-03')).endedRows).toBeUndefined();
    const between = await changes('from=2026-11-01&to=2026-11-02');
    expect(between).toMatchObject({ counts: { added: 1, removed: 1, changed: 1 }, total: 1, endedRows: 2 });
    expect(between.items).toMatchObject([{ kind: 'changed', row: { no: '102' }, before: { desk: '自营' } }]);
    expect(await changes('from=2026-11-02&to=2026-11-03')).toMatchObject({
      counts: { removed: 1 },
      items: [],
      endedRows: 1,
    });
    expect(await changes('from=2026-11-01&to=2026-11-02&kind=added')).toMatchObject({ items: [], endedRows: 1 });
    const file = JSON.parse(await textOf(`/register-file/${NAME}.json?asOf=2026-11-01`));
    expect([file.total, file.endedRows, file.rows.length]).toEqual([3, 1, 3]);
    const html = await textOf('/swhysc/publicChannel/dealStaff?asOf=2026-11-01');
    expect(html).toContain('其中 1 条已不再公示，不再显示');
    for (const text of [html, await textOf(`/register-file/${NAME}.csv?asOf=2026-11-01`)]) {
      expect(text).toContain('示例1');
      expect(text).not.toContain('示例0');
    }
  };
  await check();
  // a number that is given to somebody else tells nothing of whoever had it
  await publishWhole(hiding, [row(1, { name: '后来者' }), row(2, { desk: '资管' }), rows[3]!], '2026-11-04');
  expect(numbers(await call('?asOf=2026-11-01'))).toEqual(['102', '103']);
  expect((await call('?asOf=2026-11-01')).endedRows).toBe(2);
  expect(await changes('from=2026-11-03&to=2026-11-04')).toMatchObject({
    counts: { changed: 1 },
    items: [],
    endedRows: 1,
  });
  const offered = await textOf('/swhysc/publicChannel/dealStaff?asOf=2026-11-01');
  expect(offered).not.toContain('示例1');
  await publishWhole(hiding, [rows[1]!, row(2, { desk: '资管' }), rows[3]!], '2026-11-05');
  // a row that has another key since is still there
  await publishDefinition(definition({ key: ['no', 'name'], history: { compare: [], hideEnded: true } }));
  expect(numbers(await call('?asOf=2026-11-01'))).toEqual(['101', '102', '103']);
  expect((await changes('from=2026-11-01&to=2026-11-02')).items).toMatchObject([{ row: { no: '102' } }]);
  // without the word everybody is shown
  await publishWhole(definition(), [rows[1]!], '2026-11-22');
  expect(numbers(await call('?asOf=2026-11-01'))).toEqual(['100', '101', '102', '103']);
});

test('[RG25] what was not for everybody then is not shown of that day, though it is today', async () => {
  const { fields } = definition();
  const closed = definition({
    fields: { ...fields, since: { ...fields.since!, export: false }, mobile: { ...fields.mobile!, restricted: true } },
  });
  await publishWhole(closed, [row(1)], '2026-11-02');
  await publishDefinition(definition());
  const [past, now] = [await call('?asOf=2026-11-02'), await call()];
  expect([past.list[0].mobile, now.list[0].mobile]).toEqual([undefined, '13800000001']);
  const fileOf = async (query: string) => (await textOf(`/register-file/${NAME}.csv${query}`)).includes('登记日期');
  expect([await fileOf('?asOf=2026-11-02'), await fileOf('')]).toEqual([false, true]);
});

test('[RG23] what the definition does not take is refused, and nothing is changed', async () => {
  const before = await publicRows();
  const refused = await ask('POST', `${REGISTER}/definition-edition`, { document: renamed(), ...FACTS });
  expect([refused.status, refused.msg]).toEqual([
    422,
    '新的定义容不下现有的数据：“条线”2 处、“级别”4 处。请先改正数据，或调整定义',
  ]);
  const { data: facts } = await ask('GET', `${REGISTER}/definition`);
  const made = await ask('POST', `${REGISTER}/definition-edition`, { document: renamed(), ...RULES, ...FACTS });
  // rows are published otherwise while the definition waits
  await publishWhole(definition(), [row(0), row(1)], '2026-11-19');
  const { editionId, version } = made.data;
  const late = await ask('POST', `/editions/${editionId}/submit`, { version });
  expect([late.status, late.code]).toEqual([409, '2025']);
  expect(await publicRows()).toHaveLength(2);
  // and another definition was published: a form that began before is told
  await publishDefinition(definition({ title: '交易岗位公示' }));
  const second = await ask('POST', `${REGISTER}/definition-edition`, {
    document: renamed(),
    ...RULES,
    ...FACTS,
    base: facts.base,
  });
  expect([second.status, second.code]).toEqual([409, '2021']);
  expect(before).toHaveLength(4);

  const editor = await consoleOf(site, await hand(site, '编辑', [{ role: 'editor', channelId: SECTION }]), ORIGIN);
  for (const path of ['definition-plan', 'definition-edition'])
    expect((await editor('POST', `${REGISTER}/${path}`, { document: definition(), ...FACTS })).status).toBe(403);
});

test('[ED4] a returned definition is mended where it stands, and submitted again', async () => {
  const made = (await ask('POST', `${REGISTER}/definition-edition`, { document: renamed(), ...RULES, ...FACTS })).data;
  const reviewer = await consoleOf(site, await hand(site, '审核丁', [{ role: 'reviewer', channelId: '' }]), ORIGIN);
  const { editionId } = made;
  expect((await ask('POST', `/editions/${editionId}/submit`, { version: made.version })).msg).toBe('');
  expect(
    (await reviewer('POST', `/editions/${editionId}/return`, { version: made.version, note: '标题请写全称' })).msg,
  ).toBe('');
  const mended = await ask('POST', `${REGISTER}/definition-edition`, {
    document: { ...renamed(), title: '交易岗位人员公示' },
    ...RULES,
    ...FACTS,
    target: { editionId, version: made.version },
  });
  expect(mended.msg).toBe('');
  const { version } = mended.data;
  expect((await ask('POST', `/editions/${editionId}/submit`, { version })).msg).toBe('');
  // [ED5] once it is public, its version can be taken as a new edition, too
  const publisher = await consoleOf(site, await hand(site, '发布丁', [{ role: 'publisher', channelId: '' }]), ORIGIN);
  expect((await reviewer('POST', `/editions/${editionId}/approve`, { version })).msg).toBe('');
  expect((await publisher('POST', `/editions/${editionId}/publish`, { version })).msg).toBe('');
  const again = await ask('POST', `/editions/${editionId}/take-up`, { version });
  expect(again.msg).toBe('');
  expect((await ask('POST', `/editions/${again.data.editionId}/submit`, { version: again.data.version })).msg).toBe('');
});

test('[RG23] rows are called rewritten only where the definition made all of the difference', async () => {
  const now = renamed();
  const rewrite = { from: definition(), ...RULES };
  const rows = [0, 1, 2, 3].map((at) => ({
    ...row(at),
    desk: at % 2 === 0 ? '自营' : '清算岗',
    since: `2026-01-0${at + 1}`,
    level: '未定',
    ...(at === 2 && { name: '另一人' }),
  }));
  const changes = [
    { kind: 'register', document: now },
    { kind: 'rows', document: { definition: now, rows, rewrite, ...FACTS } },
  ] as never[];
  await site.publish('定义', changes);
  expect((await publicRows()).map(([no, , , former]) => [no, former])).toEqual([
    ['100', '100'],
    ['101', '101'],
    ['102', null],
    ['103', '103'],
  ]);
  // rewritten from a definition that is not the public one
  await expect(site.publish('再来', changes)).rejects.toThrow(/定义已被另行修改/);
});

test('[RG23] a duty of freshness is changed with the definition, as one edition; a channel that does not show it is refused', async () => {
  const shownBy = `${SECTION}0009`;
  const send = (more: object) =>
    ask('POST', `${REGISTER}/definition-edition`, { document: definition(), ...FACTS, ...more });
  const strange = await send({ freshness: { [`${SECTION}0003`]: 'daily' } });
  expect([strange.code, strange.msg]).toEqual(['2015', `栏目 ${SECTION}0003 不显示这个登记表`]);
  const none = await send({ document: definition({ title: '交易人员名册' }), freshness: { [shownBy]: '' } });
  const changesOf = async ({ editionId }: { editionId: number }) =>
    (await ask('GET', `/editions/${editionId}`)).data.shown.changes as {
      kind: string;
      document: Record<string, unknown>;
    }[];
  expect((await changesOf(none.data)).map(({ kind }) => kind)).toEqual(['register', 'rows']);
  const made = await send({ document: definition({ title: '交易人员名册' }), freshness: { [shownBy]: 'days-3' } });
  const changes = await changesOf(made.data);
  expect(changes.map(({ kind }) => kind)).toEqual(['register', 'rows', 'channel']);
  expect(changes[2]!.document).toMatchObject({ channelId: shownBy, name: '交易人员公示', freshness: 'days-3' });
  // saved again in place: what is not asked for is as it is public
  const { editionId, version } = made.data;
  const again = await send({ document: definition({ title: '交易人员名册' }), target: { editionId, version } });
  expect((await changesOf(again.data)).map(({ kind }) => kind)).toEqual(['register', 'rows']);
});

test.each([
  [
    'two columns of one title',
    { fields: { ...definition().fields, since: { title: '姓 名', type: 'text' } } },
    '与另一列相同',
  ],
  [
    'choices that exchange their titles',
    {
      fields: {
        ...definition().fields,
        desk: { title: '业务条线', type: 'choice', choices: { 自营: '资管', 资管: '自营', 清算: '清算' } },
      },
    },
    '与另一选项的值或名称相同',
  ],
  ['a title with a character that cannot be seen', { title: '交易\u200b人员' }, '零宽空格'],
  ['a column twice in the key', { key: ['no', 'no'] }, '主键中有重复的列'],
  [
    'a field that every object has',
    {
      fields: { ...definition().fields, constructor: { title: '构造', type: 'integer' } },
      columns: ['no', 'constructor'],
    },
    '是保留的名称',
  ],
] as const)('[RG29] %s is refused, and nothing is changed', async (_what, more, refusal) => {
  const document = definition(more as never);
  expect(JSON.stringify((await plan(document)).problems)).toContain(refusal);
  const refused = await ask('POST', `${REGISTER}/definition-edition`, { document, ...FACTS });
  expect([refused.code, refused.msg]).toEqual(['2015', expect.stringContaining(refusal)]);
  await expect(site.publish('定义', [{ kind: 'register', document }])).rejects.toThrow(refusal);
});

test('[RG29] rows that were checked by an earlier definition are not saved as compared with what is public now', async () => {
  const rows = { kind: 'rows', document: { definition: definition(), rows: [row(1)] as never, ...FACTS } };
  const { editionId, version } = (await ask('POST', '/editions', { title: '旧的', changes: [rows] })).data;
  await publishDefinition(
    definition({ fields: { ...definition().fields, level: { title: '职级', type: 'text', required: true } } }),
    {
      fill: { level: '未定' },
    },
  );
  const saved = await ask('POST', `/editions/${editionId}`, {
    version,
    title: '旧的',
    changes: [rows],
    rebase: { [`rows:${NAME}`]: 'any' },
  });
  expect([saved.code, saved.msg]).toEqual(['2021', expect.stringContaining('定义已另行公开')]);
});

test('[RG27] a register whose page has ended says so by files and calls; dates before stay as they were', async () => {
  const channelId = `${SECTION}0010`;
  const name = 'former-staff';
  const document = definition({ register: name, title: '原交易人员公示' });
  const rows = { kind: 'rows', document: { definition: document, rows: [row(1)] as never, ...FACTS } } as const;
  await site.publish('登记', [{ kind: 'register', document }, rows]);
  const file = `/register-file/${name}.csv`;
  // no page has shown it yet
  expect((await site.get(file)).status).toBe(404);
  expect((await onWire(`/wscms/v1/register/${name}`)).code).toBe('1002');

  const shown = {
    ...page,
    page: `${name}-page`,
    for: { channel: channelId },
    blocks: page.blocks.map((block) => ({ ...block, source: { name: 'register', params: { register: name } } })),
  };
  await site.publish('开栏', [
    channel(channelId, 'publicChannel/formerStaff', '原交易人员公示', { classOrder: 10 }),
    { kind: 'page', id: shown.page, document: shown },
  ]);
  expect((await site.get(file)).status).toBe(200);
  expect((await onWire(`/wscms/v1/register/${name}`)).code).toBe('0');

  await site.publish('停用', [{ kind: 'channel', id: channelId, withdraw: { reason: '业务已经结束' } }]);
  const gone = await site.get(file);
  expect([gone.status, gone.html.includes('业务已经结束')]).toEqual([410, true]);
  const refused = await onWire(`/wscms/v1/register/${name}`);
  expect([refused.code, refused.msg, refused.data]).toEqual([
    '1010',
    '业务已经结束',
    { title: '原交易人员公示', successor: null },
  ]);
  const past = await onWire(`/wscms/v1/register/${name}?asOf=${FACTS.dataDate}`);
  expect([past.code, (past.data as { list: unknown[] }).list.length]).toEqual(['0', 1]);
  expect((await site.get(`${file}?asOf=${FACTS.dataDate}`)).status).toBe(200);
});

test('[VA9] a merge that would move the mark of departure is refused by JSON, too, with its place', async () => {
  const fields = {
    ...definition().fields,
    desk: { ...definition().fields.desk!, choices: { 自营: '自营', 离岗: '离岗' } },
  };
  const marked = (values: string[]) =>
    definition({ fields, verify: { kind: 'staff', show: ['name'], ended: { field: 'desk', values } } });
  const rows = [row(0), row(1, { desk: '离岗' })];
  await publishWhole(marked(['离岗']), rows, '2026-11-02');
  const merged = {
    ...marked([]),
    fields: { ...fields, desk: { ...fields.desk, choices: { 自营: '自营' } } },
    verify: { kind: 'staff' as const, show: ['name'] },
  };
  const rules = { values: { desk: { 离岗: '自营' } } };
  const message = '“业务条线”的“离岗”有离岗或结束的标记，“自营”没有，不能合并为“自营”，请先改标记';
  const pointer = '/fields/desk/choices/自营';
  expect((await plan(merged, rules)).problems).toEqual([{ pointer, message }]);
  const refused = await ask('POST', `${REGISTER}/definition-edition`, { document: merged, ...rules, ...FACTS });
  expect([refused.code, refused.msg, refused.data.problems]).toEqual([
    '2015',
    message,
    [{ change: 0, pointer, message }],
  ]);
  // an act of a file or a program
  const act = (more: object) => [
    { kind: 'register' as const, document: merged },
    {
      kind: 'rows' as const,
      document: {
        definition: merged,
        rows: rows.map((one) => ({ ...one, desk: '自营' })) as never,
        dataDate: '2026-11-20',
        department: '交易部',
        rewrite: { from: marked(['离岗']), ...rules, ...more },
      },
    },
  ];
  const wrong = `登记表“交易人员公示”的定义：${message}`;
  await expect(site.publish('合并', act({}))).rejects.toMatchObject({ problems: [{ change: 1, message: wrong }] });
  const drafted = await ask('POST', '/editions', { title: '合并', changes: act({}) });
  expect(drafted.msg).toBe('');
  const found = await ask('GET', `/editions/${drafted.data.editionId}/check`);
  expect(found.data.problems).toEqual([expect.objectContaining({ change: 1, message: wrong })]);
  // a change that states that neither counts as marked has unmarked it on purpose
  expect((await plan(merged, { ...rules, ended: { desk: [] } })).problems).toEqual([]);
  expect(await site.publish('合并', act({ ended: { desk: [] } }))).toMatchObject({});
});
