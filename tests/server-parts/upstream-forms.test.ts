import { describe, expect, test } from 'vitest';
import { parseExactly } from '#server/http/exact-json.ts';
import { codeOf } from '#server/http/gateway.ts';
import { countOf, flagOf, listOf, timeOf } from '#server/site/upstream/accepted-forms.ts';
import { createHtmlCleaner } from '#server/site/upstream/cleaned-html.ts';
import { filepathOf, innerHosts, withOwnAddresses } from '#server/site/upstream/inner-addresses.ts';
import { readArticleList, readUpstreamArticle, type Reading } from '#server/site/upstream/read-articles.ts';
import { readRegisterRows } from '#server/site/upstream/read-rows.ts';
import { readTrees } from '#server/site/upstream/read-tree.ts';
import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';

test.each([
  ['2026-11-01 08:30:00', '2026-11-01T08:30:00+08:00'],
  ['2026-11-01T08:30:00', '2026-11-01T08:30:00+08:00'],
  ['2026-11-01T00:30:00Z', '2026-11-01T00:30:00Z'],
  ['2026-11-01T08:30:00.123+0800', '2026-11-01T08:30:00+08:00'],
  ['2026-11-01 08:30', '2026-11-01T08:30:00+08:00'],
  ['2026-11-01', '2026-11-01T00:00:00+08:00'],
  ['2026/11/1 8:30', '2026-11-01T08:30:00+08:00'],
  ['2026年11月1日', '2026-11-01T00:00:00+08:00'],
  ['20261101', '2026-11-01T00:00:00+08:00'],
  ['20261101083000', '2026-11-01T08:30:00+08:00'],
  [1_793_493_000_000, '2026-11-01T00:30:00.000Z'],
  ['1793493000000', '2026-11-01T00:30:00.000Z'],
  [1_793_493_000, '2026-11-01T00:30:00.000Z'],
  [[2026, 11, 1, 8, 30], '2026-11-01T08:30:00+08:00'],
  [[2026, 1, 2], '2026-01-02T00:00:00+08:00'],
  [[2026, 11, 1, 8, 30, 5, 120_000_000], '2026-11-01T08:30:05+08:00'],
  [[], undefined],
  [['x', 1, 2], undefined],
  ['2026-11-01 08:30:00.0', '2026-11-01T08:30:00+08:00'],
  ['yesterday', undefined],
  ['2026-13-41', undefined],
  [{}, undefined],
])('[US2] the time %j is %s', (given, expected) => expect(timeOf(given)).toBe(expected));

test('[US2] ids of more digits than a number keeps are read digit for digit', () => {
  expect(
    parseExactly('{"id":1829384756102938475,"ids":[-1829384756102938475],"n":1.5,"t":"1829384756102938475"}'),
  ).toEqual({
    id: '1829384756102938475',
    ids: ['-1829384756102938475'],
    n: 1.5,
    t: '1829384756102938475',
  });
  expect(() => parseExactly('{"id":1829384756102938475,')).toThrow(SyntaxError);
});

test('[US2] flags, counts and codes in every accepted form', () => {
  expect([1, '1', true, 'true', 'Y'].map(flagOf)).toEqual([1, 1, 1, 1, 1]);
  expect([0, '0', false, null, undefined, '', 'N', 2].map(flagOf)).toEqual(Array(8).fill(0));
  expect(['12', 12, '1,204', 0].map(countOf)).toEqual([12, 12, 1204, 0]);
  expect(['', '-1', 1.5, null, {}, 'x'].map(countOf)).toEqual(Array(6).fill(undefined));
  expect(['-0801107', '-801107', '0', '1004'].map(codeOf)).toEqual(['-0801107', '-0801107', '0', '1004']);
});

test.each([
  [[1, 2], { list: [1, 2], total: undefined }],
  [
    { list: [1], total: '7' },
    { list: [1], total: 7 },
  ],
  [{ data: [1] }, { list: [1], total: undefined }],
  [{ data: { list: [1], total: 3 } }, { list: [1], total: 3 }],
  [
    { dataList: [1], totalRow: 9 },
    { list: [1], total: 9 },
  ],
  [{ total: 0 }, { list: [], total: 0 }],
  [{ list: null, total: 4 }, null],
  ['text', null],
])('[US2] the list of %j', (given, expected) =>
  expect(listOf(given, { list: 'dataList', total: 'totalRow' })).toEqual(expected),
);

