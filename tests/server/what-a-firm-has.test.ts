import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STARTERS } from '#kinds/channel/server/starters.ts';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { absentRegistersSetting } from '#page/settings/absent-registers.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import {
  article,
  BOND_TRADER,
  channel,
  PAGES_DIR,
  SECTION,
  startSite,
  WIRE_KEY,
  type TestSite,
} from '../world/site.ts';

/** A firm's own site with little on it: a list of articles, a register of persons, nobody who could log in. */
const ROOT = '000100020001';
const BOND = JSON.parse(readFileSync(join(PAGES_DIR, 'registers/bond-investment.json'), 'utf8')) as RegisterDefinition;
const MARKETERS = JSON.parse(readFileSync(join(PAGES_DIR, 'registers/marketer.json'), 'utf8')) as RegisterDefinition;
const MARKETER = {
  name: '示例丙',
  marketerId: '800214',
  marketerType: '1',
  certNo: 'S9901124030018',
  orgName: '示例营业部',
};
const FIRM = { name: '新证券', englishName: '', hotline: '95500', department: '' };
const rows = (...list: Record<string, string>[]): Change[] => [
  {
    kind: 'rows',
    document: { definition: BOND, rows: list, dataDate: '2026-11-01', department: '自营部' },
  },
];

let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    demo: false,
    changes: [
      channel(ROOT, 'home', '官网首页', { parentId: '' }),
      channel(`${ROOT}0001`, '', '首页', { type: 2 }),
      channel(`${ROOT}0011`, 'legal', '法律文件', { type: 2 }),
      channel(`${ROOT}00110001`, 'legal/privacy', '隐私政策', { type: 2 }),
      channel(`${ROOT}0012`, 'board', '公司动态', { classOrder: 2 }),
      channel(SECTION, 'publicChannel', '信息公告', { classOrder: 8 }),
      channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员', { type: 2 }),
      article(`${ROOT}0012`, '新营业厅迁址的公告'),
      article(`${ROOT}0012`, '春节放假安排'),
      article(`${ROOT}00110001`, '隐私政策'),
      { kind: 'setting', id: 'site', document: FIRM } as Change,
    ],
  });
});
afterAll(() => site.end());

