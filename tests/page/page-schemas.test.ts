import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { schemaFiles } from '#cli/schema-files.ts';
import { addressParams } from '#page/bind-params.ts';
import { explainPath } from '#page/explain-path.ts';
import type { ResolvedPage } from '#page/page-schema.ts';
import { formatProblem } from '#page/problems.ts';
import { registryOf } from '#page/registry.ts';
import { resolve } from '#page/resolve.ts';
import { buildSiteMap, menuOf } from '#page/site-map.ts';
import { STARTERS } from '#kinds/channel/server/starters.ts';
import { demoChannels } from '#demo/channels.ts';
import { demoPages } from '#demo/pages/all-pages.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { DOMAIN_CHANNELS } from '#tests/world/domain-channels.ts';

const dir = fileURLToPath(new URL('../../page-schemas', import.meta.url));
const shipped = loadPages({ dir, editions: [], widgets, sources });
/** pages of the demonstration take the place of those that come with the program */
const editions = demoPages().map(({ id, document }) => ({ page: id!, document }));
const { index, pages, registers, problems } = loadPages({ dir, editions, widgets, sources });
/** channels that only lead on, as the server tells when they hold nothing */
const leading = new Set(['serve', 'serve/margin', 'businessSector', 'businessSector/instSvcTxBus']);
const statement = STARTERS.broker.channels().filter(({ url }) => url === 'accessibility');
const channels = [...demoChannels(), ...statement].map((channel) =>
  leading.has(channel.url) ? { ...channel, contentKind: 'empty' as const } : channel,
);
const site = buildSiteMap({ channels, pages: index, registers, sources: registryOf('source', sources) });
const section = '0001000200010008';

test('[PS1] every document in page-schemas/ passes its check', () => {
  expect(shipped.problems.map(formatProblem)).toEqual([]);
});

test('[SU6] the demonstration publishes pages of the same names and addresses, and all of them pass the check', () => {
  expect(problems.map(formatProblem)).toEqual([]);
  for (const { page } of editions) expect(pages.get(page)!.for, page).toEqual(shipped.pages.get(page)!.for);
});

test('page.schema.json, register.schema.json and the documents made of code are as it would write them (npm run schemas)', () => {
  for (const { file, text } of schemaFiles()) expect(readFileSync(file, 'utf8'), file).toBe(text);
});

test('the schemas for editors accept every shipped document and refuse a wrong widget, prop, place and param', () => {
  const [pageSchema, registerSchema] = ['page.schema.json', 'register.schema.json'].map((name) => {
    const { text } = schemaFiles().find(({ file }) => file.endsWith(`/${name}`))!;
    return new Ajv({ strict: false }).compile(JSON.parse(text));
  });
  for (const page of [...shipped.pages.values(), ...pages.values()])
    expect(pageSchema!(page), `${page.page} ${JSON.stringify(pageSchema!.errors)}`).toBe(true);
  for (const register of Object.values(registers))
    expect(registerSchema!(register), `${register.register} ${JSON.stringify(registerSchema!.errors)}`).toBe(true);
  const block = { id: 'a', place: 'main', widget: 'article-list', source: { name: 'info-list' } };
  const page = (more: object) => ({
    schemaVersion: 1,
    page: 'a',
    for: { url: 'a' },
    layout: 'channel',
    blocks: [{ ...block, ...more }],
  });
  expect(pageSchema!(page({}))).toBe(true);
  for (const wrong of [
    { widget: 'artcle-list' },
    { props: { dates: 'x' } },
    { place: 'hero' },
    { source: { name: 'info-list', params: { channel: 'x' } } },
    { source: undefined },
  ]) {
    expect(pageSchema!(JSON.parse(JSON.stringify(page(wrong)))), JSON.stringify(wrong)).toBe(false);
  }
});

describe('[PC4] placement of a channel’s own content is data of its page', () => {
  const placeOf = (channelId: string) => {
    const channel = demoChannels().find((one) => one.channelId === channelId)!;
    const page = resolve(site, `/${channel.url}`) as ResolvedPage;
    const places = page.blocks.map(({ place, widget }) => [widget, place]);
    return {
      content: places.find(([widget]) => widget === 'channel-content')?.[1],
      rows: places.find(([widget]) => widget === 'register-table')?.[1],
    };
  };
  test.each([`${section}0010`, `${section}0009`])('%s shows it on top', (id) => {
    expect(placeOf(id)).toEqual({ content: 'top', rows: 'main' });
  });
  test.each([
    `${section}0004`,
    `${section}0005`,
    `${section}0012`,
    `${section}0014`,
    `${section}0020`,
    'fundSaleStaff',
    'advisoryStaff',
  ])('%s shows it at the bottom of the register', (id) => {
    expect(placeOf(id)).toEqual({ content: 'bottom', rows: 'main' });
  });
});

