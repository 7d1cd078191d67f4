import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingFields, isSameRow } from '#rules/registers/same-row.ts';

const cell = fc.constantFrom('', null, undefined, 0, '0', 1, 'a');
const row = fc.dictionary(fc.constantFrom('a', 'b', 'c'), cell);

describe('two rows of a register', () => {
  test('say the same where only empty cells are missing', () => {
    expect(isSameRow({ name: '甲', note: null, phone: '' }, { name: '甲' })).toBe(true);
    expect(isSameRow({ name: '甲' }, { name: '甲', note: '', phone: undefined })).toBe(true);
    expect(isSameRow({ rate: 0 }, {})).toBe(false);
    expect(isSameRow({}, { rate: 0 })).toBe(false);
    expect(isSameRow({ rate: 1 }, { rate: '1' })).toBe(false);
  });

  test('differ in fields just where they do not say the same, whichever comes first', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        const fields = differingFields(one, other);
        expect(fields.length === 0).toBe(isSameRow(one, other));
        expect(differingFields(other, one).toSorted()).toEqual(fields.toSorted());
      }),
    );
  });

  test('are compared in the order of the fields that are asked for, each once', () => {
    const [was, is] = [
      { a: 1, b: 2, c: 3 },
      { a: 2, b: 2, c: 4, d: 5 },
    ];
    expect(differingFields(was, is)).toEqual(['a', 'c', 'd']);
    expect(differingFields(was, is, ['c', 'b', 'a', 'c'])).toEqual(['c', 'a']);
  });
});
