import { sql } from 'kysely';
import { checkPattern } from '#page/check-pattern.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { isBlankName } from '#rules/people/person-name.ts';
import type { Db } from '#server/db/tables.ts';
import { record } from '#server/people/staff/audit.ts';
import { checkRows as rowProblemsOf, completeRows, rowKey } from '#server/store/rows/check-rows.ts';
import { isDate } from '#rules/time/date-text.ts';
import { closeRows, openRows, type Publication } from '#server/store/rows/dated-rows.ts';
import { rowDeriver } from '#server/store/rows/derive-row.ts';
import { MOST_COUNTED } from '#server/store/rows/list-register-rows.ts';
import { documentFileUses, type FileUse } from '#server/store/publication/file-uses.ts';
import { inBatches, isDerived, pieceCounter, storeDerived, writeDerived } from '#server/store/rows/register-derived.ts';
import { rowComparer, sortNumbers } from '#server/store/rows/row-order.ts';
import type { Row, RowsDocument, WholeRows } from '../index.ts';
import { rowRewriter } from './rewrite.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import { textProblem } from '#server/store/publication/storable.ts';

/** Reports problems of rows; true when they may be published. @throws Error for rows that are stored separately */
export function checkRows(
  publication: Pick<Publication, 'problems' | 'rowProblems'>,
  change: RowsDocument,
  position: number,
): change is WholeRows {
  // published as they are, the register would be empty
  if (!change.rows) throw new Error(`the rows of ${change.definition.register} stand apart`);
  const { definition } = change;
  const problems = definitionProblems(definition);
  if (!isDate(change.dataDate)) problems.push(`数据日期“${change.dataDate}”不是日期，应如 2026-01-31`);
  if (isBlankName(change.department)) problems.push('责任部门不能为空');
  const department = textProblem(change.department) ?? characterProblem(change.department);
  if (department) problems.push(`责任部门${department}`);
  for (const problem of problems)
    publication.problems.push({ change: position, message: `登记表“${definition.title}”：${problem}` });
  if (problems.length > 0) return false;
  const rowProblems = rowProblemsOf(definition, change.rows);
  for (const problem of rowProblems) publication.problems.push({ change: position, message: problem.message });
  publication.rowProblems.push(...rowProblems);
  return rowProblems.length === 0;
}

/** Only what would make publishing go wrong; the page check tells authors the rest. */
function definitionProblems({ key, order, fields, filters }: RegisterDefinition): string[] {
  const problems = key.length === 0 ? ['没有主键字段'] : [];
  const named = [
    ...key,
    ...order.map((word) => word.replace(/^-/, '')),
    ...filters.flatMap((filter) => ('fuzzy' in filter ? filter.fuzzy : [filter.field])),
  ];
  for (const name of new Set(named)) if (!Object.hasOwn(fields, name)) problems.push(`字段“${name}”没有定义`);
  for (const [name, { pattern }] of Object.entries(fields)) {
    // the pattern runs on every row, and one that backtracks without end would stop the server
    const wrong = pattern ? checkPattern(pattern) : null;
    if (wrong)
      problems.push(
        wrong.code === 'slow-pattern'
          ? `字段“${name}”的格式表达式可能运算过久，请改用更简单的写法`
          : `字段“${name}”的格式表达式无法使用`,
      );
  }
  return problems;
}

/**
 * Makes the register's public rows those of the change: rows that left are closed, changed ones closed and opened,
 * new ones opened, equal ones stay as they are. Rows are compared by what they say; an empty cell equals a missing one.
 */