test('[CH5] every channel of the demonstration has a page or leads to one', () => {
  const children = demoChannels().filter(({ parentId }) => parentId === section);
  expect(children).toHaveLength(22);
  for (const { url } of demoChannels()) {
    if (url.startsWith('https://')) continue;
    const resolution = resolve(site, `/${url}`);
    const last = resolution && 'redirect' in resolution ? resolve(site, resolution.redirect) : resolution;
    expect(last, url).toHaveProperty('blocks');
  }
});

test('[PS4] channels with list, html, htmlFile or downList content need no page of their own', () => {
  for (const [url, page] of [
    ['complaint', 'default'],
    ['feeStandard', 'default'],
    ['formDownload', 'default'],
    ['lossStatement', 'default'],
  ]) {
    expect(resolve(site, `/publicChannel/${url}`)).toMatchObject({ page });
  }
});

test('futures IB has tabs for managers, staff and branches, of which the first two differ by a fixed filter', () => {
  const page = resolve(site, '/publicChannel/futuresIB') as ResolvedPage;
  expect(
    page.blocks.filter(({ tab }) => tab).map(({ tab, register, source }) => [tab, register, source?.params.management]),
  ).toEqual([
    ['管理人员', 'ib-staff', { value: '1' }],
    ['业务人员', 'ib-staff', { value: '0' }],
    ['营业部', 'ib-branch', undefined],
  ]);
});

describe('公司的栏目', () => {
  test.each([
    ['/businessSector', '/businessSector/personalFinance'],
    ['/businessSector/instSvcTxBus', '/businessSector/instSvcTxBus/primeBroker'],
  ])('[RT8] %s leads to %s', (path, to) => {
    expect(resolve(site, path)).toEqual({ redirect: to, status: 302 });
  });

  test.each([
    'investMgmt',
    'personalFinance',
    'intlBusiness',
    'corpFinance',
    'principal',
    'investBank',
    'instSvcTxBus/primeBroker',
    'instSvcTxBus/reseConsult',
    'instSvcTxBus/selfTrade',
  ])('[RT8] %s is a page of its own: a lead, figures that say what they count, services', (url) => {
    const { page, blocks } = resolve(site, `/businessSector/${url}`) as ResolvedPage;
    expect(page).toMatch(/^sector-/);
    expect(blocks.map(({ widget }) => widget)).toEqual(expect.arrayContaining(['lead', 'key-figures', 'feature-list']));
    expect(blocks.find(({ widget }) => widget === 'key-figures')!.props.note).toMatch(/演示数据，均为虚构/);
  });

  test.each(['primeBroker', 'reseConsult', 'selfTrade'])(
    '[RT8] %s stands among its two neighbours as a tab',
    (name) => {
      const { blocks } = resolve(site, `/businessSector/instSvcTxBus/${name}`) as ResolvedPage;
      expect(blocks[0]).toMatchObject({
        widget: 'channel-tabs',
        source: { name: 'section-overview', params: { channelId: { value: '00010002000100030002' } } },
      });
    },
  );

  test.each([
    ['/aboutUs', 'about-us'],
    ['/aboutUs/orgStructure', 'org-structure'],
    ['/aboutUs/boardOfDirectors', 'management'],
    ['/socialDuty', 'social-duty'],
    ['/socialDuty/ESG', 'esg-reports'],
    ['/SYInvestment', 'private-fund-subsidiary'],
  ])('[RT7] %s has its page', (path, page) => {
    expect(resolve(site, path)).toMatchObject({ page });
  });

  test('[FO6] the reports are asked for whole', () => {
    const { blocks } = resolve(site, '/socialDuty/ESG') as ResolvedPage;
    expect(blocks.at(-1)).toMatchObject({
      widget: 'report-list',
      source: {
        name: 'first-files',
        params: { channelId: { value: '00010002000100070001' }, pageNum: { value: 1 }, pageSize: { value: 9999 } },
      },
    });
  });

  test('公司组织架构图 shows 组织架构 and names it as its address', () => {
    expect(resolve(site, '/publicChannel/orgChart')).toMatchObject({
      page: 'org-structure',
      path: '/aboutUs/orgStructure',
      shownAt: '/publicChannel/orgChart',
    });
  });

  test('[CH5] both trees have every channel that they must have, by id, title and address', () => {
    const there = new Map(demoChannels().map(({ channelId, name, url }) => [channelId, [channelId, name, url]]));
    expect(DOMAIN_CHANNELS.map(([id]) => there.get(id))).toEqual(DOMAIN_CHANNELS);
    expect(there.get('00010002000100050009')).toEqual([
      '00010002000100050009',
      '投顾产品',
      expect.stringMatching(/^https:/),
    ]);
  });

  test('[CH5] the company’s tree hangs below 关于我们, with recruitment in the panel', () => {
    const about = menuOf(site).find(({ path }) => path === '/aboutUs');
    expect(about?.children.map(({ title }) => title)).toEqual([
      '组织架构',
      '董事会',
      '公司概况',
      '公司介绍',
      '公司新闻',
      '公司公告',
      '营业网点',
      '人才招聘',
    ]);
  });
});

