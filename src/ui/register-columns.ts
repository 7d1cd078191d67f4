import { widthOf } from '#rules/text/text-width.ts';

/** A column as the parts and widgets that draw rows need it: a field of a register's definition. */
export interface Column {
  field: string;
  title: string;
  type: string;
  choices?: Record<string, string>;
  /** digits after the point */
  scale?: number;
  fraction?: boolean;
  unit?: string;
  /** words shown where a row has no value */
  blank?: string;
  /** false: a name, code or number (LG4) */
  convert?: boolean;
  note?: string;
  /** RG33: stands below each row where the table has no room for it */
  minor?: boolean;
  tags?: Record<string, 'good' | 'quiet' | 'warn'>;
}

export type Row = Readonly<Record<string, string | number | null>>;

/** Places where a text may be broken, by the title of its column, in both scripts. */
const BREAKS: readonly [title: RegExp, at: RegExp][] = [
  // after a district and a house
  [/地址$/, /(?<=.[市区區县縣])(?=.{5})|(?<=\d[号號])(?=.{2})/u],
  // after a company, before what kind of body it is
  [
    /名称$|机构$|营业部$|公司|管理人$|托管人$/,
    /(?<=公司)(?=.{2})|(?<=.{4})(?=(?:证券|證券)(?:营业部|營業部)$)|(?<=.{4})(?=(?:股份)?有限(?:责任|責任)?公司$)/u,
  ],
];

/** em of the longest item of an enumeration; a longer one is a sentence */
const LISTED = 8;

/**
 * The pieces of a text that stay whole on a narrow screen: of a name of a body, an address, an enumeration; one piece
 * of any other.
 */
export function piecesOf(text: string, { title }: Pick<Column, 'title'>): string[] {
  const listed = text.split(/(?<=、)/u);
  if (listed.length > 1 && listed.every((one) => widthOf(one) <= LISTED)) return listed;
  const at = BREAKS.find(([titled]) => titled.test(title))?.[1];
  return at ? text.split(at) : [text];
}

export const isBlank = (value: string | number | null | undefined): boolean =>
  value === null || value === undefined || value === '';
