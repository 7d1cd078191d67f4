import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePdf } from '#demo/files/pdf.ts';
import type { Verification } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Grant } from '#rules/people/staff-rights.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { errors } from '#server/errors.ts';
import { FairQueue } from '#server/http/fair-queue.ts';
import { storeFile } from '#server/files/store.ts';
import { record } from '#server/people/staff/audit.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { removeUnnamed } from '#server/editions/cleaning/remove-unnamed.ts';
import { approveEdition, returnEdition } from '#server/editions/review/review-edition.ts';
import type { TableCheck, TableProposal, WizardChannel, WizardFile, WizardPlan, WizardReview } from '#wire/wizard.ts';
import type { VerifyExamples } from '#wire/edition-answers.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { consoleOf, hand, type Hand } from '../world/editions.ts';
import { columnsOf, flat, withColumns, withTable } from '#tests/world/wizard-tables.ts';
import type { FormerColumn } from '#kinds/register/upgrade-wizard.ts';
import { buildSheet, writtenSheet } from '../world/sheet-files.ts';
import { readWhole } from '../world/sheets.ts';
import { SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

let site: TestSite;
let keeper: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  keeper = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: SECTION }]);
  ask = await consoleOf(site, keeper, ORIGIN);
});
afterAll(() => site.end());

const as = async (name: string, grants: Grant[]) => consoleOf(site, await hand(site, name, grants), ORIGIN);

const people = (count: number): Promise<Buffer> =>
  writtenSheet(
    ['姓名', '员工编号', '岗位', '登记日期'],
    Array.from({ length: count }, (_, at) => [
      `沈若${'川望清景'[at % 4]!}`,
      String(801000 + at),
      at % 2 ? '研究' : '交易员',
      '2026-03-01',
    ]),
  );

async function stored(bytes: Buffer, extension = 'xlsx'): Promise<WizardFile> {
  const { filepath } = await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, extension });
  await record(site.database.db, keeper, 'file.upload', { subject: `file:${filepath}` });
  return { filepath, filename: `人员名单.${extension}`, sheet: '' };
}

const channelAt = (last: string, name: string, at: number): WizardChannel => ({
  channelId: `${SECTION}00${at}`,
  parentId: SECTION,
  classOrder: at,
  url: `publicChannel/${last}`,
  name,
  type: 2,
  department: '人力资源部',
});

const query = (params: object): string => `?${new URLSearchParams(params as Record<string, string>).toString()}`;

async function tableOf(file: WizardFile): Promise<TableProposal['table']> {
  const { data } = await ask('GET', `/wizard/table${query(file)}`);
  return (data as TableProposal).table;
}

/** Sent, approved by somebody else, published, and read where visitors read it. */
async function publicPage(plan: WizardPlan): Promise<string> {
  const sent = await ask('POST', '/wizard/send', { plan });
  expect([sent.code, sent.data?.problems ?? []], sent.msg).toEqual(['0', []]);
  const { editionId, version } = sent.data as { editionId: number; version: number };
  expect((await findEdition(site.database.db, editionId, 1)).state).toBe('in-review');
  await approveEdition(site.database.db, await hand(site, '审核乙'), { editionId, version });
  const publisher = await as('发布丙', [{ role: 'publisher', channelId: '' }]);
  expect((await publisher('POST', `/editions/${editionId}/publish`, { version })).code).toBe('0');
  return (await site.get(`/swhysc/${plan.channel.url}`)).html;
}

test('[PB1] a table goes from its file to the public page: channel, page, definition and rows in one edition, submitted as it is made', async () => {
  const file = await stored(await people(30));
  const table = await tableOf(file);
  expect((await ask('GET', `/wizard/table${query(file)}`)).data.doubled).toEqual([]);
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('staffRoll', '人员名册', 51),
    file,
    table: { ...table, notes: '本表按月更新。' },
  };
  const review = (await ask('POST', '/wizard/review', { plan })).data as WizardReview;
  expect(review).toMatchObject({ problems: [], rows: 30 });
  const preview = await ask('GET', `/previews/${review.previewId}/page?traditional=true`);
  expect(preview.body).toContain('沈若川');
  const html = await publicPage(plan);
  for (const words of ['人员名册', '沈若川', '801000', '本表按月更新。', '人力资源部']) expect(html).toContain(words);
});

