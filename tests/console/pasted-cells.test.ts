import { expect, test } from 'vitest';
import { copiedCell, pastedBlock, pastedCells, pasteWords } from '#console/registers/pasted-cells.ts';

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

test('[RG20] a paste says what its check found, and what there was no place for', () => {
  const block = pastedBlock([['甲', '乙', '丙', '丁']], { rows: 3, columns: 6 });
  expect((['checking', 0, 2, 'failed'] as const).map((found) => pasteWords(block, found))).toEqual([
    '已粘贴 1 行 × 4 列，正在逐格检查',
    '已粘贴 1 行 × 4 列，没有问题',
    '已粘贴 1 行 × 4 列，有 2 格需要改正',
    '已粘贴 1 行 × 4 列，暂时不能检查，保存时会再检查',
  ]);
  const large = pastedBlock([['甲', '乙'], ['丙'], ['丁']], { rows: 2, columns: 1 });
  expect(pasteWords(large, 0)).toBe('已粘贴 2 行 × 1 列，没有问题；超出本页的 1 行、超出最后一列的 1 列没有粘贴');
});