test('[US2] a list is found under the names that are usual, where its call has none of its own', () => {
  for (const name of ['list', 'data', 'dataList', 'rows', 'records', 'items', 'result'])
    expect(listOf({ [name]: [1] })).toEqual({ list: [1], total: undefined });
});

const notes: string[] = [];
const reading: Reading = {
  places: {
    hasChannel: (id) => id === 'C1',
    articlePath: (channelId, id) => `/of/${channelId}/detail/${encodeURIComponent(id)}`,
    columnOf: (code) => (code === 'gfwz-rd' ? 'C1' : undefined),
    columnIdOf: (word) => word,
  },
  inner: { files: 'http://cms.inner/static-file', hosts: ['cms.inner', '10.0.0.7:8080'] },
  cleaned: createHtmlCleaner(async (html) => ({ html })),
  named: () => {},
  note: (field) => void notes.push(field),
};
const list = (data: unknown, query = { requested: ['C1'], pageNum: 1, pageSize: 2 }) =>
  readArticleList(data, query, reading) as { list: Record<string, unknown>[]; total: number };

describe('lists of articles', () => {
  test('[US2] items by channel, by column, by their own path, and of no channel', () => {
    const { list: items } = list(
      {
        list: [
          {
            newsId: 1,
            title: '甲',
            flagTop: true,
            publishTime: 1_793_493_000_000,
            imageOriginal: { url: '/static-file/a.png' },
          },
          { newsId: '2', title: '乙', channelId: 'gfwz-rd' },
          { newsId: '3', title: '丙', path: '/x/y' },
        ],
      },
      { requested: ['C1', 'C2'], pageNum: 1, pageSize: 10 },
    );
    expect(items.map(({ path }) => path)).toEqual(['/publicList/detail/1', '/of/C1/detail/2', '/x/y']);
    expect(items[0]).toMatchObject({ newsId: '1', flagTop: 1, imageOriginal: { url: '/static-file/a.png' } });
  });

  test('[US12] longer than a page, doubled, without a total, with a total that is too small', () => {
    const items = [1, 2, 2, 3, 4].map((newsId) => ({ newsId, title: `第${newsId}条` }));
    expect(list(items)).toMatchObject({ total: 4, list: [{ newsId: '1' }, { newsId: '2' }] });
    expect(list(items, { requested: ['C1'], pageNum: 2, pageSize: 2 }).list.map(({ newsId }) => newsId)).toEqual([
      '3',
      '4',
    ]);
    expect(list({ list: items, total: 5 }, { requested: ['C1'], pageNum: 2, pageSize: 2 }).list).toHaveLength(2);
    expect(list({ list: items, total: 9 })).toMatchObject({ total: 9, list: [{}, {}] });
    expect(list({ list: items.slice(0, 2) }).total).toBe(3);
    expect(list({ list: items.slice(0, 2), total: 1 }).total).toBe(2);
  });

  test('[US12] what cannot be read is left out and told; a list of nothing else is not understood', () => {
    notes.length = 0;
    expect(
      list({ list: [null, { newsId: {}, title: 'x' }, { newsId: 1 }, { newsId: 5, title: '好', publishTime: '改天' }] })
        .list,
    ).toHaveLength(1);
    expect(notes).toEqual(['newsId', 'newsId', 'newsId', 'title', 'publishTime']);
    expect(() => list({ list: [null, {}] })).toThrow('newsId');
    expect(() => list({ list: 'no list' })).toThrow('list');
  });
});

test('[US1] [US3] an article: another id is another article, attachments are named as this site serves them', async () => {
  const given = {
    id: 7,
    title: '甲',
    content: '<p>乙</p>',
    attachmentInfos: [{ filepath: '/static-file/附件 1.pdf' }, { filepath: 'https://other.example/x.pdf' }],
  };
  expect(await readUpstreamArticle(given, { id: '7' }, reading)).toMatchObject({
    id: '7',
    content: '<p>乙</p>',
    attachmentInfos: [{ filepath: '%E9%99%84%E4%BB%B6%201.pdf', filename: '附件 1.pdf', size: null }],
  });
  await expect(readUpstreamArticle(given, { id: '8' }, reading)).rejects.toThrow('id');
});