test('what was corrected is checked against the first rows, and every wrong cell is named', async () => {
  const file = await stored(await people(12));
  const table = await tableOf(file);
  const good = (await ask('POST', '/wizard/table', { ...file, table })).data as TableCheck;
  expect(good).toMatchObject({
    problems: [],
    misfits: [],
    misfitCount: 0,
    checkedRows: 12,
    report: { errors: [], badRows: 0, remarks: [] },
  });
  const wrong = withColumns(table, ({ header }) => header === '姓名', { type: 'date' });
  const found = (await ask('POST', '/wizard/table', { ...file, table: wrong })).data as TableCheck;
  expect([found.misfitCount, found.misfits[0]]).toEqual([
    12,
    expect.objectContaining({ cell: 'A2', line: 2, place: 0 }),
  ]);
  const review = (
    await ask('POST', '/wizard/review', {
      plan: {
        kind: 'table',
        channel: channelAt('never', '不会公开', 59),
        file,
        table: withTable(wrong, { search: ['employeeNo'] }),
      },
    })
  ).data as WizardReview;
  expect(review.problems[0]).toMatchObject({
    step: 'fields',
    field: 'cells',
    message: expect.stringContaining('“姓名”12 处'),
  });
  expect(review.previewId).toBe('');
});

/** The marked file, whose bytes the client of JSON does not know. */
async function markedFile(params: object, person = keeper): Promise<{ status: number; name: string; bytes: Buffer }> {
  const session = await beginSession(site.database.db, person.staffId, '10.0.0.1');
  const answer = await site.app.inject({
    method: 'POST',
    url: '/console/api/wizard/errors.xlsx',
    headers: { host: 'localhost', origin: ORIGIN, cookie: `console=${session}`, 'content-type': 'application/json' },
    payload: JSON.stringify(params),
  });
  const name = decodeURIComponent(String(answer.headers['content-disposition']).split("UTF-8''")[1] ?? '');
  return { status: answer.statusCode, name, bytes: answer.rawPayload };
}

test('[RG15] [RG17] wrong cells of a new table stand in the report of an import, and the marked file is a copy of it that is given again', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    `沈若${'川望清景'[at % 4]!}`,
    String(811000 + (at === 9 ? 4 : at)),
    at === 20 ? '交易圆' : at % 2 ? '研究' : '交易员',
    at === 30 ? '明天' : '2026-03-01',
    `1390000${1000 + at}`,
  ]);
  const file = await stored(
    await buildSheet([
      ['人员名册（截至2026年3月31日）'],
      [],
      ['姓名', '员工编号', '岗位', '登记日期', '手机号'],
      ...rows,
    ]),
  );
  const { table, questions } = (await ask('GET', `/wizard/table${query(file)}`)).data as TableProposal;
  expect([table.definition.title, table.definition.key, questions.map(({ cell, meant }) => [cell, meant])]).toEqual([
    '人员名册',
    ['employeeNo'],
    [['C24', '交易员']],
  ]);
  const called = withColumns(table, ({ header }) => header === '岗位', { choices: ['交易员', '研究'] });
  const { report } = (await ask('POST', '/wizard/table', { ...file, table: called })).data as TableCheck;
  expect(report).toMatchObject({ headerRow: 3, rowsRead: 40, badRows: 3, file: file.filename });
  expect(report!.columns.map(({ header }) => header)).toEqual(['姓名', '员工编号', '岗位', '登记日期', '手机号']);
  expect(
    report!.errors.map(({ title, cells }) => [title, ...cells.map(({ cell, reason }) => `${cell} ${reason}`)]),
  ).toEqual([
    ['员工编号', 'B13 与第 8 行重复'],
    ['岗位', 'C24 没有这个选项'],
    ['登记日期', 'D34 格式不正确'],
  ]);
  const review = (
    await ask('POST', '/wizard/review', {
      plan: { kind: 'table', channel: channelAt('marked', '标错', 53), file, table: called },
    })
  ).data as WizardReview;
  expect(review.report).toEqual({ ...report, register: 'marked' });

  const marked = await markedFile({ ...file, table: called });
  expect([marked.status, marked.name]).toEqual([200, '人员名单-错误标注.xlsx']);
  const copy = await readWhole(marked.bytes, 'a.xlsx');
  const line = (number: number) => copy.rows.find((row) => row.number === number)!.cells.map(({ text }) => text);
  expect([copy.header.number, line(3).at(-1)]).toEqual([1, '导入问题']);
  expect(line(13)).toEqual([
    rows[9]![0],
    '811004',
    '研究',
    '2026-03-01',
    '13900001009',
    expect.stringContaining('与第 8 行重复'),
  ]);
  // the copy is taken up as it is: without the column of its marks, and with the same errors
  const again = await stored(marked.bytes);
  const second = (await ask('GET', `/wizard/table${query(again)}`)).data as TableProposal;
  expect(second.table.columns.map(({ header }) => header)).toEqual(table.columns.map(({ header }) => header));
  expect(
    ((await ask('POST', '/wizard/table', { ...again, table: called })).data as TableCheck).misfits.map(
      ({ cell }) => cell,
    ),
  ).toEqual(['B13', 'C24', 'D34']);
});

