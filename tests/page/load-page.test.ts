import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressParams,
  bindParams,
  effectiveQuery,
  isOpenEnded,
  openTab,
  tabsOf,
  visibleBlocks,
} from '#page/bind-params.ts';
import { lacksPart, loadPage } from '#page/load-page.ts';
import type { ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { resolve } from '#page/resolve.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { answering, buildChannel, buildPage, buildSite, sourceList } from './world.ts';

const rows = (id: string, more: object = {}, params: object = {}) => ({
  id,
  place: 'main',
  widget: 'table-view',
  source: { name: 'register', params: { register: 'staff', ...params } },
  ...more,
});
const notes = {
  id: 'notes',
  place: 'bottom',
  widget: 'content-view',
  address: 'notes',
  source: { name: 'channel-content' },
};
const late = {
  id: 'late',
  place: 'bottom',
  widget: 'list-view',
  source: { name: 'slow-list', params: { pageNum: 1, pageSize: 10 } },
};

function pageWith(...blocks: object[]): ResolvedPage {
  const site = buildSite(
    [buildChannel('0001000200010001', 'staff', { contentKind: null })],
    [buildPage('default', { default: true }, { blocks: blocks as never })],
  );
  return resolve(site, '/staff') as ResolvedPage;
}
const block = (): ResolvedBlock => pageWith(rows('rows')).blocks[0]!;
const rowsAnswer = (total: number, pageNum = 1) => ({
  frontList: [{ name: '王谷雨', certNo: 'F9000001', level: '1', since: '2024-01-02' }],
  total,
  dataDate: '2026-11-15',
  wholeTotal: total,
  department: '合规部',
  pageNum,
  pageSize: 10,
});
const emptyList = { logId: 'x', list: [], total: 0, pageNum: 1, pageSize: 10 };

describe('[PC3] page numbers and sizes of an address', () => {
  test.each([
    [undefined, 1],
    ['', 1],
    ['abc', 1],
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['NaN', 1],
    ['0x10', 1],
    ['１', 1],
    ['2', 2],
    [' 3 ', 3],
    ['1e9', 1_000_000_000],
    ['1000000000', 1_000_000_000],
    ['1000000001', 1_000_000_000],
    ['9'.repeat(40), 1_000_000_000],
  ])('pageNum=%s is page %i', (given, read) => {
    expect(bindParams(block(), { pageNum: given }).pageNum).toBe(read);
  });
  test.each([
    ['1000000', 100],
    ['0', 10],
    ['20', 20],
    ['100', 100],
    ['101', 100],
    ['x', 10],
  ])('pageSize=%s is %i', (given, read) => {
    expect(bindParams(block(), { pageSize: given }).pageSize).toBe(read);
  });
});

test('[RG7] conditions of an address are bound as they were typed, whatever they are; unknown names are as good as absent', () => {
  const query = {
    level: '9',
    sinceFrom: '2026-02-30',
    sinceTo: '2026-02-28',
    fuzzyItem: ' 王 ',
    foo: 'bar',
    register: 'other',
    __proto__: 'x',
  };
  expect(bindParams(block(), query)).toEqual({
    register: 'staff',
    pageNum: 1,
    pageSize: 10,
    level: '9',
    sinceFrom: '2026-02-30',
    sinceTo: '2026-02-28',
    fuzzyItem: '王',
  });
  expect(bindParams(block(), { level: ['0', '1'] }).level).toBe('1');
});

describe('[RG7] a condition that cannot be read', () => {
  const load = (query: Record<string, string>, call = answering({ '/front/info': rowsAnswer(1) })) =>
    loadPage(pageWith(rows('rows')), query, call, sourceList, { timeout: 1000 });

  test('asks for nothing, and says of each what would be right', async () => {
    const call = answering({ '/front/info': rowsAnswer(1) });
    const heard: string[] = [];
    const results = await loadPage(
      pageWith(rows('rows')),
      { level: '火星', sinceFrom: '2026-13-01', fuzzyItem: '王' },
      call,
      sourceList,
      { timeout: 1000, onFailure: ({ id }) => heard.push(id) },
    );
    expect(results.rows).toEqual({
      ok: false,
      code: 'unread',
      message: '类别：没有这一项，请从列表中选择；登记日期（起）：请输入日期，例如 2026-01-31。',
      problems: [
        { name: 'level', title: '类别', message: '没有这一项，请从列表中选择', choices: ['0', '1'] },
        { name: 'sinceFrom', title: '登记日期（起）', message: '请输入日期，例如 2026-01-31' },
      ],
    });
    expect([call.asked, heard]).toEqual([[], []]);
  });

  test('is none once it is read: what is asked for has the plain spelling', async () => {
    const call = answering({ '/front/info': rowsAnswer(1) });
    expect((await load({ sinceFrom: '２０２６/1/5' }, call)).rows).toMatchObject({ ok: true });
    expect(call.asked[0]!.params).toMatchObject({ sinceFrom: '2026-01-05' });
  });

  test('may be a text of more than 200 characters, which is never cut', async () => {
    expect((await load({ fuzzyItem: '𠮷'.repeat(201) })).rows).toMatchObject({
      problems: [{ name: 'fuzzyItem', message: '最多 200 个字，现有 201 个，请缩短' }],
    });
    expect((await load({ fuzzyItem: '𠮷'.repeat(200) })).rows).toMatchObject({ ok: true });
  });

  test('makes no page that is kept, and neither do typed words', () => {
    const page = pageWith(rows('rows'));
    const open = (query: Record<string, string>) => isOpenEnded(page, query);
    const stored: Record<string, string>[] = [
      {},
      { level: '1' },
      { sinceFrom: '2026-01-05' },
      { pageNum: '7', foo: 'x' },
    ];
    const unkept: Record<string, string>[] = [
      { level: '火星' },
      { sinceFrom: '2026-13-01' },
      { sinceFrom: '2026/1/5' },
      { fuzzyItem: '王' },
    ];
    expect([stored.map(open), unkept.map(open)]).toEqual([
      [false, false, false, false],
      [true, true, true, true],
    ]);
  });
});

test('[PC3] a block with a prefix reads its own parameters only', () => {
  const second = pageWith(rows('rows'), notes).blocks[1]!;
  expect(bindParams(second, { pageNum: '3', 'notes.pageNum': '2' })).toMatchObject({
    pageNum: 2,
    channelId: '0001000200010001',
  });
});

test('no query makes binding throw', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('pageNum', 'pageSize', 'level', 'fuzzyItem', 'sinceFrom', 'tab', '__proto__', 'toString'),
        fc.oneof(fc.string(), fc.array(fc.string())),
      ),
      (query) => {
        const { pageNum, pageSize } = bindParams(block(), query);
        expect(pageNum).toBeGreaterThanOrEqual(1);
        expect(pageSize).toBeLessThanOrEqual(100);
      },
    ),
  );
});