test('[US3] paths that lead elsewhere name no file', () => {
  const files = { files: 'http://cms.inner/static-file' };
  for (const path of [
    '../a',
    'a/../b',
    '//host/a',
    'http://host/a',
    'a//b',
    'a%2F..%2Fb',
    'a\\b',
    'a?b',
    'javascript:1',
    '',
  ])
    expect([path, filepathOf(path, files)]).toEqual([path, '']);
  expect(filepathOf('http://cms.inner/static-file/2026/甲.pdf', files)).toBe('2026/%E7%94%B2.pdf');
  expect(withOwnAddresses('<img src=http://cms.inner/static-file/a.png alt=甲>', reading.inner)).toBe(
    '<img src="/static-file/a.png" alt=甲>',
  );
});

test.each([
  ['http://cms.inner/admin', ''],
  ['https://CMS.inner/other/a?b=1&amp;c', ''],
  ['//10.0.0.7:8080/a', ''],
  ['http://cms.inner/swhysc/news/company?a=1&amp;b=2#c', ' href="/swhysc/news/company?a=1&amp;b=2#c"'],
  ['http://cms.inner.example/a', ' href="http://cms.inner.example/a"'],
  ['/swhysc/news', ' href="/swhysc/news"'],
])('[US3] a link of an article to %s', async (address, expected) => {
  const { content } = (await readUpstreamArticle(
    { title: '甲', content: `<a href="${address}" target="_blank">乙</a>` },
    { id: '7' },
    reading,
  )) as { content: string };
  expect(content).toBe(`<a${expected} target="_blank">乙</a>`);
});

test('[US3] the host of this site is no inner address, though an upstream has it, too', () => {
  const addresses = ['http://10.0.0.7:8080/api', 'https://www.firm.example/service', 'http://10.0.0.7:8080/files', ''];
  expect(innerHosts(addresses, 'https://www.firm.example')).toEqual(['10.0.0.7:8080']);
});

test('[US12] a number is no text of an article', async () => {
  await expect(readUpstreamArticle({ title: ['x'], content: 42 }, { id: '7' }, reading)).rejects.toThrow('title');
});

test('[US4] HTML is cleaned once by its content, and what is too much is told', async () => {
  let cleaned = 0;
  const clean = createHtmlCleaner(async (html) => (cleaned++, { html: html.toUpperCase() }));
  await Promise.all([clean('<p>a</p>'), clean('<p>a</p>'), clean('<p>b</p>')]);
  expect([cleaned, (await clean('<p>a</p>')).html]).toEqual([2, '<P>A</P>']);
  expect((await clean('<'.repeat(200_000))).problem).toContain('无法显示');
  const failing = createHtmlCleaner(() => Promise.reject(new Error('took too long')));
  expect(await failing('<p>a</p>')).toMatchObject({ html: '', problem: expect.stringContaining('无法显示') });
});

const register = {
  key: ['code'],
  answer: { list: 'dataList', total: 'totalRow' },
  fields: {
    code: { title: '代码', type: 'text' },
    day: { title: '日期', type: 'date', words: ['长期'] },
    rate: { title: '比例', type: 'percent' },
    services: { title: '业务', type: 'text' },
    isOpen: { title: '开放', type: 'choice', choices: { 0: '否', 1: '是' } },
  },
} as const;
const rows = (data: unknown, query = {}) =>
  readRegisterRows(data, register as never, { pageNum: 1, pageSize: 2, ...query }, (field) => void notes.push(field));