const html = async (path: string): Promise<string> => (await site.get(`/swhysc${path}`)).html;
/** text for a visitor, without the state of the page */
const mainOf = async (path: string): Promise<string> => /<main>.*<\/main>/s.exec(await html(path))![0];
/** targets of links to a check or a form for customers, from the pages that have such */
async function waysTo(path: string): Promise<string[]> {
  const found = new Set<string>();
  for (const from of ['/', '/sitemap', '/search', '/accessibility', '/publicChannel'])
    for (const [, to] of (await html(from)).matchAll(/ href="\/swhysc(\/[^"#]*)/g))
      if (to!.startsWith(path)) found.add(to!);
  const { html: crawled } = await site.get('/sitemap-pages.xml');
  if (crawled.includes(`${path}<`)) found.add(path);
  return [...found].toSorted();
}

test('[SU21] an empty register names the department that the firm has for all, or none, and no hint for editors', async () => {
  expect(await mainOf('/publicChannel/bondInvestment')).not.toContain('责任部门');
  await site.publish('部门', [{ kind: 'setting', id: 'site', document: { ...FIRM, department: '综合部' } } as Change]);
  expect(await mainOf('/branch')).toContain('责任部门：<!-- -->综合部');
  expect(await mainOf('/branch')).not.toContain('以顿号分隔');
  await site.publish('无部门', [{ kind: 'setting', id: 'site', document: FIRM } as Change]);
});

test('[SU16] a register without rows says so once on a page', async () => {
  expect((await mainOf('/branch')).match(/empty__title/g)).toHaveLength(1);
});

test('[SU16][SU21] how accounts are opened and orders are given by telephone is told by the firm alone', async () => {
  const SERVE = `${ROOT}0005`;
  await site.publish('服务', [
    channel(SERVE, 'serve', '客户服务', { classOrder: 5 }),
    channel(`${SERVE}0003`, 'serve/help/telProcess', '电话委托流程'),
    channel(`${SERVE}0008`, 'openAccount', '网上开户'),
  ]);
  for (const path of ['/openAccount', '/serve/help/telProcess']) {
    expect(await waysTo(path)).toEqual([]);
    const page = await mainOf(path);
    for (const words of ['/qr/', 'App', '视频见证', '委托菜单']) expect(page).not.toContain(words);
  }
  await site.publish('开户', [article(`${SERVE}0008`, '开户须知')]);
  expect(await waysTo('/openAccount')).toContain('/openAccount');
  expect(await mainOf('/openAccount')).toContain('防非提示');
  await site.publish('停用', [
    { kind: 'channel', id: SERVE, withdraw: { reason: '不设此栏目' } } as Change,
    { kind: 'channel', id: `${SERVE}0003`, withdraw: { reason: '不设此栏目' } } as Change,
    { kind: 'channel', id: `${SERVE}0008`, withdraw: { reason: '不设此栏目' } } as Change,
  ]);
});

test('[SU16] [SU20] a business of which nothing is written is neither suggested nor a page of ways to something else', async () => {
  const SECTOR = `${ROOT}0003`;
  const MEANT = ['投资银', '业务板', '营销人', '私募'];
  const suggested = async (words: string) => {
    const { body } = await site.app.inject(`${CALL_BASE}${paths.suggest}?words=${encodeURIComponent(words)}`);
    const { data } = parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(body));
    return (data as { list: { text: string }[] }).list.map(({ text }) => text);
  };
  await site.publish('板块', [
    channel(SECTOR, 'businessSector', '业务板块', { classOrder: 3 }),
    channel(`${SECTOR}0001`, 'businessSector/investBank', '投资银行业务'),
    channel(`${ROOT}0002`, 'news', '新闻资讯', { classOrder: 2 }),
    channel(`${ROOT}00020004`, 'news/report', '公司公告'),
    article(`${ROOT}00020004`, '关于召开股东大会的公告'),
  ]);
  const empty = await mainOf('/businessSector/investBank');
  expect([empty.includes('本栏目还没有发布内容'), empty.includes('查询与办理')]).toEqual([true, false]);
  for (const words of MEANT) expect(await suggested(words), words).toEqual([]);

  await site.publish('业务', [article(`${SECTOR}0001`, '投资银行业务介绍')]);
  const written = await mainOf('/businessSector/investBank');
  expect([written.includes('本栏目还没有发布内容'), written.includes('查询与办理')]).toEqual([false, true]);
  expect(await suggested('投资银')).toContain('投资银行业务');
  await site.publish('停用', [
    { kind: 'channel', id: SECTOR, withdraw: { reason: '不设此栏目' } } as Change,
    { kind: 'channel', id: `${SECTOR}0001`, withdraw: { reason: '不设此栏目' } } as Change,
    { kind: 'channel', id: `${ROOT}0002`, withdraw: { reason: '不设此栏目' } } as Change,
    { kind: 'channel', id: `${ROOT}00020004`, withdraw: { reason: '不设此栏目' } } as Change,
  ]);
});

test('[SU21] samples of reading data name a register, the address and a day of this site', async () => {
  expect(await mainOf('/data')).not.toContain('register-file');
  await site.publish('名册', rows(BOND_TRADER));
  const data = await mainOf('/data');
  expect(data).toContain('SITE=http://site.test\n');
  expect(data).toContain('/register-file/bond-investment.json');
  expect(data).toContain(`asOf=${shanghaiDate(Date.now())}`);
  for (const words of ['conver-rate', 'example.com', '&lt;']) expect(data).not.toContain(words);
  await site.publish('清空', rows());
});

test('[SU18][SU24] a list that was never public is not named, and nobody is suspected while one that the firm keeps is empty', async () => {
  const marketers = (...list: Record<string, string>[]): Change => ({
    kind: 'rows',
    document: { definition: MARKETERS, rows: list, dataDate: '2026-11-01', department: '零售部' },
  });
  const mark = (...registers: RegisterDefinition[]): Change => ({
    kind: 'setting',
    id: absentRegistersSetting.name,
    document: registers.map(({ register, title }) => ({ register, title })),
  });
  const verifyPage = () => mainOf('/verify?words=%E7%A4%BA%E4%BE%8B%E4%B9%99');
  const SUSPECTS = ['请先停下来', '公示的名册中没有查到'];
  await site.publish('名册', [
    ...rows(BOND_TRADER),
    marketers(),
    channel(`${SECTION}0012`, 'publicChannel/marketers', '营销人员', { type: 2 }),
  ]);
  const never = await verifyPage();
  expect(never).toContain('仅检索本公司在本网站公示的名册<!-- -->：债券投资交易人员');
  expect(never).toContain('查不到不表示不是本公司的');
  for (const words of [...SUSPECTS, '营销', '投资顾问', '不在检索范围内']) expect(never).not.toContain(words);

  // one that was public is named, as it would be missed
  await site.publish('公示', [marketers(MARKETER)]);
  await site.publish('清空', [marketers()]);
  const emptied = await verifyPage();
  expect(emptied).toMatch(/现在没有公示内容、不在检索范围内的名册：[^。]*营销/);
  for (const words of SUSPECTS) expect(emptied).not.toContain(words);

  // marked, it counts for nothing; what is public counts, whatever is marked
  await site.publish('没有', [mark(MARKETERS)]);
  const marked = await verifyPage();
  for (const words of SUSPECTS) expect(marked).toContain(words);
  expect(marked).not.toContain('营销');
  await site.publish('公示', [marketers(MARKETER)]);
  expect(await verifyPage()).toContain('、营销人员');
  await site.publish('清空', [marketers()]);
  await site.publish('又有', [mark()]);
  expect(await verifyPage()).toContain('查不到不表示不是本公司的');
  await site.publish('停用', [
    ...rows(),
    { kind: 'channel', id: `${SECTION}0012`, withdraw: { reason: '不设此栏目' } } as Change,
  ]);
});

test('[SU18] a kind of verification is offered while the site has rows for it, and is told without accusing anybody while it has none', async () => {
  const STAFF = '/verify?kind=staff';
  expect(await waysTo('/verify')).toEqual([]);
  const none = await mainOf('/verify?words=%E7%A4%BA%E4%BE%8B%E7%94%B2');
  expect(none).toContain('本网站还没有公布人员和产品名册，暂时不能在这里核验');
  for (const words of ['没有查到', '请先停下来', '110', '请勿转账']) expect(none).not.toContain(words);

  await site.publish('名册', rows(BOND_TRADER));
  expect(await waysTo('/verify')).toEqual(['/verify', STAFF]);
  const staff = await mainOf('/verify?words=%E7%A4%BA%E4%BE%8B%E4%B9%99');
  expect(staff).toContain('请先停下来');
  expect(staff).not.toContain('>产品核验<');
  const product = await mainOf('/verify?kind=product&words=%E7%A8%B3%E7%9B%88%E5%AE%9D');
  expect(product).toContain('本网站还没有公布产品名册，暂时不能在这里核验');
  expect(product).toContain('<a href="/swhysc/verify?kind=staff">人员核验</a>');
  for (const words of ['没有查到', '请先停下来', '110', '请勿转账']) expect(product).not.toContain(words);

  await site.publish('清空', rows());
  expect(await waysTo('/verify')).toEqual([]);
});

test('[SU19] without a login address nothing of the customer is shown or listed, with one it is', async () => {
  const APPLY = '/serve/professionalInvestor';
  const home = await html('/');
  for (const words of ['side__you', 'drawer__you', '未登录']) expect(home).not.toContain(words);
  expect(await waysTo(APPLY)).toEqual([]);
  const form = await html(APPLY);
  expect(form).toContain('本网站没有开通客户登录，这项业务不能在网站上办理。');
  for (const words of ['登录资金账号', '在线申请', '义务将有所减少']) expect(form).not.toContain(words);

  const login = { test: 'https://login.example.com/' };
  await site.publish('登录', [{ kind: 'setting', id: 'site', document: { ...FIRM, login } } as Change]);
  expect(await html('/')).toContain('side__you');
  expect(await waysTo(APPLY)).toEqual([APPLY]);
  expect(await html(APPLY)).toContain('义务将有所减少');
  await site.publish('不再登录', [{ kind: 'setting', id: 'site', document: FIRM } as Change]);
});

test('[SU20] words that a search suggests find something on this site, the others are left out', async () => {
  const suggested = async () =>
    [...(await mainOf('/search')).matchAll(/href="\/swhysc\/search\?q=([^"]+)"/g)].map(([, q]) =>
      decodeURIComponent(q!.replaceAll('+', ' ')),
    );
  expect(await suggested()).toEqual([]);
  const { articleIds } = await site.publish('公告', [article(`${ROOT}0012`, '系统升级的公告')]);
  expect(await suggested()).toEqual(['系统升级']);
  await site.publish('撤下', [{ kind: 'article', id: String(articleIds[0]), withdraw: { reason: '内容有误' } }]);
  expect(await suggested()).toEqual([]);
});

