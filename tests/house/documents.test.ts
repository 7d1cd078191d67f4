import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import { checkRegister } from '#page/check-register.ts';
import { formatProblem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registryOf, type Registry } from '#page/registry.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { KIND_NAMES } from '#kinds/index.ts';
import { actProblems } from '#tools/publish-act/act-structure.ts';
import { readModule } from './modules.ts';
import { exists, filesIn, root, tableBelow, textOf } from './repository.ts';

interface Example {
  from: string;
  language: string;
  code: string;
}

/** Fenced blocks of the documents, without the indent of the list that they stand in. */
const examples: Example[] = [...filesIn('docs', /\.md$/), 'README.md'].flatMap((from) =>
  [...textOf(from).matchAll(/^( *)(?:\d+\. )?```(\w*)\n([\s\S]*?)^\1 *```/gm)].map(([, , language = '', code = '']) => {
    const indent = Math.min(
      ...code
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => /^ */.exec(line)![0].length),
    );
    return { from, language, code: code.replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '') };
  }),
);
const shown = examples
  .filter(({ language }) => language === 'json')
  .map(({ from, code }) => ({ from, document: JSON.parse(code) as Record<string, unknown> }));
/** a page that is shown inside the change that publishes it counts as a page */
const documents = shown.map(({ from, document }) => ({
  from,
  document: document.kind === 'page' ? (document.document as Record<string, unknown>) : document,
}));

test('registers and pages shown in the documents pass the check', () => {
  const registers = documents
    .filter(({ document }) => 'register' in document)
    .map(({ from, document }) => ({ from, ...checkRegister(document) }));
  const known = loadPages({ dir: `${root}page-schemas`, editions: [], widgets, sources }).registers;
  const all: Registry<RegisterDefinition> = Object.assign(
    Object.create(null),
    known,
    ...registers.flatMap(({ register }) => (register ? [{ [register.register]: register }] : [])),
  );
  const facts = {
    widgets: registryOf('widget', widgets),
    sources: registryOf('source', sources),
    registers: all,
    base: '/swhysc',
  };
  const pages = documents
    .filter(({ document }) => 'page' in document)
    .map(({ from, document }) => ({ from, ...checkPage(document, facts) }));
  expect([registers.length, pages.length]).toEqual([
    expect.toSatisfy((count: number) => count > 0),
    expect.toSatisfy((count: number) => count > 0),
  ]);
  expect(
    [...registers, ...pages].flatMap(({ from, problems }) =>
      problems.map((problem) => `${from}: ${formatProblem(problem)}`),
    ),
  ).toEqual([]);
});

test('acts and changes shown in the documents have the form that publish.ts reads, and every kind of change is shown', () => {
  const registers = filesIn('page-schemas/registers', /\.json$/).map((path) => basename(path, '.json'));
  const own = documents.flatMap(({ document }) => ('register' in document ? [String(document.register)] : []));
  const acts = shown.flatMap(({ from, document }) => {
    if ('changes' in document) return [{ from, act: document }];
    return 'kind' in document
      ? [{ from, act: { title: 'one change', writtenBy: 'a', approvedBy: 'b', changes: [document] } }]
      : [];
  });
  expect(
    acts.flatMap(({ from, act }) =>
      actProblems(act, [...registers, ...own]).map((problem) => `${from}: ${formatProblem(problem)}`),
    ),
  ).toEqual([]);
  const kinds = acts.flatMap(({ act }) => (act.changes as { kind: string }[]).map(({ kind }) => kind));
  expect([...new Set(kinds)].toSorted()).toEqual([...KIND_NAMES].toSorted());
});

test('publish.ts tells a missing field, a misspelt one and a misspelt register, each with what was probably meant', () => {
  const change = {
    kind: 'rows',
    document: { definition: 'ib-stff', dataDate: '2026-11-20', departmant: '办公室', rows: [] },
  };
  const problems = actProblems({ title: 't', writtenBy: 'a', changes: [change] }, ['ib-staff', 'ib-branch']);
  expect(problems.map(({ pointer, code, suggestion = '' }) => `${pointer} ${code} ${suggestion}`).toSorted()).toEqual([
    ' missing-field ',
    '/changes/0/document missing-field ',
    '/changes/0/document/definition unknown-register ib-staff',
    '/changes/0/document/departmant unknown-field department',
  ]);
});

test('TypeScript shown in the documents parses, and what it imports is there and is exported', () => {
  const code = examples
    .filter(({ language }) => /^tsx?$/.test(language))
    .map((example, at) => ({ ...example, file: `example-${at}.${example.language}` }));
  const scripts = filesIn('docs', /\.ts$/).map((from) => ({ from, file: 'script.ts', code: textOf(from) }));
  const wrong = [...code, ...scripts].flatMap(({ from, file, code: text }) =>
    readModule(file, text)
      .imports.filter(({ written }) => written.startsWith('#'))
      .flatMap(({ written }) => {
        if (!exists(`src/${written.slice(1)}`)) return [`${from}: ${written} is not there`];
        const names = new RegExp(`import (?:type )?\\{([^}]*)\\} from '${written}'`).exec(text)?.[1] ?? '';
        const exported = textOf(`src/${written.slice(1)}`);
        return names
          .split(',')
          .map((name) => name.trim().replace(/^type | as .*$/g, ''))
          .filter(
            (name) =>
              name !== '' &&
              !new RegExp(`export (?:async )?(?:const|function|class|interface|type) ${name}\\b`).test(exported),
          )
          .map((name) => `${from}: ${written} has no ${name}`);
      }),
  );
  expect(wrong).toEqual([]);
});

test('docs/settings.md lists every setting that the server reads, and no other', () => {
  const names = /const NAMES = \[([\s\S]*?)\] as const/.exec(textOf('src/server/env.ts'))![1]!.match(/[A-Z_]+/g)!;
  expect(
    tableBelow(textOf('docs/settings.md'), 'Settings')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(names.map((name) => `\`${name}\``).toSorted());
});

test('commands named in the documents are scripts of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const unknown = [...filesIn('docs', /\.md$/), 'README.md', 'CHANGELOG.md'].flatMap((file) =>
    [...textOf(file).matchAll(/\bnpm (?:run )?([a-z]+(?:-[a-z]+)*)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => !(name in scripts) && !['scripts'].includes(name))
      .map((name) => `${file}: npm ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('files named in the documents are there', () => {
  const gone = [...filesIn('docs', /\.md$/), 'README.md'].flatMap((file) =>
    [...textOf(file).matchAll(/`((?:src|tests|page-schemas|docs|public)\/[\w./-]+)`/g)]
      .map(([, path]) => path!.replace(/\/$/, ''))
      .filter((path) => !exists(path) && !/branch-manager|complaint|latest-line|pinned-info/.test(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(gone).toEqual([]);
});

test('decisions are numbered without a gap', () => {
  const numbers = filesIn('docs/decisions', /\.md$/).map((path) => Number(/\/(\d{4})-/.exec(path)?.[1]));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});
