import { expect, test } from 'vitest';
import { isBlankName, isSameName } from '#rules/people/person-name.ts';

test('[PB3] two spellings of one name are one person', () => {
  for (const other of ['Zhang ', 'zhang', ' ZHANG', 'Ｚｈａｎｇ', 'Zh\u200Bang', 'Zhang\u202C', 'Zh ang'])
    expect(isSameName('Zhang', other), other).toBe(true);
  for (const other of ['Zhao', 'Zhang San', '张']) expect(isSameName('Zhang', other)).toBe(false);
  expect([isBlankName(' \u200B\u3000'), isBlankName('甲')]).toEqual([true, false]);
});
