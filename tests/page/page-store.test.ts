import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPage, findPageByPath, isLostPage } from '#page/find-page.ts';
import { editionProblems } from '#server/editions/review/edition-problems.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources as siteSources } from '#sources/index.ts';
import { widgets as siteWidgets } from '#widgets/index.ts';
import { buildPage, sourceList, staff, widgets } from './world.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pages-'));
  for (const folder of ['fixed', 'channels', 'registers']) mkdirSync(join(dir, folder));
});
afterEach(() => rmSync(dir, { recursive: true }));

const put = (file: string, content: unknown) =>
  writeFileSync(join(dir, `${file}.json`), typeof content === 'string' ? content : JSON.stringify(content));
const load = (more: object = {}) =>
  loadPages({ dir, editions: [], widgets: Object.values(widgets), sources: sourceList, ...more });
const facts = ({ problems }: ReturnType<typeof load>) => problems.map(({ file, code }) => `${file} ${code}`);
const rows = (register = 'staff') =>
  buildPage(
    'staff',
    { url: 'staff' },
    {
      blocks: [{ id: 'rows', place: 'main', widget: 'table-view', source: { name: 'register', params: { register } } }],
    },
  );
const titled = (title: string) => ({ ...rows(), title });

test('[PS1] pages and registers are read from their folders', () => {
  put('channels/default', buildPage('default', { default: true }));
  put('channels/staff', rows());
  put('registers/staff', staff);
  const loaded = load();
  expect(facts(loaded)).toEqual([]);
  // the built-in page of items cannot be drawn with these widgets, but stands all the same: its frame says so
  expect([...loaded.pages.keys()].sort()).toEqual(['built-in-detail', 'default', 'staff']);
  expect(Object.keys(loaded.registers)).toEqual(['staff']);
});

describe('[PS1] a site always starts', () => {
  test('without any file, on the built-in pages, and says what is missing', () => {
    rmSync(join(dir, 'channels'), { recursive: true });
    const loaded = loadPages({
      dir: join(dir, 'nowhere'),
      editions: [],
      widgets: Object.values(widgets),
      sources: sourceList,
    });
    expect(loaded.problems.map(({ code }) => code)).toEqual(['unreadable-file']);
    expect(findPage(loaded.index, { channelId: 'x', url: 'x' })?.page.page).toBe('built-in-default');
    expect(findPage(loaded.index, { channelId: 'x', url: 'x' }, true)?.page.page).toBe('built-in-detail');
  });
  test('with broken files, whose channels then have the default', () => {
    put('channels/default', '{ "page": ');
    put('channels/news', { ...buildPage('news', { url: 'news' }), layout: 'chanel' });
    const loaded = load();
    expect(facts(loaded)).toEqual(['channels/default.json unreadable-file', 'channels/news.json unknown-layout']);
    expect(findPage(loaded.index, { channelId: 'x', url: 'news' })?.page.page).toBe('built-in-default');
  });
  test('with a broken register: its page is lost, for the default would show the channel without its table', () => {
    put('channels/staff', rows());
    put('registers/staff', 'null');
    const loaded = load();
    // the page is told by its register alone, one that names another is not
    expect(facts(loaded)).toEqual(['registers/staff.json wrong-type']);
    put('channels/other', rows('stuff'));
    expect(facts(load())).toEqual(['registers/staff.json wrong-type', 'channels/other.json unknown-register']);
    rmSync(join(dir, 'channels/other.json'));
    expect([...loaded.lostRegisters]).toEqual(['staff']);
    expect(isLostPage(findPage(loaded.index, { channelId: 'x', url: 'staff' })!)).toBe(true);
  });
  test('with a page at an address of its own that is broken: what it was for is read where that part is whole', () => {
    put('fixed/home', '{ "page": "home", "for": [{ "path": "/" }, { "path": "/x/{id}" }], "blocks": [ ');
    const { index } = load();
    expect(['/', '/x/1'].map((path) => isLostPage(findPageByPath(index, path)!))).toEqual([true, true]);
    expect([findPageByPath(index, '/y'), index.unread]).toEqual([null, false]);
    put('fixed/home', '{ "page": "ho');
    expect(load().index).toMatchObject({ unread: true, doubtful: true });
  });
  test('with JSON nested without end', () => {
    put('channels/deep', '['.repeat(100_000) + ']'.repeat(100_000));
    expect(load().problems.length).toBeGreaterThan(0);
  });
});

