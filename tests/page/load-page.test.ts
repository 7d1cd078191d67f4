import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressParams, bindParams, effectiveQuery, openTab, tabsOf, visibleBlocks } from '#page/bind-params.ts';
import { beyondLastPage, loadPage } from '#page/load-page.ts';
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

test('[RG3] filters of an address: unknown names, unknown choices and days that do not exist are as good as absent', () => {
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
    sinceTo: '2026-02-28',
    fuzzyItem: '王',
  });
  expect(bindParams(block(), { level: ['0', '1'] }).level).toBe('1');
});

test('[RG3] a typed text is cut at 200 characters, never inside one', () => {
  expect(bindParams(block(), { fuzzyItem: '𠮷'.repeat(500) }).fuzzyItem).toBe('𠮷'.repeat(200));
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

test('[RT9] a page beyond the last is told with the last page’s address, filters kept', async () => {
  const page = pageWith(rows('rows'), notes);
  const query = { pageNum: '9', fuzzyItem: '王', foo: 'bar' };
  const call = answering({ '/front/info': { ...rowsAnswer(31, 9), frontList: [] }, [paths.infoList]: emptyList });
  const results = await loadPage(page, query, call, sourceList, { timeout: 1000 });
  expect(beyondLastPage(page, query, results)).toEqual({
    last: 4,
    path: `/staff?fuzzyItem=${encodeURIComponent('王')}&pageNum=4`,
  });
  const last = await loadPage(
    page,
    { pageNum: '4' },
    answering({ '/front/info': rowsAnswer(31, 4), [paths.infoList]: emptyList }),
    sourceList,
    { timeout: 1000 },
  );
  expect(beyondLastPage(page, { pageNum: '4' }, last)).toBeNull();
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
    ['notes.pageNum', 'fixed'],
    ['notes.pageSize', 'fixed'],
  ]);
});

test('queries that show the same page are equal when only what counts is kept', () => {
  const page = pageWith(rows('managers', { tab: '管理人员' }), rows('others', { tab: '业务人员' }));
  expect(effectiveQuery(page, { pageNum: '01', level: '7', foo: '1', tab: 'managers', pageSize: '10' })).toEqual({});
  expect(effectiveQuery(page, { pageNum: '02', level: '1', tab: 'others' })).toEqual({
    tab: 'others',
    pageNum: '2',
    level: '1',
  });
});
