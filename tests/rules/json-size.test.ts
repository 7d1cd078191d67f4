import { describe, expect, test } from 'vitest';
import { jsonExcess } from '#rules/json/json-size.ts';

const MOST = { depth: 3, values: 5 };

describe('[OL5] [OL6] the signs of JSON are counted before it is parsed', () => {
  test.each([
    ['[1,2,3,4]', null],
    ['[1,2,3,4,5]', 'values'],
    ['[[],[],[],[],[]]', 'values'],
    ['[[[]]]', null],
    ['[[[[]]]]', 'depth'],
    ['{"a":{"b":{"c":{}}}}', 'depth'],
    ['[[],[]]', null],
    ['"[[[[,,,,,,"', null],
    [String.raw`["\"[[[[,,,,,,","\\"]`, null],
    [String.raw`["\\",[[[[`, 'depth'],
    ['[[[[[[[[[[', 'depth'],
    ['"', null],
    ['"\\', null],
    ['', null],
    ['["字，[","{"]', null],
  ] as const)('%s: %s', (json, excess) => {
    expect(jsonExcess(json, MOST)).toBe(excess);
    expect(jsonExcess(Buffer.from(json), MOST)).toBe(excess);
  });
});
