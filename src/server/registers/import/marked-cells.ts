import { cellAddress, columnLetters } from '../../files/cell-address.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { FileMends, FileQuestion } from '#wire/register-answers.ts';
import { looksIn, runsOf, type TextRun } from '../../files/cell-runs.ts';
import { SYMBOL } from '../../files/style-looks.ts';
import type { SheetCell, SheetRow } from '../sheets/sheet.ts';
import { shownValue, type Findings } from './findings.ts';
import type { MatchedColumn } from './match-header.ts';
import { trimmed } from './reading.ts';
import { has, MARKS, textBy, type Answer, type Mark } from './text-runs.ts';

const EMPTY: SheetCell = { kind: 'empty', text: '' };
/** rows and cells that a question names */
const MOST_NAMED = 5;

const MARK_WORDS: Readonly<Record<Mark, string>> = {
  struck: '有删除线',
  raised: '是上标或下标',
  unseen: '与底色同色或过小，或格式使它不显示，看不见',
  strange: '是符号字体（如 Wingdings）的字符，没有对应的普通字符',
};
const CHOICES: Readonly<Record<Mark | Whole, FileQuestion['choices']>> = {
  struck: [
    { answer: 'leave', words: '去掉有删除线的内容' },
    { answer: 'keep', words: '当作没有删除线' },
  ],
  raised: [
    { answer: 'keep', words: '写成上标、下标字符，如 10⁴' },
    { answer: 'leave', words: '去掉上标、下标' },
  ],
  unseen: [
    { answer: 'leave', words: '去掉看不见的内容' },
    { answer: 'keep', words: '照样读取' },
  ],
  strange: [
    { answer: 'leave', words: '去掉这些符号' },
    { answer: 'keep', words: '照字符本身读取' },
  ],
  struckRow: [
    { answer: 'leave', words: '不导入这些行' },
    { answer: 'keep', words: '照样导入' },
  ],
  hiddenRow: [
    { answer: 'leave', words: '不导入这些行' },
    { answer: 'keep', words: '照样导入' },
  ],
};
const DONE: Readonly<Record<Mark, Readonly<Record<Answer, string>>>> = {
  struck: { leave: '按您的回答去掉有删除线的内容', keep: '' },
  raised: { leave: '按您的回答去掉上标、下标', keep: '按您的回答把上标、下标写成字符' },
  unseen: { leave: '按您的回答去掉看不见的内容', keep: '' },
  strange: { leave: '按您的回答去掉符号字体的字符', keep: '' },
};

/** Questions about rows as a whole. */
type Whole = 'struckRow' | 'hiddenRow';
const WHOLE_WORDS: Readonly<Record<Whole, string>> = {
  struckRow: '整行有删除线',
  hiddenRow: '在文件中是隐藏的（或被筛选掉）',
};

interface Met {
  count: number;
  /** addresses or numbers of the first */
  named: string[];
}

/**
 * EY8, EY9: cells whose letters look otherwise, rows that are struck out or hidden. None of them is taken or left
 * without an answer: for a cell, a column, a row, or all of the file, by the keys struck:C17, struck:C, struck.
 */
export class MarkedCells {
  private readonly columns: readonly (MatchedColumn & { field: string })[];
  private readonly titles: ReadonlyMap<number, string>;
  private readonly answers: Readonly<Record<string, string>>;
  private readonly findings: Findings;
  private readonly open = new Map<string, Met>();
  private readonly left = new Map<Whole, Met>();

  constructor(
    { fields }: RegisterDefinition,
    columns: readonly MatchedColumn[],
    { findings, mends }: { findings: Findings; mends: FileMends },
  ) {
    this.columns = columns.flatMap((column) => (column.field === null ? [] : [{ ...column, field: column.field }]));
    this.titles = new Map(this.columns.map(({ place, field }) => [place, fields[field]!.title]));
    this.answers = mends.answers ?? {};
    this.findings = findings;
  }

  /** The row as it is to be read; null: it is left out. */
  see(row: SheetRow): SheetRow | null {
    const { number, cells } = row;
    if (row.hidden && !this.seeWhole('hiddenRow', row)) return null;
    const read = this.columns.filter(({ place }) => trimmed(cells[place]?.text ?? '') !== '');
    if (!read.some(({ place }) => cells[place]!.looks !== undefined)) return row;
    const isStruck = read.every(({ place }) => isWhollyStruck(cells[place]!));
    if (isStruck && !this.seeWhole('struckRow', row)) return null;
    const seen = [...cells];
    for (const { place, field } of read)
      if (cells[place]!.looks !== undefined) seen[place] = this.seeCell(number, place, field, cells[place]!, isStruck);
    return { ...row, cells: seen };
  }

  private seeWhole(what: Whole, { number, cells }: SheetRow): boolean {
    const answer = this.answers[`${what}:${number}`] ?? this.answers[what];
    if (answer === 'keep') return true;
    if (answer === 'leave') {
      meet(this.left, what, String(number));
      return false;
    }
    const first = this.columns.find(({ place }) => trimmed(cells[place]?.text ?? '') !== '');
    const { place = 0, field = '' } = first ?? {};
    this.findings.error(
      number,
      place,
      field,
      cells[place]?.text ?? '',
      `这一行${WHOLE_WORDS[what]}`,
      '请在这里选择导入或不导入，或在文件中改正',
    );
    meet(this.open, what, `第 ${number} 行`);
    return true;
  }

