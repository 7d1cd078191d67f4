import { expect, test } from 'vitest';
import { deedName } from '#rules/act-names.ts';
import { filesIn, textOf } from './repository.ts';

/** Acts that a call of `record` names: of a choice between two both. */
const actsIn = (code: string): string[] =>
  [...code.matchAll(/\brecord\(([^;]*);/g)].flatMap(([, given]) =>
    [...given!.matchAll(/'([a-z-]+\.[a-z-]+|sign-(?:in|out))'/g)].map(([, act]) => act!),
  );

test('whatever the server writes into the audit log has a Chinese name in src/rules/act-names.ts', () => {
  const written = ['src/server', 'src/cli']
    .flatMap((room) => filesIn(room, /\.ts$/))
    .flatMap((file) => actsIn(textOf(file)).map((act) => ({ file, act })));
  expect(written.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['sign-in', 'people.suspend', 'people.restore', 'record.export']),
  );
  expect(written.filter(({ act }) => deedName(act) === act).map(({ file, act }) => `${file}: ${act}`)).toEqual([]);
});
