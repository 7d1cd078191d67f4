import type { Change } from '#kinds/index.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { compareEditions } from '#server/editions/review/compare-editions.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { compareRows } from '#kinds/rows/server/compare-rows.ts';
import type { RowsDocument } from '#kinds/rows/index.ts';
import { publicChange } from '#server/editions/review/public-change.ts';
import { draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const LOSS = `${SECTION}0003`;

let site: TestSite;
let writer: Hand;
let articleId: number;
const row = (staffName: string, futuresCertNo: string, management = '0') => ({
  staffName,
  futuresCertNo,
  management,
  regDate: '2026-01-31',
  branchName: '总部',
});
let definition: RegisterDefinition;
const register = (rows: ReturnType<typeof row>[], dataDate = '2026-11-20'): Change => ({
  kind: 'rows',
  document: {
    definition,
    rows: rows.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name in definition.fields))),
    dataDate,
    department: '甲部',
  },
});
beforeAll(async () => {
  site = await startSite();
  writer = await hand(site, '撰写甲');
  definition = (await site.deps.siteAt('now')).registers.get('ib-staff')!;
  [articleId] = (
    await site.publish('公开', [
      article(LOSS, '公开的声明', { content: '<p>第一段。</p><p>热线为四百五。</p>' }),
      register([row('张三', 'F0000001'), row('李四', 'F0000002'), row('王五', 'F0000003')]),
    ])
  ).articleIds as [number];
});
afterAll(() => site.end());

const compare = async (...sides: [Parameters<typeof compareEditions>[2], Parameters<typeof compareEditions>[3]]) =>
  compareEditions(site.database, await site.deps.siteAt('now'), ...sides);

test('a draft that says what is public differs in nothing', async () => {
  const now = await site.deps.siteAt('now');
  const changes = await Promise.all(
    [`article:${articleId}`, `channel:${LOSS}`, 'rows:ib-staff', 'setting:site', 'page:home', 'register:ib-staff'].map(
      (subject) => publicChange(site.database, now, subject),
    ),
  );
  expect(changes.map((change) => change?.kind)).toEqual(['article', 'channel', 'rows', 'setting', 'page', 'register']);
  const edition = await draftBy(site, writer, changes as Change[]);
  expect((await compare('public', edition)).subjects.map(({ how }) => how)).toEqual(changes.map(() => 'same'));
  // a page is told before a register of its name
  expect(
    ((await publicChange(site.database, now, 'page:company-info')) as { document: object }).document,
  ).toMatchObject({ page: 'company-info' });
  // a page of which nothing was published is what its file says, without what is filled in where that says nothing
  expect((changes[4] as { document: object }).document).toEqual({
    ...JSON.parse(readFileSync('page-schemas/fixed/home.json', 'utf8')),
  });
  expect(await checkEdition(publishContextOf(site), await getDraft(site.database.db, edition.editionId, 1))).toEqual(
    [],
  );
});

test('an article against what is public: its fields, and its text by lines and words', async () => {
  const edition = await draftBy(site, writer, [
    article(LOSS, '公开的声明（改）', { articleId, content: '<p>第一段。</p><p>热线为九百六。</p><p>第三段。</p>' }),
    article(LOSS, '另一篇'),
  ]);
  const { subjects } = await compare('public', edition);
  expect(subjects.map(({ subject, how }) => [subject, how])).toEqual([
    [`article:${articleId}`, 'changed'],
    ['article:new-1', 'added'],
  ]);
  const [changed] = subjects;
  expect(changed!.fields.map(({ path }) => path)).toEqual(['/document/title', '/document/content']);
  expect(changed!.fields[0]).toEqual({ path: '/document/title', before: '公开的声明', after: '公开的声明（改）' });
  expect(changed!.fields[1]!.lines!.map(({ how }) => how)).toEqual(['same', 'changed', 'added']);
});

