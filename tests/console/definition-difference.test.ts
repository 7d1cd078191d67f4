import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { comesWithRows, fieldTitle, kindOfSubject } from '#kinds/change-words.ts';
import type { Change } from '#kinds/index.ts';
import { Difference } from '#kinds/register/console/Difference.tsx';
import type { RegisterDefinition } from '#page/register-schema.ts';

const BEFORE: RegisterDefinition = {
  schemaVersion: 1,
  register: 'deal-staff',
  title: '交易人员',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text', required: true },
    branchName: { title: '营业部', type: 'choice', choices: { 上海: '上海', 北京: '北京' } },
    mobile: { title: '手机', type: 'text' },
  },
  columns: ['no', 'branchName', 'mobile'],
  filters: [{ field: 'branchName' }],
  order: ['no'],
  history: { compare: [] },
};
const { history: _history, ...rest } = BEFORE;
const AFTER: RegisterDefinition = {
  ...rest,
  fields: {
    ...BEFORE.fields,
    branchName: { title: '营业部', type: 'choice', choices: { 沪: '沪', 北京: '北京' } },
    field8: { title: '工作性质', type: 'text' },
  },
  columns: ['no', 'branchName', 'field8'],
};
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('[RG23] of another definition what it changes is told first, and what it says otherwise once, by titles', () => {
  const rewrite = { from: BEFORE, values: { branchName: { 上海: '沪' } } };
  const rows: Change = { kind: 'rows', document: { definition: AFTER, dataDate: '', department: '', rewrite } };
  const html = renderToStaticMarkup(createElement(Difference, { before: BEFORE, after: AFTER, changes: [rows] }));
  const [effects, raw] = html.split('<details') as [string, string];
  expect(textOf(effects)).toContain('“营业部”的选项“上海”改称“沪”');
  expect(textOf(effects)).toContain('新增列“工作性质”');
  expect([...raw.matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) => textOf(line!))).toEqual([
    '列“营业部” 可选值 ［删除］ 上海',
    '列“营业部” 可选值 ［新增］ 沪',
    '列“工作性质” ［新增］ 文字',
    '表中显示的列 ［删除］ 手机',
    '表中显示的列 ［新增］ 工作性质',
    '保留每个公布日期的名单 ［删除］ 是',
  ]);
});

test('[RG23] what a stored definition has filled in is no difference', () => {
  const stored = {
    ...BEFORE,
    rowHistory: false,
    fields: { ...BEFORE.fields, no: { ...BEFORE.fields.no!, export: true, sortable: false } },
  };
  const words = textOf(renderToStaticMarkup(createElement(Difference, { before: BEFORE, after: stored, changes: [] })));
  expect(words).toMatch(/都没有变化.*内容不变/);
  const changes = [
    { kind: 'register', document: BEFORE },
    { kind: 'rows', document: { definition: stored, rows: [], dataDate: '', department: '' } },
  ] as unknown as Change[];
  expect(comesWithRows(changes[0]!, changes)).toBe(true);
});

test('[RG23] fields of a definition are called by their titles where it is known', () => {
  const [register, rows] = ['register:x', 'rows:x'].map(kindOfSubject);
  expect([
    fieldTitle('/document/fields/field8/title', register, AFTER),
    fieldTitle('/document/rewrite/fill/field8', rows, { definition: AFTER }),
    fieldTitle('/document/rewrite/fill/other', rows),
  ]).toEqual(['定义 字段 工作性质 标题', '现有的行填写“工作性质”', '现有的行填写“other”']);
});
