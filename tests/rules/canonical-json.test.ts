import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#rules/json/canonical-json.ts';

describe('canonical JSON', () => {
  it('[PB3] is the same for the same value, however its members were ordered', () => {
    expect(canonicalJson({ b: [1, { d: null, c: '甲' }], a: -0, '￿': 1, '😀': 2, u: undefined })).toBe(
      '{"a":0,"b":[1,{"c":"甲","d":null}],"😀":2,"￿":1}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shuffled: unknown = JSON.parse(JSON.stringify(value), (_, member: unknown) =>
          typeof member === 'object' && member !== null && !Array.isArray(member)
            ? Object.fromEntries(Object.entries(member).reverse())
            : member,
        );
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('[PB3] differs for different values', () => {
    const spellings = ['1', 1, [1], [[1]], { a: 1 }, { a: '1' }, null, 'null', true, '', [], {}].map(canonicalJson);
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  it('refuses what JSON would lose in silence', () => {
    for (const bad of [NaN, Infinity, new Date(0), new Map(), () => 1, Symbol('x'), 1n, undefined, [undefined]])
      expect(() => canonicalJson(bad)).toThrow(TypeError);
  });
});
