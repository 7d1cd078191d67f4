import { describe, expect, test } from 'vitest';
import { documentHead } from '#page/document-head.ts';
import type { BoundParam } from '#page/page-schema.ts';
import { viewBlock } from '#page/view-block.ts';
import { buildBlock, buildPage, buildState } from '../world/site-state.ts';

const inAddress = (address: string): BoundParam => ({ address, type: 'text' });
const rows = buildBlock('rows', {
  source: {
    name: 'register',
    params: { fuzzyItem: inAddress('fuzzyItem'), pageNum: inAddress('pageNum'), management: { value: '1' } },
  },
});
const notes = buildBlock('notes', {
  address: 'notes',
  source: { name: 'info-list', params: { pageNum: inAddress('notes.pageNum') } },
});

describe('what a view knows of its place', () => {
  const page = buildPage({ blocks: [rows, notes] });
  const query = { fuzzyItem: '李', 'notes.pageNum': '3', utm: 'x' };
  const view = (block: typeof rows, of = page) => viewBlock(block, of, query, of.blocks);

  test('its own parameters of the address, fixed ones left out', () => {
    expect(view(rows).address).toEqual({ fuzzyItem: '李', pageNum: '' });
  });

  test('links keep what other blocks of the page have in the address, and drop what nobody knows', () => {
    expect(view(rows).href({ pageNum: '2' })).toBe(
      `/publicChannel/lossStatement?fuzzyItem=${encodeURIComponent('李')}&notes.pageNum=3&pageNum=2`,
    );
    expect(view(rows).href({ fuzzyItem: '' })).toBe('/publicChannel/lossStatement?notes.pageNum=3');
  });

  test('a block with a prefix changes its own page only', () => {
    expect(view(notes).href({ pageNum: '' })).toBe(
      `/publicChannel/lossStatement?fuzzyItem=${encodeURIComponent('李')}`,
    );
    expect(view(notes).addressName('pageNum')).toBe('notes.pageNum');
  });

  test('a form carries what is not its own', () => {
    expect(view(rows).kept).toEqual([{ name: 'notes.pageNum', value: '3' }]);
  });

  test('a page with tabs keeps the open one in every link', () => {
    const tabbed = buildPage({ blocks: [{ ...rows, tab: '甲' }, buildBlock('b', { tab: '乙' })] });
    expect(viewBlock(tabbed.blocks[0]!, tabbed, { tab: 'rows' }, [tabbed.blocks[0]!]).href({ pageNum: '2' })).toBe(
      '/publicChannel/lossStatement?tab=rows&pageNum=2',
    );
  });

  test('a page that is shown at another address than its canonical one links to where it is shown', () => {
    expect(view(rows, { ...page, shownAt: '/publicChannel/companyNews' }).href({ fuzzyItem: '', pageNum: '2' })).toBe(
      '/publicChannel/companyNews?notes.pageNum=3&pageNum=2',
    );
  });

  test('the title of a detail page is its first block’s', () => {
    expect(view(rows, { ...page, layout: 'detail' }).titleLevel).toBe(1);
    expect(view(notes, { ...page, layout: 'detail' }).titleLevel).toBe(2);
    expect(view(rows).titleLevel).toBe(2);
  });
});

describe('the head of a document', () => {
  const site = buildState(buildPage());

  test('is called after the page and the site, the home page after the site alone', () => {
    expect(documentHead(buildPage(), {}, {}, site)).toEqual({
      title: '遗失声明 - 示例证券',
      description: '遗失声明',
      canonical: 'http://127.0.0.1:8080/swhysc/publicChannel/lossStatement',
    });
    expect(documentHead(buildPage({ path: '/' }), {}, {}, site).title).toBe('示例证券');
  });

  test('says first what was asked for by the parameter that the page names, in one line of at most 40 characters', () => {
    const page = buildPage({ title: '全站搜索', titleParam: 'q' });
    const titled = (q: string) => documentHead(page, { q }, {}, site).title;
    expect(titled('收益凭证')).toBe('收益凭证 - 全站搜索 - 示例证券');
    expect(titled(' 营业部\n\u202e  搬迁 ')).toBe('营业部 搬迁 - 全站搜索 - 示例证券');
    expect(titled('𠮷'.repeat(100))).toBe(`${'𠮷'.repeat(39)}… - 全站搜索 - 示例证券`);
    expect(titled(' ')).toBe('全站搜索 - 示例证券');
    expect(documentHead(buildPage(), { q: '收益凭证' }, {}, site).title).toBe('遗失声明 - 示例证券');
  });

  test('of a detail page it is the item’s title, once that is known', () => {
    const page = buildPage({ layout: 'detail', blocks: [rows] });
    expect(documentHead(page, {}, { rows: { ok: true, data: { title: '关于作废的声明' } } }, site).title).toBe(
      '关于作废的声明 - 示例证券',
    );
    expect(documentHead(page, {}, { rows: { ok: false, code: '1', message: '' } }, site).title).toBe(
      '遗失声明 - 示例证券',
    );
  });

  test('of a detail page the description is the item’s summary, else its title', () => {
    const page = buildPage({ layout: 'detail', description: '栏目的说明', blocks: [rows] });
    const described = (data: object) => documentHead(page, {}, { rows: { ok: true, data } }, site).description;
    expect(described({ title: '关于作废的声明', summary: '三本单证作废。' })).toBe('三本单证作废。');
    expect(described({ title: '关于作废的声明', summary: '' })).toBe('关于作废的声明');
    expect(documentHead(page, {}, {}, site).description).toBe('栏目的说明');
  });

  test('page 2 of a list is its own document, filters are not', () => {
    expect(documentHead(buildPage(), { pageNum: '2', fuzzyItem: '李' }, {}, site).canonical).toMatch(
      /lossStatement\?pageNum=2$/,
    );
    expect(documentHead(buildPage(), { pageNum: '1' }, {}, site).canonical).toMatch(/lossStatement$/);
    expect(
      documentHead(buildPage(), { pageNum: '2', tab: 'b' }, {}, site).canonical,
      'the first tab may have no page 2',
    ).toMatch(/lossStatement$/);
  });
});
