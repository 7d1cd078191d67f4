import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArticleDocument } from '#kinds/article/index.ts';
import type { Change } from '#kinds/index.ts';
import { makePdf } from '#demo/files/pdf.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { CheckId } from '#rules/checks/checks.ts';
import { FIRM_CHECKS, USUAL_CHECKS } from '#rules/checks/firm-checks.ts';
import { findFindings } from '#server/editions/checks/find-findings.ts';
import { errors } from '#server/errors.ts';
import { storeFile } from '#server/files/store.ts';
import type { Findings } from '#wire/edition-answers.ts';
import { consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NEWS = '00010002000100020001';
/** sample of the standard GB 11643, of nobody */
const ID = '11010519491231002X';

const advisers: RegisterDefinition = {
  schemaVersion: 1,
  register: 'check-advisers',
  title: '投资顾问',
  endpoints: [],
  department: '财富管理部',
  key: ['no'],
  fields: {
    no: { title: '登记编号', type: 'text', required: true },
    name: { title: '姓名', type: 'text' },
    remark: { title: '备注', type: 'text' },
    state: { title: '状态', type: 'choice', choices: { on: '在岗', off: '离岗' } },
    day: { title: '更新日期', type: 'date' },
    paper: { title: '证书', type: 'file' },
  },
  columns: ['no', 'name', 'remark', 'state', 'day', 'paper'],
  filters: [{ fuzzy: ['name'], name: 'who', title: '姓名' }],
  order: ['no'],
  verify: { kind: 'staff', show: ['name', 'state'], ended: { field: 'state', values: ['off'] } },
};
const stocks: RegisterDefinition = {
  schemaVersion: 1,
  register: 'check-stocks',
  title: '折算率表',
  endpoints: [],
  department: '信用业务部',
  key: ['code'],
  fields: {
    code: { title: '证券代码', type: 'text', required: true },
    name: { title: '证券简称', type: 'text' },
  },
  columns: ['code', 'name'],
  filters: [],
  order: ['code'],
};
/** its column of names is not called 姓名 alone */
const offsite: RegisterDefinition = {
  schemaVersion: 1,
  register: 'check-offsite',
  title: '非现场开户人员',
  endpoints: [],
  department: '经纪业务部',
  key: ['no'],
  fields: {
    no: { title: '证书编号', type: 'text', required: true },
    staffName: { title: '员工姓名', type: 'text' },
    state: { title: '状态', type: 'choice', choices: { on: '在岗', off: '离岗' } },
  },
  columns: ['no', 'staffName', 'state'],
  filters: [{ fuzzy: ['staffName'], name: 'who', title: '姓名' }],
  order: ['no'],
  verify: { kind: 'staff', show: ['staffName', 'state'], ended: { field: 'state', values: ['off'] } },
};
const ENDED = '00010002000100020009';
const endedChannel = (name = '以前的栏目') => channel(ENDED, 'news/former', name);
type Row = Record<string, string | null>;
const person = (no: string, name: string, more: Row = {}): Row => ({
  no,
  name,
  remark: '',
  state: 'on',
  day: '2026-11-01',
  paper: null,
  ...more,
});
const PEOPLE = [person('S1', '王安平'), person('S2', '李示例', { state: 'off' })];
const rowsOf = (rows: Row[], { of = advisers, dataDate = '2026-11-20' } = {}): Change =>
  ({ kind: 'rows', document: { definition: of, rows, dataDate, department: '财富管理部' } }) as Change;
const text = (content: string, more: Partial<ArticleDocument> = {}): Change[] => [
  article(NEWS, '公告', { content, ...more }) as Change,
];
const attached = (filename: string, filepath = ''): Change[] =>
  text('<p>见附件</p>', { attachments: [{ filename, filepath }] });

let site: TestSite;
let [writer, reviewer]: Hand[] = [];
/** an article that was public and is not, one that is, and their files */
const made = { ended: 0, open: 0, formerFile: '', scan: '', untitled: '' };

beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      { kind: 'register', document: advisers },
      { kind: 'register', document: stocks },
      { kind: 'register', document: offsite },
      endedChannel(),
      rowsOf([...PEOPLE, person('S3', '赵样本')]),
      rowsOf(
        [
          { code: '990101', name: '示例银行' },
          { code: '990142', name: '示范能源' },
        ],
        { of: stocks },
      ),
      rowsOf([{ no: 'S9', staffName: '钱示范', state: 'off' }], { of: offsite }),
    ] as Change[],
  });
  const stored = async (extension: string, bytes: Buffer) =>
    (await storeFile({ db: site.database.db, dir: site.filesDir }, { extension, bytes, at: new Date() })).filepath;
  made.formerFile = await stored('txt', Buffer.from('以前的名单'));
  // one page without any text
  const blank = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>\nendobj\n4 0 obj\n<< /Title (List of advisers) >>\nendobj\ntrailer << /Size 5 /Root 1 0 R /Info 4 0 R >>\n%%EOF`;
  made.scan = await stored('pdf', Buffer.from(`%PDF-1.5\n${blank}`));
  const titled = makePdf({ title: '公告', paragraphs: ['正文'], signature: [] });
  made.untitled = await stored(
    'pdf',
    Buffer.from(
      titled.toString('latin1').replace(/\/Title <[^>]*>/, (all) => ' '.repeat(all.length)),
      'latin1',
    ),
  );
  const { articleIds } = await site.publish('以前', [
    article(NEWS, '以前的公告', { attachments: [{ filename: '以前的名单.txt', filepath: made.formerFile }] }) as Change,
    article(NEWS, '现在的公告') as Change,
  ]);
  [made.ended, made.open] = articleIds as [number, number];
  await site.publish('撤下', [
    { kind: 'article', id: String(made.ended), withdraw: { reason: '有误' } } as Change,
    { kind: 'channel', id: ENDED, withdraw: { reason: '停办' } } as Change,
    rowsOf(PEOPLE),
  ]);
  writer = await hand(site, '撰写甲', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
});
afterAll(() => site.end());

const lookAt = (changes: Change[], title = '稿件') => findFindings(publishContextOf(site), { title, changes });

const banner = (path: string, more: object = {}) => ({
  title: '横幅',
  text: '',
  drawing: 'waves',
  seed: 1,
  links: [{ title: '看一看', path }],
  ...more,
});
const setting = (id: string, document: unknown): Change[] => [{ kind: 'setting', id, document } as Change];
const band = (path: string, text = '说明') => ({
  widget: 'service-band',
  props: { title: '热线', text, links: [{ title: '营业部', path, needsFundAccount: false }] },
});
const page = (...blocks: object[]): Change[] => [
  {
    kind: 'page',
    id: 'check-page',
    document: {
      schemaVersion: 1,
      page: 'check-page',
      for: { path: '/check-page' },
      layout: 'channel',
      title: '检查',
      blocks: blocks.map((block, at) => ({ id: `block-${at + 1}`, place: 'main', ...block })),
    },
  } as Change,
];
const verifyBox = (path: string) => ({
  widget: 'verify-search',
  source: { name: 'verify' },
  props: { staffLinks: [], productLinks: [{ title: '查询', path, note: '' }], advice: [] },
});
const TABLE = '<table><tr><th>甲</th><th>乙</th></tr><tr><td>1</td><td>*</td></tr></table>';
type Planted = [check: CheckId, place: string, changes: () => Change[], title?: string];
/** CK11: forty faults, each with the place at which it is told. */
const PLANTED: Planted[] = [
  ['personal-number', '文章“公告”的正文第 2 段', () => text(`<p>公告</p><p>身份证 ${ID}</p>`)],
  ['personal-number', '文章“公告”的正文第 1 个表格第 2 行第 2 列', () => text(TABLE.replace('*', '13800138000'))],
  ['personal-number', '文章“公告”的正文第 3 段', () => text('<ul><li>一</li><li>二</li><li>6222020000111122220 13800138000</li></ul>')],
  ['personal-number', '文章“公告”的正文第 3 段', () => text('<p>13800138000</p><p>二</p><p>13811138000</p>')],
  ['personal-number', '设置 机构信息的“地址 2 地址”', () => setting('site', { name: '示例', addresses: [{ title: '总部', text: '一路' }, { title: '联系', text: '13800138000' }] })],
  ['personal-number', '登记表“投资顾问”定义的“字段 备注 说明”', () => [{ kind: 'register', document: { ...advisers, fields: { ...advisers.fields, remark: { title: '备注', type: 'text', note: '致电13800138000' } } } } as Change]],
  ['personal-number', '文章“公告”的摘要', () => text('<p>一</p>', { summary: '致电13800138000' })],
  ['personal-number', '登记表“投资顾问”S1 的“备注”', () => [rowsOf([person('S1', '王安平', { remark: '13800138000' }), PEOPLE[1]!])]],
  ['advert-word', '文章“公告”的标题', () => [article(NEWS, '业内第一的服务', { content: '<p>一</p>' }) as Change]],
  ['advert-word', '文章“公告”的摘要', () => text('<p>一</p>', { summary: '收益稳赚' })],
  ['advert-word', '文章“公告”的正文第 1 段', () => text('<p>本产品保本保息。</p>')],
  ['advert-word', '文章“公告”的正文第 2 段', () => text('<p>一</p><p>零风险，<b>高收益</b></p>')],
  ['advert-word', '文章“公告”的正文第 1 个表格第 2 行第 2 列', () => text(TABLE.replace('*', '最佳'))],
  ['advert-word', '登记表“投资顾问”S1 的“备注”', () => [rowsOf([person('S1', '王安平', { remark: '全国第一的顾问' }), PEOPLE[1]!])]],
  ['advert-word', '设置 品牌的“首页标语 标语”', () => setting('brand', { headings: 'sans', header: 'one-row', slogan: { title: '顶级券商', text: '', drawing: 'waves', seed: 1 } })],
  ['advert-word', '设置 热点聚焦的主题的“2 名称”', () => setting('research.topics', [{ code: 'a', name: '宏观' }, { code: 'b', name: '稳赚' }])],
  ['advert-word', '设置 研究文章的标签的“1 说明”', () => setting('research.tags', [{ id: 'a', name: '标签', summary: '稳赚' }])],
  ['advert-word', '栏目“顶级服务”的“名称”', () => [channel('00010002000100020008', 'news/top', '顶级服务') as Change]],
  ['advert-word', '登记表“投资顾问”定义的“字段 备注 说明”', () => [{ kind: 'register', document: { ...advisers, fields: { ...advisers.fields, remark: { title: '备注', type: 'text', note: '最佳' } } } } as Change]],
  ['advert-word', '文章“公告”的来源', () => text('<p>一</p>', { source: '业内第一的研究所' })],
  ['advert-word', '文章“公告”的附件名称', () => attached('稳赚的产品.docx')],
  ['advert-word', '页面 check-page 第 2 块“提示与热线”的“正文”', () => page(band('/news'), band('/news', '稳赚'))],
  ['advert-word', '页面 check-page 第 1 块“重点”的“链接 1 名称”', () => page({ ...band('/news'), heading: '重点', props: { title: '热线', text: '一', links: [{ title: '稳赚', path: '/news' }] } })],
  ['departed-person', '文章“公告”的正文第 1 段', () => text('<p>投资顾问李示例为您服务。</p>')],
  ['departed-person', '文章“公告”的正文第 2 段', () => text('<p>一</p><p>联系人：李示例</p>')],
  ['departed-person', '文章“公告”的正文第 1 段', () => text('<p>联系人：钱示范</p>')],
  ['departed-person', '文章“公告”的正文第 1 个表格第 2 行第 2 列', () => text(TABLE.replace('*', '分析师：李示例'))],
  ['security-name', '文章“公告”的正文第 1 段', () => text('<p>关注示范能源（990101）</p>')],
  ['security-name', '文章“公告”的正文第 2 段', () => text('<p>一</p><p>示例很行(990101.SH)</p>')],
  ['security-name', '文章“公告”的正文第 1 个表格第 2 行第 2 列', () => text(TABLE.replace('*', '示例银行（证券代码：990142）'))],
  ['date-of-title', '登记表“2026年9月投资顾问”的名称', () => [rowsOf(PEOPLE, { of: { ...advisers, title: '2026年9月投资顾问' } })]],
  ['date-of-title', '稿件标题', () => [rowsOf(PEOPLE)], '投资顾问（截至2026年11月19日）'],
  ['date-of-title', '稿件标题', () => [rowsOf(PEOPLE)], '导入 投资顾问20261030.xlsx'],
  ['date-of-column', '登记表“投资顾问”S1 的“更新日期”', () => [rowsOf([person('S1', '王安平', { day: '2026-11-21' }), PEOPLE[1]!])]],
  ['date-of-column', '登记表“投资顾问”的“更新日期”列', () => [rowsOf([...'123456'].map((no) => person(`S${no}`, '王安平', { day: '2027-01-01' })))]],
  ['public-again', '文章“公告”', () => text('<p>一</p>', { articleId: made.ended })],
  ['public-again', '登记表“投资顾问”S3', () => [rowsOf([...PEOPLE, person('S3', '赵样本')])]],
  ['public-again', '栏目“以前的栏目”', () => [endedChannel() as Change]],
  ['public-again', '文件“以前的名单.txt”', () => setting('banners', [banner('/news', { picture: made.formerFile })])],
  ['public-again', '文件“以前的名单.txt”', () => attached('名单.txt', made.formerFile)],
  ['dead-link', '文章“公告”的正文第 1 段', () => text('<p>见 <a href="/news/nowhere">这里</a></p>')],
  ['dead-link', '文章“公告”的正文第 2 段', () => text('<p>一</p><p><a href="/news/company/detail/999999">公告</a></p>')],
  ['dead-link', '文章“公告”的正文第 1 段', () => text(`<p><a href="/swhysc/news/company/detail/${made.ended}?from=1">公告</a></p>`)],
  ['dead-link', '文章“公告”的正文第 1 段', () => [...text('<p><a href="/socialDuty/ESG">报告</a></p>'), { kind: 'channel', id: '00010002000100070001', withdraw: { reason: '停办' } } as Change]],
  ['dead-link', '首页第 2 张横幅的按钮“看一看”', () => setting('banners', [banner('/news/company'), banner('/news/nowhere')])],
  ['dead-link', '页面 check-page 第 1 块“提示与热线”的“链接 1 网址”', () => page(band('/news/nowhere'))],
  ['dead-link', '页面 check-page 第 2 块“人员与产品核验”的“产品的公开查询网站 1 网址”', () => page(band('/news'), verifyBox('/news/nowhere'))],
  ['malformed-link', '文章“公告”的正文第 1 段', () => text('<p><a href="www.sac.net.cn">协会</a></p>')],
  ['malformed-link', '文章“公告”的正文第 1 段', () => text('<p><a href="http://192.168.1.3/a">内网</a></p>')],
  ['malformed-link', '文章“公告”的正文第 1 段', () => text('<p><a href="mailto:kefu">写信</a></p>')],
  ['picture-alt', '文章“公告”的正文第 1 段之后', () => text('<p>一</p><p><img src="/static-file/2026/11/a.png"></p>')],
  ['picture-alt', '文章“公告”的正文第 1 段', () => text('<p>一<img alt=" " src="/a.png"></p>')],
  ['table-header', '文章“公告”的正文第 1 个表格', () => text(TABLE.replaceAll('th', 'td'))],
  ['table-header', '文章“公告”的正文第 2 个表格', () => text(TABLE + TABLE.replaceAll('th>', 'td>'))],
  ['file-name', '文章“公告”的附件', () => attached('新建 Microsoft Word 文档.docx')],
  ['file-name', '文章“公告”的附件', () => attached('扫描0001.png')],
  ['file-name', '文章“公告”的附件', () => attached('名单final2.docx')],
  ['pdf-text', '文章“公告”的附件“公告.pdf”', () => attached('公告.pdf', made.scan)],
  ['pdf-title', '文章“公告”的附件“公告.pdf”', () => attached('公告.pdf', made.untitled)],
]; // prettier-ignore

describe('[CK9] [CK11] a planted fault is told with its cell, paragraph or file', () => {
  test.each(PLANTED.map((planted, at) => [at + 1, ...planted] as const))(
    '%i: %s, %s',
    async (_, check, place, changes, title) => {
      const { findings, passed } = await lookAt(changes(), title);
      const own = findings.filter((finding) => finding.check === check);
      expect(own.map((finding) => finding.place.replace('业内第一的服务', '公告'))).toContain(place);
      expect(passed).not.toContain(check);
    },
  );
});

test('[CK11] forty and more are planted, at least one for each check but for files that were not searched', async () => {
  expect(PLANTED.length).toBeGreaterThanOrEqual(40);
  const planted = new Set<string>(PLANTED.map(([check]) => check));
  expect((await lookAt(text('<p>一</p>'))).passed.filter((id) => !planted.has(id))).toEqual(['file-not-searched']);
});

test('[CK6] an address is looked up in the site as the edition leaves it', async () => {
  const page = channel('00010002000100020002', 'news/fresh', '新栏目');
  const linked = text('<p><a href="/news/fresh">新栏目</a> <a href="https://other.example/gone">别处</a></p>');
  expect((await lookAt([page, ...linked])).findings).toEqual([]);
  expect((await lookAt(linked)).findings).toMatchObject([{ check: 'dead-link' }]);
  const former = {
    kind: 'setting',
    id: 'old.addresses',
    document: { hosts: [], lines: ['/old/news.html /news/company'] },
  };
  await site.publish('旧地址', [former as Change]);
  expect((await lookAt(text('<p><a href="/old/news.html">旧</a></p>'))).findings).toEqual([]);
});

test('[CK6] of a page only links that are new to it are told', async () => {
  const known = page(band('/news/later'));
  await site.publish('页面', known);
  expect((await lookAt(page(band('/news/later', '改字')))).findings).toEqual([]);
  expect((await lookAt(page(band('/news/later'), band('/news/nowhere')))).findings).toMatchObject([
    { check: 'dead-link', place: '页面 check-page 第 2 块“提示与热线”的“链接 1 网址”' },
  ]);
});

test('[CK7] somebody of the same name in office, and a security that no register knows, are none', async () => {
  const content = '<p>投资顾问王安平。示范很好（600000）。原投资顾问李示例已离职。李示例获得表彰。</p>';
  expect((await lookAt(text(content))).findings).toEqual([]);
});

test('[CK8] what is public already is not told again', async () => {
  const content = '<p>最佳的服务 <img src="/static-file/2026/11/a.png"></p>';
  const { articleIds } = await site.publish('公开', [article(NEWS, '旧', { content }) as Change]);
  const again = (more: string) => text(content + more, { articleId: articleIds[0]! });
  expect((await lookAt(again('<p>改字</p>'))).findings).toEqual([]);
  expect((await lookAt(again('<p>稳赚</p>'))).findings).toMatchObject([{ place: '文章“公告”的正文第 2 段' }]);
});

test('[CK2] [CK3] severities are published: a reason is asked and consented to, or nobody may submit it', async () => {
  const [asWriter, asReviewer] = [await consoleOf(site, writer!, ORIGIN), await consoleOf(site, reviewer!, ORIGIN)];
  const { editionId, version } = await draftBy(site, writer!, text('<p>稳赚的 <a href="/nowhere">产品</a></p>'));
  const found = async () => (await asWriter('GET', `/editions/${editionId}/findings`)).data as Findings;
  const { findings, passed } = await found();
  expect(findings.map(({ check, severity }) => [check, severity])).toEqual([
    ['advert-word', 'reason'],
    ['dead-link', 'note'],
  ]);
  expect(passed).toContain('picture-alt');
  const submit = (reasons: object = {}) => asWriter('POST', `/editions/${editionId}/submit`, { version, reasons });
  expect(await submit()).toMatchObject({
    code: errors.reasonsNeeded.code,
    msg: '文章“公告”的正文第 1 段（“稳赚”）：像是广告法限制的用语，请改正，或逐项说明必须公开的理由',
  });
  const rule = (severities: object): Change =>
    ({ kind: 'setting', id: FIRM_CHECKS, document: { ...USUAL_CHECKS, severities } }) as Change;
  await site.publish('从严', [rule({ 'dead-link': 'stop' })]);
  const [word] = findings;
  expect(await submit({ [word!.key]: '引用监管文件' })).toMatchObject({
    code: errors.checkStops.code,
    msg: expect.stringContaining('文章“公告”的正文第 1 段（“/nowhere”在本站没有页面'),
    data: { findings: [{ check: 'dead-link', severity: 'stop' }] },
  });
  await site.publish('从宽', [rule({ 'dead-link': 'off' })]);
  expect((await found()).findings).toHaveLength(1);
  expect((await found()).passed).not.toContain('dead-link');
  expect((await submit({ [word!.key]: '引用监管文件' })).code).toBe('0');
  const approve = (consents: string[]) => asReviewer('POST', `/editions/${editionId}/approve`, { version, consents });
  expect((await approve([])).code).toBe(errors.reasonsNeeded.code);
  expect((await approve([word!.key])).code).toBe('0');
  const { data } = await asWriter('GET', `/editions/${editionId}`);
  expect(data.steps.map(({ note }: { note: string }) => note).slice(-2)).toEqual([
    '文章“公告”的正文第 1 段（“稳赚”）：引用监管文件',
    '同意公开：文章“公告”的正文第 1 段（“稳赚”）',
  ]);
});

test('[CK2] numbers of persons cannot be turned down, and a misspelt severity is refused with its place', async () => {
  const asWriter = await consoleOf(site, writer!, ORIGIN);
  const check = async (severities: object) =>
    (
      await asWriter('POST', `/settings/${FIRM_CHECKS}/check`, {
        json: JSON.stringify({ ...USUAL_CHECKS, severities: { ...USUAL_CHECKS.severities, ...severities } }),
      })
    ).data.problems;
  expect(await check({})).toEqual([]);
  expect(await check({ 'personal-number': 'note' })).toMatchObject([{ pointer: '/severities/personal-number' }]);
  expect(await check({ 'dead-link': 'never' })).toMatchObject([{ pointer: '/severities/dead-link' }]);
});

test('[CK3] what is being written is checked before it is saved, by whoever may write it', async () => {
  const changes = text('<p>稳赚</p>');
  const asWriter = await consoleOf(site, writer!, ORIGIN);
  expect((await asWriter('POST', '/findings', { changes })).data.findings).toMatchObject([
    { check: 'advert-word', place: '文章“公告”的正文第 1 段' },
  ]);
  // a draft that cannot be saved yet is no refused act
  const placeless = text('<p>稳赚</p>', { channelId: '' });
  const refusals = () => site.database.db.selectFrom('audit').select('no').where('outcome', '=', 'refused').execute();
  const before = await refusals();
  const asLocal = await consoleOf(site, await hand(site, '分管', [{ role: 'editor', channelId: NEWS }]), ORIGIN);
  expect((await asLocal('POST', '/findings', { changes })).data.findings).toHaveLength(1);
  expect((await asLocal('POST', '/findings', { changes: placeless })).data).toEqual({ findings: [], passed: [] });
  expect(await refusals()).toEqual(before);
  const asReviewer = await consoleOf(site, reviewer!, ORIGIN);
  expect((await asReviewer('POST', '/findings', { changes })).code).toBe(errors.rightMissing.code);
});
