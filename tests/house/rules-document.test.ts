import { expect, test } from 'vitest';
import { filesIn, lineAt, textOf } from './repository.ts';
import { idsIn, readTitles, titlesIn } from './titles.ts';

const DOCUMENT = 'docs/rules.md';
const rules = [...textOf(DOCUMENT).matchAll(/^- \*\*([A-Z]{2}\d+)\*\* (closed|open \(console\)): \S/gm)].map(
  ([, id, state]) => ({ id: id!, closed: state === 'closed' }),
);
const known = new Set(rules.map(({ id }) => id));
const { titles } = readTitles();

test('docs/rules.md states each rule once, as closed or as open with what will close it', () => {
  const lines = textOf(DOCUMENT)
    .split('\n')
    .filter((line) => line.startsWith('- **'));
  expect(lines.filter((line) => !/^- \*\*[A-Z]{2}\d+\*\* (closed|open \(console\)): \S/.test(line))).toEqual([]);
  expect(rules.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([]);
  expect(rules.length).toBe(lines.length);
});

test('the rules of a topic are numbered without a gap: a rule that dies keeps its number', () => {
  const topics = Map.groupBy(rules, ({ id }) => id.slice(0, 2));
  const gaps = [...topics]
    .flatMap(([topic, { length }]) => Array.from({ length }, (_, at) => `${topic}${at + 1}`))
    .filter((id) => !known.has(id));
  expect(gaps).toEqual([]);
});

test('every closed rule has a test whose title carries its id', () => {
  const tested = new Set(titles.flatMap(({ text }) => idsIn(text)));
  expect(rules.filter(({ id, closed }) => closed && !tested.has(id)).map(({ id }) => id)).toEqual([]);
});

test('no test cites a rule that does not exist', () => {
  const unknown = titles.flatMap(({ file, line, text }) =>
    idsIn(text)
      .filter((id) => !known.has(id))
      .map((id) => `${file}:${line}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('no source file or document cites a rule that does not exist', () => {
  const topics = [...new Set(rules.map(({ id }) => id.slice(0, 2)))].join('|');
  const cited = new RegExp(`\\b(?:${topics})\\d{1,2}\\b`, 'g');
  const files = [...filesIn('src', /\.(ts|tsx|mjs|css|sql)$/), ...filesIn('docs', /\.md$/), 'README.md'];
  const unknown = files.flatMap((file) => {
    const text = textOf(file);
    // only prose: in code such a word may be data
    const comments = file.endsWith('.md') ? [{ 0: text, index: 0 }] : text.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*|--.*/g);
    return [...comments].flatMap((comment) =>
      [...comment[0].matchAll(cited)]
        .filter(([id]) => !known.has(id))
        .map((found) => `${file}:${lineAt(text, comment.index + found.index)}: ${found[0]}`),
    );
  });
  expect(unknown).toEqual([]);
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
