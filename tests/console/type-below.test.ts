import { expect, test } from 'vitest';
import { typeBelow } from '#console/channels/type-below.ts';
import { MAIN_ROOT } from '#rules/addresses/channel-tree.ts';

const below = (parentId: string, ...types: number[]) => types.map((type) => ({ parentId, type }));

test('a new channel is proposed to stand as most of those beside it, and of the first level in the header’s menu', () => {
  expect(typeBelow(below('1', 1, 1, 2), '1')).toBe(1);
  expect(typeBelow(below('1', 1, 2, 2), '1')).toBe(2);
  expect(typeBelow(below('other', 1), '1')).toBe(2);
  expect(typeBelow(below(MAIN_ROOT, 2, 2), MAIN_ROOT)).toBe(1);
});