describe('tabs', () => {
  const page = pageWith(
    rows('managers', { tab: '管理人员' }, { level: '1' }),
    rows('others', { tab: '业务人员' }, { level: '0' }),
    notes,
  );
  const shown = (query: object) => visibleBlocks(page, query as never).map(({ id }) => id);
  test('the first is open, another by its name, an unknown name opens the first', () => {
    expect([shown({}), shown({ tab: 'others' }), shown({ tab: 'nothing' })]).toEqual([
      ['managers', 'notes'],
      ['others', 'notes'],
      ['managers', 'notes'],
    ]);
    expect(openTab(page, { tab: 'others' })?.id).toBe('others');
    expect(openTab(pageWith(notes), {})).toBeUndefined();
  });
  test('blocks with one title share a tab, which the first of them names', () => {
    const shared = pageWith(
      rows('funds', { tab: '基金' }),
      rows('values', { tab: '净值' }),
      rows('trend', { tab: '净值', address: 'trend' }),
    );
    const shownThere = (query: object) => visibleBlocks(shared, query as never).map(({ id }) => id);
    expect([shownThere({}), shownThere({ tab: 'values' }), shownThere({ tab: 'trend' })]).toEqual([
      ['funds'],
      ['values', 'trend'],
      ['funds'],
    ]);
    expect(tabsOf(shared, 'main').map(({ id }) => id)).toEqual(['funds', 'values']);
    expect([effectiveQuery(shared, { tab: 'values' }), effectiveQuery(shared, { tab: 'trend' })]).toEqual([
      { tab: 'values' },
      {},
    ]);
  });
  test('only the open tab is loaded', async () => {
    const call = answering({ '/front/info': rowsAnswer(1), [paths.infoList]: emptyList });
    expect(Object.keys(await loadPage(page, { tab: 'others' }, call, sourceList, { timeout: 1000 }))).toEqual([
      'others',
      'notes',
    ]);
    expect(call.asked.map(({ path, params }) => [path, params.level])).toEqual([
      ['/front/info', '0'],
      [paths.infoList, undefined],
    ]);
  });
});

