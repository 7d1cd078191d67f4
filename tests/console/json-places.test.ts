import { describe, expect, test } from 'vitest';
import { lineAndColumn, placeOf, readPlaces } from '#console/pages/json-places.ts';
import { claimsOf, freshId, isPageShaped, put, withClaims } from '#console/pages/page-document.ts';

const read = (text: string) => {
  const found = readPlaces(text);
  if ('fault' in found) throw new Error(found.fault.message);
  return found;
};
const cut = (text: string, pointer: string) => {
  const { from, to } = placeOf(read(text).places, pointer);
  return text.slice(from, to);
};

describe('where a problem stands in a text', () => {
  const text =
    '{\n  "page": "staff",\n  "blocks": [\n    { "id": "a/b", "props": { "x/y": [1, -2.5e3, true, null] } }\n  ]\n}';

  test('values are read as JSON.parse reads them', () => {
    for (const one of [text, '[]', ' {} ', '"\\u0041\\n"', '0', '-0', '1e5', '[[[]]]', '{"__proto__": 1}'])
      expect(read(one).value).toEqual(JSON.parse(one));
  });

  test('a value, a name, a value deep in a list; what is not there is marked at the nearest place around', () => {
    expect(cut(text, '/page')).toBe('"page": "staff"');
    expect(cut(text, '/blocks/0/props/x~1y/1')).toBe('-2.5e3');
    expect(cut(text, '/blocks/0/nothing')).toBe('{ "id": "a/b", "props": { "x/y": [1, -2.5e3, true, null] } }');
    expect(cut(text, '/title')).toBe('{');
    expect(lineAndColumn(text, text.indexOf('"id"'))).toEqual({ line: 4, column: 7 });
  });

  test.each([
    ['{"a": 1,}', 7, '} 前多了一个逗号，请删去'],
    ['{"a"：1}', 4, '全角符号 ： 应改为半角的 :'],
    ['{“a": 1}', 1, '全角符号 “ 应改为半角的 "'],
    ['{"a": 1 "b": 2}', 8, '这里应为逗号 , 或 }，而不是 "'],
    ['{"a": 1} x', 9, '这里应为结尾，而不是 x'],
    ['{"a": ', 6, '内容没有结束，这里应为一个值'],
    ['{"a": "b', 6, '文字没有结束，缺少右边的引号 "'],
    ['{"a": "b\n"}', 6, '文字没有在本行结束，缺少右边的引号 "'],
    ['{"a": 1 // why\n}', 8, 'JSON 里不能写注释，请删去'],
    ['{"a": 1, "a": 2}', 9, '“a”写了两次，请删去一个'],
    ['[01]', 1, '这里应为一个值，而不是 0'],
    ['["\\x"]', 1, '文字里有不能直接写的符号，反斜线应写成 \\\\'],
    ['', 0, '内容没有结束，这里应为一个值'],
  ])('%j is no JSON', (wrong, at, message) => {
    expect(readPlaces(wrong)).toEqual({ fault: { at, message } });
  });

  test('a text that is nested without end is told, not thrown', () => {
    expect(readPlaces('['.repeat(100_000))).toMatchObject({ fault: { message: '嵌套太深' } });
  });
});

describe('a page as the form changes it', () => {
  test('what the form does not show stays, in its order; what says nothing goes', () => {
    expect(Object.entries(put({ b: 1, title: '甲', z: 2 }, 'title', '乙'))).toEqual([
      ['b', 1],
      ['title', '乙'],
      ['z', 2],
    ]);
    expect(put({ b: 1, title: '甲' }, 'title', '')).toEqual({ b: 1 });
    expect(put({ source: {} }, 'params', {})).toEqual({ source: {} });
  });

  test('one claim stands alone, several in a list; what is no claim is left to the JSON', () => {
    expect(claimsOf({ for: [{ path: '/a' }, { default: true }] })).toEqual([
      ['path', '/a'],
      ['default', true],
    ]);
    expect([
      withClaims({}, [['path', '/a']]).for,
      withClaims({}, [
        ['path', '/a'],
        ['url', 'b'],
      ]).for,
    ]).toEqual([{ path: '/a' }, [{ path: '/a' }, { url: 'b' }]]);
    expect([
      isPageShaped({ for: { path: '/' }, blocks: [] }),
      isPageShaped({ for: 'x', blocks: [] }),
      isPageShaped({ for: { path: '/' }, blocks: [1] }),
    ]).toEqual([true, false, false]);
  });

  test('a new block has a name of its own', () => {
    expect(freshId({ blocks: [{ id: 'staff' }, { id: 'staff-2' }] }, 'staff')).toBe('staff-3');
    expect(freshId({ blocks: [] }, '9X')).toBe('block');
  });
});