test('[RG18] the page, the register and the files of a new table have its Chinese names wherever they are told', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`沈若${'川望'[at % 2]!}`, String(812000 + at)]);
  const file = await stored(await buildSheet([['证券经纪人名单（截至2026年3月31日）'], ['姓名', '员工编号'], ...rows]));
  const table = await tableOf(file);
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('brokersNamed', table.definition.title, 82),
    file,
    table,
  };
  const html = await publicPage(plan);
  expect(html.replaceAll('<wbr>', '')).toMatch(/证券经纪人名单(?:<\/span>)?<\/h1>/);
  const download = await site.app.inject({ url: '/register-file/brokers-named.xlsx', headers: { host: 'localhost' } });
  expect(String(download.headers['content-disposition'])).toContain(encodeURIComponent('证券经纪人名单'));
  expect(html).not.toContain('截至2026年3月31日');
  const pages = (await ask('GET', '/page-schemas')).data as { page: string; title: string }[];
  expect(pages.find(({ page }) => page === 'brokers-named-page')?.title).toBe('证券经纪人名单');
  const planned = (
    await ask('POST', '/channel-plan', {
      changes: [{ kind: 'channel', document: { ...plan.channel, name: '经纪人', department: '人力资源部' } }],
      base: {},
    })
  ).data as { channels: { after: { title: string } }[] };
  expect(planned.channels[0]!.after.title).toBe('经纪人');

  await ask('POST', '/registers/brokers-named/imports', { filepath: file.filepath, filename: file.filename });
  const auditor = await as('审计甲', [{ role: 'auditor', channelId: '' }]);
  const audit = (await auditor('GET', '/audit?act=register.check')).data as {
    list: { subject: string; title: string }[];
  };
  expect(audit.list[0]).toMatchObject({ subject: 'register:brokers-named', title: '证券经纪人名单' });
  const past = await auditor(
    'GET',
    `/past/sources${query({ path: `/${plan.channel.url}`, at: new Date().toISOString() })}`,
  );
  expect((past.data as { kind: string; title: string }[]).map(({ kind, title }) => [kind, title])).toEqual(
    expect.arrayContaining([
      ['page', '证券经纪人名单'],
      ['rows', '证券经纪人名单'],
    ]),
  );
  expect(JSON.stringify((past.data as { title: string }[]).map(({ title }) => title))).not.toContain('brokers-named');
});

test('[RG17] the marked file is for whoever may make channels and see the file, and a table that is wrong itself marks nothing', async () => {
  const file = await stored(await people(5));
  const table = await tableOf(file);
  const editor = await hand(site, '编辑己', [{ role: 'editor', channelId: SECTION }]);
  expect((await markedFile({ ...file, table }, editor)).status).toBe(403);
  const elsewhere = await hand(site, '栏目管理己', [{ role: 'channel-admin', channelId: `${SECTION}0003` }]);
  expect((await markedFile({ ...file, table }, elsewhere)).status).toBe(403);
  expect((await markedFile({ ...file, table: withTable(table, { key: [] }) })).status).toBe(422);
  expect((await markedFile({ ...file, table: { ...table, columns: [] } })).status).toBe(422);
  expect((await markedFile({ ...file, copyOf: 'nowhere' })).status).not.toBe(200);
});

test('what keeps it from being sent stands at its step, and nothing is kept then', async () => {
  const file = await stored(await people(5));
  const table = await tableOf(file);
  const before = await site.database.db.selectFrom('edition').select('edition_id').execute();
  const unnamed = await ask('POST', '/wizard/send', {
    plan: { kind: 'table', channel: { ...channelAt('x', '', 58), department: '' }, file, table },
  });
  expect([
    unnamed.code,
    unnamed.data.problems.map(({ step, field }: { step: string; field: string }) => `${step} ${field}`),
  ]).toEqual(['2015', ['channel name', 'channel department']]);
  const taken = (
    await ask('POST', '/wizard/review', {
      plan: { kind: 'table', channel: channelAt('complaint', '占用地址', 57), file, table },
    })
  ).data as WizardReview;
  expect(taken.problems[0]).toMatchObject({
    step: 'channel',
    field: 'url',
    message: expect.stringContaining('已被栏目'),
  });
  expect(
    (
      await ask('POST', '/wizard/send', {
        plan: { kind: 'downloads', channel: channelAt('y', '下载', 56), articles: [] },
      })
    ).data.problems[0],
  ).toMatchObject({ step: 'content' });
  expect(await site.database.db.selectFrom('edition').select('edition_id').execute()).toEqual(before);
});

