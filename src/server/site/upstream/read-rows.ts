import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { listOf, textOf, timeOf, type Given, type NoteField } from './accepted-forms.ts';
import { isObject } from '#rules/json/json.ts';
import { NotUnderstood } from './read-articles.ts';

type Cell = string | number | null;

/**
 * US2: rows of a register in the form of its call here, under the names of its definition.
 * @param query row: only the row of this key, out of the answer
 * @throws NotUnderstood where there is no list
 */
export function readRegisterRows(
  data: unknown,
  definition: Pick<RegisterDefinition, 'answer' | 'fields' | 'key'>,
  query: { pageNum: number; pageSize: number; row?: string },
  note: NoteField,
): unknown {
  const { list: listName = 'list', total: totalName = 'total', bare = false } = definition.answer ?? {};
  const found = listOf(data, { list: listName, total: totalName });
  if (!found) throw new NotUnderstood(bare ? 'list' : listName, data);
  const { pageNum, pageSize, row } = query;
  const all = found.list.flatMap((item): Record<string, Cell>[] => {
    const cells = isObject(item) ? rowOf(item, definition, note) : {};
    if (Object.values(cells).some((cell) => cell !== null)) return [cells];
    // an item without values under the names of this register is no row of it
    note('row', item);
    return [];
  });
  if (all.length === 0 && found.list.length > 0) throw new NotUnderstood('row', found.list[0]);
  const rows = row === undefined ? all : all.filter((one) => rowPermalink(definition.key, one) === row);
  if (bare) return rows;
  const isWhole = row !== undefined || (rows.length > pageSize && (found.total ?? rows.length) === rows.length);
  const shown =
    row !== undefined
      ? rows
      : isWhole
        ? rows.slice((pageNum - 1) * pageSize, pageNum * pageSize)
        : rows.slice(0, pageSize);
  const before = row === undefined ? (pageNum - 1) * pageSize : 0;
  const reportedTotal = isWhole
    ? rows.length
    : (found.total ?? before + shown.length + (rows.length === pageSize ? 1 : 0));
  return {
    [listName]: shown,
    [totalName]: Math.max(reportedTotal, shown.length > 0 ? before + shown.length : 0),
    pageNum: row === undefined ? pageNum : 1,
    pageSize,
    ...(!isWhole && found.total === undefined && { untold: true }),
    dataDate: isObject(data) ? dayOf(data.dataDate) : '',
    department: isObject(data) ? textOf(data.department) : '',
  };
}

const dayOf = (value: unknown): string => {
  const time = timeOf(value);
  return time === undefined ? '' : shanghaiDate(Date.parse(time));
};

function rowOf(item: Given, { fields }: Pick<RegisterDefinition, 'fields'>, note: NoteField): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Cell][] => {
      const value = item[name];
      return field.restricted && value === undefined ? [] : [[name, cellOf(name, value, field, note)]];
    }),
  );
}

function cellOf(name: string, value: unknown, { type, words = [] }: FieldDefinition, note: NoteField): Cell {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  // a list of texts, of which the field has each
  const text = (
    type === 'text' && Array.isArray(value) ? value.map(textOf).filter(Boolean).join('、') : textOf(value)
  ).trim();
  if (text === '') {
    note(name, value);
    return null;
  }
  if (type === 'date' && !words.includes(text)) {
    const day = dayOf(value);
    if (day === '') note(name, value);
    // a text that is no date is shown as it was written
    return day || text;
  }
  if (['integer', 'decimal', 'percent', 'money'].includes(type)) {
    const plain = text.replaceAll(',', '');
    return Number.isFinite(Number(plain)) ? (typeof value === 'number' ? value : plain) : text;
  }
  return text;
}
