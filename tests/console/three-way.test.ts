import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PageFacts } from '#wire/console-answers.ts';
import { entryName, schemaMergeWords } from '../../src/console/merge/merge-words.ts';
import { matchEntries, movedEntries } from '#rules/registers/match-entries.ts';
import { mergeThreeWay, type Change } from '../../src/console/merge/three-way.ts';
import { differencesOf } from '#console/documents/differences.ts';
import { settingWords } from '#console/settings/setting-merge-words.ts';
import { composed } from '#kinds/page/home-compositions.ts';
import type { PageSchema } from '#page/page-schema.ts';
import { mergePages, pageMergeWords } from '../../src/console/pages/page-merge.ts';

const pathOf = ({ path, isOrder }: Change): string =>
  path.map((step) => (typeof step === 'string' ? step : entryName(step.entry))).join('/') + (isOrder ? ' order' : '');
const pairs = (changes: readonly Change[]) => changes.map((change) => [pathOf(change), change.by]);
const NONE = new Set<string>();
const all = (changes: readonly Change[]) => new Set(changes.filter(({ by }) => by === 'both').map(({ id }) => id));

describe('two who began from one thing', () => {
  test('what only one side changed is taken by itself, and where both changed one side is chosen, field by field', () => {
    const was = { name: '起', hotline: '95000', fax: '1', login: { dev: 'a', test: 'b' } };
    const { changes, merged } = mergeThreeWay<object>(
      was,
      { name: '我', hotline: '95001', fax: '1', login: { dev: 'a2', test: 'b' } },
      { name: '他', hotline: '95000', login: { dev: 'a', test: 'b2' } },
    );
    expect(pairs(changes)).toEqual([
      ['name', 'both'],
      ['hotline', 'mine'],
      ['fax', 'theirs'],
      ['login/dev', 'mine'],
      ['login/test', 'theirs'],
    ]);
    expect(merged(NONE)).toEqual({ name: '他', hotline: '95001', login: { dev: 'a2', test: 'b2' } });
    expect(merged(all(changes))).toEqual({ name: '我', hotline: '95001', login: { dev: 'a2', test: 'b2' } });
  });

  test('what both made the same of is no question; a field that is empty says as much as a missing one', () => {
    const { changes, merged } = mergeThreeWay<object>({ a: '1', b: '2' }, { a: '3', b: '' }, { a: '3' });
    expect([changes, merged(NONE)]).toEqual([[], { a: '3', b: '' }]);
  });

  test.each([
    ['added by both at their places', ['甲', '乙'], ['甲', '我', '乙'], ['他', '甲', '乙'], ['他', '甲', '我', '乙']],
    ['the same added by both is there once', ['甲'], ['甲', '新'], ['甲', '新', '另'], ['甲', '新', '另']],
    ['removed by each', ['甲', '乙', '丙'], ['乙', '丙'], ['甲', '乙'], ['乙']],
    [
      'moved by one, added to by the other',
      ['甲', '乙', '丙'],
      ['丙', '甲', '乙'],
      ['甲', '乙', '新', '丙'],
      ['丙', '甲', '乙', '新'],
    ],
    ['nothing was there', [], ['我'], ['他'], ['我', '他']],
  ])('lists: %s', (_what, was, mine, theirs, expected) => {
    const { changes, merged } = mergeThreeWay(was, mine, theirs);
    expect(changes.filter(({ by }) => by === 'both')).toEqual([]);
    expect(merged(NONE)).toEqual(expected);
  });

  test('an order that both changed is a question of its own', () => {
    const { changes, merged } = mergeThreeWay(['甲', '乙', '丙'], ['乙', '甲', '丙', '我'], ['甲', '丙', '乙']);
    expect(pairs(changes)).toEqual([
      ['“我”', 'mine'],
      [' order', 'both'],
    ]);
    expect(merged(NONE)).toEqual(['甲', '丙', '我', '乙']);
    expect(merged(all(changes))).toEqual(['乙', '甲', '丙', '我']);
  });

  test('an entry that one removed and the other changed is a question; one of each of whose fields somebody changed is merged', () => {
    const link = (title: string, path: string) => ({ title, path });
    const was = [link('开户', '/a'), link('下载', '/b'), link('网点', '/c')];
    const { changes, merged } = mergeThreeWay(
      was,
      [link('在线开户', '/a'), link('网点', '/c')],
      [link('开户', '/a2'), link('下载', '/b2'), link('网点', '/c')],
    );
    expect(pairs(changes)).toEqual([
      ['“在线开户”/title', 'mine'],
      ['“在线开户”/path', 'theirs'],
      ['“下载”', 'both'],
    ]);
    expect(merged(NONE)).toEqual([link('在线开户', '/a2'), link('下载', '/b2'), link('网点', '/c')]);
    expect(merged(all(changes))).toEqual([link('在线开户', '/a2'), link('网点', '/c')]);
  });

  test('entries are known by what they are, else by their names, else by standing alone between known ones', () => {
    const [a, b, c] = [{ id: 'a', text: '1' }, { id: 'b', text: '2' }, { title: '丙' }];
    expect(matchEntries([a, b, c], [{ title: '丙丁' }, b, { id: 'a', text: '9' }])).toEqual([null, 1, 0]);
    expect(matchEntries([a, b, c], [a, { id: 'b2', text: '2' }, c])).toEqual([0, 1, 2]);
    expect(matchEntries(['甲', '甲', '乙'], ['乙', '甲', '丁'])).toEqual([2, 0, null]);
    // one that is drawn to the front has moved, not the four behind it
    expect([...movedEntries([4, 0, 1, 2, 3])]).toEqual([0]);
    expect([...movedEntries([1, null, 2, 0])]).toEqual([3]);
    expect([...movedEntries([0, null, 2])]).toEqual([]);
  });

  test('whatever two make of a list, nothing that only one touched is lost or doubled', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round += 1) {
      const was = Array.from({ length: random(7) }, (_, at) => `e${at}`);
      const edited = (who: string): string[] => {
        const list = was.filter(() => random(5) > 0);
        for (let no = 0; no < random(3); no += 1) list.splice(random(list.length + 1), 0, `${who}${no}`);
        if (list.length > 1 && random(3) === 0) list.push(list.shift()!);
        return list;
      };
      const [mine, theirs] = [edited('m'), edited('t')];
      const { merged } = mergeThreeWay(was, mine, theirs);
      const mergedList = [
        ...was.filter((one) => mine.includes(one) && theirs.includes(one)),
        ...[...mine, ...theirs].filter((one) => !was.includes(one)),
      ];
      expect(merged(NONE).toSorted()).toEqual(mergedList.toSorted());
      expect(mergeThreeWay(was, mine, was).merged(NONE)).toEqual(mine);
      expect(mergeThreeWay(was, was, theirs).merged(NONE)).toEqual(theirs);
    }
  });
});

