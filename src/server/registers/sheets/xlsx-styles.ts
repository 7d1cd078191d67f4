import { LOWERED, RAISED, STRANGE, STRUCK, UNSEEN } from '../../files/style-looks.ts';
import { escapeXml } from './escape-xml.ts';

/** The looks of a written workbook's cells, as one list that styles.xml and the cells share. */
const SCALES = Array.from({ length: 11 }, (_, digits) => (digits === 0 ? '0' : `0.${'0'.repeat(digits)}`));
const FORMATS = ['General', '@', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', '0.00%', ...SCALES] as const;

export type CellFormat = 'general' | 'text' | 'date' | 'datetime' | 'percent' | number;

const INDEX = { general: 0, text: 1, date: 2, datetime: 3, percent: 4 } as const;

/** Style number of a cell. @param format a number: digits after the point */
export function styleNumber(format: CellFormat, bad: boolean): number {
  const index = typeof format === 'number' ? 5 + Math.max(0, Math.min(10, format)) : INDEX[format];
  return index * 2 + (bad ? 1 : 0);
}

export const HEADER_STYLE = FORMATS.length * 2;
/** text in lines, from the top of its row */
export const WRAPPED_STYLE = HEADER_STYLE + 1;
const FIRST_GIVEN = WRAPPED_STYLE + 1;

/** A number format with the looks of its letters (style-looks.ts). */
interface GivenFormat {
  code: string;
  looks: number;
}

/** Number formats and looks of a copied file, beside those above. */
export class GivenFormats {
  private readonly places = new Map<string, number>();

  /** Style number of a cell with this format code, and these looks. */
  styleNumber(code: string, bad: boolean, looks = 0): number {
    const name = `${looks} ${code}`;
    const place = this.places.get(name) ?? this.places.size;
    this.places.set(name, place);
    return FIRST_GIVEN + place * 2 + (bad ? 1 : 0);
  }

  get codes(): GivenFormat[] {
    return [...this.places.keys()].map((name) => ({
      looks: parseInt(name, 10),
      code: name.slice(name.indexOf(' ') + 1),
    }));
  }
}

/** first number that the standard leaves to the file */
const CUSTOM = 164;
const idOf = (format: string, index: number): number =>
  format === 'General' ? 0 : format === '@' ? 49 : CUSTOM + index;
const SOLID = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`;

const BAD_GROUND = 'FFFFD9D9';
const WHITE_GROUND = 'FFFFFFFF';

/** EY8: elements that give letters such looks, in a font and in a run. @param bad on the ground of a wrong cell */
export function lettersXml(looks: number, bad: boolean): string {
  const script = (looks & RAISED) !== 0 ? 'superscript' : (looks & LOWERED) !== 0 ? 'subscript' : '';
  return [
    (looks & STRUCK) !== 0 ? '<strike/>' : '',
    script === '' ? '' : `<vertAlign val="${script}"/>`,
    '<sz val="11"/>',
    (looks & UNSEEN) !== 0 ? `<color rgb="${bad ? BAD_GROUND : WHITE_GROUND}"/>` : '',
  ].join('');
}

/** the fonts of a plain cell and of a title come first */
const FIRST_FONT = 2;
const SHAPES = STRUCK | RAISED | LOWERED | UNSEEN;
const ALL_LOOKS = 2 * (SHAPES + 1);
/** Font for letters without a known ordinary character; its own letters have none either. */
export const STRANGE_FONT = 'MT Extra';
function fontOf(looks: number, bad: boolean): number {
  const place = (looks & SHAPES) + ((looks & STRANGE) === 0 ? 0 : SHAPES + 1);
  return place === 0 ? 0 : FIRST_FONT + (bad ? ALL_LOOKS : 0) + place;
}
const FONTS = [false, true].flatMap((bad) =>
  Array.from({ length: ALL_LOOKS }, (_, place) => {
    const name = place > SHAPES ? STRANGE_FONT : 'Calibri';
    return `<font>${lettersXml(place & SHAPES, bad)}<name val="${name}"/></font>`;
  }),
);

/** styles.xml. @param given those of GivenFormats */
export function stylesXml(given: readonly GivenFormat[] = []): string {
  const formats = FORMATS.map((code, index) => ({ id: idOf(code, index), code: code as string }));
  const brought = given.map(({ code, looks }, index) => ({ id: CUSTOM + FORMATS.length + index, code, looks }));
  const custom = [...formats, ...brought].filter(({ id }) => id >= CUSTOM);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${custom.length}">${custom.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts>`,
    `<fonts count="${FIRST_FONT + FONTS.length}"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>${FONTS.join('')}</fonts>`,
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${SOLID(BAD_GROUND)}${SOLID('FFEDEFF2')}</fills>`,
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length * 2 + 2 + brought.length * 2}">`,
    ...formats.map(({ id }) => cellXfs(id)),
    '<xf numFmtId="49" fontId="1" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>',
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
    ...brought.map(({ id, looks }) => cellXfs(id, looks)),
    '</cellXfs>',
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}

/** A format on white, and the same marked as wrong. */
const cellXfs = (id: number, looks = 0): string =>
  [0, 2]
    .map(
      (fill) =>
        `<xf numFmtId="${id}" fontId="${fontOf(looks, fill !== 0)}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>`,
    )
    .join('');
