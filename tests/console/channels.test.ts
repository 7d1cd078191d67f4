import type { Change } from '#kinds/index.ts';
import { describe, expect, test } from 'vitest';
import type { ChannelLine } from '#wire/channel-answers.ts';
import { changeLines, titleOf } from '../../src/console/channels/change-words.ts';
import { ordersFor } from '../../src/console/channels/channel-order.ts';
import { mergeWorkings, workingWords } from '../../src/console/channels/merge-working.ts';
import { placedPage } from '../../src/console/channels/placed-page.ts';
import { branchOf, foundOf, hitsOf, pathIn, rowsOf, treeOf } from '../../src/console/channels/tree-rows.ts';
import {
  baseOf,
  changesOf,
  channelsWith,
  isUntouched,
  NOTHING,
  withEnding,
  withFields,
  withNew,
  without,
  withPlace,
  workingOf,
  type Working,
} from '../../src/console/channels/working.ts';
import { growth } from '#tests/world/growth.ts';

const line = (
  channelId: string,
  parentId: string,
  classOrder: number,
  more: Partial<ChannelLine> = {},
): ChannelLine => ({
  channelId,
  parentId,
  classOrder,
  url: `at/${channelId}`,
  name: `名${channelId}`,
  type: 1,
  sameAs: null,
  department: '',
  isEmpty: false,
  hidden: false,
  freshness: '',
  mark: `m${channelId}`,
  ...more,
});

const LINES = [
  line('r', '', 10),
  line('a', 'r', 10),
  line('b', 'r', 20),
  line('c', 'r', 30),
  line('b1', 'b', 1),
  line('b2', 'b', 2),
];
const treeWith = (working: Working) => treeOf(channelsWith(LINES, working));
const order = (working: Working, parentId: string) =>
  treeWith(working)
    .below.get(parentId)
    ?.map(({ channelId }) => channelId);

describe('order among siblings', () => {
  const at = (...orders: number[]) => orders.map((classOrder, place) => ({ channelId: `s${place}`, classOrder }));
  test.each([
    ['the end', at(10, 20), 2, { x: 30 }],
    ['the beginning', at(10, 20), 0, { x: 5 }],
    ['between, where there is room', at(10, 20), 1, { x: 15 }],
    ['between neighbours, who give way as far as needed', at(1, 2, 3, 9), 1, { x: 2, s1: 3, s2: 4 }],
    ['between equals', at(1, 1, 1), 1, { x: 2, s1: 3, s2: 4 }],
    ['nobody else', at(), 0, { x: 10 }],
  ])('%s', (_what, others, place, expected) => {
    expect(Object.fromEntries(ordersFor(others, 'x', place))).toEqual(expected);
  });

  test('[CH2] whatever the orders are, the channel stands where it was put, and the others as they stood', () => {
    for (const orders of [
      [10, 20, 30],
      [1, 1, 1, 1],
      [0, 1, 2, 2, 5],
      [-5, 0, 1],
    ]) {
      const others = at(...orders);
      for (let place = 0; place <= others.length; place += 1) {
        const given = ordersFor(others, 'x', place);
        const all = [...others, { channelId: 'x', classOrder: 0 }].map((one) => ({
          ...one,
          classOrder: given.get(one.channelId) ?? one.classOrder,
        }));
        all.sort((one, other) => one.classOrder - other.classOrder || (one.channelId < other.channelId ? -1 : 1));
        expect(all.map(({ channelId }) => channelId)).toEqual(
          others.map(({ channelId }) => channelId).toSpliced(place, 0, 'x'),
        );
      }
    }
  });
});

