import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import type { ProblemCode } from '#page/problems.ts';
import { facts } from './world.ts';

type Json = Record<string, any>;

const table = (more: Json = {}) => ({
  id: 'rows',
  place: 'main',
  widget: 'table-view',
  source: { name: 'register', params: { register: 'staff' } },
  ...more,
});
const content = (more: Json = {}) => ({
  id: 'content',
  place: 'bottom',
  widget: 'content-view',
  address: 'notes',
  source: { name: 'channel-content' },
  ...more,
});
const lists = (more: Json = {}) => ({
  id: 'lists',
  place: 'main',
  widget: 'list-view',
  eachListBelow: 'news',
  source: { name: 'home-news' },
  ...more,
});
const good = (more: Json = {}): Json => ({
  schemaVersion: 1,
  page: 'staff',
  for: { channel: 'fundSaleStaff' },
  layout: 'channel',
  blocks: [table(), content()],
  ...more,
});
const codes = (document: unknown) =>
  checkPage(document, facts).problems.map(({ code, pointer }) => `${code} ${pointer}`);

test('[PS1] a good page passes, with claims as a list and defaults filled in', () => {
  const { page, problems } = checkPage(
    good({
      $schema: '../page.schema.json',
      blocks: [{ id: 'news', place: 'main', widget: 'list-view', source: { name: 'info-list' } }],
    }),
    facts,
  );
  expect(problems).toEqual([]);
  expect(page).toMatchObject({
    for: [{ channel: 'fundSaleStaff' }],
    blocks: [{ props: { dates: 'right', summaries: true } }],
  });
  expect(page).not.toHaveProperty('$schema');
});

test('[PS1] the document that is checked is left as it was', () => {
  const document = good({ schemaVersion: 0, for: { id: 'x' } });
  const before = structuredClone(document);
  checkPage(document, facts);
  expect(document).toEqual(before);
});

