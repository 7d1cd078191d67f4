import { simplifiedTitle } from '#rules/title-script.ts';
import { mergeAt } from '../sheets/merged-cells.ts';
import type { MergedRange, SheetCell, SheetRow } from '../sheets/sheet.ts';
import { spellNumber, storedNumber } from './read-decimal.ts';
import { halfWidth, isFilled, trimmed } from './reading.ts';

/** VA7: a row of a file that is no row of its table. note: said of the table; sign: who made the file, and when */
export type NoRowKind = 'total' | 'measure' | 'note' | 'sign' | 'end' | 'titles';

export interface NoRow {
  kind: NoRowKind;
  /** of the cell that tells, from 0 */
  place: number;
  words: string;
}

/** Names that no row of a register has, in the languages of spreadsheets: an Excel table, a pivot table, SUBTOTAL. */
const TOTAL =
  /^(?:本[页期表]|全部|全[国司部]|以上|各项)?[合总小共累]计[数额]?$|^(?:总和|总共|汇总|总数|总额|合计数)$|^(?:grand |sub[- ]?)?totals?$|^sum(?: total)?$|^(?:gesamt(?:ergebnis|summe)?|summe|zwischensumme|total general|total général|sous-total|totale|suma(?: total)?|итого)$/i;
/** with what is summed in front or its number behind */
const TOTAL_OF =
  /^.{1,30}(?:[合总小共累]计|汇总|计数)$|^(?:[合总小共累]计|汇总)(?:数|额|人数|金额|家数|户数)?[：:（(\s]*[\d,.]*[^\d]{0,4}[）)]?$|^共计?\s*[\d,.]+\s*[^\d\s]{1,4}$|^.{1,30} (?:sub)?total$|^(?:sub)?total\b.{0,30}$/i;
const MEASURE =
  /^(?:加权|算术|简单)?平均[值数]?$|^[均极方]值$|^(?:最[大小高低]值?|中位数|标准差|方差|计数|同比|环比|增[长减]率?|完成率)$|^占(?:比|总(?:[数额计]|规模|资产)?(?:的)?(?:比[例重]|百分比)|合计比[例重])$|^[人户]均[值数]?$|^(?:同比|环比)(?:增[长减]|变动)率?$|^较上[年期月季].{0,6}$|^上年同期[数值]?$|^(?:比[例重]|百分比)[（(]?%?[)）]?$|^(?:average|avg\.?|mean|median|max(?:imum)?|min(?:imum)?|count|share|% of total|mittelwert|promedio|moyenne)$/i;
/** by which notes begin */
const NOTE =
  /^(?:[注註]\s*\d*\s*[:：.、]|备\s*注\s*\d*\s*[:：]|说\s*明\s*\d*\s*[:：]|附\s*注|特别说明|温馨提示|风险提示|免责声明|声\s*明\s*[:：]|数据来源|资料来源|来源\s*[:：]|单\s*位\s*[:：]|币\s*种\s*[:：]|notes?\s*\d*\s*[:.]|remarks?\s*[:.]|source\s*:|disclaimer)/i;
