import { bareTitle } from '#rules/text/bare-title.ts';
import { simplifiedTitle } from '#rules/script/title-script.ts';
import { mergeAt } from '../sheets/merged-cells.ts';
import type { MergedRange, SheetCell, SheetRow } from '../sheets/sheet.ts';
import { spellNumber, storedNumber } from './read-decimal.ts';
import { DAY_TITLE } from './read-date.ts';
import { halfWidth, isFilled, trimmed } from './reading.ts';
import { unitIn } from './unit-words.ts';

/** VA7: a row of a file that is no row of its table. note: about the table; sign: who made the file, and when */
export type NoRowKind = 'total' | 'measure' | 'note' | 'sign' | 'end' | 'titles';

export interface NoRow {
  kind: NoRowKind;
  /** place of the decisive cell, from 0 */
  place: number;
  words: string;
}

/** Names that no row of a register has, in the languages of spreadsheets: an Excel table, a pivot table, SUBTOTAL. */
const TOTALS: readonly RegExp[] = [
  /^(?:[本上当][页期表次批周旬月季年日]|全部|全[国司行部体]|全?公司|集团|以上|各项|总|分)?[合总小共累]计[数额]?$/,
  /^(?:总和|总共|合共|一共|汇总|总数|总额|总体|整体|总体合计|全部|全公司|全司|求和|总(?:人数|规模|金额)|计|总计数)$/,
  /^[合总小共累]计(?:人数|人次|金额|家数|户数|笔数|只数|数量|规模|份额|面积|费用|收入|值|栏|行|项)$/,
  // amounts carried from page to page, and a pivot table's title of rows without a name
  /^(?:承前|接前|过次|转次|[续接转][上下前次])页$|^(?:上页结转|结转[下次][页年期月])$|^(?:期[初末]|[年月][初末]|上[年期月]|本[年期月])(?:余额|结[转余]|发生额|累计数?)$|^空白$|^blank$/i,
  /^(?:grand |sub[- ]?)?totals?$|^sum(?: total)?$|^overall(?: total)?$|^[∑Σ]$/i,
  /^(?:gesamt(?:ergebnis|summe)?|insgesamt|(?:zwischen)?summe|totali?e?|total g[eé]n[eé]ral|totale complessivo|sous-total|subtotale?|totaux|(?:sub|eind)?totaal|som(?:me|ma|a)?|suma(?: total| końcowa)?|razem|ogółem|łącznie|celkem|spolu|összesen|total geral|summa|totalt|totalsumma|i alt|yhteensä|(?:genel |ara )?toplam|jumlah|tổng(?: cộng)?|итого|всего|сумма|(?:общий|промежуточный) итог|разом|усього|σύνολο|[총합소누]\s?계|총합|総合?计|รวม(?:ทั้งหมด)?|(?:ال)?(?:مجموع|إجمالي))$/i,
];
const isTotal = (words: string): boolean => TOTALS.some((names) => names.test(words));
/** totals with their subject in front or behind, its unit or its number */
const TOTAL_OF =
  /^.{1,30}[合总小共累]计$|^.{1,30}[合总小]计\s*[([].*[)\]]$|^.{1,30}\s汇总$|^[合总小共累]计(?:数|额|人数|金额|家数|户数)?\s*[:(\s]*[\d,.]+[^\d]{0,4}\)?$|^(?:以上)?(?:共有?|总共|一共)计?\s*:?\s*[\d,.]+\s*[^\d\s]{1,4}$|^.{1,30} (?:sub)?totals?$/i;
/** the same in a row that lacks a value which a row needs */
const TOTAL_IN_GAPS =
  /^.{1,30}(?:汇总|计数)$|^(?:[合总小共累]计|汇总)(?:数|额|人数|金额|家数|户数)?[:(\s]*[\d,.]*[^\d]{0,4}\)?$|^(?:sub)?total\b.{0,30}$/i;
