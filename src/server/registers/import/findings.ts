import { cellAddress, columnLetters } from '../../files/cell-address.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { MOST_EXAMPLES, MOST_LISTED, type CellError, type ColumnErrors, type Repairs } from './import-report.ts';

/** characters of a cell that a report shows */
const SHOWN = 60;

/** Value of a file as a report shows it: on one line, of limited length, and without hidden characters. */
export function shownValue(text: string): string {
  const line = text.length > SHOWN ? `${text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return visible(line.replaceAll(/[\r\n\t]+/g, ' '));
}

/** Collects errors and repairs by column; all are counted, some are listed. */
export class Findings {
  private readonly definition: RegisterDefinition;
  private readonly byPlace = new Map<number, ColumnErrors>();
  private readonly repaired = new Map<string, Repairs & { place: number }>();
  readonly badLines = new Set<number>();
  private listed = 0;

  constructor(definition: RegisterDefinition) {
    this.definition = definition;
  }

  /** @param place of the column from 0; @param field '' for a column without a title */
  error(line: number, place: number, field: string, value: string, reason: string, remedy: string): void {
    this.bad(line);
    const column = this.byPlace.get(place) ?? { ...this.columnOf(place, field), count: 0, cells: [] };
    this.byPlace.set(place, column);
    column.count++;
    if (this.listed++ < MOST_LISTED)
      column.cells.push({ cell: cellAddress(line, place), value: shownValue(value), reason, remedy });
  }

  /** A row that cannot be published because of a problem that is reported at another row. */
  bad(line: number): void {
    this.badLines.add(line);
  }

  /**
   * Drops the findings in a row that turns out to be none of the table: the first one, whose findings are all
   * listed.
   */
  forget(line: number): void {
    this.badLines.delete(line);
    const isOther = ({ cell }: { cell: string }): boolean => Number(/\d+$/.exec(cell)?.[0]) !== line;
    for (const [place, column] of this.byPlace) {
      const cells = column.cells.filter(isOther);
      column.count -= column.cells.length - cells.length;
      column.cells = cells;
      if (column.count === 0) this.byPlace.delete(place);
    }
    for (const [name, repairs] of this.repaired) {
      const examples = repairs.examples.filter(isOther);
      repairs.count -= repairs.examples.length - examples.length;
      repairs.examples = examples;
      if (repairs.count === 0) this.repaired.delete(name);
    }
  }

  repair(line: number, place: number, field: string, { text }: SheetCell, to: unknown, what: string): void {
    const name = `${place}:${what}`;
    const repairs = this.repaired.get(name) ?? { ...this.columnOf(place, field), place, what, count: 0, examples: [] };
    this.repaired.set(name, repairs);
    repairs.count++;
    if (repairs.examples.length < MOST_EXAMPLES)
      repairs.examples.push({
        cell: cellAddress(line, place),
        from: text === '' ? '空' : shownValue(text),
        to: shownValue(String(to ?? '')),
      });
  }

  private columnOf(place: number, field: string): { column: string; field: string; title: string } {
    return { column: columnLetters(place), field, title: this.definition.fields[field]?.title ?? '（无标题）' };
  }

  get badRows(): number {
    return this.badLines.size;
  }

  errors(): ColumnErrors[] {
    return [...this.byPlace.entries()].sort(([a], [b]) => a - b).map(([, column]) => column);
  }

  /** Errors of each line, for a workbook that shows them. */
  static byLine(errors: readonly ColumnErrors[]): Map<number, (CellError & { column: string; title: string })[]> {
    const all = errors.flatMap(({ column, title, cells }) => cells.map((cell) => ({ ...cell, column, title })));
    return Map.groupBy(all, ({ cell }) => Number(/\d+$/.exec(cell)![0]));
  }

  repairs(): Repairs[] {
    return [...this.repaired.values()]
      .sort((a, b) => a.place - b.place)
      .map(({ place: _place, ...repairs }) => repairs);
  }
}