test('a file that is no table, or not in the store, is refused in words', async () => {
  expect(await ask('GET', `/wizard/table${query(await stored(Buffer.from('%PDF-1.4\n'), 'pdf'))}`)).toMatchObject({
    status: 422,
    code: '2015',
    msg: expect.stringContaining('PDF 文档'),
  });
  expect((await ask('GET', `/wizard/table${query({ filepath: '../../etc/passwd', filename: 'a.xlsx' })}`)).status).toBe(
    404,
  );
});

test('whoever may keep channels of one section makes none elsewhere, and editors make none at all', async () => {
  const plan: WizardPlan = {
    kind: 'list',
    channel: { ...channelAt('z', '越界', 55), channelId: '0001000200010002005', parentId: '000100020001' },
    articles: [],
  };
  expect((await ask('POST', '/wizard/send', { plan })).code).toBe('2008');
  const editor = await as('编辑丁', [{ role: 'editor', channelId: SECTION }]);
  expect((await editor('POST', '/wizard/send', { plan: { ...plan, channel: channelAt('z', '越权', 55) } })).code).toBe(
    '2008',
  );
});

test('a list, an article, an article with files and downloads are channels without a page of their own', async () => {
  const { filepath } = await stored(makePdf({ title: '管理办法', paragraphs: [], signature: [] }), 'pdf');
  const article = {
    title: '管理办法',
    content: '<p>第一条　为规范业务。</p>',
    source: '法律合规部',
    contentTime: '2026-11-20T09:00:00+08:00',
    attachments: [],
  };
  const attachments = [{ filename: '管理办法.pdf', filepath }];
  expect(await publicPage({ kind: 'list', channel: channelAt('notices', '业务通知', 61), articles: [] })).toContain(
    '业务通知',
  );
  expect(
    await publicPage({ kind: 'article', channel: channelAt('rules', '业务规则', 62), articles: [article] }),
  ).toContain('为规范业务');
  const both = await publicPage({
    kind: 'files',
    channel: channelAt('method', '管理办法公示', 63),
    articles: [{ ...article, attachments }],
  });
  expect([both.includes('为规范业务'), both.includes('管理办法.pdf')]).toEqual([true, true]);
  expect(
    await publicPage({
      kind: 'downloads',
      channel: channelAt('forms', '常用表单', 64),
      articles: [{ ...article, content: '', attachments }],
    }),
  ).toContain('管理办法.pdf');
});

test('sent from two windows a channel is made once: the second is told of the first as far as they may read it, and another one gets a number of its own', async () => {
  const plan: WizardPlan = { kind: 'list', channel: channelAt('twice', '送两次', 66), articles: [] };
  const first = (await ask('POST', '/wizard/send', { plan })).data as { editionId: number };
  const again = await ask('POST', '/wizard/send', { plan });
  expect([again.code, again.msg]).toEqual([
    '2015',
    expect.stringContaining(`“新建栏目：送两次”（第 ${first.editionId} 号）要用的`),
  ]);
  const elsewhere = await as('栏目管理丙', [{ role: 'channel-admin', channelId: `${SECTION}0003` }]);
  const { problems } = (
    await elsewhere('POST', '/wizard/review', {
      plan: { ...plan, channel: { ...plan.channel, parentId: `${SECTION}0003` } },
    })
  ).data as WizardReview;
  expect(problems).toMatchObject([
    { step: 'channel', field: 'url', message: '地址 publicChannel/twice 已是另一份稿件要用的，请换一个地址' },
  ]);
  const other = (
    await ask('POST', '/wizard/send', { plan: { ...plan, channel: { ...plan.channel, url: 'publicChannel/once' } } })
  ).data as { editionId: number };
  const [made] = (await findEdition(site.database.db, other.editionId, 0)).shown.changes;
  expect(made).toMatchObject({
    kind: 'channel',
    document: { url: 'publicChannel/once', channelId: expect.not.stringMatching(plan.channel.channelId) },
  });
});

test('[RK6] a new channel may be hidden, have a duty of freshness, and an article for some levels alone', async () => {
  const article = {
    title: '内部说明',
    content: '<p>只给部分客户。</p>',
    source: '法律合规部',
    contentTime: '2026-11-20T09:00:00+08:00',
    attachments: [],
    riskLevel: '0003',
  };
  const plan: WizardPlan = {
    kind: 'article',
    channel: { ...channelAt('levels', '分级说明', 67), hidden: true, freshness: 'days-5' },
    articles: [article],
  };
  const html = await publicPage(plan);
  expect(html).not.toContain('只给部分客户');
  const tree = (await ask('GET', '/channel-tree')).data as { channels: { url: string }[] };
  expect(tree.channels.find(({ url }) => url === plan.channel.url)).toMatchObject({
    hidden: true,
    freshness: 'days-5',
  });
});