describe('published editions', () => {
  beforeEach(() => {
    put('registers/staff', staff);
    put('channels/staff', titled('file'));
  });
  const titleWith = (editions: unknown[], more: object = {}) =>
    load({ editions: editions.map((document) => ({ page: 'staff', document })), ...more }).pages.get('staff')?.title;

  test('[PS1] an edition wins over the file of the same name', () => {
    expect(titleWith([])).toBe('file');
    expect(titleWith([titled('edition')])).toBe('edition');
  });
  test('[PS1] a bad edition is refused with its problems; the one before, else the file stands', () => {
    expect(titleWith([{ ...titled('bad'), layout: 'x' }, titled('earlier')])).toBe('earlier');
    expect(titleWith([{ ...titled('bad'), layout: 'x' }])).toBe('file');
    expect(facts(load({ editions: [{ page: 'staff', document: { ...titled('bad'), layout: 'x' } }] }))).toEqual([
      'edition:staff unknown-layout',
    ]);
  });
  test('[PS5] an edition of a newer program is refused, and the site serves the file', () => {
    expect(titleWith([{ ...titled('newer'), schemaVersion: 99 }])).toBe('file');
  });
  test('[PS5] an edition of an older program is upgraded', () => {
    expect(
      titleWith([
        {
          schemaVersion: 0,
          page: 'staff',
          title: 'old',
          for: { id: 'x' },
          layout: 'channel',
          blocks: [{ id: 'c', region: 'main', type: 'content-view', source: { name: 'channel-content' } }],
        },
      ]),
    ).toBe('old');
  });
  test('[PS1] what stood before is kept where neither edition nor file is good', () => {
    const previous = load({ editions: [{ page: 'staff', document: titled('before') }] });
    put('channels/staff', '{');
    expect(titleWith([{ ...titled('bad'), layout: 'x' }], { previous })).toBe('before');
  });
  test('[PS1] a file that is no JSON any more is stood in for by what stood before, and one that was removed is not', () => {
    const previous = load();
    put('channels/staff', '{');
    put('registers/staff', '{');
    const broken = load({ previous });
    expect([broken.pages.get('staff')?.title, broken.registers.staff?.title, broken.refusedFiles]).toEqual([
      'file',
      '人员公示',
      ['registers/staff.json', 'channels/staff.json'],
    ]);
    rmSync(join(dir, 'channels/staff.json'));
    expect(load({ previous }).pages.has('staff')).toBe(false);
    expect(load({ previous, dir: join(dir, 'nowhere') }).pages.get('staff')?.title).toBe('file');
  });
  test('[RG1] a definition that was published before patterns needed words is used; a file and a new one need them', () => {
    const { patternHint: _hint, example: _example, ...certNo } = staff.fields.certNo!;
    const wordless = { ...staff, fields: { ...staff.fields, certNo } };
    const edition = { page: 'staff', document: wordless };
    put('channels/default', buildPage('default', { default: true }));
    const published = load({ editions: [edition] });
    expect([facts(published), published.registers.staff?.fields.certNo?.pattern]).toEqual([[], certNo.pattern]);
    const anew = editionProblems(dir, [edition], [edition]);
    expect(anew.map(({ file, pointer, field }) => `${file}${pointer} ${field}`)).toEqual([
      'edition:staff/fields/certNo patternHint',
      'edition:staff/fields/certNo example',
    ]);
    put('registers/staff', wordless);
    expect(facts(load())).toEqual(['registers/staff.json missing-field', 'registers/staff.json missing-field']);
  });
  test('[RG1] a register has editions, too', () => {
    const { registers } = load({ editions: [{ page: 'staff', document: { ...staff, title: 'published' } }] });
    expect(registers.staff?.title).toBe('published');
  });
});

test('[PS1] a file is named as its document, and two files cannot have one name', () => {
  put('channels/default', buildPage('default', { default: true }));
  put('channels/other', buildPage('page-name', { url: 'a' }));
  put('fixed/default', buildPage('default', { default: true }));
  expect(facts(load())).toEqual(['channels/other.json misnamed-file', 'fixed/default.json duplicate-document']);
});

test('[PS3] equal claims are told by file', () => {
  put('channels/default', buildPage('default', { default: true }));
  put('fixed/twin', buildPage('twin', { default: true }));
  expect(facts(load())).toEqual(['fixed/twin.json equal-claims', 'channels/default.json equal-claims']);
});

