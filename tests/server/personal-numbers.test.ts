import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { errors } from '#server/errors.ts';
import { storeFile } from '#server/files/store.ts';
import { buildDocx, buildXlsx } from '../world/office-files.ts';
import { isPersonal } from '#rules/checks/findings.ts';
import type { Finding, Findings } from '#wire/edition-answers.ts';
import { consoleOf, draftBy, hand, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NAME = 'desk-staff';
/** number with a right check character, of nobody: the sample of the standard GB 11643 */
const ID = '11010519491231002X';
const MOBILE = '13800138000';

const definition = (more: Partial<RegisterDefinition> = {}): RegisterDefinition => ({
  schemaVersion: 1,
  register: NAME,
  title: '柜台人员',
  endpoints: [],
  department: '办公室',
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text', required: true },
    name: { title: '姓名', type: 'text' },
    remark: { title: '备注', type: 'text' },
    phone: { title: '联系电话', type: 'text' },
  },
  columns: ['no', 'name', 'remark'],
  filters: [],
  order: ['no'],
  ...more,
});
const rowsOf = (rows: object[], of = definition()): Change =>
  ({ kind: 'rows', document: { definition: of, rows, dataDate: '2026-11-01', department: '办公室' } }) as Change;
const row = (no: string, more: object = {}) => ({ no, name: `示例${no}`, remark: '', phone: MOBILE, ...more });

