import type { EditionLine } from '#wire/console-answers.ts';

/** RV1: the two lists that are read one edition after another: by reviewers, and by publishers. */
export type ReadingView = 'to-review' | 'to-publish';

/** Addresses of the reading view, below /console. */
export const SCREENS: Readonly<Record<ReadingView, string>> = { 'to-review': '/review', 'to-publish': '/release' };

export type Outcome = 'approved' | 'published' | 'returned';

/** An edition that was decided on in this sitting. */
export interface Decided {
  outcome: Outcome;
  /** ISO 8601 */
  at: string;
}

export type Decisions = ReadonlyMap<number, Decided>;

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  approved: '已同意',
  published: '已发布',
  returned: '已退回',
};

/**
 * RV1: the list of a sitting after what waits was read anew. Lines keep their places; those that were decided on stay,
 * those that others took away go, and new ones come last.
 */
export function mergedLines(
  before: readonly EditionLine[],
  waiting: readonly EditionLine[],
  decisions: Decisions,
): EditionLine[] {
  const now = new Map(waiting.map((line) => [line.editionId, line]));
  const known = new Set(before.map(({ editionId }) => editionId));
  return [
    ...before.flatMap((line) => {
      if (decisions.has(line.editionId)) return [line];
      const found = now.get(line.editionId);
      return found ? [found] : [];
    }),
    ...waiting.filter(({ editionId }) => !known.has(editionId) && !decisions.has(editionId)),
  ];
}

type Numbered = Pick<EditionLine, 'editionId'>;

/** RV1: the next one that is not decided on, from the top where none is left below; undefined where all are. */
export function nextUndecided(lines: readonly Numbered[], decisions: Decisions, from?: number): number | undefined {
  const at = lines.findIndex(({ editionId }) => editionId === from);
  return [...lines.slice(at + 1), ...lines.slice(0, at + 1)].find(
    ({ editionId }) => editionId !== from && !decisions.has(editionId),
  )?.editionId;
}

/** The neighbour of an edition in the list; undefined at its ends. */
export const neighbour = (lines: readonly Numbered[], from: number, step: 1 | -1): number | undefined =>
  lines[lines.findIndex(({ editionId }) => editionId === from) + step]?.editionId;

/** Numbers of what was decided on, and of what is left of the list. */
export function sittingCounts(
  lines: readonly Numbered[],
  decisions: Decisions,
): { done: number; returned: number; left: number } {
  const decided = [...decisions.values()];
  const returned = decided.filter(({ outcome }) => outcome === 'returned').length;
  return {
    done: decided.length - returned,
    returned,
    left: lines.filter(({ editionId }) => !decisions.has(editionId)).length,
  };
}
