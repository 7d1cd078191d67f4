import { expect, test } from 'vitest';
import type { RowDifference, RowsDifference } from '#wire/edition-answers.ts';
import type { RegisterShape } from '#kinds/register/register-words.ts';
import { ChangedRows } from '#console/editions/ChangedRows.tsx';
import { restOf, rowColumns } from '#console/editions/row-columns.ts';
import { draw, textOf } from '../world/draw.tsx';

const post = { title: '岗位', type: 'choice', choices: { a: '交易员', b: '研究' } };

/** A definition in the store's form: fields by the length of their names. */
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
const rowsOf = (...list: RowDifference[]): RowsDifference => ({
  added: list.filter(({ how }) => how === 'added').length,
  changed: list.filter(({ how }) => how === 'changed').length,
  removed: list.filter(({ how }) => how === 'removed').length,
  list,
});
const wordsOf = (rows: RowsDifference): string =>
  textOf(draw(<ChangedRows subject="rows:x" rows={rows} definition={definition} />));

test('[ED14] rows are a table in the order of the page, with what stays inside marked, and each cell that differs with both its values', () => {
  const after = { ...row, post: 'b', phone: '021-55502000', mobile: '13900002000' };
  const rows = rowsOf(
    { how: 'changed', key: 'S9901', before: row, after, fields: ['mobile', 'phone', 'post'] },
    { how: 'added', key: 'S9902', after: { ...row, certNo: 'S9902', phone: '' }, fields: [] },
  );
  expect(wordsOf(rows)).toBe(
    [
      '新增 1 行，修改 1 行，删除 0 行 全部 2 修改 1 新增 1',
      '改动 姓名 证书编号 岗位 联系电话（不可下载） 手机号（不公开）',
      '修改 S9901 沈若川 沈若川 S9901 ［删除］ 交易员 ［新增］ 研究 ［删除］ 021-55501000 ［新增］ 021-55502000 ［删除］ 13900001000 ［新增］ 13900002000',
      '新增 S9902 沈若川 ［新增］ 沈若川 ［新增］ S9902 ［新增］ 交易员 ［新增］ 13900001000',
    ].join(' '),
  );
});

test('[ED14] how many rows stay is said where some do', () => {
  const rows = rowsOf({ how: 'added', key: 'S9902', after: { ...row, certNo: 'S9902' }, fields: [] });
  expect(wordsOf({ ...rows, same: 1_297, rewritten: 2 })).toContain(
    '新增 1 行，修改 0 行，删除 0 行，其余 1,297 行不变；另有 2 行只随定义改写',
  );
  expect(wordsOf({ ...rows, same: 0 })).not.toContain('不变');
});

test('[ED14] what a row tells beyond six columns stands below it, and a field that the definition no longer has comes last', () => {
  const names = Array.from({ length: 12 }, (_, at) => `f${String(at).padStart(2, '0')}`);
  const wide: RegisterShape = {
    key: ['f00'],
    columns: names,
    fields: Object.fromEntries(names.map((name) => [name, { title: name, type: 'text' }])),
  };
  const before = Object.fromEntries([...names, 'old'].map((name) => [name, `${name} 值`]));
  const removed: RowDifference = { how: 'removed', key: '甲', before, fields: [] };
  const columns = rowColumns(wide, [removed]);
  expect(columns).toEqual(names.slice(0, 6));
  expect(restOf(wide, removed, columns)).toEqual([...names.slice(6), 'old']);
  // a column that is empty in all of them is left out
  const without = { ...removed, before: { ...before, f02: '' } };
  expect(rowColumns(wide, [without])).toEqual(['f00', 'f01', 'f03', 'f04', 'f05', 'f06']);
  // fields that changed in most rows come before those that are only first on the page
  const changed: RowDifference = { how: 'changed', key: '甲', before, after: before, fields: ['f10', 'f11'] };
  expect(rowColumns(wide, [changed])).toEqual(['f00', 'f01', 'f02', 'f03', 'f10', 'f11']);
});

test('[ED14] of 2,000 changed rows twenty are drawn, and a button lists more', () => {
  const list = Array.from({ length: 2_000 }, (_, at): RowDifference => {
    const before = { ...row, certNo: `S${at}` };
    return { how: 'changed', key: `S${at}`, before, after: { ...before, post: 'b' }, fields: ['post'] };
  });
  const markup = draw(<ChangedRows subject="rows:x" rows={rowsOf(...list)} definition={definition} />);
  expect(markup.match(/<tr [^>]*class="changed"/g)).toHaveLength(20);
  expect(textOf(markup)).toContain('再列 100 行（还有 1,980 行）');
  expect(
    textOf(
      draw(<ChangedRows subject="rows:x" rows={{ ...rowsOf(...list), changed: 9_000 }} definition={definition} />),
    ),
  ).toContain('共 9,000 行，这里只列前 2,000 行');
});