/** by which what is said of the file itself begins */
const SIGN =
  /^(?:制\s*[表作]\s*(?:人|单位|部门|日期|时间)?|填\s*[表报]\s*(?:人|单位|部门|日期|时间)?|编\s*制|复\s*核\s*人?|审\s*[核批]\s*人?|经\s*办\s*人?|主\s*管|负责人签[字章]|报送\s*(?:人|单位|部门|日期)|[打导]\s*[印出]\s*(?:人|日期|时间)|生成(?:日期|时间)|日\s*期|签\s*[字章名]|盖\s*章|联系人|联系电话)\s*[:：（(]|^(?:制\s*表|填\s*表|复\s*核|审\s*核)|^[（(]?(?:盖章|签章|公章)[)）]?$|^第\s*\d+\s*页|^page\s+\d+|^prepared by|^printed/i;
/** how else notes begin that stand alone in their row */
const REMARK = /^(?:[※*＊●•▲△★]|以上|本表|上述|截[至止]|特此|其中\s*[:：])/;
/** a whole sentence, which names nothing */
const SENTENCE = /[。！；]$|^.{12,}[，。；].{4,}$/su;
const END =
  /^[-—–=*·.\s（(【[<]*(?:以下(?:空白|无正文|无数据|无内容|为空|无)|此(?:页|行|表)以下(?:空白|为空)|下无正文|空白|全文?完|完|结束|表尾|无更多(?:数据|记录)|end(?: of (?:report|table|file|data|list))?|eof|blank below)[-—–=*·.\s)）】\]>]*$|^[.…·*=_—-]{2,}$/i;

/** Words are compared without width, script and the spaces in 合 计. */
function plain(text: string): string {
  const short = simplifiedTitle(halfWidth(text)).trim();
  return /^\p{Script=Han}\s+\p{Script=Han}$/u.test(short) ? short.replaceAll(/\s/g, '') : short;
}

interface Facts {
  /** columns that are read */
  columns: number;
  /** whether the row has what a row of the table needs */
  isComplete: boolean;
  /** titles of the columns by their places */
  titles: ReadonlyMap<number, string>;
}

/** characters of what a total is called */
const LONGEST = 40;
/** cells of a row in which words tell what it is */
const MOST_LOOKED = 3;

/**
 * VA7: what a row is that is no row of its table, by its words and where they stand: a total as its first word, or as one of
 * the first where it lacks what a row needs; a note that lacks it or stands alone; a sentence alone; the titles again.
 */
export function findNoRow({ cells }: SheetRow, { columns, isComplete, titles }: Facts): NoRow | null {
  const filled = cells.flatMap((cell, at) => (isFilled(cell) ? [at] : []));
  const [first = -1] = filled;
  const wordsAt = (at: number): string => (cells[at]?.kind === 'text' ? trimmed(cells[at].text) : '');
  const isAlone = filled.length === 1 && columns > 1;
  const found = (kind: NoRowKind, place = first): NoRow => ({ kind, place, words: trimmed(cells[place]?.text ?? '') });
  if (isTitles(cells, filled, titles)) return found('titles');
  for (const place of filled.slice(0, MOST_LOOKED)) {
    const text = wordsAt(place);
    const words = text.length > LONGEST ? '' : plain(text);
    if (words === '' || (place !== first && isComplete)) continue;
    if (TOTAL.test(words)) return found('total', place);
    if (MEASURE.test(words) && !isComplete) return found('measure', place);
    if (TOTAL_OF.test(words) && !isComplete) return found('total', place);
  }
  const words = wordsAt(first);
  const every = (pattern: RegExp): boolean => filled.every((at) => pattern.test(wordsAt(at)));
  if (isAlone && END.test(words)) return found('end');
  if (SIGN.test(words) && (!isComplete || isAlone || every(SIGN))) return found('sign');
  if (NOTE.test(words) && (!isComplete || isAlone || every(NOTE))) return found('note');
  return isAlone && (REMARK.test(words) || SENTENCE.test(words)) ? found('note') : null;
}

/** Titles that a program repeats on each page. */
function isTitles(cells: readonly SheetCell[], filled: readonly number[], titles: Facts['titles']): boolean {
  const same = filled.filter((at) => titles.get(at) !== undefined && trimmed(cells[at]!.text) === titles.get(at));
  return same.length >= 2 && same.length >= filled.length * 0.8 && same.length >= titles.size / 2;
}

/** rows above one that may be their sum, and columns that have to say so unless one of them is exact enough */
const FEWEST_ROWS = 3;
const FEWEST_COLUMNS = 2;
/** digits of a number that is no sum by chance */
const EXACT = 5;

/** rows above an end, of which each has at least half of what is read */
const FEWEST_DENSE = 3;
/** lines below a table that are told as such */
const MOST_AT_END = 10;

/**
 * VA7: rows as they come, the last ones held back: what stands alone in its row below a table whose other rows are well
 * filled is no row of it, whatever it says: 单位负责人, a day, a telephone.
 */
export class RowsAtEnd {
  private held: SheetRow[] = [];
  private count = 0;
  private isDense = true;
  private readonly places: readonly number[];
  private readonly merges: readonly MergedRange[];

  /** @param places of the columns that are read */
  constructor(places: readonly number[], merges: readonly MergedRange[]) {
    this.places = places;
    this.merges = merges;
  }

  /** @returns rows that are none of the last */
  take(row: SheetRow): SheetRow[] {
    if (this.isAlone(row) && this.held.length > 0 && this.held.length <= MOST_AT_END) {
      this.held.push(row);
      return [];
    }
    const taken = this.held;
    this.held = [row];
    for (const one of taken) this.see(one);
    return taken;
  }

  /** @returns `rows` the last of the table, `notes` what stands below it */
  end(): { rows: SheetRow[]; notes: SheetRow[] } {
    const [first, ...alone] = this.held;
    if (first) this.see(first);
    const isEnd = this.isDense && this.count >= FEWEST_DENSE;
    return isEnd ? { rows: this.held.slice(0, 1), notes: alone } : { rows: this.held, notes: [] };
  }

  private see(row: SheetRow): void {
    this.count++;
    this.isDense &&= this.filledIn(row).length * 2 >= this.places.length;
  }

  private filledIn({ cells }: SheetRow): number[] {
    return this.places.filter((place) => isFilled(cells[place]));
  }

  private isAlone(row: SheetRow): boolean {
    const filled = this.places.length >= FEWEST_DENSE ? this.filledIn(row) : [];
    const cell = row.cells[filled[0] ?? 0];
    return (
      filled.length === 1 &&
      cell!.kind !== 'number' &&
      /\p{Script=Han}|^\d+\s*[/／]\s*\d+$/u.test(cell!.text) &&
      mergeAt(this.merges, row.number) === undefined
    );
  }
}

/** VA7: sums of columns so far, by which a last row is known that adds them up, whatever it is called. */
export class ColumnSums {
  private readonly columns: { place: number; sum: number; left: number; count: number; parts: number }[];

  /** @param places of columns that may hold numbers that can be added */
  constructor(places: readonly number[]) {
    this.columns = places.map((place) => ({ place, sum: 0, left: 0, count: 0, parts: 0 }));
  }

  /** @param isLeft a person has left the row out, which the sum may know or not */
  see({ cells }: SheetRow, isLeft = false): void {
    for (const column of this.columns) {
      const number = numberIn(cells[column.place]);
      if (number === null) continue;
      if (isLeft) {
        column.left += number;
        continue;
      }
      column.sum += number;
      column.count++;
      if (number !== 0) column.parts++;
    }
  }

  /** The column by which a row is the sum of all rows above it; null where it is not. @param isComplete it has what a row needs */
  sumIn({ cells }: SheetRow, isComplete: boolean): number | null {
    const given = this.columns.flatMap((column) => {
      const number = numberIn(cells[column.place]);
      return number === null || column.count < FEWEST_ROWS ? [] : [{ ...column, number }];
    });
    const isSum = given.every(({ number, sum }) => isNear(number, sum));
    if (!isSum && !given.every(({ number, sum, left }) => isNear(number, sum + left))) return null;
    const equal = given.filter(({ parts, number }) => parts >= 2 && number !== 0);
    if (equal.length === 0) return null;
    const isNoChance =
      !isComplete || equal.length >= FEWEST_COLUMNS || equal.some(({ number }) => digitsOf(number) >= EXACT);
    return isNoChance ? equal[0]!.place : null;
  }
}

const isNear = (number: number, sum: number): boolean =>
  Math.abs(number - sum) <= Math.max(0.011, Math.abs(sum) * 1e-9);

const digitsOf = (number: number): number =>
  Number(number.toFixed(4))
    .toString()
    .replaceAll(/[-.]|0+$/g, '').length;

function numberIn(cell: SheetCell | undefined): number | null {
  if (cell === undefined || (cell.kind !== 'number' && cell.kind !== 'text')) return null;
  const spelt = cell.kind === 'number' ? storedNumber(cell.text) : plainDigits(trimmed(cell.text));
  return spelt === null || spelt === '' ? null : Number(spelt);
}

/** 12,500.00 and 12,500.00万元, in a column whose numbers have one unit. */
function plainDigits(text: string): string | null {
  if (text === '' || text.length > 40 || !/\d/.test(text)) return null;
  const spelt = spellNumber(text);
  return spelt === null || spelt.mark !== null ? null : spelt.digits;
}
