import type { ReferenceTarget, RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '#server/db/tables.ts';
import type { RowProblem } from '#server/store/publication/publication-problems.ts';
import { completeRows, rowKey } from '#server/store/rows/check-rows.ts';
import { publicAt } from '#server/store/publication/moment.ts';
import type { Row, WholeRows } from '../index.ts';

/**
 * RG2: every value of a reference names a row of the other register as it will be public. If the same act publishes
 * that register, or it is the register itself, the act's rows count. A row that is taken away later leaves its key
 * behind with those that name it; they are told of it when they are published again.
 */
export async function checkReferences(db: Db, changes: readonly WholeRows[]): Promise<RowProblem[]> {
  const inAct = new Map(
    changes.map(({ definition, rows }) => [
      definition.register,
      () => completeRows(definition, rows).map((row): [string, Row] => [rowKey(definition, row), row]),
    ]),
  );
  const read = new Map<string, Promise<Map<string, Row>>>();
  const rowsOf = (register: string): Promise<Map<string, Row>> => {
    const known =
      read.get(register) ??
      Promise.resolve(inAct.get(register)?.() ?? listPublic(db, register)).then((rows) => new Map(rows));
    read.set(register, known);
    return known;
  };
  const problems: RowProblem[] = [];
  for (const { definition, rows } of changes) {
    for (const [name, { reference }] of Object.entries(definition.fields)) {
      if (reference)
        problems.push(...valueProblems(definition, rows, name, reference, await rowsOf(reference.register)));
    }
  }
  return problems;
}

function valueProblems(
  { register, fields }: RegisterDefinition,
  rows: readonly Row[],
  name: string,
  reference: ReferenceTarget,
  named: ReadonlyMap<string, Row>,
): RowProblem[] {
  const wanted = Object.entries(reference.where ?? {});
  return rows.flatMap((row, index): RowProblem[] => {
    const value = row[name] ?? '';
    const found = value === '' ? undefined : named.get(String(value));
    if (value === '' || (found && wanted.every(([field, held]) => String(found[field] ?? '') === held))) return [];
    const message = `第${index + 1}行“${fields[name]!.title}”的值“${String(value).slice(0, 60)}”在登记表 ${reference.register} 中没有对应的行`;
    const expected =
      named.size === 0
        ? `登记表 ${reference.register} 中的主键；该表尚无公示的行，请先发布它`
        : `登记表 ${reference.register} 中已公示的主键`;
    return [{ register, row: index + 1, field: name, value, message, expected }];
  });
}

async function listPublic(db: Db, register: string): Promise<[string, Row][]> {
  const rows = await db
    .selectFrom('register_row')
    .select(['key', 'data'])
    .where('register', '=', register)
    .where(publicAt('register_row', 'now'))
    .execute();
  return rows.map(({ key, data }) => [key, data]);
}
