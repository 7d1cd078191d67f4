import type { MergedRange, SheetCell, SheetRow } from '../sheets/sheet.ts';
import type { Findings } from './findings.ts';
import type { MatchedColumn } from './match-header.ts';

const isDownward = ({ left, right }: MergedRange): boolean => left === right;

/**
 * RG43: fills cells merged downwards within one column: each empty cell of such a range gets the value of its
 * uppermost. A range over several columns stays as it is, because its text may belong to any of them.
 */
export class FilledDown {
  private readonly starting: ReadonlyMap<number, MergedRange[]>;
  /** cell that is filled down, by column */
  private readonly open = new Map<number, { cell: SheetCell; bottom: number }>();
  /** columns of the newest row that were filled */
  filled: ReadonlySet<number> = new Set();

  constructor(merges: readonly MergedRange[]) {
    this.starting = Map.groupBy(merges.filter(isDownward), ({ top }) => top);
  }

  /** The row with its empty cells filled. @param row below those that were seen before */
  see(row: SheetRow): SheetRow {
    for (const { left, bottom } of this.starting.get(row.number) ?? []) {
      const cell = row.cells[left];
      if (cell && cell.kind !== 'empty') this.open.set(left, { cell, bottom });
    }
    const filled = new Set<number>();
    this.filled = filled;
    if (this.open.size === 0) return row;
    const cells = [...row.cells];
    for (const [place, { cell, bottom }] of this.open) {
      if (bottom < row.number) this.open.delete(place);
      else if ((cells[place]?.kind ?? 'empty') === 'empty') {
        while (cells.length < place) cells.push({ kind: 'empty', text: '' });
        cells[place] = cell;
        filled.add(place);
      }
    }
    return filled.size === 0 ? row : { ...row, cells };
  }
}

/**
 * Merged cells among the rows. A person sees one text beside several rows, the file has it in the first alone. The
 * meaning of the others is not guessed, but filled where a person has requested it. Each range costs as much as it
 * is wide, however many rows it spans.
 */
export class MergedCells {
  private readonly starting: ReadonlyMap<number, MergedRange[]>;
  private readonly fields: ReadonlyMap<number, string>;
  private readonly findings: Findings;
  private readonly fill: FilledDown | null;
  /** last row merged so far, by column */
  private readonly until: number[] = [];
  /** number of reported ranges that could be filled */
  mendable = 0;

  constructor(
    merges: readonly MergedRange[],
    columns: readonly MatchedColumn[],
    { findings, isFilled }: { findings: Findings; isFilled: boolean },
  ) {
    this.starting = Map.groupBy(isFilled ? merges.filter((one) => !isDownward(one)) : merges, ({ top }) => top);
    this.fill = isFilled ? new FilledDown(merges) : null;
    this.fields = new Map(columns.flatMap(({ place, field }) => (field === null ? [] : [[place, field]])));
    this.findings = findings;
  }

  /** Columns of the newest row that were filled. */
  get filled(): ReadonlySet<number> {
    return this.fill?.filled ?? new Set();
  }

  /** Reports the ranges that begin in this row, are not empty and hold cells that are read. @returns the row, filled */
  see(given: SheetRow): SheetRow {
    const { number, cells } = given;
    for (const one of this.starting.get(number) ?? []) {
      const { range, left, right, bottom } = one;
      const text = cells[left]?.text ?? '';
      const places = [...this.fields.keys()].filter((place) => place >= left && place <= right);
      if (text === '' || places.length === 0) continue;
      const place = Math.min(...places);
      this.findings.error(
        number,
        place,
        this.fields.get(place)!,
        text,
        `${range} 是合并单元格，只有左上角一格有内容`,
        '请取消合并，在每一格分别填写',
      );
      if (isDownward(one)) this.mendable++;
      for (const at of places) this.until[at] = Math.max(this.until[at] ?? 0, bottom);
    }
    return this.fill?.see(given) ?? given;
  }

  /** Whether this cell belongs to a range that was already reported. */
  covers(line: number, place: number): boolean {
    return (this.until[place] ?? 0) >= line;
  }
}
