import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import { checkRegister } from '#page/check-register.ts';
import { formatProblem, type Problem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registryOf, type Registry } from '#page/registry.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { SETTINGS } from '#server/setting-reader.ts';
import { KIND_NAMES } from '#kinds/index.ts';
import { fileProblems } from '#cli/import-changes/structure.ts';
import { expectNone, unequal, type Complaint } from './complaints.ts';
import { readModule } from './modules.ts';
import { exists, filesIn, lineOf, linesOf, root, tableBelow, textOf } from './repository.ts';

interface Place {
  file: string;
  line: number;
}

interface Example {
  place: Place;
  language: string;
  code: string;
}

/** Fenced blocks of the documents, without the indent of the list that they stand in. */
const examples: Example[] = [...filesIn('docs', /\.md$/), 'README.md'].flatMap((file) => {
  const text = textOf(file);
  const lineAt = linesOf(text);
  return [...text.matchAll(/^( *)(?:\d+\. )?```(\w*)\n([\s\S]*?)^\1 *```/gm)].map((found) => {
    const [, , language = '', code = ''] = found;
    const indent = Math.min(
      ...code
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => /^ */.exec(line)![0].length),
    );
    const place = { file, line: lineAt(found.index) };
    return { place, language, code: code.replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '') };
  });
});
const shown = examples
  .filter(({ language }) => language === 'json')
  .map(({ place, code }) => ({ place, document: JSON.parse(code) as Record<string, unknown> }));
/** a page that is shown inside the change that publishes it counts as a page */
const documents = shown.map(({ place, document }) => ({
  place,
  document: document.kind === 'page' ? (document.document as Record<string, unknown>) : document,
}));
const ofExample = (place: Place, problem: Problem): Complaint => ({
  ...place,
  sentence: `The example is refused: ${formatProblem(problem)}`,
  remedy: 'Show one that the product takes.',
});

test('registers and pages shown in the documents pass the check', () => {
  const registers = documents
    .filter(({ document }) => 'register' in document)
    .map(({ place, document }) => ({ place, ...checkRegister(document) }));
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
    .map(({ place, document }) => ({ place, ...checkPage(document, facts) }));
  expect([registers.length, pages.length]).toEqual([
    expect.toSatisfy((count: number) => count > 0),
    expect.toSatisfy((count: number) => count > 0),
  ]);
  expectNone(
    [...registers, ...pages].flatMap(({ place, problems }) => problems.map((problem) => ofExample(place, problem))),
  );
});

test('files and changes shown in the documents have the form that import-changes reads, and every kind of change is shown', () => {
  const registers = filesIn('page-schemas/registers', /\.json$/).map((path) => basename(path, '.json'));
  const own = documents.flatMap(({ document }) => ('register' in document ? [String(document.register)] : []));
  const files = shown.flatMap(({ place, document }) => {
    if ('changes' in document) return [{ place, file: document }];
    return 'kind' in document ? [{ place, file: { title: 'one change', changes: [document] } }] : [];
  });
  expectNone(
    files.flatMap(({ place, file }) =>
      fileProblems(file, [...registers, ...own]).map((problem) => ofExample(place, problem)),
    ),
  );
  const kinds = files.flatMap(({ file }) => (file.changes as { kind: string }[]).map(({ kind }) => kind));
  expectNone(
    KIND_NAMES.filter((kind) => !kinds.includes(kind)).map((kind) => ({
      file: 'docs/how-to/import-changes.md',
      sentence: `No document shows a change of the kind ${kind}.`,
      remedy: 'Show one, in a json block.',
    })),
  );
});

test('import-changes tells a missing field, a misspelt one and a misspelt register, each with what was probably meant', () => {
  const change = {
    kind: 'rows',
    document: { definition: 'ib-stff', dataDate: '2026-11-20', departmant: '办公室', rows: [] },
  };
  const problems = fileProblems({ changes: [change] }, ['ib-staff', 'ib-branch']);
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
  const scripts = filesIn('docs', /\.ts$/).map((from) => ({
    place: { file: from, line: 1 },
    file: 'script.ts',
    code: textOf(from),
  }));
  expectNone(
    [...code, ...scripts].flatMap(({ place, file, code: text }) =>
      readModule(file, text)
        .imports.filter(({ written }) => written.startsWith('#'))
        .flatMap(({ written, line }) => {
          const at = { file: place.file, line: place.line + line };
          if (!exists(`src/${written.slice(1)}`))
            return [{ ...at, sentence: `There is no ${written}.`, remedy: 'Import a file that is there.' }];
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
            .map((name) => ({
              ...at,
              sentence: `${written} exports no ${name}.`,
              remedy: 'Import what it exports.',
            }));
        }),
    ),
  );
});