let site: TestSite;
let writer: Hand;
let reviewer: Hand;
let asWriter: Awaited<ReturnType<typeof consoleOf>>;
let asReviewer: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({
    demo: false,
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0009`, 'publicChannel/desk', '柜台人员', { type: 2, classOrder: 9 }),
      { kind: 'register', document: definition() },
      rowsOf([row('1'), row('2')]),
    ] as Change[],
  });
  writer = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  asWriter = await consoleOf(site, writer, ORIGIN);
  asReviewer = await consoleOf(site, reviewer, ORIGIN);
});
afterAll(() => site.end());

const findingsOf = async (changes: Change[]) => {
  const { editionId, version } = await draftBy(site, writer, changes);
  const { data } = await asWriter('GET', `/editions/${editionId}/findings`);
  return { editionId, version, findings: (data as Findings).findings.filter(isPersonal) };
};

test('[PV1] numbers of persons in cells and articles are told with their places, before they are public', async () => {
  const { editionId, findings } = await findingsOf([
    rowsOf([row('1', { remark: `身份证 ${ID}` }), row('2')]),
    article(`${SECTION}0003`, '联系方式', { content: `<p>请致电 <b>138 0013</b> 8000 或 021-55507172</p>` }),
  ] as Change[]);
  // the column of telephones is shown to nobody
  expect(findings.map(({ change, place, check, shown }) => [change, place, check, shown])).toEqual([
    [0, '登记表“柜台人员”1 的“备注”', 'personal-number', '身份证号 110*************2X'],
    [1, '文章“联系方式”的正文第 1 段', 'personal-number', '手机号 138******00'],
  ]);
  expect(JSON.stringify(findings)).not.toContain(ID);
  const { data: plan } = await asWriter('GET', `/editions/${editionId}/channel-plan`);
  expect(plan.warnings.map(({ message }: { message: string }) => message).join('\n')).toContain(
    '登记表“柜台人员”1 的“备注”（身份证号 110*************2X）像是个人号码',
  );
});

test('[PV1] cells, lines and what elements of an article say are looked at one by one; whole numbers are, sums are none', async () => {
  const contents = [
    `<p>${MOBILE}<br>13900139000</p>`,
    `<table><tr><td>${MOBILE}</td><td>13900139000</td></tr></table>`,
    `<ul><li>${MOBILE}</li><li>13900139000</li></ul>`,
    `<p>${MOBILE}</p><p>13900139000</p>`,
    `<p>联系 ${MOBILE}/13900139000</p>`,
    `<table><tr><td>10001</td><td>${MOBILE}</td><td>20261120</td></tr><tr><td>10002</td><td>13900139000</td></tr></table>`,
    `<p><img alt="王安 ${MOBILE}" src="/file/a.png"><a href="tel:+86-139-0013-9000">致电</a></p>`,
    `<p><a title='${MOBILE}' href="https://site.example/13912345678">网站</a><a href="mailto:13900139000@site.example">信</a></p>`,
  ];
  const { findings } = await findingsOf(
    contents.map((content, at) =>
      article(`${SECTION}0003`, `联系方式${at}`, { content, summary: `手机/${MOBILE}` }),
    ) as Change[],
  );
  const cell = (row: number, column: number): string => `第 1 个表格第 ${row} 行第 ${column} 列`;
  const places = [
    ['第 1 段', '第 1 段'],
    [cell(1, 1), cell(1, 2)],
    ['第 1 段', '第 2 段'],
    ['第 1 段', '第 2 段'],
    ['第 1 段', '第 1 段'],
    [cell(1, 2), cell(2, 2)],
    // attributes stand in no paragraph
    ['', ''],
    ['', ''],
  ];
  expect(findings.map(({ place, shown }) => [place, shown.slice(0, 3)])).toEqual(
    places.flatMap((own, at) => [
      [`文章“联系方式${at}”的摘要`, '手机号'],
      ...own.map((place) => [`文章“联系方式${at}”的正文${place}`, '手机号']),
    ]),
  );
  const fields: RegisterDefinition['fields'] = {
    ...definition().fields,
    count: { title: '数字', type: 'integer' },
    capital: { title: '注册资本', type: 'money', unit: '元' },
  };
  const wide = definition({ fields, columns: ['no', 'count', 'capital'] });
  const sums = { count: Number(MOBILE), capital: '13900139000' };
  expect((await findingsOf([rowsOf([row('1', sums)], wide)])).findings.map(({ place }) => place)).toEqual([
    '登记表“柜台人员”1 的“数字”',
  ]);
});

test('[PV2] whoever submits gives a reason for each, and the reviewer agrees to each by name', async () => {
  const { editionId, version, findings } = await findingsOf([rowsOf([row('1', { remark: MOBILE }), row('2')])]);
  const [{ key }] = findings as [Finding];
  const refused = await asWriter('POST', `/editions/${editionId}/submit`, { version, reasons: { [key]: ' ' } });
  expect(refused).toMatchObject({ code: errors.reasonsNeeded.code, data: { findings } });
  expect(refused.msg).toContain('登记表“柜台人员”1 的“备注”');
  expect(
    (
      await asWriter('POST', `/editions/${editionId}/submit`, {
        version,
        note: '请审核',
        reasons: { [key]: '值班电话' },
      })
    ).code,
  ).toBe('0');
  expect((await asReviewer('POST', `/editions/${editionId}/approve`, { version, consents: [] })).code).toBe(
    errors.reasonsNeeded.code,
  );
  expect((await asReviewer('POST', `/editions/${editionId}/approve`, { version, consents: [key] })).code).toBe('0');
  const steps = await site.database.db
    .selectFrom('edition_step')
    .select(['act', 'note'])
    .where('edition_id', '=', editionId)
    .orderBy('step_id')
    .execute();
  expect(steps.slice(-2)).toEqual([
    { act: 'submitted', note: '请审核\n登记表“柜台人员”1 的“备注”（手机号 138******00）：值班电话' },
    { act: 'approved', note: '同意公开：登记表“柜台人员”1 的“备注”（手机号 138******00）' },
  ]);
});

test('[PV3] [PV2] a file that is not searched is a finding with its reason, answered as a number is', async () => {
  const stored = async (extension: string, bytes: Buffer) =>
    (await storeFile({ db: site.database.db, dir: site.filesDir }, { extension, bytes, at: new Date() })).filepath;
  const attached = (title: string, ...attachments: { filename: string; filepath: string }[]): Change =>
    article(`${SECTION}0003`, title, { attachments }) as Change;
  const zeros = '00'.repeat(32);
  const locked = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer << /Size 3 /Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${zeros}> /U <${zeros}> >> >>\n%%EOF`;
  const paper = await stored('pdf', Buffer.from(`%PDF-1.5\n${locked}`));
  const picture = await stored('png', Buffer.from('89504e470d0a1a0a', 'hex'));
  const secret = { filename: '名册.pdf', filepath: paper };
  const { editionId, version, findings } = await findingsOf([
    attached('名册', secret, { filename: '图.png', filepath: picture }),
  ]);
  expect(findings.map(({ place, check, shown }) => [place, check, shown])).toEqual([
    ['文章“名册”的附件“名册.pdf”', 'file-not-searched', '没有查找个人号码：文件有密码'],
  ]);
  const [{ key }] = findings as [Finding];
  const refused = await asWriter('POST', `/editions/${editionId}/submit`, { version });
  expect(refused).toMatchObject({
    code: errors.reasonsNeeded.code,
    msg: '文章“名册”的附件“名册.pdf”（没有查找个人号码：文件有密码）可能含有个人号码，请删去，或逐项说明必须公开的理由',
  });
  await asWriter('POST', `/editions/${editionId}/submit`, { version, reasons: { [key]: '已人工核对' } });
  const approve = (consents: string[]) => asReviewer('POST', `/editions/${editionId}/approve`, { version, consents });
  expect((await approve([])).code).toBe(errors.reasonsNeeded.code);
  expect((await approve([key])).code).toBe('0');
  const { note } = await site.database.db
    .selectFrom('edition_step')
    .select('note')
    .where('edition_id', '=', editionId)
    .where('act', '=', 'submitted')
    .executeTakeFirstOrThrow();
  expect(note).toBe('文章“名册”的附件“名册.pdf”（没有查找个人号码：文件有密码）：已人工核对');

  // many archives are one finding, and public files are none
  const archives = await Promise.all(
    ['一', '二', '三', '四'].map(async (name) => ({
      filename: `${name}.zip`,
      filepath: await stored('zip', Buffer.from(`PK\x03\x04${name}`)),
    })),
  );
  expect((await findingsOf([attached('打包', ...archives), attached('名册', secret)])).findings).toMatchObject([
    { place: '文章“名册”的附件“名册.pdf”' },
    {
      place: '文章“打包”的附件“一.zip”、文章“打包”的附件“二.zip”、文章“打包”的附件“三.zip”等 4 个文件',
      shown: '没有查找个人号码：读不了这种格式的内容',
    },
  ]);
  await site.publish('打包', [attached('打包', ...archives)]);
  expect((await findingsOf([attached('又打包', ...archives)])).findings).toEqual([]);
});

