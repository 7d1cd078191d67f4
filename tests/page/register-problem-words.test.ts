import { expect, test } from 'vitest';
import { checkRegister } from '#page/check-register.ts';
import { problemInWords, registerProblemInWords } from '#page/problem-in-words.ts';
import { staff } from './world.ts';

const field = (more: object) => ({
  ...staff,
  fields: { ...staff.fields, grade: { title: '等级', type: 'text', ...more } },
});
const problemWords = (document: object): string[] =>
  checkRegister(document).problems.map((problem) => registerProblemInWords(problem, document));

test.each<[what: string, document: object, said: string[]]>([
  ['a good one', staff, []],
  ['a missing part', { ...staff, key: undefined }, ['请填写“主键”']],
  ['no title of a field', field({ title: undefined }), ['列“grade”缺少“列标题”，请填写']],
  ['a mistyped word', field({ requierd: true }), ['列“grade”（等级）没有“requierd”这一项，是否应为“required”？']],
  [
    'an unknown type',
    field({ type: 'percentage' }),
    [
      '列“grade”（等级）的“类型”应为以下之一：text、choice、reference、date、integer、decimal、percent、money、phone、url、image、file，是否应为“percent”？',
    ],
  ],
  ['a choice without values', field({ type: 'choice' }), ['列“grade”（等级）缺少“可选值”，请填写']],
  [
    'values as a list',
    field({ type: 'choice', choices: ['一级'] }),
    ['列“grade”（等级）的“可选值”应写成“存储值：显示文字”，如 {"1": "国家级", "2": "省级"}'],
  ],
  ['a limit', field({ scale: 9, type: 'decimal' }), ['列“grade”（等级）的“小数位数”应在 0 至 8 之间']],
  [
    'a pattern without an end',
    field({ pattern: '^A', patternHint: '以 A 开头', example: 'A' }),
    ['列“grade”（等级）的“格式”：格式规则应以 ^ 开头、以 $ 结尾'],
  ],
  [
    'an example that does not fit',
    field({ pattern: '^A$', patternHint: '字母 A', example: 'B' }),
    ['列“grade”（等级）的“示例”不符合本列的格式，请改示例或格式'],
  ],
  [
    'a pattern without words',
    field({ pattern: '^A$', example: 'A' }),
    ['列“grade”（等级）缺少“格式的中文说明”，请填写'],
  ],
  [
    'a column that is not there',
    { ...staff, columns: ['nmae'] },
    ['“表中显示的列”的第 1 项：没有列“nmae”，请先添加该列，或改正列名，是否应为“name”？'],
  ],
  [
    'an order by nothing',
    { ...staff, order: ['-sinse'] },
    ['“排序”的第 1 项：没有列“sinse”，请先添加该列，或改正列名，是否应为“since”？'],
  ],
  [
    'a condition of nothing',
    { ...staff, filters: [{ title: '甲' }] },
    ['第 1 个查询条件应写“按此列查询”（field），或写“模糊查询的列”（fuzzy）和它的参数名、标题，二者取一'],
  ],
  [
    'a name that paging uses',
    { ...staff, filters: [{ fuzzy: ['name'], name: 'pageNum', title: '甲' }] },
    ['第 1 个查询条件的参数名与另一个查询条件相同，或为翻页等所用，请换一个参数名（name）'],
  ],
  [
    'a Chinese name',
    { ...staff, fields: { ...staff.fields, 姓名: { title: '姓名', type: 'text' } } },
    ['列“姓名”的列名应为拉丁字母和数字，以字母开头，如 staffName；中文写在“列标题”（title）里'],
  ],
  [
    'a wrong path',
    { ...staff, endpoints: [{ path: 'front/info' }] },
    ['第 1 个接口的“路径”应为由拉丁字母、数字和 . _ - 组成的路径，如 /wscms/v1/notice/staff'],
  ],
  [
    'a newer form',
    { ...staff, schemaVersion: 2 },
    ['“本文件格式的版本”：格式的版本比本系统的新，请先升级系统，或以本系统的版本保存'],
  ],
])('[RG1] %s is told to editors by field and remedy', (_what, document, sentences) => {
  expect(problemWords(document)).toEqual(sentences);
});

test('[RG1] where documents are checked together, a register is told in the same words', () => {
  const document = { ...staff, columns: ['nmae'] };
  const [problem] = checkRegister(document).problems;
  expect(problemInWords(problem!, document, { widgets: {}, sources: {} })).toBe(
    registerProblemInWords(problem!, document),
  );
});
