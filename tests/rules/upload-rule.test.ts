import { expect, test } from 'vitest';
import { bareFilename, filenameWith } from '#rules/files/upload-rule.ts';

test.each([
  ['名单.xls.csv', '名单'],
  ['合同.docx.pdf', '合同'],
  ['报告v1.2.pdf', '报告v1.2'],
  ['V1.2 说明.pdf', 'V1.2 说明'],
  ['名单', '名单'],
  ['.pdf', '.pdf'],
])('[AC14] %s is called %s', (filename, bare) => {
  expect(bareFilename(filename)).toBe(bare);
});

test.each([
  ['报告', '报告.pdf'],
  ['报告.pdf', '报告.pdf'],
  ['报告.docx', '报告.pdf'],
  ['报告.docx.html', '报告.pdf'],
  ['第1.2版 ', '第1.2版.pdf'],
])('[AC14] %s of a PDF becomes %s', (typed, named) => {
  expect(filenameWith('pdf', typed)).toBe(named);
});
