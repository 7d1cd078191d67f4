import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RowDifference } from '#wire/edition-answers.ts';
import type { RegisterShape } from '#kinds/register/register-words.ts';
import { RowLine } from '#console/editions/RowLine.tsx';

const post = { title: '岗位', type: 'choice', choices: { a: '交易员', b: '研究' } };

/** As the store keeps one: fields by the length of their names. */
const definition: RegisterShape = {
  key: ['certNo'],
  columns: ['staffName', 'certNo', 'post', 'phone'],
  fields: {
    post,
    phone: { title: '联系电话', type: 'phone', export: false },
    certNo: { title: '证书编号', type: 'text' },
    mobile: { title: '手机号', type: 'phone' },
    staffName: { title: '姓名', type: 'text' },
  },
};
const row = { post: 'a', phone: '021-55501000', certNo: 'S9901', mobile: '13900001000', staffName: '沈若川' };
const told = (difference: RowDifference): string =>
  renderToStaticMarkup(createElement(RowLine, { row: difference, definition }))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('a new row is told in the order of the page, by key and name, with what stays inside marked', () => {
  expect(told({ how: 'added', key: 'S9901', after: { ...row, phone: '' }, fields: [] })).toBe(
    '新增 S9901 沈若川 姓名： ［新增］ 沈若川 证书编号： ［新增］ S9901 岗位： ［新增］ 交易员 手机号（不公开）： ［新增］ 13900001000',
  );
});

test('a changed row is named as well, and tells what each field was and becomes', () => {
  const after = { ...row, post: 'b', phone: '021-55502000', mobile: '13900002000' };
  expect(told({ how: 'changed', key: 'S9901', before: row, after, fields: ['mobile', 'phone', 'post'] })).toBe(
    '修改 S9901 沈若川 岗位： ［删除］ 交易员 ［新增］ 研究 联系电话（不可下载）： ［删除］ 021-55501000 ［新增］ 021-55502000 手机号（不公开）： ［删除］ 13900001000 ［新增］ 13900002000',
  );
});

test('a removed row says who leaves; a field that the definition no longer has comes last', () => {
  expect(
    told({ how: 'removed', key: 'S9901', before: { old: '旧值', staffName: '沈若川', certNo: 'S9901' }, fields: [] }),
  ).toBe('删除 S9901 沈若川 姓名： ［删除］ 沈若川 证书编号： ［删除］ S9901 old： ［删除］ 旧值');
});