const broken: [ProblemCode, string, Json][] = [
  ['missing-field', '', (({ layout: _layout, ...rest }) => rest)(good())],
  ['missing-field', '', (({ schemaVersion: _version, ...rest }) => rest)(good())],
  ['unknown-field', '/blokcs', good({ blokcs: [] })],
  ['wrong-type', '/title', good({ title: 7 })],
  ['wrong-type', '/for/0', good({ for: ['fundSaleStaff'] })],
  ['not-a-choice', '/for/contentKind', good({ for: { contentKind: 'lst' } })],
  [
    'not-a-choice',
    '/blocks/0/props/dates',
    good({
      blocks: [
        { id: 'a', place: 'main', widget: 'list-view', props: { dates: 'blok' }, source: { name: 'info-list' } },
      ],
    }),
  ],
  [
    'not-a-choice',
    '/blocks/0/source/params/register',
    good({ blocks: [table({ source: { name: 'register', params: { register: { from: 'cookie' } } } })] }),
  ],
  [
    'out-of-range',
    '/blocks/0/source/params/pageSize',
    good({ blocks: [table({ source: { name: 'register', params: { register: 'staff', pageSize: 5000 } } })] }),
  ],
  ['bad-format', '/page', good({ page: 'Staff List' })],
  ['newer-version', '/schemaVersion', good({ schemaVersion: 2 })],
  ['unknown-claim', '/for/chanel', good({ for: { chanel: 'x' } })],
  ['unknown-claim', '/for', good({ for: { channel: 'x', url: 'y' } })],
  ['repeated-claim', '/for/1', good({ for: [{ url: 'a' }, { url: 'a' }] })],
  ['unreachable-claim', '/for/url', good({ for: { url: 'https://elsewhere.example' } })],
  ['unreachable-claim', '/for/url', good({ for: { url: '/news/company' } })],
  ['unreachable-claim', '/for/path', good({ for: { path: '/branch/' } })],
  ['unreachable-claim', '/for/path', good({ for: { path: '/swhysc/branch' } })],
  ['unknown-layout', '/layout', good({ layout: 'chanel' })],
  ['unknown-place', '/blocks/0/place', good({ blocks: [table({ place: 'mian' })] })],
  ['unknown-widget', '/blocks/0/widget', good({ blocks: [table({ widget: 'tabel-view' })] })],
  ['unknown-widget', '/blocks/0/widget', good({ blocks: [table({ widget: 'constructor' })] })],
  ['unknown-source', '/blocks/0/source/name', good({ blocks: [table({ source: { name: 'registre', params: {} } })] })],
  [
    'unknown-param',
    '/blocks/0/source/params/levle',
    good({ blocks: [table({ source: { name: 'register', params: { register: 'staff', levle: '1' } } })] }),
  ],
  ['missing-param', '/blocks/0/source/params', good({ blocks: [table({ source: { name: 'register' } })] })],
  [
    'missing-param',
    '/blocks/0/source/params',
    good({ for: { path: '/branch' }, blocks: [lists({ eachListBelow: undefined })] }),
  ],
  [
    'unknown-path-name',
    '/blocks/0/source/params/id/name',
    good({
      for: { path: '/x/{no}' },
      layout: 'detail',
      blocks: [
        {
          id: 'a',
          place: 'main',
          widget: 'article-view',
          source: { name: 'info-content', params: { id: { from: 'path', name: 'nr' } } },
        },
      ],
    }),
  ],
  [
    'unknown-register',
    '/blocks/0/source/params/register',
    good({ blocks: [table({ source: { name: 'register', params: { register: 'staf' } } })] }),
  ],
  [
    'unknown-register',
    '/blocks/0/source/params/register',
    good({ blocks: [table({ source: { name: 'register', params: { register: 'staf', level: '1' } } })] }),
  ],
  [
    'unknown-choice',
    '/blocks/0/source/params/level',
    good({ blocks: [table({ source: { name: 'register', params: { register: 'staff', level: '2' } } })] }),
  ],
  ['shapes-differ', '/blocks/0/source', good({ blocks: [table({ source: { name: 'info-list' } })] })],
  ['missing-source', '/blocks/0', good({ blocks: [table({ source: undefined })] })],
  ['no-lists', '/blocks/0/eachListBelow', good({ blocks: [table({ eachListBelow: 'news' }), content()] })],
  [
    'no-lists',
    '/blocks/0/eachListBelow',
    good({ blocks: [lists({ tab: '新闻' }), lists({ id: 'more', tab: '更多', eachListBelow: undefined })] }),
  ],
  ['no-lists', '/blocks/0/eachListBelow', good({ blocks: [lists({ widget: 'note', props: {}, source: undefined })] })],
  ['bad-format', '/blocks/0/eachListBelow', good({ blocks: [lists({ eachListBelow: '/news' })] })],
  ['duplicate-block', '/blocks/1/id', good({ blocks: [table(), content({ id: 'rows' })] })],
  ['lone-tab', '/blocks/0/tab', good({ blocks: [table({ tab: '人员' }), content()] })],
  [
    'lone-tab',
    '/blocks/0/tab',
    good({ blocks: [table({ tab: '人员' }), table({ id: 'more', tab: '人员', address: 'more' })] }),
  ],
  ['address-clash', '/blocks/1', good({ blocks: [table(), content({ address: undefined })] })],
];

describe('[PS1] one problem, told by code and pointer', () => {
  test.each(broken)('%s at "%s"', (code, pointer, document) => {
    expect(codes(document)).toEqual([`${code} ${pointer}`]);
    expect(checkPage(document, facts).page).toBeNull();
  });
});

test('[PS1] a name that is nearly right is answered with what was meant', () => {
  const suggestions = (document: Json) => checkPage(document, facts).problems.map(({ suggestion }) => suggestion);
  expect(suggestions(good({ blocks: [table({ widget: 'tabel-view' })] }))).toEqual(['table-view']);
  expect(
    suggestions(
      good({ blocks: [table({ source: { name: 'register', params: { register: 'staff', fuzyItem: '王' } } })] }),
    ),
  ).toEqual(['fuzzyItem']);
  expect(suggestions(good({ for: { path: '/swhysc/branch' } }))).toEqual(['/branch']);
  expect(suggestions(good({ blocks: [table({ widget: 'zzzzzzzzz' })] }))).toEqual([undefined]);
});

