/** What the parts and widgets that draw rows need of a column: a field of a register's definition. */
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
  tags?: Record<string, 'good' | 'quiet' | 'warn'>;
}

export type Row = Readonly<Record<string, string | number | null>>;

/** What a row is called: the first column that is a name by its title, else the first that is a word or code of its own (LG4). */
export function leadOf<C extends Pick<Column, 'title' | 'convert'> & { type?: string }>(columns: readonly C[]): C | undefined {
  return columns.find(({ title }) => /(姓名|名称|简称)$/.test(title)) ?? columns.find(({ type, convert }) => type === 'text' && convert === false) ?? columns[0];
}

export const isBlank = (value: string | number | null | undefined): boolean => value === null || value === undefined || value === '';

/** em: a Chinese character fills one, a Latin letter or a digit little more than half of one */
export const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.58), 0);
