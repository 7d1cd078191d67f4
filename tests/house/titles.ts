import { parseSync, Visitor } from 'vite';
import { filesIn, linesOf, textOf } from './repository.ts';

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

/** Titles of the tests and groups that `npm test` runs, and calls that leave a test out: read once. */
export function readTitles(): Titles {
  if (read !== null) return read;
  // further tries (*.slow.test.ts; journeys with the tag @slow) show nothing that no other test shows
  const files = filesIn('tests', /\.test\.tsx?$|^tests\/journeys\/.*\.ts$/).filter((file) => !/\.slow\./.test(file));
  const found = files.map((file) => titlesIn(file, textOf(file)));
  const isTriedHere = ({ text }: Title): boolean => !text.endsWith(' @slow');
  read = {
    titles: found.flatMap(({ titles }) => titles.filter(isTriedHere)),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
  return read;
}

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