describe('客户服务', () => {
  const blocksOf = (path: string) =>
    (resolve(site, path) as ResolvedPage).blocks.map(({ widget, register, source }) => [
      widget,
      source?.name,
      register,
    ]);

  test('[CH4] its panel shows all of its first level; margin lists and tables stay in the section menu', () => {
    const serve = menuOf(site).find(({ path }) => path === '/serve');
    expect(serve?.children.map(({ title }) => title)).toEqual([
      '帮助中心',
      '常见问题',
      '电话委托流程',
      '融资融券',
      '软件下载',
      '私募基金公示',
      '营业网点',
      '网上开户',
      '投顾产品',
    ]);
    const page = resolve(site, '/serve/margin/stock') as ResolvedPage;
    const margin = page.section!.items.find(({ title }) => title === '融资融券')!;
    expect(margin.children?.map(({ title }) => title)).toEqual([
      '业务公告',
      '业务指南',
      '合同及风险揭示书',
      '法律法规',
      '标的证券及保证金比例',
      '可充抵保证金证券及折算率',
      '标的证券查询',
      '持仓集中度',
      '利率与费率',
      '维持担保比例',
    ]);
    expect(margin.children?.[6]).toMatchObject({
      current: true,
      children: [{ title: '变动清单', path: '/serve/margin/stock/changes' }],
    });
  });

  test('[RT5] /serve leads to the help centre, and /serve/margin is an overview of its own', () => {
    expect(resolve(site, '/serve')).toEqual({ redirect: '/serve/help', status: 302 });
    expect(resolve(site, '/serve/margin')).toMatchObject({
      page: 'margin',
      layout: 'overview',
      channel: { title: '融资融券' },
    });
  });

  test.each(['deposit-ratio', 'conver-rate', 'stock'])(
    '%s is a table with a page of changes, and each leads to the other',
    (register) => {
      expect(blocksOf(`/serve/margin/${register}`)).toEqual([
        ['rich-note', undefined, undefined],
        ['register-table', 'register', register],
      ]);
      expect(blocksOf(`/serve/margin/${register}/changes`)).toEqual([
        ['register-changes', 'register-changes', register],
      ]);
      const [list, changes] = [`/serve/margin/${register}`, `/serve/margin/${register}/changes`].map(
        (path) => (resolve(site, path) as ResolvedPage).blocks.at(-1)!.props,
      );
      expect([list!.changes, changes!.list]).toEqual([
        `/serve/margin/${register}/changes`,
        `/serve/margin/${register}`,
      ]);
    },
  );

  test('concentration is drawn as a matrix of all its rows, whatever page the address asks for', () => {
    const matrix = (resolve(site, '/serve/margin/concentration') as ResolvedPage).blocks.at(-1)!;
    expect(matrix).toMatchObject({
      widget: 'register-matrix',
      register: 'concentration',
      source: { params: { pageNum: { value: 1 }, pageSize: { value: 100 } } },
    });
    const { row, column, value, group } = matrix.props as Record<string, string>;
    expect(registers.concentration!.columns).toEqual(expect.arrayContaining([row, column, value, group]));
  });
});

