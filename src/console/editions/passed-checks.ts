import { CHECKS, RED_LINE_CHECKS } from '#rules/checks/checks.ts';
import type { RedLines } from '#rules/registers/red-lines.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import type { Findings } from '#wire/edition-answers.ts';

/** CK4: titles of the checks that passed; red lines are crossed by rows alone. */
export function passedChecksOf(
  { passed }: Pick<Findings, 'passed'>,
  { lines }: Pick<RedLines, 'lines'>,
  changes: readonly Change[],
): string[] {
  const hasRows = changes.some((change) => kindOf(change).hasRows && !change.withdraw);
  const crossed = new Set<string>(lines.map(({ rule }) => rule));
  const redLines = Object.entries(RED_LINE_CHECKS).flatMap(([rule, { passed: title }]) =>
    hasRows && !crossed.has(rule) ? [title] : [],
  );
  return [...passed.map((id) => CHECKS[id].passed), ...redLines];
}

/** CK4: number of checks that found something to look at. */
export const checksToLookAt = ({ findings }: Pick<Findings, 'findings'>, { lines }: Pick<RedLines, 'lines'>): number =>
  new Set([...findings.map(({ check }) => check), ...lines.map(({ rule }) => rule)]).size;
