import { expect, test } from 'vitest';
import { commands } from '#cli/commands.ts';
import type { Command } from '#cli/command.ts';
import { importArticles } from '#features/moving-in/cli/commands.ts';
import { exportSite, importSite } from '#features/transfer/cli/commands.ts';
import { EXIT, EXIT_WORDS, type ExitName } from '#server/exit-codes.mjs';
import { expectNone, unequal } from './complaints.ts';
import { filesIn, lineOf, textOf } from './repository.ts';

const DOCUMENT = 'docs/operation/commands.md';
const LIST = 'src/server/exit-codes.mjs';
const all: readonly Command[] = [...commands, exportSite, importSite, importArticles];
const names = Object.keys(EXIT) as ExitName[];

/** Files of programs that operators run. */
const RUN_BY_OPERATORS =
  /^src\/(cli\/(?!(costs|processor-seconds|suites|test|test-choice)\.mjs).*|features\/[a-z-]+\/cli\/.*|tools\/compare-site\/main\.ts|server\/main\.ts)$/;
const NUMBER = /process\.exit(?:Code)?(?: = |\()\d|^ {2,}(?:if \(.*\) )?return [0-3];$/;

test('[CM2] docs/operation/commands.md lists every exit code, and what it says of each command', () => {
  const rows = textOf(DOCUMENT)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const codes = names.map((name) => `| ${EXIT[name]} | ${EXIT_WORDS[name].en} |`);
  const ends = all.map(({ name, exits }) =>
    `| \`${name}\` | ${exits.done.en} | ${exits.problems?.en ?? ''} |`.replace('|  |', '| |'),
  );
  expectNone(
    unequal({
      found: rows.filter((row) => /^\| (\d|`[a-z]+-?[a-z]*( -- site)?` \|)/.test(row)),
      wanted: [...codes, ...ends],
      superfluous: (row) => ({
        file: DOCUMENT,
        line: lineOf(DOCUMENT, row),
        sentence: `${LIST} and the lists of commands have nothing that reads ${row}`,
        remedy: 'Write what they have, or remove the line.',
      }),
      missing: (row) => ({ file: DOCUMENT, sentence: `A line is missing: ${row}`, remedy: 'Add it.' }),
    }),
  );
});

test('[CM2] a command ends with a code of the list, and with no number of its own', () => {
  const files = filesIn('src', /\.(ts|mjs)$/).filter((path) => RUN_BY_OPERATORS.test(path));
  expect(files).toContain('src/cli/backup.ts');
  expectNone(
    files.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, at) =>
          NUMBER.test(line)
            ? [
                {
                  file,
                  line: at + 1,
                  sentence: `A program ends with a number: ${line.trim()}`,
                  remedy: `Take the code of ${LIST}.`,
                },
              ]
            : [],
        ),
    ),
  );
});

test('[CM3] every command of an unpacked site is described, so that its help and its options are read in one way', () => {
  const packed = textOf('src/cli/packed/main.ts');
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const programs = [...packed.matchAll(/^ {2}'?([a-z-]+)'?: 'src\//gm)].map(([, name]) => name!);
  expect(programs.filter((name) => name !== 'start').sort()).toEqual(
    all.map(({ name }) => (name === 'check -- site' ? 'check-site' : name)).sort(),
  );
  for (const { name } of all) {
    const program = /src\/\S+\.ts/.exec(scripts[name] ?? '')?.[0] ?? 'src/tools/compare-site/main.ts';
    expect(textOf(program), name).toContain('await runAsCommand(');
  }
});