describe('what is changed and not saved', () => {
  test('a field that is as it was is no change; a channel moved is one, and says so where its address changes', () => {
    const renamed = withFields(LINES, NOTHING, 'a', { name: '另名' });
    expect(changesOf(LINES, renamed)).toEqual([
      { kind: 'channel', document: expect.objectContaining({ channelId: 'a', name: '另名', url: 'at/a' }) },
    ]);
    expect(isUntouched(withFields(LINES, renamed, 'a', { name: '名a' }))).toBe(true);
    expect(changesOf(LINES, withFields(LINES, renamed, 'a', { url: 'elsewhere' }))).toEqual([
      { kind: 'channel', document: expect.objectContaining({ moves: true, url: 'elsewhere' }) },
    ]);
    expect(baseOf(LINES, renamed)).toEqual({ 'channel:a': 'ma' });
  });

  test('moves by place and parent; what stood below goes along', () => {
    expect(order(withPlace(LINES, NOTHING, 'c', { parentId: 'r', place: 0 }), 'r')).toEqual(['c', 'a', 'b']);
    const moved = withPlace(LINES, NOTHING, 'b', { parentId: 'a', place: 0 });
    expect([order(moved, 'r'), order(moved, 'a'), order(moved, 'b')]).toEqual([['a', 'c'], ['b'], ['b1', 'b2']]);
    // the place that it has already
    expect(isUntouched(withPlace(LINES, NOTHING, 'b', { parentId: 'r', place: 1 }))).toBe(true);
  });

  test('a new channel may get another id, and what is below it follows', () => {
    const fields = { channelId: 'n', parentId: 'r', classOrder: 40, url: 'new', name: '新', type: 2 as const };
    const { working, key } = withNew(NOTHING, fields);
    const two = withNew(working, { ...fields, channelId: 'n1', parentId: 'n' }).working;
    const named = withFields(LINES, two, key, { channelId: 'm' });
    expect(order(named, 'm')).toEqual(['n1']);
    expect(baseOf(LINES, named)).toEqual({ 'channel:m': '', 'channel:n1': '' });
    expect(without(named, key).entries).toHaveLength(1);
  });

  test('an end takes other changes of the channel along, and can be taken back', () => {
    const ended = withEnding(withFields(LINES, NOTHING, 'b1', { name: '改' }), ['b', 'b1', 'b2'], {
      reason: '并入',
      successor: '',
    });
    expect(changesOf(LINES, ended)).toEqual(
      ['b', 'b1', 'b2'].map((channelId) => ({ kind: 'channel', id: channelId, withdraw: { reason: '并入' } })),
    );
    expect(isUntouched(['b', 'b1', 'b2'].reduce(without, ended))).toBe(true);
  });

  test('an edition is gone on with, and what is not about channels stays in it', () => {
    const working = withPlace(
      LINES,
      withNew(withEnding(NOTHING, ['b2'], { reason: '停', successor: '/at/a' }), {
        channelId: 'n',
        parentId: 'r',
        classOrder: 40,
        url: 'new',
        name: '新',
        type: 2,
      }).working,
      'c',
      { parentId: 'a', place: 0 },
    );
    const page: Change = { kind: 'page', id: 'x', document: {} };
    const saved = [...changesOf(LINES, working), page];
    expect(changesOf(LINES, workingOf(LINES, saved))).toEqual(saved);
  });

  test('it is told in words, and named', () => {
    const { working } = withNew(
      withEnding(withFields(LINES, NOTHING, 'a', { name: '另名', url: 'other', hidden: true }), ['b2'], {
        reason: '停',
        successor: '/at/a',
      }),
      { channelId: 'n', parentId: 'b', classOrder: 40, url: 'new', name: '新栏目', type: 2 },
    );
    const lines = changeLines(LINES, working, treeWith(working));
    expect(lines.map(({ name, words }) => `${name}：${words}`)).toEqual([
      '另名：改名，原为“名a”；地址改为 /other；隐藏',
      '新栏目：新建，在“名b”之下',
      '名b2：停用，旧地址转到 /at/a',
    ]);
    expect(titleOf(lines)).toBe('栏目：修改“另名”，新建“新栏目”，停用“名b2”');
  });
});

describe('the tree', () => {
  const tree = treeWith(NOTHING);
  const names = (open: string[], hits: ReadonlySet<string> | null = null) =>
    rowsOf(tree, (id) => open.includes(id), hits).map(
      ({ channel, level, isOpen }) => `${level}${channel.channelId}${isOpen === null ? '' : isOpen ? '-' : '+'}`,
    );

  test('shows what stands below open channels', () => {
    expect(names([])).toEqual(['1r+']);
    expect(names(['r', 'b'])).toEqual(['1r-', '2a', '2b-', '3b1', '3b2', '2c']);
    expect(rowsOf(tree, () => true, null).find(({ channel }) => channel.channelId === 'b2')).toMatchObject({
      place: 2,
      siblings: 2,
    });
    expect([pathIn(tree, 'b1'), branchOf(tree, 'b').map(({ channelId }) => channelId)]).toEqual([
      '名b / 名b1',
      ['b', 'b1', 'b2'],
    ]);
  });

  test('shows hits with the way to them', () => {
    expect(hitsOf(tree.channels, '', '')).toBeNull();
    expect(names([], hitsOf(tree.channels, '名B2', ''))).toEqual(['1r-', '2b-', '3b2']);
    expect(names([], hitsOf(tree.channels, '/at/c', ''))).toEqual(['1r-', '2c']);
    expect(names([], hitsOf(tree.channels, '没有', ''))).toEqual([]);
    expect(hitsOf(channelsWith(LINES, withFields(LINES, NOTHING, 'a', { hidden: true })), '', 'hidden')).toEqual(
      new Set(['a']),
    );
  });

  test('what is changed stays among the hits when nothing of it is found any more', () => {
    const renamed = treeWith(withFields(LINES, NOTHING, 'b2', { name: '另名' }));
    const hits = foundOf(renamed, hitsOf(renamed.channels, '名b', ''), hitsOf(tree.channels, '名b', ''));
    expect(hits).toEqual(new Set(['b', 'b1', 'b2']));
    // former titles of others are not searched
    expect(foundOf(renamed, new Set(), new Set(['c', 'b2']))).toEqual(new Set(['b2']));
    expect(
      rowsOf(renamed, () => false, new Set(), ['b2']).map(({ channel, isHit }) => [channel.channelId, isHit]),
    ).toEqual([
      ['r', false],
      ['b', false],
      ['b2', false],
    ]);
  });

  test('a cycle ends, and an orphan stands at the top', () => {
    const odd = treeOf(channelsWith([...LINES, line('x', 'y', 1), line('y', 'x', 1), line('o', 'gone', 1)], NOTHING));
    expect(pathIn(odd, 'x')).toBe('名x');
    expect(odd.top.map(({ channelId }) => channelId)).toEqual(['o', 'r']);
  });

  test('channels are laid out in a time that grows with their number only', () => {
    const layOut = (times: number) => {
      const many = Array.from({ length: times * 312 }, (_, at) => line(`k${at}`, at < 50 ? 'r' : `k${at % 50}`, at));
      const large = treeOf(channelsWith([...LINES, ...many], withFields(many, NOTHING, 'k7', { name: '改' })));
      expect(rowsOf(large, () => true, null)).toHaveLength(times * 312 + 6);
      expect(rowsOf(large, () => false, hitsOf(large.channels, '名k1', '')).length).toBeGreaterThan(10);
    };
    expect(growth(layOut, 16)).toBeLessThan(64);
  });
});