describe('[PB4] what did not change is neither read nor checked again', () => {
  const folder = fileURLToPath(new URL('../../page-schemas', import.meta.url));
  const loadFolder = (more: Partial<Parameters<typeof loadPages>[0]> = {}) =>
    loadPages({ dir: folder, editions: [], widgets: siteWidgets, sources: siteSources, ...more });
  /** The first documents, and of what a load has the names of those that are not the same things. */
  const first = loadFolder();
  const changed = ({ pages, registers, documents }: typeof first) => [
    ...[...documents].filter(([file, document]) => first.documents.get(file) !== document).map(([file]) => file),
    ...[...pages].filter(([name, page]) => first.pages.get(name) !== page).map(([name]) => name),
    ...Object.keys(registers).filter((name) => first.registers[name] !== registers[name]),
  ];
  const definition = (title: string) => ({ ...first.registers['fund-sale-staff']!, title });
  const edition = (page: string, document: unknown) => ({
    page,
    document,
    hash: `${page} ${JSON.stringify(document)}`,
  });

  test('nothing of a folder that is loaded again', () => {
    expect(first.pages.size).toBeGreaterThan(60);
    expect(changed(loadFolder())).toEqual([]);
  });

  test('of a published page itself, of a published register itself and the pages that name it', () => {
    const page = { ...first.pages.get('sitemap')!, title: '全站地图' };
    const withPage = loadFolder({ editions: [edition('sitemap', page)] });
    expect([changed(withPage), withPage.pages.get('sitemap')?.title]).toEqual([['sitemap'], '全站地图']);
    const withRegister = loadFolder({ editions: [edition('fund-sale-staff', definition('代销人员'))] });
    const naming = [...first.pages.values()].filter(({ blocks }) =>
      blocks.some(({ source }) => source?.params?.register === 'fund-sale-staff'),
    );
    expect(naming.length).toBeGreaterThan(0);
    expect(changed(withRegister)).toEqual([...naming.map(({ page: name }) => name), 'fund-sale-staff']);
  });

  test('a page that was right is refused as soon as the register that it names has not what it asks for', () => {
    const naming = [...first.pages.values()].find(({ blocks }) =>
      blocks.some(({ source }) => source?.params?.register === 'fund-sale-staff'),
    )!;
    const asking = {
      ...naming,
      blocks: naming.blocks.map((block) =>
        block.source?.params?.register === 'fund-sale-staff'
          ? { ...block, source: { ...block.source, params: { ...block.source.params, post: 'x' } } }
          : block,
      ),
    };
    const field = { title: '岗位', type: 'text' as const };
    const withPost = {
      ...definition('人员'),
      fields: { ...definition('人员').fields, post: field },
      filters: [...definition('人员').filters, { field: 'post' }],
    };
    const editions = [edition(naming.page, asking), edition('fund-sale-staff', withPost)];
    expect(loadFolder({ editions }).problems).toEqual([]);
    const lost = loadFolder({ editions: editions.slice(0, 1) }).problems;
    expect(lost.map(({ file, code }) => `${file} ${code}`)).toEqual([`edition:${naming.page} unknown-param`]);
  });

  test('a file that was written again is read again', () => {
    put('channels/staff', titled('one'));
    put('registers/staff', staff);
    const title = () => load().pages.get('staff')?.title;
    expect(title()).toBe('one');
    put('channels/staff', titled('two'));
    expect(title()).toBe('two');
  });
});

test('[PS8] a file with a name that stands twice in one object is refused, with the place of the second', () => {
  put('channels/default', buildPage('default', { default: true }));
  put('registers/staff', staff);
  put(
    'channels/staff',
    JSON.stringify(rows(), null, 2).replace('"source": {', '"source": {\n        "name": "other",'),
  );
  const { problems, pages } = load();
  expect(pages.has('staff')).toBe(false);
  expect(problems).toEqual([
    {
      file: 'channels/staff.json',
      pointer: '/blocks/0/source/name',
      code: 'doubled-name',
      message: '"name" stands twice in one object, the second time at line 15, column 9; take one of them out.',
    },
  ]);
  put('registers/staff', JSON.stringify(staff).replace('{', '{"register":"other",'));
  expect(facts(load())).toContain('registers/staff.json doubled-name');
});
