import { parseSync, Visitor } from 'vite';
import { exists, filesIn, linesOf, textOf } from './repository.ts';

interface Title {
  file: string;
  line: number;
  text: string;
}

/** A test, or a group of tests: its title belongs to each of them. */
const STARTERS = new Set(['test', 'it', 'describe']);
const LEFT_OUT = /^(skip|todo|skipIf|runIf|fixme|only|fails)$/;

interface Titles {
  titles: Title[];
  leftOut: Title[];
}

let read: Titles | null = null;

// further tries (*.slow.test.ts; journeys with the tag @slow) show nothing that no other test shows
const isOfNpmTest = (file: string): boolean =>
  /\.test\.tsx?$|^tests\/journeys\/.*\.ts$/.test(file) && !/\.slow\./.test(file);
const isTriedHere = ({ text }: Title): boolean => !text.endsWith(' @slow');

/** Titles of the tests and groups that `npm test` runs, and calls that leave a test out: read once. */
export function readTitles(): Titles {
  if (read !== null) return read;
  const found = filesIn('tests')
    .filter(isOfNpmTest)
    .map((file) => titlesIn(file, textOf(file)));
  read = {
    titles: found.flatMap(({ titles }) => titles.filter(isTriedHere)),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
  return read;
}

/** Titles of the tests and groups of one file that `npm test` runs; none where it runs no such file. */
export const titlesOf = (file: string): string[] =>
  isOfNpmTest(file) && exists(file)
    ? titlesIn(file, textOf(file))
        .titles.filter(isTriedHere)
        .map(({ text }) => text)
    : [];

export function titlesIn(file: string, code: string): Titles {
  const lineAt = linesOf(code);
  const titles: Title[] = [];
  const leftOut: Title[] = [];
  new Visitor({
    CallExpression: (node) => {
      const callee = code.slice(node.callee.start, node.callee.end);
      if (!STARTERS.has(/^\w+/.exec(callee)?.[0] ?? '')) return;
      const first = node.arguments[0];
      const at = { file, line: lineAt(node.start) };
      const members = callee.replace(/\(.*$/s, '').split('.').slice(1);
      if (members.some((member) => LEFT_OUT.test(member)) && node.callee.type === 'MemberExpression')
        leftOut.push({ ...at, text: code.slice(node.start, node.end) });
      if (first?.type === 'Literal' && typeof first.value === 'string') titles.push({ ...at, text: first.value });
      if (first?.type === 'TemplateLiteral') titles.push({ ...at, text: code.slice(first.start + 1, first.end - 1) });
    },
  }).visit(parseSync(file, code).program);
  return { titles, leftOut };
}

/** Rule ids that a title cites in square brackets: [WR5], [PC1][PC2]. */
export const idsIn = (title: string): string[] => [...title.matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, id]) => id!);