test('[SU20] of registers without public rows nothing is suggested and found: neither their names, nor columns, nor choices', async () => {
  const begun = await startSite({
    demo: false,
    changes: [
      ...STARTERS.broker.channels().map((document): Change => ({ kind: 'channel', document })),
      { kind: 'setting', id: 'site', document: FIRM } as Change,
    ],
  });
  const found = async (path: string) =>
    [...(await begun.get(`/swhysc${path}`)).html.matchAll(/<main.*?<\/main>/gs)].flatMap(([main]) =>
      [...main.matchAll(/href="\/swhysc\/([^"]+)"/g)].map(([, to]) => decodeURIComponent(to!)),
    );
  expect(await found('/search')).toEqual([]);
  for (const words of ['收益凭证', '营业部', '投资顾问', '折算率', '法定代表人是谁', '服务营业部'])
    expect([words, await found(`/search?q=${encodeURIComponent(words)}`)]).toEqual([words, []]);
  await begun.end();
});

test('[SU21] the home page is described by the firm and its menu, and promises no app', async () => {
  const home = await html('/');
  expect(home).toContain('<meta property="og:title" content="新证券">');
  expect(home).toContain('<meta name="description" content="新证券官方网站：公司动态">');
  for (const words of ['官方APP', '全国统一', '投资者教育']) expect(home).not.toContain(words);
});

