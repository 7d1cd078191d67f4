import { test } from 'vitest';
import { expectNone } from './complaints.ts';
import { lineOf, tableBelow, textOf } from './repository.ts';

const DOCUMENT = 'docs/how-to/widgets-and-sources.md';

test('docs/how-to/widgets-and-sources.md says what each prop does, what each source is and what each param asks for', () => {
  expectNone(
    ['Widgets', 'Sources'].flatMap((heading) =>
      tableBelow(textOf(DOCUMENT), heading)
        .filter((cells) => cells[0]!.endsWith(':') || (cells.at(-1) === '' && cells[1] !== 'no params'))
        .map((cells) => ({
          file: DOCUMENT,
          line: lineOf(DOCUMENT, `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`),
          sentence: 'npm run schemas wrote this line, and its words are missing.',
          remedy: 'Say in the last column what the value does, and behind a source’s name what the source is.',
        })),
    ),
  );
});