test('[RK6] columns of a table may be for customers of the level that the row names; without a column of levels that is told at the column', async () => {
  const file = await stored(
    await writtenSheet(
      ['产品名称', '产品代码', '风险等级', '约定年化'],
      Array.from({ length: 6 }, (_, at) => [`示例${at + 1}号`, `S100${at}`, `R${1 + (at % 3)}`, `${at + 2}.75%约定`]),
    ),
  );
  const table = await tableOf(file);
  const isLevel = ({ title }: FormerColumn): boolean => title === '风险等级';
  const bare = withTable(table, {
    filters: [],
    search: [],
    order: table.definition.key,
    verify: { kind: '', show: [] },
  });
  const byLevel = withColumns(bare, ({ title }) => title === '约定年化', { visibility: 'by-level' });
  const levelled = withColumns(byLevel, isLevel, { type: 'choice', choices: ['R1', 'R2', 'R3'] });
  const rate = levelled.columns.find(({ header }) => header === '约定年化')!;
  const without = withColumns(levelled, isLevel, { type: 'text', choices: [] });
  expect((await ask('POST', '/wizard/table', { ...file, table: without })).data.problems).toMatchObject([
    {
      step: 'fields',
      place: rate.place,
      field: 'visibility',
      message: expect.stringContaining('须另有一列公开的风险等级'),
    },
  ]);
  const html = await publicPage({
    kind: 'table',
    channel: channelAt('byLevel', '分级产品', 68),
    file,
    table: levelled,
  });
  expect([html.includes('示例6号'), html.includes('.75%约定'), html.includes('R3')]).toEqual([true, false, true]);
});

test('a person of a published table is found by the check of persons, which tells no column that is held back, and says who has left', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [
    `卓云${'岫溪汀'[at % 3]!}`,
    `S880112403${1000 + at}`,
    at % 4 === 1 ? '离岗' : '在岗',
    `139000${41_000 + at}`,
  ]);
  const file = await stored(await writtenSheet(['姓名', '证书编号', '状态', '手机号'], rows));
  const table = await tableOf(file);
  expect(table.definition.verify).toEqual({
    kind: 'staff',
    show: ['staffName', 'certNo', 'status'],
    ended: { field: 'status', values: ['离岗'] },
  });
  const plan: WizardPlan = { kind: 'table', channel: channelAt('derivatives', '衍生品人员', 69), file, table };
  const { verify } = table.definition;
  const widened = { ...table.definition, verify: { ...verify!, show: [...verify!.show, 'mobile'] } };
  const wider = { ...plan, table: { ...table, definition: widened } };
  expect((await ask('POST', '/wizard/review', { plan: wider })).data.problems).toMatchObject([
    { step: 'display', field: 'verify', message: expect.stringContaining('“手机号”') },
  ]);
  const review = (await ask('POST', '/wizard/review', { plan })).data as WizardReview;
  expect(review.changes).toContain(
    '“人员名单”纳入人员核验，查到时显示：姓名、证书编号、状态；“状态”为“离岗”的，核验时说明“不再代表公司”',
  );
  expect([review.changes.includes('不公开，只存档：手机号'), review.warnings]).toEqual([true, []]);
  await publicPage(plan);
  const check = async (words: string) =>
    (
      JSON.parse(
        suite.decrypt(
          (await site.app.inject({ url: `${CALL_BASE}${paths.verify}?${query({ kind: 'staff', words }).slice(1)}` }))
            .body,
        ),
      ) as { data: Verification }
    ).data;
  const { found } = await check('S8801124031000');
  expect(found).toMatchObject([
    {
      register: 'derivatives',
      exact: true,
      ended: null,
      facts: [{ title: '姓名', text: '卓云岫' }, { title: '证书编号' }, { title: '状态' }],
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('139000');
  expect((await check('S8801124031001')).found).toMatchObject([{ ended: { state: '离岗' } }]);
  expect((await check('13900041000')).found).toEqual([]);
});

test('[RG9] the check says of nobody on the clearing desk that they have left, and the reviewer reads beforehand what it will say', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [
    `裴清${'溪澜屿'[at % 3]!}`,
    String(806000 + at),
    at % 2 ? '清算' : '自营',
    at % 6 === 5 ? '离职' : '在岗',
  ]);
  const file = await stored(await writtenSheet(['姓名', '员工编号', '业务类别', '在岗状态'], rows));
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('clearing', '清算人员', 74),
    file,
    table: withTable(await tableOf(file), { title: '清算人员' }),
  };
  const { editionId } = (await ask('POST', '/wizard/send', { plan })).data as { editionId: number };
  const reviewer = await as('审核戊', [{ role: 'reviewer', channelId: SECTION }]);
  const [example] = (await reviewer('GET', `/editions/${editionId}/verify-examples`)).data as VerifyExamples[];
  expect(example).toMatchObject({
    kind: 'staff',
    title: '清算人员',
    rows: 12,
    endedRows: 2,
    mark: { title: '在岗状态', values: ['离职'] },
  });
  expect(example!.examples.map(({ ended }) => ended?.words ?? '')).toEqual([
    '',
    '公示的“在岗状态”为“离职”，不再代表公司。',
    '',
  ]);
  await publicPage({
    ...plan,
    channel: { ...plan.channel, channelId: `${SECTION}0075`, url: 'publicChannel/clearingDesk' },
  });
  const check = async (words: string) =>
    (
      JSON.parse(
        suite.decrypt(
          (await site.app.inject({ url: `${CALL_BASE}${paths.verify}?${query({ kind: 'staff', words }).slice(1)}` }))
            .body,
        ),
      ) as { data: Verification }
    ).data.found;
  expect(await check('806001')).toMatchObject([
    { ended: null, facts: expect.arrayContaining([expect.objectContaining({ text: '清算' })]) },
  ]);
  expect(await check('806005')).toMatchObject([
    {
      ended: { words: example!.examples[1]!.ended!.words },
      facts: expect.arrayContaining([expect.objectContaining({ text: '离职' })]),
    },
  ]);
});

