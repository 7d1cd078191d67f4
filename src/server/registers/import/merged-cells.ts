import type { MergedRange, SheetRow } from '../sheets/sheet.ts';
import type { Findings } from './findings.ts';
import type { MatchedColumn } from './match-header.ts';

/**
 * Merged cells among the rows. A person sees one text beside several rows, the file has it in the first alone: what the
 * others mean is not guessed. Each range costs what it is wide, however many rows it spans.
 */
export class MergedCells {
  private readonly starting: ReadonlyMap<number, MergedRange[]>;
  private readonly fields: ReadonlyMap<number, string>;
  private readonly findings: Findings;
  /** by column: the last row of what is merged there so far */
  private readonly until: number[] = [];

  constructor(merges: readonly MergedRange[], columns: readonly MatchedColumn[], findings: Findings) {
    this.starting = Map.groupBy(merges, ({ top }) => top);
    this.fields = new Map(columns.flatMap(({ place, field }) => (field === null ? [] : [[place, field]])));
    this.findings = findings;
  }

  /** Tells of the ranges that begin in this row, have something in them and hold cells that are read. */
  see({ number, cells }: SheetRow): void {
    for (const { range, left, right, bottom } of this.starting.get(number) ?? []) {
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
      for (const one of places) this.until[one] = Math.max(this.until[one] ?? 0, bottom);
    }
  }

  /** Whether this cell belongs to a range that was already reported. */
  covers(line: number, place: number): boolean {
    return (this.until[place] ?? 0) >= line;
  }
}
