import { expect, test } from 'vitest';
import { expectNone, type Complaint } from './complaints.ts';
import {
  commentsIn,
  longSentences,
  longSentencesOfComments,
  MOST_CHARACTERS,
  MOST_WORDS,
  namesDeclaredIn,
  partsOfName,
  passagesOfMarkdown,
  wrongOpenings,
  type Passage,
  type Sentence,
} from './prose.ts';
import { filesIn, textOf } from './repository.ts';

/** Documents that are no part of this check: decisions and measurements are history, docs/admin is for editors. */
const UNCHECKED_DOCUMENTS = /^docs\/(?:decisions\/|admin\/|bench\.md)/;

const tooLong = (file: string, { line, text, words, characters }: Sentence): Complaint => ({
  file,
  line,
  sentence: `A sentence has ${words > MOST_WORDS ? `${words} words` : `${characters} characters`}: ${text.slice(0, 60)}…`,
  remedy: `Split it: at most ${MOST_WORDS} words, or ${MOST_CHARACTERS} Chinese characters.`,
});

const wrongOpening = (file: string, { line, opening, text }: Passage & { opening: string }): Complaint => ({
  file,
  line,
  sentence: `A comment begins with “${opening}”: ${text.split('\n', 1)[0]!.slice(0, 60)}`,
  remedy: 'Begin with the noun that it describes, or with a verb.',
});

const documents = ['README.md', ...filesIn('docs', /\.md$/)].filter((file) => !UNCHECKED_DOCUMENTS.test(file));
const modules = [...filesIn('src', /\.(ts|tsx|mjs|css)$/), ...filesIn('tests', /\.(ts|tsx|mjs|css)$/)];

test('sentences of the documents are short', () => {
  expectNone(
    documents.flatMap((file) =>
      longSentences(passagesOfMarkdown(textOf(file))).map((sentence) => tooLong(file, sentence)),
    ),
  );
});

test('comments begin with a noun or a verb, and their sentences are short', () => {
  expectNone(
    modules.flatMap((file) => {
      const comments = commentsIn(file, textOf(file));
      return [
        ...wrongOpenings(comments).map((opening) => wrongOpening(file, opening)),
        ...longSentencesOfComments(comments).map((sentence) => tooLong(file, sentence)),
      ];
    }),
  );
});

/** Words of a name that do not say what it is, each with words to use. */
const VAGUE: Readonly<Record<string, string>> = {
  told: 'reported, listed, message, summary',
  asked: 'requested, query, open, params',
  kept: 'stored, cached, remaining',
  standing: 'state, covered',
  said: 'text, words, content, message',
  wish: 'option, choice',
  unfit: 'misfit',
  apart: 'separate, distance',
  deed: 'action',
};

/** Declared names that stay, by file. */
const STAYING: Readonly<Record<string, readonly string[]>> = {
  // the table is `kept`
  'src/server/db/kept.ts': ['findKept', 'forgetKept', 'keptOnce'],
};

test('names are words of the field', () => {
  expectNone(
    modules
      .filter((file) => !file.endsWith('.css'))
      .flatMap((file) =>
        namesDeclaredIn(file, textOf(file)).flatMap(({ line, name }) =>
          STAYING[file]?.includes(name)
            ? []
            : partsOfName(name)
                .filter((part) => Object.hasOwn(VAGUE, part))
                .map((part) => ({
                  file,
                  line,
                  sentence: `The name ${name} says “${part}”.`,
                  remedy: `Name it by a word of the field, such as ${VAGUE[part]}.`,
                })),
        ),
      ),
  );
});

test('a vague word is found in every form of a declared name, and in no property', () => {
  const code = [
    'const MOST_TOLD = 1; const { told, kept: isKept, ...said } = row; let [wish] = [1];',
    'function standingOf(asked: string, { apart = 1 }) { return { deed: asked, unfit: row.kept }; }',
    'interface Kept { told: string } type Deeds = string; class Unfit {}',
  ].join('\n');
  const names = namesDeclaredIn('a.ts', code).map(({ name }) => name);
  expect(names.filter((name) => partsOfName(name).some((part) => Object.hasOwn(VAGUE, part)))).toEqual([
    'MOST_TOLD',
    'isKept',
    'said',
    'wish',
    'standingOf',
    'asked',
    'Kept',
    'Unfit',
  ]);
});

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

test('a long sentence is found wherever it stands, and code counts as one word', () => {
  const code = [
    `/** Short. Then ${words(30)}. */`,
    `const a = 1; // ${words(31)}`,
    '// begins here',
    `// and ${words(28)}`,
    '/**',
    ' * Takes a value.',
    ` * @param value ${words(30)}`,
    ` * @throws {Error} ${words(31)}`,
    ' */',
    `const b = '// ${words(40)}';`,
    `/* ${'字'.repeat(81)}。 */`,
  ].join('\n');
  expect(longSentencesOfComments(commentsIn('a.ts', code)).map(({ line }) => line)).toEqual([1, 2, 3, 8, 11]);
  const document = `# ${words(31)}\n\n| ${words(15)} | ${words(16)} |\n\n- **AB1** closed: (ours) ${words(30)}\n- ${words(20)}\n  ${words(11)}\n\n\`\`\`\n${words(40)}\n\`\`\`\n`;
  expect(longSentences(passagesOfMarkdown(document)).map(({ line }) => line)).toEqual([1, 6]);
  expect(longSentences([{ line: 1, text: `Run \`${words(20)}\` and ${words(27)}.` }])).toEqual([]);
});

test('a comment that begins with neither noun nor verb is found in every form', () => {
  const code = [
    '/** What it holds. */',
    'const a = <p>{/* of a page */}</p>; // whoever asks',
    '// The list',
    '// of names',
    '// eslint-disable-next-line',
    'const b = `/* what */`;',
    '/**',
    ' * Those that stay.',
    ' */',
  ].join('\n');
  expect(wrongOpenings(commentsIn('a.tsx', code)).map(({ opening }) => opening)).toEqual([
    'What',
    'of',
    'whoever',
    'Those',
  ]);
  expect(wrongOpenings(commentsIn('a.css', '/* which one */ a { color: red; } /* one */')).length).toBe(1);
});
