import { expect, test } from 'vitest';
import { schemaFiles } from '#cli/schema-files.ts';
import { checkPage } from '#page/check-page.ts';
import { registryOf } from '#page/registry.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { expectNone } from './complaints.ts';
import { documentsIn, lineOf, root, textOf } from './repository.ts';

test.each(schemaFiles().map(({ file, text }) => [file.slice(root.length), text] as const))(
  '%s is what `npm run schemas` writes',
  (file, text) => {
    const stale = {
      file,
      sentence: 'It is not what the code says now.',
      remedy: 'Run npm run schemas.',
    };
    expectNone(textOf(file) === text ? [] : [stale]);
  },
);

test('a document names the schema that completes it in an editor', () => {
  expectNone(
    documentsIn<{ $schema?: string }>(/\/.*\/.*\.json$/)
      .map(({ file, document }) => ({
        file,
        named: document.$schema,
        wanted: file.startsWith('page-schemas/registers/') ? '../register.schema.json' : '../page.schema.json',
      }))
      .filter(({ named, wanted }) => named !== wanted)
      .map(({ file, wanted }) => ({
        file,
        line: lineOf(file, '"$schema"'),
        sentence: 'It does not name the schema that completes it in an editor.',
        remedy: `Write "$schema": "${wanted}".`,
      })),
  );
});

test('[PS2] a page is blocks in named places: no block inside a block, no expression, no code', () => {
  const facts = {
    widgets: registryOf('widget', widgets),
    sources: registryOf('source', sources),
    registers: registryOf('register', []),
  };
  const block = { id: 'list', place: 'main', widget: 'article-list', source: { name: 'info-list' } };
  const codes = (changed: object) =>
    checkPage(
      { schemaVersion: 1, page: 'tried', for: { url: 'tried' }, layout: 'channel', blocks: [{ ...block, ...changed }] },
      facts,
    ).problems.map(({ code, pointer }) => `${code} ${pointer}`);
  const withParam = (value: unknown) => codes({ source: { name: 'info-list', params: { pageSize: value } } });
  expect(codes({})).toEqual([]);
  expect(codes({ place: 'left' })).toEqual(['unknown-place /blocks/0/place']);
  expect(codes({ blocks: [block] })).toEqual(['unknown-field /blocks/0/blocks']);
  expect(codes({ visibleOn: 'query.tab === 1' })).toEqual(['unknown-field /blocks/0/visibleOn']);
  expect(withParam('${query.size}')).toEqual(['wrong-type /blocks/0/source/params/pageSize']);
  expect(withParam({ from: 'script', code: 'size()' })).toEqual(['not-a-choice /blocks/0/source/params/pageSize']);
  expect(withParam({ from: 'address', name: 'size' })).toEqual([]);
});
