import { expect, test } from 'vitest';
import { expectNone, repeated } from './complaints.ts';
import { filesIn, lineOf, linesOf, textOf } from './repository.ts';
import { idsIn, readTitles, titlesIn } from './titles.ts';

const DOCUMENT = 'docs/rules.md';
const rules = [...textOf(DOCUMENT).matchAll(/^- \*\*([A-Z]{2}\d+)\*\* (closed|open \(console\)): \S/gm)].map(
  ([, id, state]) => ({ id: id!, closed: state === 'closed' }),
);
const known = new Set(rules.map(({ id }) => id));
const { titles } = readTitles();

const lineOfRule = (id: string) => lineOf(DOCUMENT, `- **${id}**`);

test('docs/rules.md states each rule once, as closed or as open with what will close it', () => {
  const lines = textOf(DOCUMENT).split('\n');
  expectNone([
    ...lines
      .map((text, at) => ({ text, line: at + 1 }))
      .filter(({ text }) => text.startsWith('- **'))
      .filter(({ text }) => !/^- \*\*[A-Z]{2}\d+\*\* (closed|open \(console\)): \S/.test(text))
      .map(({ line }) => ({
        file: DOCUMENT,
        line,
        sentence: 'A rule is not stated as the others are.',
        remedy: 'Write: - **AB1** closed: what holds.',
      })),
    ...repeated(
      rules.map(({ id }) => id),
      (id) => ({
        file: DOCUMENT,
        line: lineOfRule(id),
        sentence: `${id} stands twice.`,
        remedy: 'Give the newer one the next number.',
      }),
    ),
  ]);
});

test('the rules of a topic are numbered without a gap: a rule that dies keeps its number', () => {
  const topics = Map.groupBy(rules, ({ id }) => id.slice(0, 2));
  expectNone(
    [...topics]
      .flatMap(([topic, { length }]) => Array.from({ length }, (_, at) => `${topic}${at + 1}`))
      .filter((id) => !known.has(id))
      .map((id) => ({
        file: DOCUMENT,
        line: lineOf(DOCUMENT, `- **${id.slice(0, 2)}`),
        sentence: `${id} is missing, and later numbers are there.`,
        remedy: 'Bring it back, or take this number for the new rule.',
      })),
  );
});

test('every closed rule has a test whose title carries its id', () => {
  const tested = new Set(titles.flatMap(({ text }) => idsIn(text)));
  expectNone(
    rules
      .filter(({ id, closed }) => closed && !tested.has(id))
      .map(({ id }) => ({
        file: DOCUMENT,
        line: lineOfRule(id),
        sentence: `No test carries the rule ${id} in its title.`,
        remedy: `Title the test that shows it: [${id}] …`,
      })),
  );
});

test('no test cites a rule that does not exist', () => {
  expectNone(
    titles.flatMap(({ file, line, text }) =>
      idsIn(text)
        .filter((id) => !known.has(id))
        .map((id) => ({
          file,
          line,
          sentence: `There is no rule ${id}.`,
          remedy: `State it in ${DOCUMENT}, or cite another.`,
        })),
    ),
  );
});

test('no source file or document cites a rule that does not exist', () => {
  const topics = [...new Set(rules.map(({ id }) => id.slice(0, 2)))].join('|');
  const cited = new RegExp(`\\b(?:${topics})\\d{1,2}\\b`, 'g');
  const files = [...filesIn('src', /\.(ts|tsx|mjs|css|sql)$/), ...filesIn('docs', /\.md$/), 'README.md'];
  expectNone(
    files.flatMap((file) => {
      const text = textOf(file);
      const lineAt = linesOf(text);
      // only prose: in code such a word may be data
      const comments = file.endsWith('.md') ? [{ 0: text, index: 0 }] : text.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*|--.*/g);
      return [...comments].flatMap((comment) =>
        [...comment[0].matchAll(cited)]
          .filter(([id]) => !known.has(id))
          .map((found) => ({
            file,
            line: lineAt(comment.index + found.index),
            sentence: `There is no rule ${found[0]}.`,
            remedy: `State it in ${DOCUMENT}, or cite another.`,
          })),
      );
    }),
  );
});

test('titles are found in every form that a test has', () => {
  const code =
    "test('[AA1] a', f); it.each([[1]])('[AA2] b %s', f); describe('[AA3] c', () => { test(`[AA4] ${x}`, f) }); expect('[AA5]');";
  expect(
    titlesIn('x.test.ts', code)
      .titles.flatMap(({ text }) => idsIn(text))
      .sort(),
  ).toEqual(['AA1', 'AA2', 'AA3', 'AA4']);
});
