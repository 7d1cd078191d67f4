import { expect, test } from 'vitest';
import { expectNone, type Complaint } from './complaints.ts';
import { filesIn, textOf } from './repository.ts';

/** file in which an answer gets its type from the description of its call */
const TYPED = 'src/console/calls/call.ts';

/**
 * Answers of calls that are given a type by hand: a cast of what useRead, send or call answers, or of `data`. What a
 * failed call says beside its code (`reason.data`, `refusal.data`) is described by no call.
 */
function castAnswers(code: string): { line: number; cast: string }[] {
  const casts = [
    /(?<!\b(?:reason|refusal)\.)\bdata[!?]?\)?\s+as\s+(?!const\b)[\w{[(]+/g,
    /\b(?:useRead|useOnce|send|call)\((?:[^;()]|\([^()]*\))*\)\)*\s+as\s+(?!const\b)[\w{[(]+/g,
    /\b(?:useRead|useOnce|useSend|send|call)<(?!Name\b)[^>\n]+>\(/g,
  ];
  return casts.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ 0: cast, index }) => ({ line: code.slice(0, index).split('\n').length, cast })),
  );
}

test('answers of console calls are typed by the description of the call, never by hand', () => {
  const files = ['src/console', 'src/kinds', 'src/features']
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    // the server's halves make answers, and ask no console call
    .filter((file) => file !== TYPED && !/^src\/\w+\/[^/]+\/server\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  expectNone(
    files.flatMap((file) =>
      castAnswers(textOf(file)).map(({ line, cast }): Complaint => ({
        file,
        line,
        sentence: `${cast.replaceAll(/\s+/g, ' ')}… gives an answer a type by hand.`,
        remedy: 'Say what the call answers beside its handler, in src/server/console-api; the type comes from there.',
      })),
    ),
  );
});

test('a cast answer is found, in each of its forms', () => {
  const planted = [
    `const { data } = useRead('GET /me'); const me = data as Me;`,
    `const made = (await send('POST /editions', { title: '' })) as { editionId: number };`,
    `const rows = useRead('GET /articles', { words }).data as Row[];`,
    `const me = useRead<Me>('GET /me');`,
  ];
  for (const code of planted) expect(castAnswers(code), code).toHaveLength(1);
  const right = [
    `const found = (reason.data as { problems?: string[] } | null)?.problems;`,
    `const looks = [data] as const;`,
    `export function useRead<Name extends Read>(name: Name) {}`,
  ];
  for (const code of right) expect(castAnswers(code), code).toEqual([]);
});