test('[PS1] all problems of a document at once', () => {
  const document = good({
    titel: '人员',
    for: [{ chanel: 'x' }, { url: '/news' }],
    layout: 'channel',
    blocks: [
      table({ place: 'mian', widget: 'tabel-view' }),
      table({ source: { name: 'info-lst' } }),
      content({ address: 'Notes' }),
      7,
    ],
  });
  expect(checkPage(document, facts).problems).toMatchSnapshot();
});

test('[PS1] tabs of one place need no prefix, because one is shown at a time', () => {
  expect(codes(good({ blocks: [table({ tab: '甲' }), table({ id: 'more', tab: '乙' })] }))).toEqual([]);
});

test('[PS1] tabs of different places are shown at once', () => {
  const tabs = (place: string) => [
    table({ id: `${place}-a`, place, tab: '甲' }),
    table({ id: `${place}-b`, place, tab: '乙' }),
  ];
  expect(codes(good({ blocks: [...tabs('main'), ...tabs('bottom')] }))).toContain('address-clash /blocks/2');
});

test('[PS1] a filter stated by both blocks is meant to be shared', () => {
  const shared = { register: 'staff', pageNum: 1, pageSize: 5, fuzzyItem: { from: 'address', name: 'q' } };
  expect(
    codes(
      good({
        blocks: [
          table({ source: { name: 'register', params: shared } }),
          table({ id: 'more', source: { name: 'register', params: shared } }),
        ],
      }),
    ),
  ).toEqual([]);
});

test('[PS1] depth, size and number of values are limited', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect(codes(good({ title: nested(40) }))).toEqual(['too-deep ']);
  expect(codes(good({ title: Array.from({ length: 6000 }, () => 1) }))).toEqual(['too-many-nodes ']);
  expect(codes(good({ title: '长'.repeat(100_000) }))).toEqual(['too-large ']);
  let bottomless: unknown = 1;
  for (let depth = 0; depth < 200_000; depth += 1) bottomless = [bottomless];
  expect(codes(good({ title: bottomless }))).toEqual(['too-deep ']);
});

test('[PS1] what is no object is refused', () => {
  expect([null, 7, 'page', [], undefined].map(codes)).toEqual(Array.from({ length: 5 }, () => ['wrong-type ']));
});

test('[PS1] a check never throws, whatever the document is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const { page, problems } = checkPage(value, facts);
      expect(page === null).toBe(problems.length > 0);
    }),
    { numRuns: 300 },
  );
  // documents that are nearly right reach further than arbitrary ones
  const value = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom<unknown>(
        'register',
        'staff',
        'table-view',
        'main',
        { from: 'path', name: 'id' },
        {},
        [],
        null,
        1,
      ),
    },
    fc.jsonValue({ maxDepth: 3 }),
  );
  const object = (...keys: string[]) =>
    fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
  const block = fc.record(
    {
      id: value,
      place: value,
      tab: value,
      widget: value,
      props: value,
      address: value,
      source: fc.oneof(
        value,
        fc.record({ name: value, params: fc.oneof(value, object('register', 'pageNum', 'level', '__proto__')) }),
      ),
    },
    { requiredKeys: [] },
  );
  const page = fc.record({
    schemaVersion: fc.constantFrom<unknown>(0, 1, 1.5, -1, '1'),
    page: value,
    for: fc.oneof(value, object('path', 'channel', 'url', 'id')),
    layout: fc.oneof(value, fc.constant('channel')),
    blocks: fc.oneof(value, fc.array(fc.oneof(block, value))),
  });
  fc.assert(
    fc.property(page, (document) => {
      checkPage(document, facts);
    }),
    { numRuns: 500 },
  );
});