  private seeCell(line: number, place: number, field: string, cell: SheetCell, isStruckRow: boolean): SheetCell {
    const address = cellAddress(line, place);
    const looks = looksIn(cell.looks!);
    const answers: Partial<Record<Mark, Answer>> = {};
    const { looks: _looks, ...plain } = cell;
    for (const mark of MARKS) {
      if (!has(looks, mark)) continue;
      // a row that is struck out as a whole needs one question only
      const given = mark === 'struck' && isStruckRow ? 'keep' : this.answerTo(mark, place, address);
      if (given === undefined) {
        this.ask(line, place, field, cell, mark);
        return plain;
      }
      answers[mark] = given;
    }
    const runs = runsOf(cell.text, cell.looks!);
    const text = runs && textBy(runs, answers);
    if (text === null) {
      this.refuse(line, place, field, cell, runs);
      return plain;
    }
    const what = MARKS.flatMap((mark) => (answers[mark] === undefined ? [] : DONE[mark][answers[mark]] || []));
    if ((looks & SYMBOL) !== 0) what.push('符号字体的字符按看到的样子换成普通字符');
    if ((text === cell.text && (looks & SYMBOL) === 0) || what.length === 0) return plain;
    this.findings.repair(line, place, field, cell, text === '' ? '空' : text, what.join('；'));
    return text.trim() === '' ? EMPTY : { kind: 'text', text };
  }

  private answerTo(mark: Mark, place: number, address: string): Answer | undefined {
    const answer =
      this.answers[`${mark}:${address}`] ?? this.answers[`${mark}:${columnLetters(place)}`] ?? this.answers[mark];
    return answer === 'keep' || answer === 'leave' ? answer : undefined;
  }

  private ask(line: number, place: number, field: string, cell: SheetCell, mark: Mark): void {
    const runs = runsOf(cell.text, cell.looks!);
    const parts = (runs ?? []).filter(({ looks }) => has(looks, mark)).map(({ text }) => text);
    const isWhole = runs !== null && runs.every(({ looks, text }) => has(looks, mark) || text.trim() === '');
    const reason =
      isWhole || parts.length === 0
        ? `内容${MARK_WORDS[mark]}`
        : `其中“${shownValue(parts.join('…'))}”${MARK_WORDS[mark]}`;
    this.findings.error(line, place, field, cell.text, reason, '请在这里选择怎样读取，或在文件中改正');
    meet(this.open, `${mark}:${columnLetters(place)}`, cellAddress(line, place));
  }

  private refuse(line: number, place: number, field: string, cell: SheetCell, runs: readonly TextRun[] | null): void {
    this.findings.error(
      line,
      place,
      field,
      cell.text,
      runs === null ? '文字格式过碎，分不清哪些有删除线、上标或下标' : '没有这样的上标、下标字符',
      '请在文件中改写，如“10的4次方”',
    );
  }

  /** Remarks, each with its places. */
  questions(): FileQuestion[] {
    return [...this.open].flatMap(([key, { count, named }]): FileQuestion[] => {
      const [kind = '', column] = key.split(':');
      const choices = CHOICES[kind as Mark | Whole];
      const places = `${named.join('、')}${count > named.length ? ` 等 ${count} 处` : ''}`;
      if (column === undefined)
        return [{ key, words: `${count} 行${WHOLE_WORDS[kind as Whole]}：${places}。怎样处理？`, choices }];
      const place = this.columns.find((one) => columnLetters(one.place) === column)!.place;
      const words = `${column} 列“${this.titles.get(place)!}”有 ${count} 格${MARK_WORDS[kind as Mark]}：${places}。怎样读取？`;
      const each = count > 1 && count <= MOST_NAMED ? named : [];
      return [
        { key, words, choices },
        ...each.map((cell) => ({ key: `${kind}:${cell}`, words: `只说 ${cell}`, choices })),
      ];
    });
  }

  /** Remarks on rows that were left out. */
  remarks(): string[] {
    return [...this.left].map(
      ([what, { count, named }]) =>
        `按您的回答不导入${WHOLE_WORDS[what]}的 ${count} 行：第 ${named.join('、')} 行${count > named.length ? '等' : ''}`,
    );
  }
}

function meet<Key>(all: Map<Key, Met>, key: Key, name: string): void {
  const met = all.get(key) ?? { count: 0, named: [] };
  all.set(key, met);
  met.count++;
  if (met.named.length < MOST_NAMED) met.named.push(name);
}

const isWhollyStruck = ({ text, looks }: SheetCell): boolean =>
  (looks !== undefined && runsOf(text, looks)?.every((run) => has(run.looks, 'struck') || run.text.trim() === '')) ??
  false;

/** Looks of a title whose meaning its letters alone do not show. */
const TITLE_WORDS: Readonly<Record<Mark, string>> = {
  struck: '有删除线',
  raised: '有上标或下标',
  unseen: '与底色同色或过小，看不见',
  strange: '有符号字体的字符，没有对应的普通字符',
};

/** EY8: titles of columns whose letters look otherwise, each with its place. */
export const titleRemarks = ({ number, cells }: SheetRow): string[] =>
  cells.flatMap(({ text, looks }, place) => {
    const words = MARKS.filter((mark) => looks !== undefined && has(looksIn(looks), mark)).map(
      (mark) => TITLE_WORDS[mark],
    );
    const title = shownValue(titleText({ text, looks }));
    return words.length === 0 ? [] : [`标题“${title}”（${cellAddress(number, place)}）${words.join('，')}，请核对列名`];
  });

/** EY8: a title with its raised and lowered letters as signs of their own: 备注¹ is no 备注1. */
export function titleText({ text, looks }: Pick<SheetCell, 'text' | 'looks'>): string {
  const runs = looks === undefined ? null : runsOf(text, looks);
  return (runs && textBy(runs, { raised: 'keep' })) ?? text;
}
