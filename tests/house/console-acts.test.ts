import { expect, test } from 'vitest';
import { actionName } from '#rules/people/act-names.ts';
import { expectNone } from './complaints.ts';
import { filesIn, linesOf, textOf } from './repository.ts';

/** Acts that a call of `record` names: of a choice between two both. */
function actsIn(file: string): { file: string; line: number; act: string }[] {
  const code = textOf(file);
  const lineAt = linesOf(code);
  return [...code.matchAll(/\brecord\(([^;]*);/g)].flatMap((call) =>
    [...call[1]!.matchAll(/'([a-z-]+\.[a-z-]+|sign-(?:in|out))'/g)].map(([, act]) => ({
      file,
      line: lineAt(call.index),
      act: act!,
    })),
  );
}

test('whatever the server writes into the audit log has a Chinese name in src/rules/people/act-names.ts', () => {
  const written = ['src/server', 'src/cli', 'src/features'].flatMap((room) => filesIn(room, /\.ts$/)).flatMap(actsIn);
  expect(written.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['sign-in', 'people.suspend', 'people.restore', 'record.export']),
  );
  expectNone(
    written
      .filter(({ act }) => actionName(act) === act)
      .map(({ file, line, act }) => ({
        file,
        line,
        sentence: `The audit log would show ${act} without a Chinese name.`,
        remedy: 'Name it in DEEDS of src/rules/people/act-names.ts.',
      })),
  );
});