test('two versions: what came, what left, settings and pages with what each version says of them', async () => {
  const page = (...blocks: object[]): Change => ({
    kind: 'page',
    id: 'own',
    document: { schemaVersion: 1, page: 'own', for: { path: '/own' }, layout: 'channel', blocks },
  });
  const [one, two, three] = [
    { id: 'one', place: 'top', widget: 'lead' },
    { id: 'two', place: 'main', widget: 'lead', props: { open: true } },
    { id: 'three', place: 'main', widget: 'lead' },
  ];
  const first = await draftBy(site, writer, [page(one, two), { kind: 'setting', id: 'demo', document: true }]);
  const second = await saveBy(
    site,
    writer,
    first,
    [
      page(three, { ...two, props: { open: false } }),
      channel(LOSS, 'publicChannel/lossStatement', '遗失声明（新）', { type: 2, classOrder: 3 }),
    ],
    { title: '改了标题' },
  );
  const { title, subjects } = await compare(first, second);
  expect(title).toEqual({ before: '一份稿件', after: '改了标题' });
  expect(subjects.map(({ subject, how }) => [subject, how])).toEqual([
    ['page:own', 'changed'],
    ['setting:demo', 'removed'],
    [`channel:${LOSS}`, 'added'],
  ]);
  const [was, is] = [page(one, two), page(three, { ...two, props: { open: false } })].map(
    (change) => (change as { document: object }).document,
  );
  expect(subjects.map(({ fields, documents }) => [fields.map(({ path }) => path), documents])).toEqual([
    [[], { before: was, after: is }],
    [[], { before: true }],
    [expect.arrayContaining(['/document/name']), undefined],
  ]);
});

test('[ED14] a register by its key: rows that came, became others, left and stay, with their fields', async () => {
  const edition = await draftBy(site, writer, [
    register([row('张三', 'F0000001'), row('李四四', 'F0000002', '1'), row('赵六', 'F0000004')], '2026-11-21'),
  ]);
  const [{ rows, fields }] = (await compare('public', edition)).subjects as [
    Awaited<ReturnType<typeof compare>>['subjects'][number],
  ];
  expect(fields).toEqual([{ path: '/document/dataDate', before: '2026-11-20', after: '2026-11-21' }]);
  expect([rows!.added, rows!.changed, rows!.removed, rows!.same]).toEqual([1, 1, 1, 1]);
  expect(rows!.list.map(({ how, key, fields: names }) => [how, key, names])).toEqual([
    ['changed', 'F0000002', ['staffName', 'management']],
    ['added', 'F0000004', []],
    ['removed', 'F0000003', []],
  ]);
});

test('[ED14] two thousand rows are listed of each that came, became others and left, and all are counted', async () => {
  const many = (from: number, count: number, name: string) =>
    Array.from({ length: count }, (_, at) => row(name, `F1${String(from + at).padStart(6, '0')}`));
  const document = (rows: ReturnType<typeof row>[]) => register(rows).document as RowsDocument;
  const found = await compareRows(
    site.database,
    document([...many(0, 2_100, '张三'), ...many(10_000, 2_100, '李四')]),
    document([...many(0, 2_100, '王五'), ...many(20_000, 2_100, '赵六')]),
  );
  expect([found!.added, found!.changed, found!.removed]).toEqual([2_100, 2_100, 2_100]);
  const listed = Map.groupBy(found!.list, ({ how }) => how);
  expect(['added', 'changed', 'removed'].map((how) => listed.get(how as 'added')!.length)).toEqual([
    2_000, 2_000, 2_000,
  ]);
});

test('a withdrawal is told as one', async () => {
  const edition = await draftBy(site, writer, [
    { kind: 'article', id: String(articleId), withdraw: { reason: '有误' } },
  ]);
  const [subject] = (await compare('public', edition)).subjects;
  expect([subject!.how, subject!.before, subject!.after]).toEqual(['changed', 'written', 'withdrawn']);
});

test('what a publication changed is told against what was public before it, also after later ones', async () => {
  const page = { ...definition, title: '名单（改）' };
  const written = [
    article(LOSS, '公开的声明（再改）', { articleId }),
    register([row('张三', 'F0000001')], '2026-11-22'),
    { kind: 'register', document: page },
  ] as Change[];
  const edition = await draftBy(site, writer, written);
  const { no } = await site.publish('本次', written);
  await site.publish('以后', [article(LOSS, '以后的声明', { articleId })]);
  const { subjects } = await compare({ beforeNo: no }, edition);
  expect(subjects.map(({ subject, how }) => [subject, how])).toEqual([
    [`article:${articleId}`, 'changed'],
    ['rows:ib-staff', 'changed'],
    ['register:ib-staff', 'changed'],
  ]);
  expect(subjects[0]!.fields.find(({ path }) => path === '/document/title')).toEqual({
    path: '/document/title',
    before: '公开的声明',
    after: '公开的声明（再改）',
  });
  expect([subjects[1]!.fields.map(({ path }) => path), subjects[1]!.rows?.removed]).toEqual([
    ['/document/dataDate'],
    2,
  ]);
  expect(subjects[2]!.fields.map(({ path }) => path)).toEqual(['/document/title']);
});