test('a setting is told by the titles of its form, its choices and yes and no in words', () => {
  const schema = {
    type: 'array',
    items: {
      properties: {
        title: { title: '标题' },
        drawing: { title: '底图', enum: ['waves', 'rings'], description: 'waves 等高线，rings 同心圆' },
        links: { title: '按钮', items: { properties: { path: { title: '网址' } } } },
      },
    },
  };
  const words = schemaMergeWords(schema, '首页横幅');
  const [banner, link] = [
    { title: '期货\n上线', drawing: 'rings' },
    { title: '看看', path: '/a' },
  ];
  expect(words.nameOf([{ entry: banner }, 'links', { entry: link }, 'path'])).toBe('“期货 上线” 按钮 “看看” 网址');
  expect([
    words.nameOf([]),
    words.textOf([{ entry: banner }, 'drawing'], 'rings'),
    words.textOf([{ entry: banner }], banner),
  ]).toEqual(['首页横幅', '同心圆', '标题：期货\n上线；底图：同心圆']);
});

test('grey mode is told by its colours', () => {
  const words = settingWords({ name: 'webparam.sys.skin_zq', title: '首页灰色模式', schema: { type: 'string' } });
  expect([words.nameOf([]), words.textOf([], 'true'), words.textOf([], 'false')]).toEqual([
    '首页灰色模式',
    '灰色',
    '彩色',
  ]);
});

describe('[HN6] compositions of a home page', () => {
  const home = JSON.parse(
    readFileSync(new URL('../../page-schemas/fixed/home.json', import.meta.url), 'utf8'),
  ) as PageSchema;
  const withText = (page: PageSchema, text: string): PageSchema => ({
    ...page,
    blocks: page.blocks.map((block) =>
      block.widget === 'service-band' ? { ...block, props: { ...block.props, title: text } } : block,
    ),
  });

  test('of two persons one is taken as a whole, with what both wrote', () => {
    const mine = composed(withText(home, '我的标题'), 'ground');
    const theirs = composed(home, 'split');
    const { changes, merged } = mergePages(home, mine, theirs);
    expect(changes.map(({ path, by }) => [path.length, path[0], by])).toContainEqual([1, 'composition', 'both']);
    expect(merged(new Set())).toEqual(composed(withText(home, '我的标题'), 'split'));
    expect(merged(new Set(['composition']))).toEqual(composed(withText(home, '我的标题'), 'ground'));
  });

  test('one that one person alone has chosen is taken, with what the other wrote', () => {
    const ground = composed(home, 'ground');
    for (const was of [home, ground]) {
      const mine = composed(was, 'ruled');
      const theirs = withText(was, '别人的标题');
      const expected = composed(withText(was, '别人的标题'), 'ruled');
      expect(mergePages(was, mine, theirs).merged(new Set())).toEqual(expected);
      expect(mergePages(was, theirs, mine).merged(new Set())).toEqual(expected);
    }
  });
});

