import type { RegisterDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import { isConfirmedData, NO_ROW } from '#wire/data-rows.ts';
import type { FileMends, FileQuestion } from '#wire/register-answers.ts';
import type { SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { shownValue, type Findings } from './findings.ts';
import { ColumnSums, findNoRow, type NoRowKind } from './no-rows.ts';
import { isFilled, trimmed } from './reading.ts';
import { NO_UNITS, statedUnits } from './unit-words.ts';
import { linesOf, unclearLine, unitsAlone } from './units-of-file.ts';

/** rows that a remark names, and that are questions of their own */
const MOST_NAMED = 20;
const IS_DATUM: FileQuestion['choices'] = [{ answer: 'keep', words: '这是数据' }];
const ARE_DATA: FileQuestion['choices'] = [{ answer: 'keep', words: '都是数据' }];

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
  private readonly answers: Readonly<Record<string, string>>;
  private readonly left = new RemarkRows();
  private readonly confirmed = new RemarkRows();
  private readonly open: { line: number; words: string; reason: string }[] = [];
  /** sentences, one for each */
  readonly unitLines: string[] = [];
  private openCount = 0;
  /** EY5: units that one of them states */
  units: StatedUnits = NO_UNITS;
  /** EY5: a line with a unit that is not understood */
  unclear = '';

  /** @param mends the notes are left out on request (RG43), but for those that somebody has called data (VA7) */
  constructor(
    { fields, key }: RegisterDefinition,
    columns: readonly { place: number; field: string }[],
    { findings, mends }: { findings: Findings; mends: FileMends },
  ) {
    this.isLeft = mends.leaveNotes ?? false;
    this.answers = mends.answers ?? {};
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
   * RG14, VA7: @returns true for a row that by its words is none of the table, which is reported or left out. EY5: a
   * line that states a unit is read as such, and is no note that has to go
   */
  tell(row: SheetRow): boolean {
    const found = findNoRow(row, {
      columns: this.places.size,
      isComplete: this.isComplete(row),
      titles: this.titles,
    });
    const alone = unitsAlone(row, this.places.size);
    const isUnitLine = alone !== NO_UNITS && found?.kind !== 'total' && found?.kind !== 'measure';
    if (linesOf(this.units).length === 0) this.units = found?.kind === 'note' ? statedUnits([found.words]) : alone;
    this.unclear ||= unclearLine(row);
    if (isUnitLine) this.unitLines.push(`第 ${row.number} 行“${shownValue(linesOf(alone)[0]!)}”写的是单位，不作为数据`);
    else if (found) return this.take(row.number, found.place, found.words, REASONS[found.kind]);
    return isUnitLine;
  }

  /** VA7: @param last of all rows @returns true where it adds up the rows above it, which is reported or left out */
  tellSum(last: SheetRow): boolean {
    const place = this.sums.sumIn(last, this.isComplete(last));
    if (place === null) return false;
    const words = trimmed(last.cells[place]?.text ?? '');
    return this.take(last.number, place, words, `等于上面各行之和，这一行像是合计，${NO_DATUM}`);
  }

  /** VA7: @returns true where the first row adds up all others, which is reported or left out */
  tellFirstSum(): boolean {
    const found = this.sums.sumInFirst((row) => this.isComplete(row));
    if (found === null) return false;
    const { row, place } = found;
    if (!isConfirmedData(this.answers, row.number)) this.findings.forget(row.number);
    const words = trimmed(row.cells[place]?.text ?? '');
    return this.take(row.number, place, words, `等于下面各行之和，这一行像是合计，${NO_DATUM}`);
  }

  /**
   * VA7: @param row below the table, of one cell @returns true where it is none of its rows, which is reported or
   * left out
   */
  tellAlone(row: SheetRow): boolean {
    const place = row.cells.findIndex((cell) => isFilled(cell));
    const words = trimmed(row.cells[place]?.text ?? '');
    return this.take(row.number, place, words, `表格下方只有这一格，像是附注，${NO_DATUM}`);
  }

  /** A row of the table, whose numbers count. @param isLeft its numbers count in a sum or do not (EY8, EY9) */
  see(row: SheetRow, isLeft = false): void {
    this.sums.see(row, isLeft);
  }

  private isComplete({ cells }: SheetRow): boolean {
    return this.required.every((one) => isFilled(cells[one]));
  }

  /** @returns false where somebody has called the row data; it is read as any other then */
  private take(line: number, place: number, words: string, reason: string): boolean {
    const isData = isConfirmedData(this.answers, line);
    if (isData) this.confirmed.add(line, words);
    else if (this.isLeft) this.left.add(line, words);
    else {
      this.findings.error(line, place, this.places.get(place) ?? '', words, reason, '请删除这一行');
      this.openCount++;
      if (this.open.length < MOST_NAMED) this.open.push({ line, words, reason });
    }
    return !isData;
  }

  /** VA7: a question whether the rows that are neither left out nor called data are data. */
  questions(): FileQuestion[] {
    const each = this.open.map(({ line, words, reason }) => ({
      key: `${NO_ROW}:${line}`,
      words: `第 ${line} 行“${shownValue(words)}”：${reason}。`,
      choices: IS_DATUM,
    }));
    const all = {
      key: NO_ROW,
      words: `以上${this.openCount > each.length ? '等' : ''} ${this.openCount} 行：`,
      choices: ARE_DATA,
    };
    return this.openCount > 1 ? [...each, all] : each;
  }

  /** Remarks on rows that were left out, and on rows that somebody has called data. */
  remarks(): string[] {
    return [
      ...this.unitLines.slice(0, MOST_NAMED),
      ...this.left.in((count, rows) => `按您的要求不导入 ${count} 行合计或附注：${rows}`),
      ...this.confirmed.in((count, rows) => `按您的回答，这 ${count} 行是数据，照样导入：${rows}`),
    ];
  }
}

/** Rows that a remark counts and names. */
class RemarkRows {
  private readonly named: string[] = [];
  private readonly lines = new Set<number>();

  /** @param line one that is examined again, such as the last of all, is reported once */
  add(line: number, words: string): void {
    if (this.lines.has(line)) return;
    this.lines.add(line);
    if (this.named.length < MOST_NAMED) this.named.push(`第 ${line} 行“${shownValue(words)}”`);
  }

  in(sentence: (count: number, rows: string) => string): string[] {
    const { named } = this;
    const count = this.lines.size;
    return count === 0 ? [] : [sentence(count, `${named.join('、')}${count > named.length ? '等' : ''}`)];
  }
}
