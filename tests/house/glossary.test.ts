import { test } from 'vitest';
import { expectNone, type Complaint } from './complaints.ts';
import { exists, filesIn, linesOf, textOf } from './repository.ts';

const DOCUMENT = 'docs/glossary.md';
const text = textOf(DOCUMENT);
const lineAt = linesOf(text);
const at = (offset: number, sentence: string, remedy: string): Complaint => ({
  file: DOCUMENT,
  line: lineAt(offset),
  sentence,
  remedy,
});

/** Lines of the tables, without their heads. */
const entries = [...text.matchAll(/^\| (?!word |in the code ).*\|$/gm)];

test('every name of docs/glossary.md stands in the file that it names', () => {
  expectNone(
    entries.flatMap(({ 0: line, index }) => {
      const [, name, file] = /`(\w+)` in `([\w./-]+)` \|$/.exec(line) ?? [];
      if (name === undefined || file === undefined)
        return [
          at(index, 'The line does not end in a name and its file.', 'Write `name` in `src/…` in the last column.'),
        ];
      if (!exists(file)) return [at(index, `${file} is not there.`, 'Name the file that has it now.')];
      return new RegExp(`\\b${name}\\b`).test(textOf(file))
        ? []
        : [at(index, `${file} has no ${name}.`, 'Name what it is called now; a word that is gone loses its line.')];
    }),
  );
});

test('every Chinese term of docs/glossary.md is one of the product', () => {
  const code = filesIn('src', /\.tsx?$/)
    .map(textOf)
    .join('\n');
  expectNone(
    [...text.matchAll(/^\| [^|]+ \| ([^|]*\p{Script=Han}[^|]*) \|/gmu)].flatMap(({ 1: terms = '', index }) =>
      terms
        .split(', ')
        .filter((term) => !code.includes(term))
        .map((term) => at(index, `Nobody reads ${term} in the product.`, 'Write the term that they read.')),
    ),
  );
});