test('[WG3] a failing or late block spoils only itself, and the log hears what it was', async () => {
  const page = pageWith(rows('rows'), notes, late);
  const call = answering({
    '/front/info': new CallFailed('code other', {
      message: '参数不正确',
      envelope: { code: '1001', msg: '参数不正确', data: null },
    }),
    [paths.infoList]: emptyList,
  });
  const heard: string[] = [];
  const results = await loadPage(page, {}, call, sourceList, { timeout: 50, onFailure: ({ id }) => heard.push(id) });
  expect(results).toEqual({
    rows: { ok: false, code: '1001', message: '参数不正确' },
    notes: { ok: true, data: { kind: 'empty' } },
    late: { ok: false, code: 'timeout', message: '' },
  });
  expect(heard.toSorted()).toEqual(['late', 'rows']);
});

test('[WG3] what a failure says to the log never reaches the visitor', async () => {
  const call = answering({ '/front/info': new Error('connect ECONNREFUSED 10.0.0.7:5432') });
  expect(await loadPage(pageWith(rows('rows')), {}, call, sourceList, { timeout: 1000 })).toEqual({
    rows: { ok: false, code: 'failed', message: '' },
  });
});

test('all blocks are asked at once', async () => {
  let running = 0;
  let most = 0;
  const get = async (path: string) => {
    most = Math.max(most, (running += 1));
    await new Promise((done) => setTimeout(done, 20));
    running -= 1;
    return path === '/front/info' ? rowsAnswer(1) : emptyList;
  };
  const call = { get, post: get };
  await loadPage(pageWith(rows('rows'), notes), {}, call, sourceList, { timeout: 1000 });
  expect(most).toBe(2);
});

test('[RL4] a page beyond the last is told with the last page that there is', async () => {
  const page = pageWith(rows('rows'), notes);
  const query = { pageNum: '9', fuzzyItem: '王', foo: 'bar' };
  const call = answering({ '/front/info': { ...rowsAnswer(31, 9), frontList: [] }, [paths.infoList]: emptyList });
  const results = await loadPage(page, query, call, sourceList, { timeout: 1000 });
  expect(results.rows).toEqual({ ok: false, code: 'beyond', last: 4, message: expect.stringContaining('共 4 页') });
  expect(lacksPart(page, query, results)).toBe(true);
  const last = await loadPage(
    page,
    { pageNum: '4' },
    answering({ '/front/info': rowsAnswer(31, 4), [paths.infoList]: emptyList }),
    sourceList,
    { timeout: 1000 },
  );
  expect([last.rows?.ok, lacksPart(page, { pageNum: '4' }, last)]).toEqual([true, false]);
});

test('[RG31] a row that a register does not have is a part that the page lacks', async () => {
  const page = pageWith(rows('rows'), notes);
  for (const [list, lacks] of [
    [rowsAnswer(1).frontList, false],
    [[], true],
  ] as const) {
    const call = answering({ '/front/info': { ...rowsAnswer(1), frontList: list }, [paths.infoList]: emptyList });
    const results = await loadPage(page, { row: 'a~b' }, call, sourceList, { timeout: 1000 });
    expect(lacksPart(page, { row: 'a~b' }, results)).toBe(lacks);
    expect(lacksPart(page, {}, results)).toBe(false);
  }
  // one of two blocks shows it
  const both = pageWith(rows('rows'), rows('others'));
  const result = (list: unknown[]) => ({ ok: true as const, data: { rows: list } });
  const of = (one: unknown[], other: unknown[]) =>
    lacksPart(both, { row: 'a~b' }, { rows: result(one), others: result(other) });
  expect([of([1], []), of([], [1]), of([], [])]).toEqual([false, false, true]);
});

test('the known parameters of a page say which of them are typed words', () => {
  expect([...addressParams(pageWith(rows('rows'), notes))]).toEqual([
    ['level', 'fixed'],
    ['sinceFrom', 'fixed'],
    ['sinceTo', 'fixed'],
    ['fuzzyItem', 'text'],
    ['pageNum', 'fixed'],
    ['pageSize', 'fixed'],
    ['row', 'text'],
    ['asOf', 'fixed'],
    ['notes.pageNum', 'fixed'],
    ['notes.pageSize', 'fixed'],
  ]);
});

test('queries that show the same page are equal when only what counts is kept', () => {
  const page = pageWith(rows('managers', { tab: '管理人员' }), rows('others', { tab: '业务人员' }));
  expect(effectiveQuery(page, { pageNum: '01', level: '7', foo: '1', tab: 'managers', pageSize: '10' })).toEqual({
    level: '7',
  });
  expect(effectiveQuery(page, { pageNum: '02', level: '1', tab: 'others' })).toEqual({
    tab: 'others',
    pageNum: '2',
    level: '1',
  });
});