test('[RG9] of products, too, and of rows that stand apart from the edition; a new definition alone is told of the public rows', async () => {
  const rows = Array.from({ length: 230 }, (_, at) => [
    `示例稳享${at}号`,
    `WX${1000 + at}`,
    at % 2 ? '清算' : '自有',
    at % 100 === 99 ? '已兑付' : '存续',
  ]);
  const file = await stored(await writtenSheet(['产品名称', '产品代码', '业务类别', '运作状态'], rows));
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('steady', '稳享产品', 76),
    file,
    table: withTable(await tableOf(file), { title: '稳享产品' }),
  };
  const examplesOf = async (editionId: number) =>
    (await ask('GET', `/editions/${editionId}/verify-examples`)).data as VerifyExamples[];
  const { editionId, version } = (await ask('POST', '/wizard/send', { plan })).data as {
    editionId: number;
    version: number;
  };
  const { changes } = (await findEdition(site.database.db, editionId, 0)).shown;
  expect(changes.find((change) => change.kind === 'rows')?.document).toHaveProperty('rowSet');
  expect(await examplesOf(editionId)).toMatchObject([
    {
      kind: 'product',
      rows: 230,
      endedRows: 2,
      mark: { title: '运作状态', values: ['已兑付'] },
      examples: [{ ended: null }, { ended: { words: '公示的“运作状态”为“已兑付”，不再销售。' } }, { ended: null }],
    },
  ]);
  await approveEdition(site.database.db, await hand(site, '审核己'), { editionId, version });
  const publisher = await as('发布庚', [{ role: 'publisher', channelId: '' }]);
  expect((await publisher('POST', `/editions/${editionId}/publish`, { version })).code).toBe('0');
  const definition = changes.find((change) => change.kind === 'register')!.document as RegisterDefinition;
  const unmarked = { ...definition, verify: { kind: 'product', show: definition.verify!.show } };
  const admin = await as('栏目管理辛', [{ role: 'channel-admin', channelId: '' }]);
  const made = await admin('POST', '/editions', {
    title: '改定义',
    changes: [{ kind: 'register', document: unmarked }],
  });
  expect(made.code, made.msg).toBe('0');
  const example = (await admin('GET', `/editions/${made.data.editionId}/verify-examples`)).data as VerifyExamples[];
  expect(example).toMatchObject([
    { rows: 230, endedRows: 0, mark: null, examples: [{ ended: null }, { ended: null }, { ended: null }] },
  ]);
});

