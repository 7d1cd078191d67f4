import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { as, object, optional, type ValueOf } from '#page/schema-words.ts';
import { defineKind } from '../define-kind.ts';
import { someCell, someRows, someText } from '../outer-words.ts';
import { saysDefault } from '../register/words.ts';
import { words } from './words.ts';

/** Rows that one edition changes row by row at most; more come by a file. */
export const MOST_CHANGED_ROWS = 200;

/** Rows of a register that are stored separately from their edition. */
export interface RowSetRef {
  /** 'public', where a draft says so: the rows that are public now */
  hash: string;
  count: number;
}

/**
 * `rows` are those alone that came or became others; the rest of the register stays as a publication left it
 * (publish-part.ts).
 */
export interface RegisterPart {
  /** number of that publication; after another one the part is void */
  no: number;
  /** keys of rows that leave */
  gone: string[];
  /** rows of the whole register afterwards; null: not known */
  count: number | null;
}

/**
 * Rules by which a new definition makes other rows of the public ones under the former definition (rewrite.ts). Rows
 * that are nothing else than rewritten say the same as before: change lists leave them out, and since when they are
 * public stays.
 */
export interface Rewrite {
  /** the definition under which the rows were public */
  from: RegisterDefinition;
  /** values by field for rows that have none */
  fill?: Record<string, Cell>;
  /** stored value → stored value, by choice field, of choices that were renamed or merged */
  values?: Record<string, Record<string, string>>;
  /** VA9: by choice field, values of `from` that count as marked, where those are not the ones that are */
  ended?: Record<string, string[]>;
}

const schema = object({
  definition: as<RegisterDefinition>({ type: 'object' }),
  dataDate: someText('数据日期'),
  department: someText('责任部门'),
  rows: optional(someRows),
  rewrite: optional(
    as<Rewrite>(
      object({
        from: { type: 'object' },
        fill: optional({ type: 'object', additionalProperties: someCell }),
        values: optional({
          type: 'object',
          additionalProperties: { type: 'object', additionalProperties: someText() },
        }),
        ended: optional({
          type: 'object',
          additionalProperties: { type: 'array', items: someText() },
        }),
      }),
    ),
  ),
  rowSet: optional(
    as<RowSetRef>(
      object({
        hash: { type: 'string', pattern: '^(public|[0-9a-f]{64})$' },
        count: { type: 'integer' },
      }),
    ),
  ),
});

/**
 * The whole register as it shall be: rows are compared by key, unchanged ones stay open. A draft has `rows` or, of many,
 * `rowSet`; what is published has `rows`.
 */
export type RowsDocument = ValueOf<typeof schema> & { part?: RegisterPart };

/** The rows of a register. */
export const rows = defineKind({
  name: 'rows',
  title: '登记表',
  schema: as<RowsDocument>(schema),
  identity: ({ definition }) => definition.register,
  documentNaming: (register) => ({ definition: { register } }),
  id: /^.+$/s,
  hasRows: true,
  tables: {
    register_row: {
      identity: ['register', 'key'],
      content: ['register', 'key', 'data', 'former_key'],
      later: ['former_key'],
      reasoned: false,
    },
    register_state: {
      identity: ['register'],
      content: ['register', 'data_date', 'department', 'row_count'],
      reasoned: false,
    },
  },
  comparedBy: 'field',
  saysNothing: (value, path) => path.startsWith('/definition/') && saysDefault(value, path.slice('/definition'.length)),
  sizeOf: (document) => ({ rows: rowCount(document) }),
  words,
  form: {
    right: 'content.write',
    // alone, or with the definition that a file made grow (RG26) or an earlier publication had (ED5)
    holds: (changes) => {
      const own = changes.find(({ kind }) => kind === 'rows')?.document as RowsDocument | undefined;
      const others = changes.filter(({ document }) => document !== own);
      return (
        own !== undefined &&
        others.length <= 1 &&
        others.every(({ kind, document }) => kind === 'register' && registerIn(document) === own.definition.register)
      );
    },
  },
});

const registerIn = (definition: unknown): string | undefined =>
  (definition as RegisterDefinition | undefined)?.register;

export const rowCount = ({ rowSet, rows: inline }: Pick<RowsDocument, 'rowSet' | 'rows'>): number =>
  rowSet?.count ?? inline?.length ?? 0;

/** Rows as they are published. */
export type WholeRows = RowsDocument & { rows: Row[] };

/** Cells of a row by field. */
export type Row = Record<string, Cell>;