export async function publishRows(publication: Publication, change: WholeRows): Promise<Map<string, FileUse[]>> {
  const { definition } = change;
  const { register } = definition;
  const rows = completeRows(definition, change.rows).sort(rowComparer(definition));
  if (!publication.writesRows) return usesOf(definition, rows);
  const open = await publication.trx
    .selectFrom('register_row')
    .select(['row_id', 'opened_in', 'key', 'data', 'sort_no'])
    .where('register', '=', register)
    .where('public_to', 'is', null)
    .execute();
  const { left, surplus } = byNewKey(definition, change.rewrite, open);
  const planned = rows.map((data) => {
    const key = rowKey(definition, data);
    const found = left.get(key);
    const present = found?.row;
    left.delete(key);
    const equal = present !== undefined && present.key === key && isSameRow(present.data, data);
    // RG23: nobody changed what the row says
    const isRewritten = found !== undefined && !equal && change.rewrite !== undefined && isSameRow(found.now, data);
    return { key, data, present, equal, former_key: isRewritten ? found.row.key : null };
  });
  const numbers = sortNumbers(planned.map(({ present }) => present?.sort_no ?? null));
  const changed = planned.flatMap(({ present, equal }) => (present && !equal ? [present] : []));
  const gone = [...[...left.values()].map(({ row }) => row), ...surplus];
  await closeRows(
    publication,
    'register_row',
    [...gone, ...changed].map(({ row_id, opened_in, key }) => ({ row_id, opened_in, register, key })),
  );
  const placed = planned.map((row, index) => ({ ...row, sort_no: numbers[index]! }));
  const derive = rowDeriver(definition);
  const counter = pieceCounter();
  await inBatches(
    placed.filter(({ equal }) => !equal),
    (batch) =>
      openRows(
        publication,
        'register_row',
        batch.map(({ key, data, sort_no, former_key }) => {
          const derived = derive(data);
          counter.add(derived);
          return { register, key, data, ...derived, sort_no, former_key };
        }),
        ['search', 'pieces', 'sort_no'],
      ),
  );
  const stay = placed.flatMap(({ present, equal, data, sort_no }) =>
    present && equal ? [{ row_id: present.row_id, data, sort_no, moved: present.sort_no !== sort_no }] : [],
  );
  await refreshDerived(publication.trx, definition, stay);
  // searches would go through what is gathered, row by row
  await sql`select clean_pending_pieces()`.execute(publication.trx);
  // fewer rows have no common piece
  if (rows.length > MOST_COUNTED) for (const { data } of stay) counter.add(derive(data));
  await storeDerived(publication.trx, definition, counter.common());
  await publishState(publication, {
    register,
    data_date: change.dataDate,
    department: change.department.trim(),
    row_count: rows.length,
  });
  await recordOrder(publication.trx, register);
  return usesOf(definition, rows);
}

/** RC8: what becomes public leaves the order of the register's rows in the operation record. */
export const recordOrder = (trx: Db, register: string): Promise<void> =>
  record(trx, { staffId: null, account: '', address: '' }, 'register.order', {
    subject: `register:${register}`,
    also: [`order:${register}`],
  });

interface Open {
  row_id: number;
  opened_in: number;
  key: string;
  data: Row;
  sort_no: number;
}

/**
 * The public rows by the key that they have under the new definition, each as the rewriting leaves it. `surplus`: of
 * rows that the new key does not tell apart, all but the first.
 */
function byNewKey(
  definition: RegisterDefinition,
  rewrite: RowsDocument['rewrite'],
  open: readonly Open[],
): { left: Map<string, { row: Open; now: Row }>; surplus: Open[] } {
  const rewriter = rewrite && rowRewriter(definition, rewrite);
  const left = new Map<string, { row: Open; now: Row }>();
  const surplus: Open[] = [];
  for (const row of open) {
    const now = rewriter ? rewriter(row.data) : row.data;
    const key = rewriter ? rowKey(definition, now) : row.key;
    if (left.has(key)) surplus.push(row);
    else left.set(key, { row, now });
  }
  return { left, surplus };
}

function usesOf({ register, fields }: RegisterDefinition, rows: readonly Row[]): Map<string, FileUse[]> {
  const files = Object.keys(fields).filter((name) => fields[name]!.type === 'image' || fields[name]!.type === 'file');
  const shown = files.length > 0 ? rows.map((row) => files.map((name) => row[name] ?? null)) : [];
  return new Map([[`register:${register}`, documentFileUses(shown)]]);
}

/**
 * Rows that stay open follow the definition and their new places: neither is public content, so no row is closed for
 * them.
 */
async function refreshDerived(
  trx: Publication['trx'],
  definition: RegisterDefinition,
  rows: { row_id: number; data: Row; sort_no: number; moved: boolean }[],
): Promise<void> {
  if (await isDerived(trx, definition)) {
    await inBatches(
      rows.filter(({ moved }) => moved),
      async (batch) => {
        await sql`update register_row set sort_no = fresh.sort_no from json_to_recordset(${JSON.stringify(batch.map(({ row_id, sort_no }) => ({ row_id, sort_no })))}::json) as fresh (row_id bigint, sort_no bigint)
        where register_row.row_id = fresh.row_id`.execute(trx);
      },
    );
  } else {
    await writeDerived(trx, definition, rows);
  }
}

export async function publishState(
  publication: Publication,
  state: { register: string; data_date: string; department: string; row_count: number },
): Promise<void> {
  const open = await publication.trx
    .selectFrom('register_state')
    .select(['row_id', 'opened_in', 'register', 'data_date', 'department', 'row_count'])
    .where('register', '=', state.register)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  if (
    open &&
    open.data_date === state.data_date &&
    open.department === state.department &&
    open.row_count === state.row_count
  )
    return;
  if (open) await closeRows(publication, 'register_state', [open]);
  await openRows(publication, 'register_state', [state]);
}
