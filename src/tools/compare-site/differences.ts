import { diffLists } from '#rules/text/text-diff.ts';

/** An answer as it was saved: what a page, a file, a call or a command said. */
export interface SavedAnswer {
  /** HTTP status; of a command its exit code */
  status: number;
  lines: string[];
}

/** Answers by name: a path, a file, a call or a command. */
export type SavedAnswers = Readonly<Record<string, SavedAnswer>>;

/** lines of one difference that are printed, and names of pages that have it */
const MOST_LINES = 12;
const MOST_NAMES = 5;
const MOST_CHARACTERS = 200;

export interface Difference {
  /** names of the answers that have this difference, in their order */
  names: string[];
  /** removed lines with -, added ones with + */
  lines: string[];
}

/**
 * The differences, each with all answers that have it: what changed in every footer is one. An answer that is gone or new
 * is a difference, too.
 */
export function differencesOf(before: SavedAnswers, after: SavedAnswers): Difference[] {
  const found = new Map<string, Difference>();
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    for (const lines of changedParts(before[name], after[name])) {
      const key = lines.join('\n');
      const known = found.get(key);
      if (!known) found.set(key, { names: [name], lines });
      else if (known.names.at(-1) !== name) known.names.push(name);
    }
  }
  return [...found.values()];
}

/** Lines that changed, those that stand together in one part. */
function changedParts(was: SavedAnswer | undefined, now: SavedAnswer | undefined): string[][] {
  if (!now) return [['- is gone']];
  if (!was) return [['+ is new']];
  if (was.status !== now.status) return [[`- answers ${was.status}`, `+ answers ${now.status}`]];
  const parts: string[][] = [];
  let part: string[] | null = null;
  for (const { how, text } of diffLists(was.lines, now.lines)) {
    if (how === 'same') part = null;
    else {
      if (!part) parts.push((part = []));
      part.push(`${how === 'removed' ? '-' : '+'} ${text}`);
    }
  }
  return parts;
}

/** A difference for a terminal. */
export function differenceText({ names, lines }: Difference): string {
  const more = names.length - MOST_NAMES;
  return [
    `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}: differ${names.length === 1 ? 's' : ''}`,
    ...lines.slice(0, MOST_LINES).map((line) => `  ${line.slice(0, MOST_CHARACTERS)}`),
    ...(lines.length > MOST_LINES ? [`  … ${lines.length - MOST_LINES} more lines`] : []),
  ].join('\n');
}
