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

/** Number formats that a copied file brings along, beside those above. */
export class GivenFormats {
  private readonly places = new Map<string, number>();

  /** Style number of a cell with this format code. */
  styleNumber(code: string, bad: boolean): number {
    const place = this.places.get(code) ?? this.places.size;
    this.places.set(code, place);
    return FIRST_GIVEN + place * 2 + (bad ? 1 : 0);
  }

  get codes(): string[] {
    return [...this.places.keys()];
  }
}

/** first number that the standard leaves to the file */
const CUSTOM = 164;
const idOf = (format: string, index: number): number =>
  format === 'General' ? 0 : format === '@' ? 49 : CUSTOM + index;
const SOLID = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`;

/** styles.xml. @param given format codes of GivenFormats */
export function stylesXml(given: readonly string[] = []): string {
  const formats = FORMATS.map((code, index) => ({ id: idOf(code, index), code: code as string }));
  const brought = given.map((code, index) => ({ id: CUSTOM + FORMATS.length + index, code }));
  const custom = [...formats, ...brought].filter(({ id }) => id >= CUSTOM);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${custom.length}">${custom.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${SOLID('FFFFD9D9')}${SOLID('FFEDEFF2')}</fills>`,
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length * 2 + 2 + brought.length * 2}">`,
    ...formats.map(({ id }) => cellXfs(id)),
    '<xf numFmtId="49" fontId="1" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>',
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
    ...brought.map(({ id }) => cellXfs(id)),
    '</cellXfs>',
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}

/** A format on white, and the same marked as wrong. */
const cellXfs = (id: number): string =>
  [0, 2]
    .map(
      (fill) =>
        `<xf numFmtId="${id}" fontId="0" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>`,
    )
    .join('');