test('[US2] rows of a register: names, dates and numbers in every accepted form, one row by its key', () => {
  const given = [
    { code: 600_519, day: 1_793_493_000_000, rate: '1,234.5', isOpen: true, other: {} },
    { code: '000001', day: '长期', rate: 0.5, isOpen: '0', services: ['两融', '期权', {}] },
    { code: { wrong: 1 }, day: '改天', rate: null },
  ];
  expect(rows({ dataList: given, totalRow: '3' })).toMatchObject({
    dataList: [
      { code: '600519', day: '2026-11-01', rate: '1234.5', isOpen: '1' },
      { code: '000001', day: '长期', rate: 0.5, isOpen: '0', services: '两融、期权' },
    ],
    totalRow: 3,
  });
  expect(rows({ list: given }, { row: '000001' })).toMatchObject({ dataList: [{ code: '000001' }], totalRow: 1 });
  expect(() => rows({ dataList: 'no list' })).toThrow('dataList');
  // an object without values under the names of the register is no row of it
  expect(rows({ list: [{ code: '1' }, { other: 'x' }, {}] })).toMatchObject({ dataList: [{ code: '1' }] });
  expect(() => rows({ list: [{ other: 'x' }] })).toThrow('row');
});

describe('trees', () => {
  const node = (id: string, url: string, more: object = {}) => ({
    channelId: MAIN_ROOT + id,
    parentId: (MAIN_ROOT + id).slice(0, -4),
    url,
    name: url || '首页',
    type: '1',
    classOrder: '2',
    ...more,
  });
  const root = (children: object[]) => ({ channelId: MAIN_ROOT, name: '主站', url: '/', type: 1, children });
  const read = (data: unknown) =>
    readTrees(
      [
        { rootId: MAIN_ROOT, data },
        { rootId: COMPANY_ROOT, data: [] },
      ],
      reading.inner,
    );
  const flat = [node('0001', 'a'), node('00010001', '/swhysc/a/b/')];

  test.each([
    ['flat', flat],
    ['flat, with the root', [root([]), ...flat]],
    ['nested below the root', [root([{ ...flat[0], children: [flat[1]] }])]],
    ['nested, the root by itself', root([{ ...flat[0], children: [flat[1]] }])],
    ['nested without parents', [{ ...flat[0], parentId: undefined, children: [{ ...flat[1], parentId: undefined }] }]],
    ['in list', { list: flat, total: 2 }],
    ['in data, nested', { data: [{ ...flat[0], children: [flat[1]] }] }],
  ])('[US7] %s', (_form, data) => {
    const { channels, leftOut } = read(data);
    expect(channels.filter(({ channelId }) => channelId !== MAIN_ROOT)).toMatchObject([
      { channelId: `${MAIN_ROOT}0001`, parentId: MAIN_ROOT, url: 'a', type: 1, classOrder: 2 },
      { channelId: `${MAIN_ROOT}00010001`, parentId: `${MAIN_ROOT}0001`, url: 'a/b' },
    ]);
    expect(leftOut).toEqual([]);
  });

  test('[US3] [US7] an address on a machine of another system is a page of this site, or left out', () => {
    const { channels, leftOut } = read([
      node('0001', 'http://cms.inner/swhysc/a/b'),
      node('0002', 'http://10.0.0.7:8080/admin'),
      node('0003', 'https://outer.example/x'),
    ]);
    expect(channels.map(({ url }) => url)).toEqual(['a/b', 'https://outer.example/x']);
    expect(leftOut).toEqual([expect.objectContaining({ why: '地址在另一系统的机器上，访客不能打开' })]);
  });

  test('[US7] orphans, circles, doubled ids and addresses, wrong channels are left out, each with its reason', () => {
    const { channels, leftOut } = read([
      ...flat,
      node('0002', 'orphan', { parentId: 'nowhere' }),
      node('0003', 'x', { parentId: `${MAIN_ROOT}0004` }),
      node('0004', 'y', { parentId: `${MAIN_ROOT}0003` }),
      node('0001', 'doubled'),
      node('0005', 'a'),
      node('0006', 'javascript:alert(1)'),
      null,
    ]);
    expect(channels).toHaveLength(2);
    expect(leftOut.map(({ channelId, why }) => [channelId.slice(MAIN_ROOT.length), why.slice(0, 4)])).toEqual([
      ['0001', '栏目编号'],
      ['0006', '地址“j'],
      ['', '没有栏目'],
      ['0002', '上级栏目'],
      ['0003', '上级栏目'],
      ['0004', '上级栏目'],
      ['0005', '地址“a'],
    ]);
  });
});
