import { expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import { SCHEMA_VERSION } from '#page/page-schema.ts';
import { STEPS, upgradePage } from '#page/upgrade-page.ts';
import { facts } from './world.ts';

const old = {
  schemaVersion: 0,
  page: 'staff',
  for: [{ id: 'fundSaleStaff' }, { url: 'a' }],
  layout: 'channel',
  blocks: [
    { id: 'rows', region: 'main', type: 'table-view', source: { name: 'register', params: { register: 'staff' } } },
  ],
};

test('[PS5] a page of version 0 is upgraded by named steps and then passes the check', () => {
  const { page, problems } = checkPage(old, facts);
  expect(problems).toEqual([]);
  expect(page).toMatchObject({
    schemaVersion: 1,
    for: [{ channel: 'fundSaleStaff' }, { url: 'a' }],
    blocks: [{ place: 'main', widget: 'table-view' }],
  });
  expect(upgradePage(old)).toMatchObject({ steps: ['regions become places, types widgets, ids channel claims'] });
});

test('[PS5] a page of the present version takes no step', () => {
  const document = { schemaVersion: SCHEMA_VERSION, blocks: [{ region: 'main' }] };
  expect(upgradePage(document)).toEqual({ document, steps: [] });
});

test('[PS5] an old field beside the new one is kept and reported, not lost', () => {
  const { problems } = checkPage({ ...old, blocks: [{ ...old.blocks[0], place: 'top' }] }, facts);
  expect(problems).toMatchObject([{ code: 'unknown-field', pointer: '/blocks/0/region' }]);
});

test('[PS5] a newer page is refused in words that name both versions', () => {
  const { page, problems } = checkPage({ ...old, schemaVersion: 7 }, facts);
  expect(page).toBeNull();
  expect(problems).toMatchObject([
    { code: 'newer-version', message: expect.stringMatching(/schemaVersion 7.*up to 1/) },
  ]);
});

test('[PS5] steps lead from 0 to the present version without a gap', () => {
  expect(STEPS.map(({ from }) => from)).toEqual(Array.from({ length: SCHEMA_VERSION }, (_, version) => version));
});
