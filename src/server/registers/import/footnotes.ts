import type { RegisterDefinition } from '#page/register-schema.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import type { Findings } from './findings.ts';
import { trimmed } from './reading.ts';

/** what nothing of a register is called */
const SUM = /^[合总小共]\s*计$/;
/** by what sums, notes and signatures below a table begin */
const BEGINNING =
  /^(?:[合总小共]\s*计|合计数|注\s*\d*\s*[:：]|备\s*注\s*[:：]|说\s*明\s*[:：]|附\s*注|数据来源|制\s*表|填\s*表|复\s*核|审\s*核|单\s*位\s*[:：]|日\s*期\s*[:：])/;

/** Sums and notes below a table. Each is reported once as such, instead of by every cell that is missing. */
export class Footnotes {
  private readonly places: ReadonlyMap<number, string>;
  private readonly required: readonly number[];
  private readonly findings: Findings;

  constructor(
    { fields, key }: RegisterDefinition,
    columns: readonly { place: number; field: string }[],
    findings: Findings,
  ) {
    this.places = new Map(columns.map(({ place, field }) => [place, field]));
    this.required = columns
      .filter(({ field }) => fields[field]!.required || key.includes(field))
      .map(({ place }) => place);
    this.findings = findings;
  }

  /** @returns true for a sum, and for a row that begins like a note and lacks what a row of the register needs */
  tell({ number, cells }: SheetRow): boolean {
    const place = cells.findIndex(({ kind, text }) => kind !== 'empty' && trimmed(text) !== '');
    const begins = cells[place];
    const words = begins?.kind === 'text' ? trimmed(begins.text) : '';
    const isComplete = () => this.required.every((one) => trimmed(cells[one]?.text ?? '') !== '');
    if (!SUM.test(words) && (!BEGINNING.test(words) || isComplete())) return false;
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
}
