import { expect, test } from 'vitest';
import { jsonFault } from '#page/json-fault.ts';

test.each([
  ['{\n  “title”: "甲"\n}', 'There are full-width quotation marks “ instead of ", at line 2, column 3.'],
  ['{\n  "title”: "甲"\n}', 'There are full-width quotation marks ” instead of ", at line 2, column 9.'],
  ['{\n  "title": "甲”\n}', 'There are full-width quotation marks ” instead of ", at line 2, column 14.'],
  ['{ "title"： "甲" }', 'There is a full-width colon ： instead of :, at line 1, column 10.'],
  ['{ "title": "甲"，"key": [] }', 'There is a full-width comma ， instead of ,, at line 1, column 15.'],
  ['{ "key": ["a",\n] }', 'There is a comma too many before ], at line 1, column 14.'],
  ['{ "key": "a", }', 'There is a comma too many before }, at line 1, column 13.'],
  ['{ "a": 1,, "b": 2 }', 'There is a comma too many before ,, at line 1, column 9.'],
  ['{ // 标题\n "a": 1 }', 'There is a comment, which JSON does not know, at line 1, column 3.'],
])('[PS1] what is wrong with a text that is no JSON is named: %s', (text, words) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFault(text)).toBe(words);
});

test.each(['{ "title": "他说：“好”，" "b": 1 }', '{ "a": "\\"，" ', '{ "url": "https://a.example", b }'])(
  'signs inside of strings are no fault: %s',
  (text) => {
    expect(jsonFault(text)).toBeNull();
  },
);