/** parts of the row above */
const PART_OF = /^[(]?其\s*中(?:\s*[:,(]|(?!.*(?:部|公司|计划|基金|号|店|所)$).{0,12}$)|^(?:of which|thereof|davon)\b/i;
/** separates a total from its unit, its translation, or its subject */
const PARTED = /\s*[:/|\\,、;()[\]—–-]+\s*|\s+(?=\p{Script=Han})|(?<=\p{Script=Han})\s+/u;
const MEASURE =
  /^(?:加权|算术|简单|总|行业)?平均(?:[值数]|水平|规模|人数|每\S{1,2})?$|^[均极方]值$|^(?:最[大小高低]值?|众数|中位[数值]|标准偏?差|方差|极差|计数|同比|环比|增[长减]率?|完成率)$|^占(?:比%?|全(?:部|国|公司|行业)(?:的)?(?:比[例重]?|百分比)|总(?:[数额计]|规模|资产|人数)?(?:的)?(?:比[例重]?|百分比)|合计(?:的)?比[例重])$|^[人户]均[值数]?$|^(?:同比|环比)(?:增[长减]|变动)率?$|^较上[年期月季].{0,6}$|^上年同期[数值]?$|^(?:比[例重]|百分比)[(]?%?[)]?$|^(?:average|avg\.?|mean|median|max(?:imum)?|min(?:imum)?|count|std ?dev|share|% of total|mittelwert|promedio|moyenne|durchschnitt|gemiddelde|średnia|среднее|평균)$/i;
/** words that may well name a row with all that a row needs: the steps of a fee */
const MAY_NAME = /^最[大小高低]$/;
/** titles of columns whose rows are items of a statement: sums and measures are data there, as 资产总计 */
const STATEMENT = /^(?:会计|财务|报表|主要|统计|监管)?(?:项目|科目|指标)(?:名称)?$/;
/** beginnings of notes */
const NOTE =
  /^(?:[注註]\s*\d*\s*[:：.、]|备\s*注\s*\d*\s*[:：]|说\s*明\s*\d*\s*[:：]|附\s*(?:注|[:：])|特别说明|温馨提示|风险提示|免责声明|声\s*明\s*[:：]|数据来源|资料来源|来源\s*[:：]|单\s*位\s*[:：]|币\s*种\s*[:：]|notes?\s*\d*\s*[:.]|remarks?\s*[:.]|source\s*:|disclaimer)/i;
/** beginnings of lines about the file itself */
const SIGN =
  /^(?:制\s*[表作]\s*(?:人|单位|部门|日期|时间)?|填\s*[表报]\s*(?:人|单位|部门|日期|时间)?|编\s*制|复\s*核\s*人?|审\s*[核批]\s*人?|经\s*办\s*人?|主\s*管|负责人签[字章]|报送\s*(?:人|单位|部门|日期)|[打导]\s*[印出]\s*(?:人|日期|时间)|生成(?:日期|时间)|日\s*期|签\s*[字章名]|盖\s*章|联系人|联系电话)\s*[:：（(]|^(?:制\s*表|填\s*表|复\s*核|审\s*核)|^[（(]?(?:盖章|签章|公章)[)）]?$|^第\s*[\d一二三四五六七八九十百]+\s*页|^(?:数据|统计|更新|发布|公示|公布|披露)?(?:截[至止](?:日期|时间|日)?|(?:更新|统计|发布|公示)(?:日期|时间|日|[于至])|日期)\s*(?:20)?\d{2}\s*[-年/.]\s*\d|^page\s+\d+|^prepared by|^printed/i;
/** other beginnings of notes that are alone in their row */
const REMARK =
  /^(?:[※*＊●•▲△★①-⑳⑴-⒇]|以上|本表|上述|截[至止]|数据截[至止]|特此|其中\s*[:：]|[(（]?\d{1,2}\s*[)）、.．]\s*(?:本表|以上|上述|数据|表中))|^(?:说\s*明|[备附]?\s*注)$/;
/** a whole sentence, which names nothing */
const SENTENCE = /[。！；]$|^.{12,}[，。；].{4,}$/su;
/** a day without a subject */
const DAY_ALONE = /^[(（]?(?:19|20)\d{2}\s*[-年/.]\s*\d{1,2}(?:\s*[-月/.]\s*\d{1,2}\s*日?|\s*月)?[)）]?$/;
const saysDay = (cell: SheetCell | undefined): boolean =>
  cell?.kind === 'date' || (cell?.kind === 'text' && DAY_ALONE.test(trimmed(cell.text)));
const END =
  /^[-—–=*·.\s（(【[<]*(?:以下(?:空白|无正文|无数据|无内容|为空|无)|此(?:页|行|表)以下(?:空白|为空)|下无正文|空白|全文?完|完|结束|表尾|无更多(?:数据|记录)|end(?: of (?:report|table|file|data|list))?|eof|blank below)[-—–=*·.\s)）】\]>]*$|^[.…·*=_—-]{2,}$/i;

const WRAPPED = /^[(（[【〔「『《〈<{“"'‘*=—–\-·•]+\s*([^()]*?)\s*[)）\]】〕」』》〉>}”"'’*=—–\-:]*$/su;

/** Words are compared without width, script, the signs around them, a colon behind them, and the spaces in 合 计. */
function plain(text: string): string {
  const short = simplifiedTitle(halfWidth(text)).trim();
  const bare = (WRAPPED.exec(short)?.[1] ?? short).replace(/[\s:.…。、*=—–-]+$/u, '');
  const joined = bare.replace(/^(\p{Script=Han})\s+计(?=$|[(:])/u, '$1计');
  return /^\p{Script=Han}(?:\s+\p{Script=Han})+$/u.test(joined) ? joined.replaceAll(/\s/g, '') : joined;
}

const isUnit = (words: string): boolean => unitIn(words) !== '' || /^(?:CNY|RMB|USD|HKD)$/i.test(words);

/** 合计/Total, 合计(人), 合计：华东, 平均（人）: by its first word, in front of a translation or a unit. */
function isParted(words: string): boolean {
  // 汇总（上海）科技有限公司 is a firm
  if (/[)\]]\s*[^\s)\]:]/u.test(words)) return false;
  const [first = '', ...rest] = words.split(PARTED).filter((part) => part !== '');
  const isSame = (part: string): boolean => isTotal(part) || MEASURE.test(part) || isUnit(part);
  if (rest.length > 0 && isTotal(first)) return /\p{Script=Han}/u.test(first) || rest.every(isSame);
  return rest.length > 0 && MEASURE.test(first) && rest.every(isSame);
}

interface Facts {
  /** columns that are read */
  columns: number;
  /** whether the row has all values that a row of the table needs */
  isComplete: boolean;
  /** titles of the columns by their places */
  titles: ReadonlyMap<number, string>;
}

/** characters of the name of a total */
const LONGEST = 40;
/** cells of a row whose words decide its kind */
const MOST_LOOKED = 3;

/**
 * VA7: kind of a row that is no row of its table, by its words and their places. It may be a total as its first
 * word, or as one of the first where it lacks a value that a row needs. It may be a note that lacks one or is alone,
 * a sentence alone, or the titles again. A row with all that a row needs is judged by whole words alone, never by a
 * part of a name.
 */
export function findNoRow({ cells }: SheetRow, { columns, isComplete, titles }: Facts): NoRow | null {
  const filled = cells.flatMap((cell, at) => (isFilled(cell) ? [at] : []));
  const first = filled.find((at) => titleOf(titles, at) !== '序号') ?? filled[0] ?? -1;
  const isItem = isComplete && STATEMENT.test(titleOf(titles, first));
  const wordsAt = (at: number): string => (cells[at]?.kind === 'text' ? trimmed(cells[at].text) : '');
  const isAlone = filled.length === 1 && columns > 1;
  const found = (kind: NoRowKind, place = first): NoRow => ({ kind, place, words: trimmed(cells[place]?.text ?? '') });
  if (isTitles(cells, filled, titles)) return found('titles');
  for (const place of filled.slice(0, MOST_LOOKED)) {
    const text = wordsAt(place);
    const words = text.length > LONGEST ? '' : plain(text);
    if (words === '' || (place !== first && isComplete)) continue;
    if (isTotal(words) || (!isItem && (TOTAL_OF.test(words) || isParted(words)))) return found('total', place);
    if (isItem || (isComplete && MAY_NAME.test(words))) continue;
    if (MEASURE.test(words)) return found('measure', place);
    if (PART_OF.test(words) || (!isComplete && TOTAL_IN_GAPS.test(words))) return found('total', place);
  }
  const words = wordsAt(first);
  const every = (pattern: RegExp): boolean => filled.every((at) => pattern.test(wordsAt(at)));
  if (isAlone && END.test(words)) return found('end');
  if (isAlone && saysDay(cells[first]) && !DAY_TITLE.test(titleOf(titles, first))) return found('sign');
  if (SIGN.test(words) && (!isComplete || isAlone || every(SIGN))) return found('sign');
  if (NOTE.test(words) && (!isComplete || isAlone || every(NOTE))) return found('note');
  return isAlone && (REMARK.test(words) || SENTENCE.test(words)) ? found('note') : null;
}

const titleOf = (titles: Facts['titles'], place: number): string => bareTitle(titles.get(place) ?? '');

/** Titles that a program repeats on each page. */
function isTitles(cells: readonly SheetCell[], filled: readonly number[], titles: Facts['titles']): boolean {
  // compared with its unit, which a definition states separately
  const same = filled.filter((at) => titles.has(at) && bareTitle(cells[at]!.text) === titleOf(titles, at));
  return same.length >= 2 && same.length >= filled.length * 0.8 && same.length >= titles.size / 2;
}

/** rows above a possible sum of them, and columns that have to match unless one of them is exact enough */
const FEWEST_ROWS = 3;
const FEWEST_COLUMNS = 2;
/** digits of a number that is no sum by chance */
const EXACT = 5;

/** least number of rows above an end, each with at least half of its read cells filled */
const FEWEST_DENSE = 3;
/** lone text below a table that is no code: words, and the number of a page */
const WORDS_ALONE = /\p{Script=Han}|\p{L}{2,}\s+\p{L}{2,}|^\d+\s*[/／]\s*\d+$/u;
/** lines below a table that are reported as such */
const MOST_AT_END = 10;

/**
 * VA7: rows as they come, the last ones held back. A lone text below a table whose other rows are well filled is no
 * row of it, whatever its words: 单位负责人, a day, a telephone.
 */
export class RowsAtEnd {
  private held: SheetRow[] = [];
  private count = 0;
  private isDense = true;
  /** columns of days: a lone day is no signature there */
  private readonly dated = new Set<number>();
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

  /** @returns `rows` the last of the table, `notes` the lines below it */
  end(): { rows: SheetRow[]; notes: SheetRow[] } {
    const [first, ...alone] = this.held;
    if (first) this.see(first);
    const isEnd = this.isDense && this.count >= FEWEST_DENSE;
    return isEnd ? { rows: this.held.slice(0, 1), notes: alone } : { rows: this.held, notes: [] };
  }

  private see(row: SheetRow): void {
    this.count++;
    for (const place of this.places) if (saysDay(row.cells[place])) this.dated.add(place);
    this.isDense &&= this.filledIn(row).length * 2 >= this.places.length;
  }

  private filledIn({ cells }: SheetRow): number[] {
    return this.places.filter((place) => isFilled(cells[place]));
  }

  private isAlone(row: SheetRow): boolean {
    const filled = this.places.length >= FEWEST_DENSE ? this.filledIn(row) : [];
    const [place = 0] = filled;
    const cell = row.cells[place];
    return (
      filled.length === 1 &&
      cell!.kind !== 'number' &&
      (saysDay(cell) ? !this.dated.has(place) : WORDS_ALONE.test(cell!.text)) &&
      mergeAt(this.merges, row.number) === undefined
    );
  }
}

interface ColumnSum {
  place: number;
  sum: number;
  /** number of rows that a person has left out */
  left: number;
  count: number;
  /** numbers that are not 0 */
  parts: number;
}

/** VA7: sums of columns so far, by which a last or a first row is known that adds up all others, whatever it is called. */
export class ColumnSums {
  private readonly columns: ColumnSum[];
  private first: SheetRow | null = null;

  /** @param places of columns that may hold numbers that can be added */
  constructor(places: readonly number[]) {
    this.columns = places.map((place) => ({ place, sum: 0, left: 0, count: 0, parts: 0 }));
  }

  /** @param isLeft a person has left the row out, which the sum may include or not */
  see(row: SheetRow, isLeft = false): void {
    const { cells } = row;
    if (!isLeft) this.first ??= row;
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

  /**
   * Column by which a row is the sum of all rows above it; null where it is not. @param isComplete it has all that a
   * row needs
   */
  sumIn(row: SheetRow, isComplete: boolean): number | null {
    return sumOf(row, this.columns, isComplete);
  }

  /** The first row and the column by which it is the sum of all rows below it; null where it is not. */
  sumInFirst(isComplete: (row: SheetRow) => boolean): { row: SheetRow; place: number } | null {
    const { first: row } = this;
    if (row === null) return null;
    const others = this.columns.map(({ sum, count, parts, ...column }) => {
      const number = numberIn(row.cells[column.place]);
      const rest = { sum: sum - (number ?? 0), count: count - (number === null ? 0 : 1) };
      return { ...column, ...rest, parts: parts - (number ? 1 : 0) };
    });
    const place = sumOf(row, others, isComplete(row));
    return place === null ? null : { row, place };
  }
}

function sumOf({ cells }: SheetRow, columns: readonly ColumnSum[], isComplete: boolean): number | null {
  const given = columns.flatMap((column) => {
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
