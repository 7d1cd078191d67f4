import type { RegisterDefinition } from '#page/register-schema.ts';
import type { SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { shownValue, type Findings } from './findings.ts';
import { trimmed } from './reading.ts';
import { NO_UNITS, statedUnits } from './unit-words.ts';

/** what nothing of a register is called */
const SUM = /^[合总小共]\s*计$/;
/** by what sums, notes and signatures below a table begin */
const BEGINNING =
  /^(?:[合总小共]\s*计|合计数|注\s*\d*\s*[:：]|备\s*注\s*[:：]|说\s*明\s*[:：]|附\s*注|数据来源|制\s*表|填\s*表|复\s*核|审\s*核|单\s*位\s*[:：]|日\s*期\s*[:：])/;

/** how else notes begin that stand alone in their row */
const REMARK = /^(?:[※*＊●•]|以上|本表|上述|截[至止]|资料来源|来源\s*[:：]|声明\s*[:：]|特此)/;
/** a whole sentence, which names nothing */
const SENTENCE = /[。！；]$|^.{12,}[，。；].{4,}$/su;

/** that a remark names */
const MOST_NAMED = 20;

/** Sums and notes below a table. Each is reported once as such, instead of by every cell that is missing. */
export class Footnotes {
  private readonly places: ReadonlyMap<number, string>;
  private readonly required: readonly number[];
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
    this.required = columns
      .filter(({ field }) => fields[field]!.required || key.includes(field))
      .map(({ place }) => place);
    this.findings = findings;
  }

  /**
   * RG14: @returns true for a sum, for a row that begins like a note and lacks what a row of the register needs or holds
   * nothing but notes, and for a sentence that stands alone beside columns that are all empty
   */
  tell({ number, cells }: SheetRow): boolean {
    const filled = cells.flatMap(({ kind, text }, at) => (kind !== 'empty' && trimmed(text) !== '' ? [at] : []));
    const [place = -1] = filled;
    const wordsAt = (at: number) => (cells[at]?.kind === 'text' ? trimmed(cells[at].text) : '');
    const words = wordsAt(place);
    const isComplete = () => this.required.every((one) => trimmed(cells[one]?.text ?? '') !== '');
    const isAlone = filled.length === 1 && this.places.size > 1;
    const isNote =
      BEGINNING.test(words) && (!isComplete() || isAlone || filled.every((at) => BEGINNING.test(wordsAt(at))));
    const stated = isAlone || isNote ? statedUnits([words]) : NO_UNITS;
    const isRemark = REMARK.test(words) || SENTENCE.test(words) || stated !== NO_UNITS;
    if (!SUM.test(words) && !isNote && !(isAlone && isRemark)) return false;
    if (this.units === NO_UNITS) this.units = stated;
    // what a unit is told by is no note that has to go
    if (isAlone && stated !== NO_UNITS && !SUM.test(words)) {
      this.unitLines.push(`第 ${number} 行“${shownValue(words)}”写的是单位，不作为数据`);
      return true;
    }
    if (this.isLeft) {
      this.count++;
      if (this.left.length < MOST_NAMED) this.left.push(`第 ${number} 行“${shownValue(words)}”`);
      return true;
    }
    this.findings.error(
      number,
      place,
      this.places.get(place) ?? '',
      words,
      '这一行像是合计或附注，不是一条数据',
      '请删除这一行',
    );
    return true;
  }

  /** Which were left out. */
  remarks(): string[] {
    if (this.count === 0) return this.unitLines.slice(0, MOST_NAMED);
    const more = this.count > this.left.length ? '等' : '';
    return [
      ...this.unitLines.slice(0, MOST_NAMED),
      `按您的要求略去 ${this.count} 行合计或附注，不作为数据：${this.left.join('、')}${more}`,
    ];
  }
}
