import { pointerTo } from '#rules/json/pointer.ts';
import { isObject } from '#rules/json/json.ts';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { jsonExcess } from '#rules/json/json-size.ts';
import { Refused } from '#server/errors.ts';
import { findDoubledName } from '#page/doubled-name.ts';
import type { SheetCell, SheetRow } from '#server/registers/sheets/sheet.ts';
import { SHEET_LIMITS } from '#server/registers/sheets/sheet.ts';

/** Facts about the rows that a program states. */
export interface StatedOfRows {
  /** yyyy-mm-dd that the rows are true at */
  dataDate: string;
  /** absent: as it is public */
  department?: string;
  /** true: rows and keys are changes to what is public, not the whole register */
  isChanges: boolean;
}

/** A JSON body as a table, so that it is checked as a file is. */
export interface JsonRows extends StatedOfRows {
  header: SheetRow;
  rows: SheetRow[];
  /** keys of rows that go, as texts by the fields of the key */
  remove: string[][];
  /** name of each column in the body, for places in it */
  names: string[];
}

const wrong = (pointer: string, message: string): Refused =>
  new Refused('invalidInput', message, { problems: [{ pointer, message }] });

const MEMBERS = ['dataDate', 'department', 'rows', 'put', 'remove'];

/** A number as it is written in the body: one with more digits than JavaScript keeps is not rounded. */
class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

const withDigits: Reviver = (_key, value, { source = '' }) => (typeof value === 'number' ? new Digits(source) : value);

/** OL5: rows are objects in a list in an object, and so are keys; 200,000 rows of five fields have as many values. */
const BODY_LIMITS = { depth: 8, values: 1_250_000 } as const;

const tooDeep = (): Refused => new Refused('bodyTooDeep', '内容嵌套过深，每行应为字段和值，如 {"code": "600000"}');

/** FD2: {dataDate, rows} or {dataDate, put, remove}. @throws Refused invalidInput with the place, by pointer */
export function readJson(text: string, definition: RegisterDefinition): JsonRows {
  const excess = jsonExcess(text, BODY_LIMITS);
  if (excess === 'depth') throw tooDeep();
  if (excess)
    throw new Refused('bodyTooMany', `内容超过 ${BODY_LIMITS.values / 10_000} 万个值，请改用变更报送，或由人导入文件`);
  let body: unknown;
  try {
    // the third argument is of Node, and not of TypeScript's library yet
    body = (JSON.parse as (text: string, reviver: Reviver) => unknown)(text.replace(/^\uFEFF/, ''), withDigits);
  } catch (error) {
    throw new Refused('badRequest', `内容不是正确的 JSON：${(error as Error).message.slice(0, 200)}`);
  }
  const doubled = findDoubledName(text);
  if (doubled) throw wrong(doubled.pointer, `${doubled.pointer} 写了两次，不知道以哪一个为准；每个字段只能写一次`);
  if (!isObject(body)) throw wrong('', '内容应为 JSON 对象，如 {"dataDate": "2026-01-31", "rows": []}');
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw wrong(pointerTo(unknown), `没有“${unknown.slice(0, 60)}”这一项，应为以下之一：${MEMBERS.join('、')}`);
  const { dataDate, department, rows, put, remove } = body;
  const isChanges = rows === undefined;
  if (!isChanges && (put !== undefined || remove !== undefined))
    throw wrong('/rows', '整表报送用 rows，变更报送用 put 和 remove，不能同时使用');
  if (isChanges && put === undefined && remove === undefined)
    throw wrong('', '缺少数据行：整表报送用 rows，变更报送用 put 和 remove');
  if (typeof dataDate !== 'string') throw wrong('/dataDate', '缺少数据日期 dataDate，如 "2026-01-31"');
  if (department !== undefined && typeof department !== 'string') throw wrong('/department', 'department 应为文字');
  const name = isChanges ? 'put' : 'rows';
  const list = listOf(isChanges ? (put ?? []) : rows, `/${name}`);
  return {
    dataDate,
    ...(department !== undefined && { department }),
    isChanges,
    ...tableOf(list, name, definition),
    remove: listOf(remove ?? [], '/remove').map((key, at) => keyOf(key, `/remove/${at}`, definition)),
  };
}

function listOf(value: unknown, pointer: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(pointer, `${pointer.slice(1)} 应为列表`);
  if (value.length > SHEET_LIMITS.rows)
    throw wrong(pointer, `${pointer.slice(1)} 有 ${value.length} 行，最多 ${SHEET_LIMITS.rows} 行`);
  return value;
}

/** Columns in the order in which rows name them; a row that lacks one has an empty cell there. */
function tableOf(
  list: readonly unknown[],
  name: string,
  { fields }: RegisterDefinition,
): Pick<JsonRows, 'header' | 'rows' | 'names'> {
  const places = new Map<string, number>();
  const rows: SheetRow[] = [];
  for (const [at, row] of list.entries()) {
    if (!isObject(row) || row instanceof Digits)
      throw wrong(`/${name}/${at}`, `第 ${at + 1} 行应为对象，如 {"字段": "值"}`);
    const cells: SheetCell[] = [];
    for (const [key, value] of Object.entries(row)) {
      let place = places.get(key);
      if (place === undefined) {
        if (places.size >= SHEET_LIMITS.columns)
          throw wrong(`/${name}/${at}`, `各行的字段合计超过 ${SHEET_LIMITS.columns} 个`);
        places.set(key, (place = places.size));
      }
      cells[place] = cellOf(value, pointerTo(name, at, key));
    }
    rows.push({
      number: at + 2,
      hidden: false,
      cells: Array.from({ length: cells.length }, (_, place) => cells[place] ?? EMPTY),
    });
  }
  const names = [...places.keys()];
  const header = {
    number: 1,
    hidden: false,
    cells: names.map((key) => ({ kind: 'text' as const, text: Object.hasOwn(fields, key) ? key : key.slice(0, 200) })),
  };
  return { header, rows, names };
}

const EMPTY: SheetCell = { kind: 'empty', text: '' };

function cellOf(value: unknown, pointer: string): SheetCell {
  if (value === null) return EMPTY;
  const text = value instanceof Digits ? value.text : value;
  if (typeof text !== 'string') throw wrong(pointer, `${pointer} 应为文字、数字或 null`);
  if (text.length > SHEET_LIMITS.cellLength) throw wrong(pointer, `${pointer} 超过 ${SHEET_LIMITS.cellLength} 个字符`);
  return text === '' ? EMPTY : { kind: 'text', text };
}

/** {"code": "600000"}, or of a key of one field the value alone. */
function keyOf(given: unknown, pointer: string, { key }: RegisterDefinition): string[] {
  const textOf = (value: unknown): string | null => {
    const text = value instanceof Digits ? value.text : value;
    return typeof text === 'string' && text !== '' ? text : null;
  };
  const only = key.length === 1 ? textOf(given) : null;
  if (only !== null) return [only];
  const shape = `{${key.map((field) => `"${field}": …`).join(', ')}}`;
  if (!isObject(given) || given instanceof Digits) throw wrong(pointer, `${pointer} 应为主键 ${shape}`);
  const values = key.map((field) => textOf(given[field]));
  const extra = Object.keys(given).find((field) => !key.includes(field));
  if (extra !== undefined || values.includes(null))
    throw wrong(pointer, `${pointer} 应只有主键的字段，都不为空：${shape}`);
  return values as string[];
}

/** Cells of a row by field. */
export type Row = Record<string, Cell>;