test('[PV1] what is public already is not asked again, and a column of many numbers is one finding', async () => {
  await site.publish('公示', [rowsOf([row('1', { remark: `值班 ${MOBILE}` }), row('2')])]);
  expect(
    (await findingsOf([rowsOf([row('1', { remark: `值班 ${MOBILE}` }), row('2', { name: '改名' })])])).findings,
  ).toEqual([]);
  const many = Array.from({ length: 30 }, (_, at) => row(String(at), { remark: `138001380${10 + at}` }));
  expect((await findingsOf([rowsOf(many)])).findings).toMatchObject([
    { place: '登记表“柜台人员”的“备注”列', shown: expect.stringMatching(/^手机号 30 处，如 138/) },
  ]);
});

test('[PV1] a column that a definition shows, and an older version, are looked at as well', async () => {
  const shown = definition({ columns: ['no', 'name', 'remark', 'phone'] });
  const { findings } = await findingsOf([{ kind: 'register', document: shown } as Change]);
  expect(findings.map(({ place, shown }) => [place, shown.slice(0, 3)]).toSorted()).toEqual([
    ['登记表“柜台人员”1 的“联系电话”', '手机号'],
    ['登记表“柜台人员”2 的“联系电话”', '手机号'],
  ]);
  await site.publish('删去', [rowsOf([row('1'), row('2')])]);
  expect((await findingsOf([rowsOf([row('1', { remark: `值班 ${MOBILE}` }), row('2')])])).findings).toHaveLength(1);
});

test('[PV1] what a definition itself says is looked at, and a place names no number', async () => {
  const noted = (note: string): Change => ({
    kind: 'register',
    document: definition({ fields: { ...definition().fields, name: { title: '姓名', type: 'text', note } } }),
  });
  const { findings } = await findingsOf([noted(`咨询 ${MOBILE}`)]);
  expect(findings).toMatchObject([{ place: '登记表“柜台人员”定义的“字段 姓名 说明”', shown: '手机号 138******00' }]);
  const named = article(`${SECTION}0003`, `值班 ${MOBILE}`, { content: '<p>正文</p>' }) as Change;
  expect((await findingsOf([named])).findings).toMatchObject([{ place: '文章“值班 138******00”的标题' }]);
});

test('[PV1] numbers in a column that comes to be shown are found however they are written', async () => {
  const phones = ['(138)12345678', '138.1234.5678', '138 – 1234 – 5678', '021-55507172'];
  await site.publish('写法', [rowsOf(phones.map((phone, at) => row(String(at), { phone })))]);
  const { findings } = await findingsOf([
    { kind: 'register', document: definition({ columns: ['no', 'phone'] }) } as Change,
  ]);
  expect(findings.map(({ place }) => place)).toEqual([0, 1, 2].map((no) => `登记表“柜台人员”${no} 的“联系电话”`));
});

test('[PV1] a column that comes to be shown is looked at whole, also where the same edition brings its rows', async () => {
  const shown = definition({ columns: ['no', 'name', 'remark', 'phone'] });
  const { findings } = await findingsOf([
    { kind: 'register', document: shown } as Change,
    rowsOf([row('1'), row('2')], shown),
  ]);
  expect(findings.map(({ place }) => place)).toEqual([
    '登记表“柜台人员”1 的“联系电话”',
    '登记表“柜台人员”2 的“联系电话”',
  ]);
});

