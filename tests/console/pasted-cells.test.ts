import { expect, test } from 'vitest';
import { copiedCell, pastedCells } from '#console/registers/pasted-cells.ts';

test.each([
  ['one cell', '甲', [['甲']]],
  ['nothing', '', [[]]],
  [
    'a block as Excel copies it, with a break at its end',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['lines without a break at their end', 'a\nb', [['a'], ['b']]],
  [
    'empty cells at each place',
    '\ta\t\n\t\t\n',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  ['an empty line between', 'a\n\nb', [['a'], [''], ['b']]],
  ['a cell with breaks, tabs and quotation marks', '"a\n""b""\tc"\td\n', [['a\n"b"\tc', 'd']]],
  ['a quotation mark that begins no quotation', '"a" b\tc', [['"a" b', 'c']]],
  ['an open quotation mark', '"a\tb', [['"a', 'b']]],
])('[RG20] a block of a spreadsheet is read cell by cell: %s', (_, text, cells) => {
  expect(pastedCells(text as string)).toEqual(cells);
});

test('[RG20] what is copied of a cell is read back as one cell', () => {
  for (const text of ['a', 'a\tb', 'a\nb', '"a" b', '"', ' 甲 ', 'a"\n"b'])
    expect(pastedCells(copiedCell(text)), text).toEqual([[text]]);
});
