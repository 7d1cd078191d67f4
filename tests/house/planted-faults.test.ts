import { test } from 'vitest';
import { expectNone, type Complaint } from './complaints.ts';
import { exists, lineOf, root, textOf } from './repository.ts';
import { titlesOf } from './titles.ts';

interface Fault {
  rule: string;
  what: string;
  file: string;
  find: string;
  put: string;
  tests: string[];
  title?: string;
}

const LIST = 'src/tools/planted-faults/faults.mjs';
const RULES = 'docs/rules.md';
// a command's module has no types
const { faults } = (await import(`${root}${LIST}`)) as { faults: readonly Fault[] };
const rules = [...textOf(RULES).matchAll(/^- \*\*([A-Z]{2}\d+)\*\*/gm)].map(([, id]) => id!);

const groupOf = (rule: string): string => rule.slice(0, 2);
const complaint = ({ what }: Fault, sentence: string, remedy: string): Complaint => ({
  file: LIST,
  line: lineOf(LIST, what),
  sentence,
  remedy,
});

test('each group of rules has a fault that npm run planted-faults plants, and each fault a rule that there is', () => {
  const groups = new Set(faults.map(({ rule }) => groupOf(rule)));
  expectNone([
    ...[...new Set(rules.map(groupOf))]
      .filter((group) => !groups.has(group))
      .map((group) => ({
        file: RULES,
        line: lineOf(RULES, `- **${group}`),
        sentence: `No fault is planted for the rules ${group}.`,
        remedy: `Add one to ${LIST}, and see it found: npm run planted-faults -- ${group}1.`,
      })),
    ...faults
      .filter(({ rule }) => /^[A-Z]{2}\d+$/.test(rule) && !rules.includes(rule))
      .map((fault) => complaint(fault, `There is no rule ${fault.rule}.`, `Name one of ${RULES}.`)),
  ]);
});

test('a planted fault stands at one place, and changes it', () => {
  expectNone(
    faults
      .filter(({ file, find, put }) => !exists(file) || textOf(file).split(find).length !== 2 || find === put)
      .map((fault) =>
        complaint(
          fault,
          `${fault.file} does not hold once what the fault replaces: ${fault.find}`,
          'Name code that is there once, and see the fault found.',
        ),
      ),
  );
});

test('the tests that must find a planted fault are part of npm test, and those of a title are there', () => {
  const titles = new Map(faults.flatMap(({ tests }) => tests).map((file) => [file, titlesOf(file)]));
  const isRun = (file: string, title: string): boolean => titles.get(file)!.some((text) => text.includes(title));
  const journeys = (fault: Fault): number => fault.tests.filter((file) => file.startsWith('tests/journeys/')).length;
  expectNone([
    ...faults.flatMap((fault) =>
      fault.tests
        .filter((file) => !isRun(file, fault.title ?? ''))
        .map((file) =>
          complaint(
            fault,
            `${[file, fault.title].filter(Boolean).join(': ')} is no test of npm test.`,
            'Name a file of tests, and a part of a title as the file has it; further tries (*.slow.test.ts, @slow) are none.',
          ),
        ),
    ),
    ...faults
      .filter((fault) => fault.tests.length === 0 || (journeys(fault) > 0 && !fault.title))
      .map((fault) =>
        complaint(fault, 'It is not told which tests find this fault.', 'Name files, and of journeys the title.'),
      ),
    ...faults
      .filter((fault) => journeys(fault) > 0 && journeys(fault) < fault.tests.length)
      .map((fault) =>
        complaint(fault, 'Journeys and other tests stand beside each other.', 'Name the cheapest that find the fault.'),
      ),
  ]);
});
