import { expect, test } from 'vitest';
import { View } from '#widgets/org-tree/View.tsx';
import example from '#widgets/org-tree/example.json';
import { treeOf } from '#widgets/org-tree/tree-of.ts';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

const fields = { id: 'id', parent: 'up', name: 'name', note: 'duty' };
const row = (id: string, up: string | null) => ({ id, up, name: `部门${id}`, duty: '' });
const shape = (units: ReturnType<typeof treeOf>): unknown =>
  units.map(({ id, below }) => (below.length > 0 ? [id, shape(below)] : id));

test.each([
  [
    'units hang below the one they name, in the order of the rows',
    [row('a', null), row('c', 'a'), row('b', 'a'), row('d', 'b')],
    [['a', ['c', ['b', ['d']]]]],
  ],
  ['a unit may stand before the one it names', [row('b', 'a'), row('a', null)], [['a', ['b']]]],
  ['a unit whose parent is not there stands on top', [row('a', null), row('b', 'gone')], ['a', 'b']],
  [
    'units that name each other in a circle are left out, one that names itself too',
    [row('a', null), row('b', 'c'), row('c', 'b'), row('d', 'd')],
    ['a'],
  ],
  ['no rows are no tree', [], []],
])('[RT7] %s', (_, rows, expected) => {
  expect(shape(treeOf(rows, fields))).toEqual(expected);
});

test('[RT7] the chart is nested lists: what branches is open, what does not shows its duty when chosen', () => {
  const markup = draw(
    <View props={example.props} data={example.data as never} block={buildViewBlock(example as unknown as Example)} />,
  );
  expect(markup.match(/<details open=""/g)).toHaveLength(4);
  expect(markup.match(/<details>/g)).toHaveLength(3);
  expect(markup).toMatch(/<summary>财富管理总部<\/summary><p id="unit-[^"]+">管理投资顾问。<\/p>/);
  // a unit without a duty says none
  expect(markup).toMatch(/<li id="unit-[^"]+"><details><summary>投资银行总部<\/summary><\/details>/);
  expect(textOf(markup)).toMatch(
    /数据截至 2026-09-30.*股东会.*监事会.*董事会.*个人金融.*财富管理总部.*企业金融.*投资银行总部/s,
  );
});