test('[RG28] columns that look personal and are shown to everybody are named in the last step, and in the edition for its reviewer', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [
    `卓云${'岫溪汀'[at % 3]!}`,
    `S770112403${1000 + at}`,
    `139000${41_000 + at}`,
    `138000${41_000 + at}`,
    `上海市示例路${at + 1}号`,
    `021-5550${1000 + at}`,
  ]);
  const file = await stored(await writtenSheet(['姓名', '证书编号', '手机', '联系号码', '住址', '办公电话'], rows));
  const table = await tableOf(file);
  const hidden = columnsOf(table)
    .filter(({ visibility }) => visibility === 'hidden')
    .map(({ title }) => title);
  expect(hidden).toEqual(['手机', '联系号码', '住址']);
  const channel = channelAt('openPhones', '公开了手机', 56);
  const reviewed = async (given: WizardPlan): Promise<WizardReview> =>
    (await ask('POST', '/wizard/review', { plan: given })).data as WizardReview;
  const plan: WizardPlan = { kind: 'table', channel, file, table };
  expect((await reviewed(plan)).warnings).toEqual([]);
  const open = { ...plan, table: withColumns(table, () => true, { visibility: 'shown' }) };
  const warning = '登记表“人员名单”的“手机”、“联系号码”、“住址”像是个人信息，将对所有人公开';
  expect(await reviewed(open)).toMatchObject({
    problems: [],
    warnings: expect.arrayContaining([
      expect.objectContaining({ step: 'fields', message: expect.stringContaining(warning) }),
    ]),
  });
  // CK3: what will need a reason is told before it is sent
  expect([(await reviewed(plan)).findings, (await reviewed(open)).findings]).toMatchObject([
    [],
    [
      { check: 'personal-number', severity: 'reason', place: '登记表“人员名单”的“手机”列' },
      { check: 'personal-number', severity: 'reason', place: '登记表“人员名单”的“联系号码”列' },
    ],
  ]);
  // PV2: of each column of numbers a reason is asked, and nothing is kept before
  const refused = await ask('POST', '/wizard/send', { plan: open });
  expect(refused.code).toBe(errors.reasonsNeeded.code);
  const { findings } = refused.data as { findings: { key: string; place: string }[] };
  expect(findings.map(({ place }) => place)).toEqual(['登记表“人员名单”的“手机”列', '登记表“人员名单”的“联系号码”列']);
  const reasons = Object.fromEntries(findings.map(({ key }) => [key, '公示的联系方式']));
  const { editionId, version } = (await ask('POST', '/wizard/send', { plan: open, reasons })).data as {
    editionId: number;
    version: number;
  };
  const reviewer = await as('审核庚', [{ role: 'reviewer', channelId: '' }]);
  const { data } = await reviewer('GET', `/editions/${editionId}/channel-plan?version=${version}`);
  expect(data.warnings).toContainEqual(
    expect.objectContaining({ code: 'personal', message: expect.stringContaining(warning) }),
  );
});

test('[CH8] a new channel called as another one beside it is warned of in the last step, and may be sent', async () => {
  const { data } = await ask('GET', `/public-content?subject=channel:${SECTION}0003`);
  const { name } = data.change.document as WizardChannel;
  const file = await stored(await people(4));
  const channel = channelAt('sameName', name, 55);
  const plan: WizardPlan = { kind: 'table', channel, file, table: await tableOf(file) };
  const review = (await ask('POST', '/wizard/review', { plan })).data as WizardReview;
  expect(review.problems).toEqual([]);
  expect(review.warnings).toEqual([{ step: 'channel', message: expect.stringContaining(`下已有栏目“${name}”`) }]);
});

test('a table of persons that takes part in no check is warned of before it is sent', async () => {
  const file = await stored(await people(4));
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('apart', '不核验', 54),
    file,
    table: withTable(await tableOf(file), { verify: { kind: '', show: [] } }),
  };
  const review = (await ask('POST', '/wizard/review', { plan })).data as WizardReview;
  expect([review.problems, review.warnings]).toEqual([
    [],
    [{ step: 'display', message: expect.stringContaining('不纳入人员核验') }],
  ]);
  expect(review.changes).toContain('“人员名单”不纳入人员核验和产品核验');
});

test('[RG17] a copy takes over definition and page under new names, with rows of a file of its own, whose errors are reported and marked', async () => {
  const file = await stored(await people(8));
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('traders', '交易人员', 71),
    file,
    table: await tableOf(file),
  };
  await publicPage(plan);
  const taken = await ask('GET', `/wizard/copy?channelId=${plan.channel.channelId}`);
  expect(taken.data).toEqual({
    registers: [{ register: 'traders', title: expect.any(String), columns: ['姓名', '员工编号', '岗位', '登记日期'] }],
    hasPage: true,
  });
  const empty = await publicPage({
    kind: 'copy',
    channel: channelAt('analysts', '研究人员', 72),
    copyOf: plan.channel.channelId,
  });
  expect([empty.includes('研究人员'), empty.includes('801000')]).toEqual([true, false]);
  const filled = await publicPage({
    kind: 'copy',
    channel: channelAt('sellers', '销售人员', 73),
    copyOf: plan.channel.channelId,
    file: await stored(await people(3)),
  });
  expect(filled).toContain('801002');
  const bad = await stored(
    await writtenSheet(['姓名', '员工编号', '岗位', '登记日期'], [['沈若川', '801000', '保洁', '2026-03-01']]),
  );
  const review = (
    await ask('POST', '/wizard/review', {
      plan: { kind: 'copy', channel: channelAt('buyers', '采购人员', 77), copyOf: plan.channel.channelId, file: bad },
    })
  ).data as WizardReview;
  expect(review.report?.errors).toMatchObject([{ title: '岗位', cells: [{ cell: 'C2', reason: '没有这个选项' }] }]);
  const marked = await markedFile({ ...bad, copyOf: plan.channel.channelId });
  expect((await readWhole(marked.bytes, 'a.xlsx')).rows[0]!.cells.at(-1)!.text).toContain('没有这个选项');
  expect((await site.get(`/swhysc/${plan.channel.url}`)).html).toContain('801007');
});

