import { expect, test } from 'vitest';
import {
  emptyTemplate,
  fillTemplate,
  openFields,
  templateProblems,
  valueProblem,
  type TemplateDocument,
} from '#features/templates/template.ts';

const template: TemplateDocument = {
  ...emptyTemplate,
  title: '【公告】关于【债券简称】付息的公告',
  content: '<p>【债券简称】于【付息日】付息，每百元【利息】元。</p>',
  attachments: ['付息公告盖章版'],
  register: 'bonds',
  fields: [
    { name: '债券简称', type: 'column', column: 'shortName' },
    { name: '付息日', type: 'date', column: '' },
    { name: '利息', type: 'amount', column: '' },
  ],
};

test('[TP5] values stand in title and text, an open field is a gap, and what is no field stays', () => {
  const made = fillTemplate(template, { 债券简称: 'A&B<债>【付息日】', 付息日: '2026-12-01' }, '0001');
  expect(made).toMatchObject({
    channelId: '0001',
    title: '【公告】关于A&B<债>【付息日】付息的公告',
    content: '<p>A&amp;B&lt;债&gt;【付息日】于2026年12月1日付息，每百元【待填：利息】元。</p>',
    attachments: [{ filename: '【待填：附件：付息公告盖章版】', filepath: '' }],
  });
  expect(openFields(template, { 债券简称: '甲', 付息日: ' ' })).toEqual(['付息日', '利息']);
  expect(fillTemplate(template, { 利息: '1234567.5' }, '').content).toContain('每百元1,234,567.5元');
});

test.each([
  ['付息日', '2026-02-30', '付息日应为日期，如 2026-12-31'],
  ['付息日', '2026-02-28', ''],
  ['利息', '五元', '利息应为数字，如 1,234.50'],
  ['利息', '1,23.5', '利息应为数字，如 1,234.50'],
  ['利息', '-1,234.50', ''],
  ['债券简称', '长'.repeat(501), '债券简称超过 500 字'],
])('[TP5] a value of %s fits or not: %s', (name, value, problem) => {
  expect(
    valueProblem(
      template.fields.find((one) => one.name === name)!,
      value,
    ),
  ).toBe(problem);
});

test('[TP4] a template is refused whose fields cannot be filled in', () => {
  const withFields = (fields: TemplateDocument['fields'], register = 'bonds') =>
    templateProblems({ ...template, register, fields }).map(({ field, message }) => `${field} ${message}`);
  expect(templateProblems(template)).toEqual([]);
  expect(withFields([{ name: '利率', type: 'text', column: '' }])).toEqual([
    'fields 标题、摘要和正文里没有 【利率】，请写上，或去掉这个字段',
  ]);
  expect(withFields([{ name: '待填日', type: 'text', column: '' }])[0]).toContain('名称不能');
  expect(withFields([template.fields[1]!, template.fields[1]!])).toEqual(['fields 字段“付息日”列了两次']);
  expect(withFields([{ name: '债券简称', type: 'column', column: '' }], '')).toEqual([
    'register 字段“债券简称”取自登记表的列，请选择登记表',
    'fields 请为字段“债券简称”选择登记表的列',
  ]);
});
