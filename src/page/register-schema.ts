import { isObject } from '#rules/json/json.ts';

/** RG1: a register (a disclosure table) is this document, in page-schemas/registers/ or as a published edition. */

export type FieldType =
  | 'text'
  | 'choice'
  | 'reference'
  | 'date'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'money'
  | 'phone'
  | 'url'
  | 'image'
  | 'file';

/** A field that names a row of another register: stored as that row's key, shown as its label. */
export interface ReferenceTarget {
  /** a register with one key field and at most 1,000 rows */
  register: string;
  /** field of the other register whose text is shown, and which an imported file may hold instead of the key */
  label: string;
  /** only rows whose fields have these values, e.g. {"parentid": "0"} */
  where?: Record<string, string>;
  /**
   * narrows by another reference of this register: field of the other register → field of this one, e.g. {"parentid":
   * "provinceId"}
   */
  within?: Record<string, string>;
}

export interface FieldDefinition {
  /** Chinese, shown as column title and form label */
  title: string;
  type: FieldType;
  required?: boolean;
  /** anchored regular expression, vetted when saved */
  pattern?: string;
  /** the pattern in words, to follow 应为：; people who fill in a table do not read regular expressions */
  patternHint?: string;
  /** a value as it should be, shown in templates and refusals; has to fit the pattern */
  example?: string;
  /** choice: stored value → label */
  choices?: Record<string, string>;
  /** VA5: date: what may stand in place of a day, e.g. 无固定期限; such rows are in no range of days, and sort behind them */
  words?: string[];
  reference?: ReferenceTarget;
  /** decimal, percent: digits after the point */
  scale?: number;
  /** percent: stored as a fraction of 1 ("0.65000000") and shown times 100 */
  fraction?: boolean;
  /** words shown where a row has no value; default — */
  blank?: string;
  /** visitors may order the table by this column. Default false. */
  sortable?: boolean;
  /** RG33: where the table has no room for all columns, this one stands below each row. Default false. */
  minor?: boolean;
  /** money: unit shown after the number, e.g. 万元 */
  unit?: string;
  /** LG4: false: names, codes, numbers: never converted to the other script. Default true. */
  convert?: boolean;
  /** RK6: sent only to customers who may read the row, see restrictedBy. Default false. */
  restricted?: boolean;
  /** Default true: may leave in a download. */
  export?: boolean;
  /** one sentence shown under the column title */
  note?: string;
  /** choice labels shown as quiet tags: value → look */
  tags?: Record<string, 'good' | 'quiet' | 'warn'>;
}

export type FilterDefinition =
  /**
   * One field, compared as its type; choice fields become a select. `exact`: a text is the typed one, not one that
   * holds it.
   * `minLength`: characters that have to be typed of a text.
   */
  | {
      field: string;
      exact?: boolean;
      minLength?: number;
      /** RG36: of a text that lists things, those that a visitor chooses from */
      options?: string[];
    }
  /**
   * Typed words looked for in several fields, ignoring case, width and spaces (RG3). `whole`: those of the fields that
   * the words
   * have to name wholly, such as the number of a person. `minLength`: characters that have to be typed.
   */
  | { fuzzy: string[]; name: string; title: string; whole?: string[]; minLength?: number };

export interface RegisterDefinition {
  $schema?: string;
  schemaVersion: number;
  register: string;
  title: string;
  /** the calls that answer it; `when` picks among registers that share one path */
  endpoints: { path: string; when?: Record<string, string> }[];
  /**
   * RK6: the choice field whose value is the product level (9999, 0000 … 0004) that a row's restricted fields need;
   * without it they are told to nobody
   */
  restrictedBy?: string;
  /** names in the answer: list (default 'list'), total (default 'total'); bare: data itself is the array */
  answer?: { list?: string; total?: string; bare?: true };
  key: string[];
  fields: Record<string, FieldDefinition>;
  columns: string[];
  filters: FilterDefinition[];
  /** field names, '-' before one sorts it descending */
  order: string[];
  /** counting word of a row, e.g. 人, 只, 家 (default 条) */
  countWord?: string;
  /** shows nothing until a search is made */
  onDemand?: boolean;
  /** responsible department, unless a publication names another one (RG4) */
  department?: string;
  /**
   * The list is kept as it was on each date that was published: visitors choose one, and compare two. `compare`: number
   * fields that tell a raised row from a lowered one. `hideEnded`: of past lists only rows that are still public are
   * shown, and the others counted, as is right for persons who have left.
   */
  history?: { compare: string[]; hideEnded?: boolean };
  /** RG22: visitors read at the address of one row when what of it was changed. Default false. */
  rowHistory?: boolean;
  /**
   * Takes part in the check of persons or products; `show`: fields of a found row that are answered. `ended`: with
   * which
   * stored values of which choice a row is of somebody who has left or of a product that has ended, and the date field
   * that says when.
   */
  verify?: { kind: VerifyKind; show: string[]; ended?: { field: string; values: string[]; since?: string } };
}

export const VERIFY_KINDS = ['staff', 'product'] as const;
export type VerifyKind = (typeof VERIFY_KINDS)[number];

/** The part of a definition that a browser needs to draw the table and its filters. Comes with the page. */
export interface RegisterView {
  register: string;
  title: string;
  endpoint: string;
  /** fixed params that pick this register on a shared endpoint */
  when: Record<string, string>;
  answer: { list: string; total: string; bare: boolean };
  key: string[];
  /** reference columns come with the `choices` of their register */
  columns: ({ field: string } & FieldDefinition)[];
  filters: FilterView[];
  /** fields that `sort` may name */
  sortable: string[];
  countWord: string;
  onDemand: boolean;
  /** true: `asOf` and the change list answer */
  history: boolean;
  /** US5: another system answers for it */
  isElsewhere?: boolean;
}

export interface FilterView {
  /** parameter name in the call and in the address */
  name: string;
  title: string;
  kind: 'text' | 'choice' | 'fuzzy' | 'date' | 'number';
  choices?: Record<string, string>;
  /** a number that is asked for in percents */
  percent?: true;
  /** characters that have to be typed */
  minLength?: number;
  /**
   * a reference that another filter narrows: that filter's parameter name, and of each choice the value it belongs to
   */
  within?: { name: string; parents: Record<string, string> };
}

/** Whether a document beside those of pages defines a register. */
export const isDefinition = (document: unknown): boolean => isObject(document) && 'register' in document;