describe('[PS3] explain says what the addresses of registers show', () => {
  const explained = (path: string) => {
    const { channel, sameAs, page, canonical } = explainPath(site, path);
    return [channel?.name, sameAs?.url, page?.name, page?.claim, canonical];
  };
  test.each<[path: string, ...told: unknown[]]>([
    [
      '/serve/margin/stock/changes',
      '变动清单',
      undefined,
      'margin-stock-changes',
      { url: 'serve/margin/stock/changes' },
      '/serve/margin/stock/changes',
    ],
    [
      '/serve/products/privateFund',
      '私募基金公示',
      undefined,
      'private-fund',
      { url: 'serve/products/privateFund' },
      '/serve/products/privateFund',
    ],
    [
      '/publicChannel/privateFund',
      '私募基金公示',
      'serve/products/privateFund',
      'private-fund',
      { url: 'serve/products/privateFund' },
      '/serve/products/privateFund',
    ],
    ['/branch', '营业网点', undefined, 'branch', { path: '/branch' }, '/branch'],
    ['/allBranches', '营业网点', undefined, 'branch', { path: '/allBranches' }, '/branch'],
    [
      '/aboutUs/boardOfDirectors',
      '董事会',
      undefined,
      'management',
      { url: 'aboutUs/boardOfDirectors' },
      '/aboutUs/boardOfDirectors',
    ],
    ['/verify', undefined, undefined, 'verify', { path: '/verify' }, '/verify'],
  ])('%s', (path, ...expected) => {
    expect(explained(path)).toEqual(expected);
  });
});

test('net values and their chart share a tab, and the chart follows the product that the table is searched for', () => {
  const page = resolve(site, '/publicChannel/openFund') as ResolvedPage;
  const shown = page.blocks.filter(({ tab }) => tab === '基金净值');
  expect(shown.map(({ id, register }) => [id, register])).toEqual([
    ['net-values', 'fund-net'],
    ['net-rows', 'fund-net'],
  ]);
  expect(shown.map(({ source }) => source?.params.fundCode)).toMatchObject([
    { address: 'fundCode', freeText: true },
    { address: 'fundCode', freeText: true },
  ]);
  const { x, lines, of, name } = shown[0]!.props as { x: string; lines: string[]; of: string; name: string };
  expect(registers['fund-net']!.columns).toEqual(expect.arrayContaining([x, ...lines, of, name]));
});

test('income certificates show their notices first and their table in a second tab', () => {
  const page = resolve(site, '/publicChannel/sypz') as ResolvedPage;
  expect(page.blocks.filter(({ tab }) => tab).map(({ tab, widget, register }) => [tab, widget, register])).toEqual([
    ['信息披露', 'channel-content', undefined],
    ['产品信息', 'register-table', 'income-certificate'],
  ]);
});

test('every register is shown by a page, but the list of regions, which only others refer to', () => {
  const shown = new Set(
    [...pages.values()].flatMap(({ blocks }) => blocks.map(({ source }) => source?.params?.register)),
  );
  expect(Object.keys(registers).filter((register) => !shown.has(register))).toEqual(['region']);
});

test.each(['/', '/publicChannel'])('%s leads to the check of persons and products', (path) => {
  const page = resolve(site, path) as ResolvedPage;
  const links = page.blocks.flatMap(({ props }) => (props.links as { path: string }[] | undefined) ?? []);
  expect(links.map((link) => link.path)).toEqual(
    expect.arrayContaining(['/verify?kind=staff', '/verify?kind=product']),
  );
});

test('a link with parameters names those that its page knows', () => {
  const links = [
    ...JSON.stringify([...pages.values()].map(({ blocks }) => blocks.map(({ props }) => props))).matchAll(
      /"(\/[^"?]*)\?([^"]+)"/g,
    ),
  ];
  expect(links.length).toBeGreaterThan(5);
  for (const [link, path, query] of links) {
    const page = resolve(site, path!) as ResolvedPage;
    expect(
      [...new URLSearchParams(query).keys()].filter((name) => !addressParams(page).has(name)),
      link,
    ).toEqual([]);
  }
});

test.each([
  '/',
  '/home',
  '/publicList',
  '/publicList/detail/12',
  '/news/company',
  '/news/company/detail/12',
  '/publicChannel',
])('%s has a page', (path) => {
  expect(resolve(site, path)).toHaveProperty('blocks');
});

test('[SU3] on a site with every channel nothing of a shipped page is left out', () => {
  const paths = ['/', '/branch', '/search', '/verify', '/sitemap', '/accessibility', '/serve/professionalInvestor'];
  for (const { url } of channels) paths.push(`/${url}`, `/${url}/detail/1`);
  const seen = new Set<string>();
  for (const path of paths) {
    const resolved = resolve(site, path);
    if (!resolved || 'redirect' in resolved) continue;
    seen.add(resolved.page);
    const { blocks } = pages.get([...pages.keys()].find((file) => pages.get(file)!.page === resolved.page)!)!;
    expect([path, resolved.blocks.map(({ id, props }) => [id, props])]).toEqual([
      path,
      blocks.map(({ id, props = {} }) => [id, props]),
    ]);
  }
  expect(seen.size).toBeGreaterThan(60);
});
