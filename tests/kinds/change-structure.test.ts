import { expect, test } from 'vitest';
import { changeStructure } from '#kinds/change-structure.ts';
import { kinds } from '#kinds/index.ts';

test('a kind has one outer form, however often it is asked for: the checker keeps what it made of each', () => {
  for (const kind of kinds) {
    const form = changeStructure(kind, {});
    expect(changeStructure(kind, {}), kind.name).toBe(form);
    const other = { type: 'object' };
    expect(changeStructure(kind, {}, other)).not.toBe(form);
    expect(changeStructure(kind, {}, other)).toBe(changeStructure(kind, {}, other));
  }
});
