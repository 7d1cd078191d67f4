import { formatCode, formatFacts, sectionsOf } from '../../files/number-formats.ts';
import { statesMore } from './stated-number.ts';

/** Value of a cell as its format makes it. */
export interface CellStyle {
  kind: 'number' | 'percent' | 'date';
  /** digits of a format that shows a number as a code, e.g. 6 for 000000; 0 for others */
  zeros: number;
  /** digits behind the point that the format always shows, e.g. 2 for 0.00 */
  places: number;
  /** code of the format, as numfmt reads it; '' for one that leaves values as they are */
  code: string;
  /** the format changes more of a number or a day than its rounding or spelling (RG12, EY2, EY3) */
  saysMore: boolean;
  /** the format draws words around a text, or nothing of it */
  drawsText: boolean;
}

/** A cell without a style, too. */
export const PLAIN_STYLE: CellStyle = {
  kind: 'number',
  zeros: 0,
  places: 0,
  code: '',
  saysMore: false,
  drawsText: false,
};

/** @param id of the number format @param codes those that the workbook spells */
export function cellStyle(id: number, codes: ReadonlyMap<number, string>): CellStyle {
  const code = formatCode(id, codes);
  if (code === '' || code === '@') return PLAIN_STYLE;
  const { kind, unshown } = formatFacts(code);
  const drawsText = drawsMoreThanText(code);
  if (kind === 'date' || kind === 'datetime')
    return { kind: 'date', zeros: 0, places: 0, code, saysMore: unshown !== null, drawsText };
  const zeros = /^0{2,30}$/.test(code) ? code.length : 0;
  const saysMore = zeros === 0 && statesMore(code);
  return {
    kind: kind === 'percent' ? 'percent' : 'number',
    zeros,
    places: saysMore ? 0 : placesOf(code),
    code,
    saysMore,
    drawsText,
  };
}

/** Number of zeros behind the point; unknown for powers of ten and fractions. */
function placesOf(code: string): number {
  const [section] = sectionsOf(code);
  const types = section?.tokens.map(({ type }) => type) ?? [];
  const point = types.indexOf('POINT');
  if (point < 0 || types.includes('EXP')) return 0;
  const end = types.findIndex((type, at) => at > point && type !== 'ZERO');
  return (end < 0 ? types.length : end) - point - 1;
}

/** blanks that align texts with numbers */
const BLANK = new Set(['SKIP', 'FILL', 'SPACE', 'COLOR', 'LOCALE', 'TEXT']);

/** The section of texts is the fourth, or the only one that holds @. */
function drawsMoreThanText(code: string): boolean {
  const sections = sectionsOf(code);
  const section = sections[3] ?? sections.find(({ tokens }) => tokens.some(({ type }) => type === 'TEXT'));
  if (section === undefined) return false;
  const isShown = section.tokens.some(({ type }) => type === 'TEXT');
  return !isShown || section.tokens.some(({ type }) => !BLANK.has(type));
}
