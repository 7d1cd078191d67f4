import { redLineWords, type RedLine, type RedLines } from '../registers/red-lines.ts';
import type { FoundPlace } from './findings.ts';

/** red lines of one column that are answered one by one */
const MOST_LINES = 3;

/** A finding made of red lines: of one, or of the many of one column. */
interface RedLineFinding {
  finding: FoundPlace;
  lines: readonly RedLine[];
}

/** CK2, CK3: red lines as findings, each with its place; of a column with more than three one stands for all. */
export function redLineFindings({ lines, more }: Pick<RedLines, 'lines' | 'more'>): RedLineFinding[] {
  const columns = Map.groupBy(lines, ({ rule, register, column }) => JSON.stringify([rule, register, column]));
  return [...columns.values()].flatMap((own): RedLineFinding[] => {
    if (own.length <= MOST_LINES) return own.map((line) => ({ finding: findingOf(line), lines: [line] }));
    const { rule: check, register, column } = own[0]!;
    const count = `${own.length} 行${more > 0 ? '以上' : ''}`;
    return [{ finding: { check, place: `${placeOf(register)}的“${column}”列`, shown: count }, lines: own }];
  });
}

const placeOf = (register: string): string => `登记表“${register}”`;

function findingOf(line: RedLine): FoundPlace {
  const { rule: check, register, column, row, before, after } = line;
  if (row === '') {
    const shown = redLineWords({ ...line, column: '' });
    return { check, place: placeOf(register) + (column && `的“${column}”列`), shown };
  }
  const shown = before === '' ? after : `${before} → ${after}`;
  return { check, place: `${placeOf(register)}${row} 的“${column}”`, shown };
}