test('[PV1] [PV2] numbers that look alike once they are masked are answered one by one', async () => {
  const { editionId, version, findings } = await findingsOf([
    rowsOf([row('1', { remark: '13811118000、13822228000' }), row('2')]),
  ]);
  expect(new Set(findings.map(({ shown }) => shown)).size).toBe(1);
  const [first, second] = findings.map(({ key }) => key) as [string, string];
  expect(first).not.toBe(second);
  const submit = (reasons: object, note = '') =>
    asWriter('POST', `/editions/${editionId}/submit`, { version, note, reasons });
  expect((await submit({ [first]: '值班' })).code).toBe(errors.reasonsNeeded.code);
  expect((await submit({ [first]: '值班', [second]: '夜\u0000班' })).code).toBe(errors.invalidInput.code);
  // neither a long message nor a line that looks like another answer is taken for something else
  const note = '请'.repeat(2_000);
  expect((await submit({ [first]: '值班\n同意公开：其他', [second]: '夜班' }, note)).code).toBe('0');
  const { note: storedNote } = await site.database.db
    .selectFrom('edition_step')
    .select('note')
    .where('edition_id', '=', editionId)
    .orderBy('step_id', 'desc')
    .executeTakeFirstOrThrow();
  expect(storedNote.split('\n').map((line) => line.split('：').at(-1))).toEqual([note, '其他', '夜班']);
});

test('[PV1] texts of attached files are looked at, and a page or an article that is public is not asked about again', async () => {
  const { filepath } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { extension: 'txt', bytes: Buffer.from(`夜间请拨打 ${MOBILE}`), at: new Date() },
  );
  const attached = (more: object = {}): Change =>
    article(`${SECTION}0003`, '值班安排', { attachments: [{ filename: '值班表.txt', filepath }], ...more });
  expect((await findingsOf([attached()])).findings).toMatchObject([
    { place: '文章“值班安排”的附件“值班表.txt”', shown: '手机号 138******00' },
  ]);
  const { articleIds } = await site.publish('值班', [attached({ source: MOBILE })]);
  expect(
    (await findingsOf([attached({ source: MOBILE, articleId: articleIds[0], summary: '摘要' })])).findings,
  ).toEqual([]);

  const row2 = `<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>身份证 ${ID}</t></is></c></row>`;
  const { filepath: workbook } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { extension: 'xlsx', bytes: await buildXlsx({ 名单: `<sheetData>${row2}</sheetData>` }), at: new Date() },
  );
  const withWorkbook = attached({ attachments: [{ filename: '名单.xlsx', filepath: workbook }] });
  expect((await findingsOf([withWorkbook])).findings).toMatchObject([
    { place: '文章“值班安排”的附件“名单.xlsx”', shown: '身份证号 110*************2X' },
  ]);

  // files that rows of a register show are read as well, also what of them only a download holds
  const hidden = `<w:p><w:r><w:t>须知</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>身份证 ${ID}</w:t></w:r></w:p>`;
  const { filepath: paper } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { extension: 'docx', bytes: await buildDocx(hidden), at: new Date() },
  );
  const withFiles = definition({
    fields: { ...definition().fields, paper: { title: '附件', type: 'file' } },
    columns: ['no', 'paper'],
  });
  expect((await findingsOf([rowsOf([row('1', { paper })], withFiles)])).findings).toMatchObject([
    { place: '登记表“柜台人员”1 的“附件”的文件', shown: '身份证号 110*************2X' },
  ]);

  const page = (times: number): Change =>
    ({
      kind: 'page',
      id: 'desk-page',
      document: {
        schemaVersion: 1,
        page: 'desk-page',
        for: { channel: `${SECTION}0009` },
        layout: 'channel',
        blocks: [
          { id: 'note', place: 'main', widget: 'rich-note', props: { title: `说明${times}`, paragraphs: [MOBILE] } },
        ],
      },
    }) as unknown as Change;
  expect((await findingsOf([page(1)])).findings).toMatchObject([
    { place: '页面 desk-page 第 1 块“说明文字”的“段落 1”', shown: '手机号 138******00' },
  ]);
  await site.publish('页面', [page(1)]);
  expect((await findingsOf([page(2)])).findings).toEqual([]);
  const desk = (classOrder: number) =>
    channel(`${SECTION}0008`, 'publicChannel/night', `值班 ${MOBILE}`, { type: 2, classOrder });
  expect((await findingsOf([desk(8)])).findings).toMatchObject([{ place: '栏目“值班 138******00”的“名称”' }]);
  await site.publish('栏目', [desk(8)]);
  expect((await findingsOf([desk(80)])).findings).toEqual([]);
});
