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

const asOf = { address: 'asOf', type: 'text', choices: ['2026-11-19', '2026-11-12'], format: 'date' };
const from = { address: 'from', type: 'text', choices: ['2026-11-19'] };
const block = {
  id: 'rows',
  place: 'main',
  widget: 'register-table',
  props: {},
  source: { name: 'register', params: { asOf, from } },
} as unknown as ResolvedBlock;

test.each([
  ['2026-11-12', { asOf: '2026-11-12' }, { asOf: '2026-11-12' }],
  ['2026-11-14', {}, { asOf: '2026-11-14' }],
  ['2026-13-01', {}, {}],
  ['yesterday', {}, {}],
])(
  '[RG3] of a day without a list the newest is asked for, and the address keeps it for the view: %s',
  (given, bound, effective) => {
    expect(bindParams(block, { asOf: given, from: '2026-11-14' })).toEqual(bound);
    expect(effectiveQuery({ blocks: [block] }, { asOf: given, from: '2026-11-14' })).toEqual(effective);
  },
);