test('of one person one table is read at a time and two wait; a correction takes the place of the one before it', async () => {
  const run = vi.spyOn(FairQueue.prototype, 'run');
  const table = await tableOf(await stored(await people(30)));
  const queue = run.mock.contexts.at(-1) as FairQueue;
  run.mockRestore();
  const files = await Promise.all([10, 11, 12].map(async (count) => stored(await people(count))));

  const first = queue.take(keeper.staffId);
  await first.turn;
  // asked without waiting for one another, as several windows do
  const calls = files.map((file) => ask('GET', `/wizard/table${query(file)}`));
  expect(await Promise.race(calls)).toMatchObject({
    status: 429,
    code: '2046',
    msg: expect.stringContaining('请等其中一项完成后再试'),
  });
  first.leave();
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);

  const second = queue.take(keeper.staffId);
  await second.turn;
  const codes: string[] = [];
  const { promise: replaced, resolve } = Promise.withResolvers<void>();
  const checks = [1, 2, 3, 4].map(async () => {
    codes.push((await ask('POST', '/wizard/table', { ...files[0], table, all: false })).code);
    if (codes.length === 3) resolve();
  });
  await replaced;
  second.leave();
  await Promise.all(checks);
  expect(codes).toEqual(['2047', '2047', '2047', '0']);
});

test('[PB3] [UP1] what was returned is taken up with what was entered, sent again as the next version of the same edition, and its file is kept', async () => {
  const file = await stored(await people(12));
  const plan: WizardPlan = {
    kind: 'table',
    channel: channelAt('takenUp', '再次提交', 81),
    file,
    table: withTable(await tableOf(file), { title: '再次提交' }),
  };
  const { editionId, version } = (await ask('POST', '/wizard/send', { plan })).data as {
    editionId: number;
    version: number;
  };
  expect((await ask('GET', `/editions/${editionId}`)).data.inWizard).toBe(true);
  await returnEdition(site.database.db, await hand(site, '审核戊'), { editionId, version, note: '名称请写全' });
  await site.database.db
    .updateTable('file')
    .set({ brought_at: new Date(0) })
    .where('filepath', '=', file.filepath)
    .execute();
  await removeUnnamed(site.database.db, new Date());
  const begun = (await ask('GET', `/wizard/plan?editionId=${editionId}`)).data as { plan: WizardPlan; version: number };
  expect(begun).toEqual({ plan, version });
  // an edition of a version whose wizard described registers in words of its own
  await site.database.db
    .updateTable('wizard_plan')
    .set({ plan: JSON.stringify({ ...plan, table: flat(plan.table!) }) })
    .where('edition_id', '=', editionId)
    .execute();
  expect((await ask('GET', `/wizard/plan?editionId=${editionId}`)).data).toEqual(begun);

  const other = await as('栏目管理戊', [{ role: 'channel-admin', channelId: `${SECTION}0003` }]);
  expect((await other('GET', `/wizard/plan?editionId=${editionId}`)).status).toBe(403);
  const mended = { ...plan, channel: { ...plan.channel, name: '再次提交的名单' } };
  const again = { plan: mended, editionId, version };
  expect((await other('POST', '/wizard/send', again)).status).toBe(403);

  const review = (await ask('POST', '/wizard/review', again)).data as WizardReview;
  expect(review.problems).toEqual([]);
  expect((await ask('POST', '/wizard/send', again)).data).toEqual({ editionId, version: version + 1 });
  const found = (await ask('GET', `/editions/${editionId}`)).data;
  expect([found.state, found.version, found.inWizard]).toEqual(['in-review', version + 1, true]);
  // its channel keeps the number that the first version proposed
  expect(found.shown.changes[0].document).toMatchObject({ channelId: plan.channel.channelId, name: '再次提交的名单' });
  expect((await ask('POST', '/wizard/send', again)).code).toBe('2021');

  // a change elsewhere is not in the wizard
  const saved = await ask('POST', `/editions/${editionId}`, {
    version: version + 1,
    title: '另改',
    changes: found.shown.changes,
  });
  expect(saved.code).toBe('0');
  const changed = await ask('POST', `/editions/${editionId}`, {
    version: saved.data.version,
    title: '又另改',
    changes: found.shown.changes,
  });
  expect(changed.code).toBe('0');
  expect((await ask('GET', `/editions/${editionId}`)).data.inWizard).toBe(false);
  expect((await ask('GET', `/wizard/plan?editionId=${editionId}`)).code).toBe('1004');
});