describe('pages', () => {
  const block = (id: string, more: object = {}) => ({
    id,
    place: 'main',
    widget: 'register-table',
    source: { name: 'register', params: { register: 'ib-staff', pageNum: { from: 'address', name: 'no' } } },
    ...more,
  });
  const page = (blocks: object[], more: object = {}) => ({
    schemaVersion: 1,
    page: 'p',
    for: { channel: '1' },
    layout: 'channel',
    ...more,
    blocks,
  });
  const facts: PageFacts = {
    layouts: { channel: ['top', 'main'] },
    claims: [],
    registers: [],
    widgets: [
      {
        name: 'register-table',
        title: '登记表',
        accepts: 'rows',
        schema: { properties: { showCount: { type: 'boolean', title: '显示总数' } } },
        propsVersion: 0,
      },
    ],
    sources: [
      {
        name: 'register',
        title: '登记表的行',
        gives: 'rows',
        params: { register: { title: '登记表' }, pageNum: { title: '页码' } },
        takesRegisterFilters: true,
      },
    ],
  };
  const words = pageMergeWords(facts, (id) => `栏目${id}`);
  const lines = (changes: readonly Change[]) =>
    changes.map((change) => [
      words.nameOf(change.path),
      change.by,
      change.isOrder ? 'order' : words.textOf(change.path, change.mine),
      change.isOrder ? '' : words.textOf(change.path, change.theirs),
    ]);

  test('[PS2] blocks are merged by their ids, and within a block by field; claims, params and sources are one thing each', () => {
    const was = page([block('a'), block('b'), block('c')]);
    const mine = page(
      [
        block('c'),
        block('a', { heading: '我的', props: { showCount: true } }),
        block('b', { source: { name: 'other' } }),
      ],
      { title: '新' },
    );
    const theirs = page(
      [
        block('a', { heading: '他的', place: 'top' }),
        block('b', { source: { name: 'register', params: { register: 'otc' } } }),
        block('c'),
        block('d', { heading: '加的' }),
      ],
      { for: { url: 'x' } },
    );
    const { changes, merged } = mergePages(was, mine, theirs);
    expect(lines(changes)).toEqual([
      ['用于', 'theirs', '栏目 栏目1', '栏目地址 x'],
      ['标题', 'mine', '新', '（空）'],
      ['块“我的” 位置', 'theirs', '主体', '上部'],
      ['块“我的” 块标题', 'both', '我的', '他的'],
      ['块“我的” 部件的设置', 'mine', '显示总数：是', '（空）'],
      ['块“登记表” 数据来源', 'both', 'other', '登记表的行；登记表：otc'],
      [
        '块“加的”',
        'theirs',
        '',
        '块标题：加的；位置：主体；数据来源：登记表的行；登记表：ib-staff；页码：取自网址的查询参数 no；部件：登记表；块名：d',
      ],
      ['块', 'mine', 'order', ''],
    ]);
    const {
      blocks,
      title,
      for: claims,
    } = merged(all(changes)) as {
      blocks: { id: string; heading?: string; place: string }[];
      title: string;
      for: object;
    };
    expect([title, claims, blocks.map(({ id, heading, place }) => [id, heading, place])]).toEqual([
      '新',
      { url: 'x' },
      [
        ['c', undefined, 'main'],
        ['d', '加的', 'main'],
        ['a', '我的', 'top'],
        ['b', undefined, 'main'],
      ],
    ]);
  });

  test('what differs between two pages is told in the same words, moved blocks as moved', () => {
    const was = page([block('a', { heading: '甲' }), block('b'), block('c', { heading: '丙' })]);
    const now = page(
      [
        block('c', { heading: '丙', props: { showCount: true } }),
        block('a', { heading: '甲', place: 'top' }),
        block('b'),
        block('d', { heading: '丁', widget: 'unknown', source: undefined }),
      ],
      { for: [{ channel: '1' }, { url: 'x' }], keepsScroll: true },
    );
    const pairs = (before: unknown, after: unknown) =>
      differencesOf(before, after, words.isWhole).map((one) => [
        words.nameOf(one.path),
        ...(one.moved ? [`${one.moved.from} → ${one.moved.to}`] : []),
        ...[...('before' in one ? [one.before] : []), ...('after' in one ? [one.after] : [])].map((value) =>
          words.textOf(one.path, value),
        ),
      ]);
    expect(pairs(was, now)).toEqual([
      ['用于', '栏目 栏目1', '栏目 栏目1；栏目地址 x'],
      ['块“丙”', '3 → 1'],
      ['块“丙” 部件的设置', '显示总数：是'],
      ['块“甲” 位置', '主体', '上部'],
      ['块“丁”', '块标题：丁；位置：主体；部件：unknown；块名：d'],
      ['返回时回到上次的位置', '是'],
    ]);
    expect(pairs(page([block('a'), block('b')]), page([block('a')]))).toEqual([
      [
        '块“登记表”',
        '位置：主体；数据来源：登记表的行；登记表：ib-staff；页码：取自网址的查询参数 no；部件：登记表；块名：b',
      ],
    ]);
    // a page that is new: no word of its document is left as the file has it
    expect(pairs(undefined, was).map(([name]) => name)).toEqual([
      '格式的版本',
      '页面名',
      '用于',
      '版式',
      '块“甲”',
      '块“登记表”',
      '块“丙”',
    ]);
  });
});