test('[SU21] the map of the site begins with what the menu has', async () => {
  const headings = [...(await mainOf('/sitemap')).matchAll(/<h2><a[^>]*>([^<]*)/g)].map(([, title]) => title);
  expect(headings).toEqual(['公司动态', '法律文件']);
});

test('[SU25] the accessibility page says what the program does, and what the firm has published of itself', async () => {
  const CHANNEL = `${ROOT}00110004`;
  const PHRASES = ['当面', '每次更新', 'WCAG', '工作人员', '我们会改正', '人员核验'];
  const before = await mainOf('/accessibility');
  expect(before).toContain('阅读辅助线');
  for (const words of PHRASES) expect(before).not.toContain(words);
  await site.publish('栏目', [channel(CHANNEL, 'accessibility', '适老化与无障碍说明', { type: 2 })]);
  const empty = await mainOf('/accessibility');
  expect(empty).toContain('阅读辅助线');
  for (const words of [...PHRASES, '暂无内容', '还没有公开的内容']) expect(empty).not.toContain(words);
  await site.publish('说明', [article(CHANNEL, '适老化与无障碍说明', { content: '<p>营业网点可以当面协助。</p>' })]);
  const stated = await mainOf('/accessibility');
  expect(stated).toContain('阅读辅助线');
  expect(stated).toContain('营业网点可以当面协助。');
});

test('[HN4] the home page shows the lists that a firm has below its news', async () => {
  const NEWS = `${ROOT}0002`;
  expect(await mainOf('/')).not.toContain('新闻资讯');
  await site.publish('新闻', [
    channel(NEWS, 'news', '新闻资讯', { classOrder: 3 }),
    channel(`${NEWS}0041`, 'news/branches', '营业部动态', { classOrder: 1 }),
    channel(`${NEWS}0042`, 'news/matters', '重大事项', { classOrder: 2 }),
    channel(`${NEWS}0043`, 'news/nothing', '还没有内容', { classOrder: 3 }),
    ...['甲', '乙'].flatMap((name) => [
      article(`${NEWS}0041`, `营业部动态${name}`),
      article(`${NEWS}0042`, `重大事项${name}`),
    ]),
  ]);
  const home = await mainOf('/');
  expect(home).toContain('营业部动态甲');
  expect(home).toContain('href="/swhysc/news/branches"');
  expect(home).toContain('?tab=news-matters');
  expect(home).not.toContain('还没有内容');
  expect(await mainOf('/?tab=news-matters')).toContain('重大事项乙');
});