test('of two who changed one draft the second chooses by field where both did, and what one alone changed is taken', () => {
  const begun = withFields(LINES, NOTHING, 'a', { name: '起' });
  const mine = withEnding(withFields(LINES, begun, 'a', { name: '我', department: '甲部' }), ['c'], {
    reason: '停',
    successor: '',
  });
  const theirs = withFields(
    LINES,
    withFields(LINES, withFields(LINES, begun, 'a', { name: '他', freshness: 'weekly' }), 'b', { name: '另' }),
    'c',
    { name: '丙' },
  );
  const { changes, merged } = mergeWorkings(begun, mine, theirs);
  const words = workingWords((channelId) => `名${channelId}`);
  expect(
    changes.map(({ path, by, mine: own, theirs: other }) => [
      words.nameOf(path),
      by,
      words.textOf(path, own),
      words.textOf(path, other),
    ]),
  ).toEqual([
    ['栏目“名a”的名称', 'both', '我', '他'],
    ['栏目“名a”的责任部门', 'mine', '甲部', '（空）'],
    ['栏目“名a”的更新要求', 'theirs', '没有要求', '每周更新'],
    ['栏目“名c”', 'both', '停用', '修改'],
    ['栏目“名b”', 'theirs', '不修改', '修改'],
  ]);
  const own = new Set(changes.filter(({ by }) => by === 'both').map(({ id }) => id));
  expect(changesOf(LINES, merged(own))).toEqual([
    {
      kind: 'channel',
      document: expect.objectContaining({ channelId: 'a', name: '我', department: '甲部', freshness: 'weekly' }),
    },
    { kind: 'channel', document: expect.objectContaining({ channelId: 'b', name: '另' }) },
    { kind: 'channel', id: 'c', withdraw: { reason: '停' } },
  ]);
  expect(changesOf(LINES, merged(new Set())).map((change) => (change as { kind: string }).kind)).toEqual([
    'channel',
    'channel',
    'channel',
  ]);
});

test('[PC4] content is placed otherwise by a page of the channel alone', () => {
  const document = {
    $schema: '../page.schema.json',
    schemaVersion: 1,
    page: 'open-fund',
    for: { idEnds: '080010' },
    layout: 'channel',
    blocks: [
      { id: 'content', place: 'top', widget: 'channel-content', source: { name: 'channel-content' } },
      { id: 'table', place: 'main', widget: 'register-table', source: { name: 'register' } },
    ],
  };
  const placed = placedPage(document, 'fundSaleStaff_1', 'bottom');
  expect(placed).toEqual({
    page: 'channel-fundsalestaff-1',
    document: {
      schemaVersion: 1,
      page: 'channel-fundsalestaff-1',
      for: { channel: 'fundSaleStaff_1' },
      layout: 'channel',
      blocks: [{ ...document.blocks[0], place: 'bottom' }, document.blocks[1]],
    },
  });
  expect(placedPage({ ...document, for: { channel: 'fundSaleStaff_1' } }, 'fundSaleStaff_1', 'main').page).toBe(
    'open-fund',
  );
  expect(document.blocks[0]!.place).toBe('top');
});
