import { expect, test } from 'vitest';
import { bindParams, effectiveQuery } from '#page/bind-params.ts';
import type { ResolvedBlock } from '#page/page-schema.ts';

const pageSize = { address: 'pageSize', type: 'integer', minimum: 1, maximum: 100, default: 10 };
const list = {
  id: 'list',
  place: 'main',
  widget: 'article-list',
  props: {},
  source: { name: 'info-list', params: { pageSize } },
} as unknown as ResolvedBlock;

test.each([
  ['100', 100, { pageSize: '100' }],
  ['101', 100, { pageSize: '100' }],
  ['9999', 100, { pageSize: '100' }],
  ['1e30', 100, { pageSize: '100' }],
  ['-5', 10, {}],
])(
  '[RL3] [WR6] a page size above 100 is 100, as for the calls, and so is its canonical address: %s',
  (given, bound, effective) => {
    expect(bindParams(list, { pageSize: given })).toEqual({ pageSize: bound });
    expect(effectiveQuery({ blocks: [list] }, { pageSize: given })).toEqual(effective);
  },
);

const asOf = {
  address: 'asOf',
  type: 'text',
  choices: ['2026-11-19', '2026-11-12'],
  format: 'date',
  condition: '数据日期',
};
const sort = { address: 'sort', type: 'text', choices: ['name'] };
const block = {
  id: 'rows',
  place: 'main',
  widget: 'register-table',
  props: {},
  source: { name: 'register', params: { asOf, sort } },
} as unknown as ResolvedBlock;

test.each([
  ['2026-11-12', { asOf: '2026-11-12' }, { asOf: '2026-11-12' }],
  ['2026-11-14', { asOf: '2026-11-14' }, { asOf: '2026-11-14' }],
  [' yesterday ', { asOf: 'yesterday' }, { asOf: 'yesterday' }],
  [' ', {}, {}],
])(
  '[RG7] a condition is bound as it was typed, a date and what is none; an order that there is none of is as good as absent: %s',
  (given, bound, effective) => {
    expect(bindParams(block, { asOf: given, sort: 'secret' })).toEqual(bound);
    expect(effectiveQuery({ blocks: [block] }, { asOf: given, sort: 'secret' })).toEqual(effective);
  },
);