test('docs/settings.md lists every setting that the server reads, and no other', () => {
  const names: readonly string[] = SETTINGS;
  const file = 'docs/settings.md';
  expectNone(
    unequal({
      found: tableBelow(textOf(file), 'Settings').map(([name]) => name!),
      wanted: names.map((name) => `\`${name}\``),
      superfluous: (name) => ({
        file,
        line: lineOf(file, `| ${name} |`),
        sentence: `The server reads no setting ${name}.`,
        remedy: 'Remove the line, or add the name to SETTINGS in src/server/env.ts.',
      }),
      missing: (name) => ({
        file: 'src/server/env.ts',
        line: lineOf('src/server/env.ts', name.replaceAll('`', "'")),
        sentence: `The setting ${name} is not in ${file}.`,
        remedy: 'Add a line to its table Settings.',
      }),
    }),
  );
});

/** Places in documents where a pattern stands with a word that is not well. */
const cited = (
  files: readonly string[],
  pattern: RegExp,
  well: (word: string) => boolean,
): (Place & { word: string })[] =>
  files.flatMap((file) => {
    const text = textOf(file);
    const lineAt = linesOf(text);
    return [...text.matchAll(pattern)]
      .filter(([, word]) => !well(word!))
      .map((found) => ({ file, line: lineAt(found.index), word: found[1]! }));
  });

test('the README is read in a few minutes, and docs/README.md leads to every document', () => {
  const words = textOf('README.md').split('## More')[0]!.split(/\s+/).filter(Boolean);
  const index = textOf('docs/README.md');
  const documents = filesIn('docs', /\.md$/).filter(
    (file) => file !== 'docs/README.md' && !/^docs\/(decisions|admin)\//.test(file),
  );
  expectNone([
    ...(words.length > 500
      ? [
          {
            file: 'README.md',
            line: 1,
            sentence: `It has ${words.length} words; at most 500 are read.`,
            remedy: 'Move what few need to docs/README.md.',
          },
        ]
      : []),
    ...documents
      .filter((file) => !index.includes(`](${file.slice('docs/'.length)})`))
      .map((file) => ({
        file: 'docs/README.md',
        line: 1,
        sentence: `It does not lead to ${file}.`,
        remedy: 'Name it under the reader who wants it.',
      })),
  ]);
});

test('commands named in the documents are scripts of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const files = [...filesIn('docs', /\.md$/), 'README.md', 'CHANGELOG.md'];
  expectNone(
    cited(
      files,
      /\bnpm (?:run )?([a-z]+(?:-[a-z]+)*)\b/g,
      (name) => name in scripts || name === 'scripts' || name === 'ci',
    ).map(({ word, ...place }) => ({
      ...place,
      sentence: `package.json has no script ${word}.`,
      remedy: 'Name one that npm run lists.',
    })),
  );
});

test('files named in the documents are there', () => {
  const files = [...filesIn('docs', /\.md$/), 'README.md'];
  const invented = /branch-manager|complaint|latest-line|pinned-info/;
  expectNone(
    cited(
      files,
      /`((?:src|tests|page-schemas|docs|public)\/[\w./-]+)`/g,
      (path) => exists(path.replace(/\/$/, '')) || invented.test(path),
    ).map(({ word, ...place }) => ({
      ...place,
      sentence: `${word} is not there.`,
      remedy: 'Name the file that it has become, or leave the path out.',
    })),
  );
});

test('decisions are numbered without a gap', () => {
  expectNone(
    filesIn('docs/decisions', /\.md$/)
      .map((file, at) => ({ file, number: Number(/\/(\d{4})-/.exec(file)?.[1]), wanted: at + 1 }))
      .filter(({ number, wanted }) => number !== wanted)
      .map(({ file, wanted }) => ({
        file,
        sentence: 'The decisions before it and its number leave a gap or meet.',
        remedy: `Number it ${String(wanted).padStart(4, '0')}.`,
      })),
  );
});
