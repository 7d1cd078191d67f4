import { FAILED, type Operand } from '../../files/condition.ts';
import type { ConditionalFormats, JudgedCell } from '../../files/conditional-formats.ts';
import { withLooks } from './cell-looks.ts';
import type { Value } from './cell-values.ts';

/**
 * EY8: the cells of a row with the looks that conditional formats give them.
 * @param line number of the row from 1; rows come in their order
 * @param styles of the cells
 */
export function withConditions(
  formats: ConditionalFormats,
  line: number,
  values: (Value | undefined)[],
  styles: readonly number[],
): (Value | undefined)[] {
  if (formats.isEmpty) return values;
  const cells = Array.from(values, (value, place): JudgedCell | undefined =>
    value === undefined || value[0] === 'empty' ? undefined : { value: operandOf(value), style: styles[place] ?? 0 },
  );
  const seen = [...values];
  for (const [place, looks] of formats.looksOf(line, cells).entries())
    if (looks !== undefined) seen[place] = withLooks(seen[place]!, looks);
  return seen;
}

/** A day is a text, which is compared with another day alone. */
function operandOf([kind, text]: Value): Operand {
  if (kind === 'number' || kind === 'percent') return Number(text);
  if (kind === 'boolean') return text === 'TRUE';
  return kind === 'error' ? FAILED : kind === 'formula' || kind === 'picture' ? null : text;
}
