import type { RegisterDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/bare-title.ts';
import type { SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { shownValue, type Findings } from './findings.ts';
import { ColumnSums, findNoRow, type NoRowKind } from './no-rows.ts';
import { isFilled, trimmed } from './reading.ts';
import { NO_UNITS, statedUnits } from './unit-words.ts';
import { unitsAlone } from './units-of-file.ts';

/** that a remark names */
const MOST_NAMED = 20;

const NO_DATUM = '不是一条数据';
const REASONS: Readonly<Record<NoRowKind, string>> = {
  total: `这一行像是合计或附注，${NO_DATUM}`,
  measure: `这一行像是平均、占比等统计，${NO_DATUM}`,
  note: `这一行像是合计或附注，${NO_DATUM}`,
  sign: `这一行像是合计或附注，${NO_DATUM}`,
  end: `这一行像是表格结束的标记，${NO_DATUM}`,
  titles: `这一行重复了标题行，${NO_DATUM}`,
};

const SUMMED: ReadonlySet<string> = new Set(['integer', 'decimal', 'money']);

/** Sums, notes and other rows that are no rows of the table. Each is reported once as such, instead of by every cell that is missing. */
export class Footnotes {
  private readonly places: ReadonlyMap<number, string>;
  private readonly titles: ReadonlyMap<number, string>;
  private readonly required: readonly number[];
  private readonly sums: ColumnSums;
  private readonly findings: Findings;
  private readonly isLeft: boolean;
  private readonly left: string[] = [];
  /** sentences, one for each */
  readonly unitLines: string[] = [];
  private count = 0;
  /** EY5: units that one of them states */
  units: StatedUnits = NO_UNITS;

  /** @param isLeft they are left out, as a person has asked (RG43) */
  constructor(
    { fields, key }: RegisterDefinition,
    columns: readonly { place: number; field: string }[],
    { findings, isLeft }: { findings: Findings; isLeft: boolean },
  ) {
    this.isLeft = isLeft;
    this.places = new Map(columns.map(({ place, field }) => [place, field]));
    this.titles = new Map(columns.map(({ place, field }) => [place, fields[field]!.title]));
    this.required = columns
      .filter(({ field }) => fields[field]!.required || key.includes(field))
      .map(({ place }) => place);
    const summed = columns.filter(
      ({ field }) => SUMMED.has(fields[field]!.type) && bareTitle(fields[field]!.title) !== '序号',
    );
    this.sums = new ColumnSums(summed.map(({ place }) => place));
    this.findings = findings;
  }

  /**
   * RG14, VA7: @returns true for a row that is none of the table by its words, which is told or left out; EY5: a line that
   * states a unit is read as that, and is no note that has to go
   */
  tell(row: SheetRow): boolean {
    const found = findNoRow(row, {
      columns: this.places.size,
      isComplete: this.isComplete(row),
      titles: this.titles,
    });
    const alone = unitsAlone(row, this.places.size);
    const isUnitLine = alone !== NO_UNITS && found?.kind !== 'total' && found?.kind !== 'measure';
    if (this.units === NO_UNITS) this.units = found?.kind === 'note' ? statedUnits([found.words]) : alone;
    if (isUnitLine) this.unitLines.push(`第 ${row.number} 行“${shownValue(alone.words)}”写的是单位，不作为数据`);
    else if (found) this.take(row.number, found.place, found.words, REASONS[found.kind]);
    return isUnitLine || found !== null;
  }

  /** VA7: @param last of all rows @returns true where it adds up the rows above it, which is told or left out */
  tellSum(last: SheetRow): boolean {
    const place = this.sums.sumIn(last, this.isComplete(last));
    if (place === null) return false;
    const words = trimmed(last.cells[place]?.text ?? '');
    this.take(last.number, place, words, `等于上面各行之和，这一行像是合计，${NO_DATUM}`);
    return true;
  }

  /** VA7: @param row below the table, of one cell @returns true where it is none of its rows, which is told or left out */
  tellAlone(row: SheetRow): boolean {
    if (this.isComplete(row)) return false;
    const place = row.cells.findIndex((cell) => isFilled(cell));
    this.take(row.number, place, trimmed(row.cells[place]?.text ?? ''), `表格下方只有这一格，像是附注，${NO_DATUM}`);
    return true;
  }

  /** A row of the table, whose numbers count. @param isLeft its numbers count in a sum or do not (EY8, EY9) */
  see(row: SheetRow, isLeft = false): void {
    this.sums.see(row, isLeft);
  }

  private isComplete({ cells }: SheetRow): boolean {
    return this.required.every((one) => isFilled(cells[one]));
  }

  private take(line: number, place: number, words: string, reason: string): void {
    if (!this.isLeft) {
      this.findings.error(line, place, this.places.get(place) ?? '', words, reason, '请删除这一行');
      return;
    }
    this.count++;
    if (this.left.length < MOST_NAMED) this.left.push(`第 ${line} 行“${shownValue(words)}”`);
  }

  /** Which were left out. */
  remarks(): string[] {
    if (this.count === 0) return this.unitLines.slice(0, MOST_NAMED);
    const more = this.count > this.left.length ? '等' : '';
    return [
      ...this.unitLines.slice(0, MOST_NAMED),
      `按您的要求不导入 ${this.count} 行合计或附注：${this.left.join('、')}${more}`,
    ];
  }
}
