import type { Cell, Paging, Rows, WithheldCells } from '#page/data-shapes.ts';
import type { Param } from '#page/define-source.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { count, field, isAbsent, items, link, text, Unreadable, untoldIn, whole, type Part } from './read.ts';

/** Param of registers with history: the list of a published date. */
export const asOf = {
  type: 'string',
  maxLength: 10,
  from: 'address',
  choicesOf: 'dates',
  format: 'date',
  condition: '数据日期',
  shared: 'register',
  title: '公布日期',
} as const satisfies Param<string>;

/**
 * The view of a register that the page brings.
 * @throws with status 404, as what a client does wrong: an address may name any
 */
export function viewOf(registers: Readonly<Record<string, RegisterView>>, name: string): RegisterView {
  const view = Object.hasOwn(registers, name) ? registers[name] : undefined;
  if (!view) throw Object.assign(new Error(`No register ${name}`), { statusCode: 404 });
  return view;
}

/**
 * A register's answer, by the names its definition gives list and total; of each row the columns and the key.
 * @param stated beside an answer that is the list itself: what the register states of the whole (RG4)
 * @throws Unreadable
 */
export function readRows(
  data: unknown,
  view: RegisterView,
  paging: Pick<Paging, 'pageNum' | 'pageSize'>,
  stated: unknown = null,
): Rows {
  const answer = whole(data);
  if (view.answer.bare) return wholeRows(items(answer).map(rowReader(view)), stated === null ? null : whole(stated));
  const columns = field(answer, 'asOfColumns').value as Rows['columns'];
  const readRow = rowReader(columns ? { ...view, columns } : view);
  const total = count(field(answer, view.answer.total));
  return {
    rows: items(field(answer, view.answer.list)).map(readRow),
    total,
    pageNum: count(field(answer, 'pageNum'), paging.pageNum),
    pageSize: count(field(answer, 'pageSize'), paging.pageSize),
    ...statedOf(answer, total),
    ...(field(answer, 'more').value === true && { more: true }),
    ...untoldIn(answer),
    ...withheldOf(answer),
    ...(columns && { columns }),
    ...(!isAbsent(field(answer, 'rowEnded')) && { ended: text(field(answer, 'rowEnded')) }),
  };
}

function datesOf(answer: Part): Pick<Rows, 'dates' | 'asOf' | 'endedRows'> {
  const [dates, endedRows] = [field(answer, 'dates'), field(answer, 'endedRows')];
  return {
    ...(!isAbsent(dates) && { dates: items(dates).map(text), asOf: text(field(answer, 'asOf')) }),
    ...(!isAbsent(endedRows) && { endedRows: count(endedRows) }),
  };
}

/** RG35 */
export const updatesOf = (answer: Part): Pick<Rows, 'updates'> =>
  isAbsent(field(answer, 'updates')) ? {} : { updates: link(field(answer, 'updates')) };

/** RG22 */
function rowHistoryOf(answer: Part): Pick<Rows, 'rowHistory'> {
  const list = field(answer, 'rowHistory');
  if (isAbsent(list)) return {};
  return {
    rowHistory: items(list).map((entry) => ({
      date: text(field(entry, 'date')),
      how: HOWS.find((how) => how === text(field(entry, 'how'))) ?? 'changed',
      fields: items(field(entry, 'fields')).map((one) => ({
        field: text(field(one, 'field')),
        before: cell(field(one, 'before')),
        after: cell(field(one, 'after')),
      })),
    })),
  };
}

const HOWS = ['added', 'changed', 'removed', 'rewritten'] as const;

/** An answer of all rows at once. @throws Unreadable */
export function readSeries(data: unknown, view: RegisterView): Rows {
  const answer = whole(data);
  const more = field(answer, 'more').value === true;
  return {
    ...wholeRows(items(field(answer, 'list')).map(rowReader(view)), answer),
    ...(more && { more }),
    ...withheldOf(answer),
  };
}

/** One page holds them all. */
function wholeRows(rows: Rows['rows'], stated: Part | null): Rows {
  const total = rows.length;
  const all = { rows, total, pageNum: 1, pageSize: total || 1, dataDate: '', wholeTotal: total, department: '' };
  return stated ? { ...all, ...statedOf(stated, total) } : all;
}

/** The statements of an answer about the whole register. */
const statedOf = (answer: Part, total: number) => ({
  dataDate: text(field(answer, 'dataDate')),
  wholeTotal: count(field(answer, 'wholeTotal'), total),
  department: text(field(answer, 'department')),
  ...datesOf(answer),
  ...rowHistoryOf(answer),
  ...updatesOf(answer),
});

/** RK6: the words come with the data: tables that hold nothing back need none of them. */
const WITHHELD: Readonly<Record<WithheldCells['reason'], string>> = {
  login: '登录后可见',
  level: '等级不足',
  evaluation: '请先测评',
  unanswered: '暂时无法核对',
};

function withheldOf(answer: Part): Pick<Rows, 'withheld'> {
  const reason = (Object.keys(WITHHELD) as WithheldCells['reason'][]).find(
    (one) => one === text(field(answer, 'withheld')),
  );
  return reason ? { withheld: { reason, text: WITHHELD[reason] } } : {};
}

/** A restricted field that a row does not have at all stays away: it is withheld, not empty (RK6). */
export function rowReader(view: RegisterView): (row: Part) => Record<string, Cell> {
  const restricted = new Set(view.columns.filter((column) => column.restricted).map(({ field: column }) => column));
  const names = [...new Set([...view.key, ...view.columns.map(({ field: column }) => column)])];
  return (row) =>
    Object.fromEntries(
      names.flatMap((column) => {
        const part = field(row, column);
        return restricted.has(column) && part.value === undefined ? [] : [[column, cell(part)]];
      }),
    );
}

function cell(part: Part): Cell {
  if (isAbsent(part)) return null;
  const { value } = part;
  if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new Unreadable(part.pointer, 'text or number');
}
