import { expect, it } from 'vitest';
import { NO_FACTS } from '#page/register-view.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registerSheet } from '#server/registers/sheets/register-sheet.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'widths',
  title: '宽度',
  endpoints: [],
  key: ['code'],
  fields: {
    code: {
      title: '代码',
      type: 'text',
      pattern: '^S\\d{13}$',
      patternHint: 'S 加 13 位数字',
      example: 'S9901124030017',
    },
    name: { title: '姓名', type: 'text', convert: false },
    address: { title: '地址', type: 'text' },
    kind: { title: '类别', type: 'choice', choices: { '1': '证券投资基金托管部门总经理', '2': '其他' } },
    since: { title: '取得日期', type: 'date' },
    rate: { title: '折算率', type: 'percent' },
  },
  columns: ['code', 'name', 'address', 'kind', 'since', 'rate'],
  filters: [],
  order: [],
};

it('[RG5] columns of a download are as wide as labels, examples and types ask for, and take dates as dates', () => {
  const { columns } = registerSheet(definition, NO_FACTS);
  expect(columns.map(({ title, width, typed }) => [title, width, typed])).toEqual([
    ['代码', 16, 'text'],
    ['姓名', 20, 'text'],
    ['地址', 30, 'text'],
    ['类别', 28, 'text'],
    ['取得日期', 12, 'date'],
    ['折算率（%）', 12, undefined],
  ]);
});
