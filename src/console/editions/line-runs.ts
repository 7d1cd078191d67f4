import type { DiffLine } from '#rules/text/text-diff.ts';

/** Neighbouring lines of a text: unchanged ones that are folded, or lines that are shown. */
export type LineRun = { folded: true; lines: readonly DiffLine[] } | { folded: false; lines: readonly DiffLine[] };

/** unchanged lines that stay on each side of a change */
const BESIDE = 1;
/** fewer than these are shown: the words in their place are as long */
const LEAST_FOLDED = 2;

/** ED13: the lines of a text with those folded that nobody changed and that stand beside no change. */
export function lineRuns(lines: readonly DiffLine[]): LineRun[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).some(({ how }) => how !== 'same'),
  );
  const runs: LineRun[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && isNear[end] === isNear[at]) end += 1;
    const run = lines.slice(at, end);
    const folded = !isNear[at] && run.length >= LEAST_FOLDED;
    const last = runs.at(-1);
    if (!folded && last && !last.folded) last.lines = [...last.lines, ...run];
    else runs.push({ folded, lines: run });
    at = end;
  }
  return runs;
}
