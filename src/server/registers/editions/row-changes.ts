import type { RowSetRef } from '#kinds/rows/index.ts';
import type { Cell, Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import type { RowChange, RowProblemView } from '#wire/register-answers.ts';
import { KEY_SEPARATOR, rowChecker, rowKey } from '../../store/rows/check-rows.ts';
import type { Db } from '../../db/tables.ts';
import { findPartsOfKeys, getPart, getSet, storePart, storeSet, type RowPart } from '#kinds/rows/server/row-sets.ts';
import { cellReader } from '../import/read-cell.ts';
import { isUnread } from '../import/reading.ts';
import { problemOfCell } from '../row-problems.ts';
import { publicReferences, readingOrder, referenceLookups, type Lookup } from '../import/references.ts';

/** Filters keys to existing ones. */
export type KnownKeys = (keys: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Problems of rows as they were typed, by change and field: the checks of publishing, and references as an imported
 * file may write them. Rows that fit are answered as they will be stored.
 * @param known filters keys to those of existing rows
 */
export async function checkChanges(
  db: Db,
  definition: RegisterDefinition,
  changes: readonly RowChange[],
  known: KnownKeys,
): Promise<{ problems: RowProblemView[]; rows: (Row | null)[] }> {
  const lookups = await referenceLookups(definition, publicReferences(db));
  const typed = changes.map(({ row }) => (row ? typedRow(definition, row, lookups) : null));
  const present = await known(
    changes.flatMap(({ key }, at) => [
      ...(key ? [key.join(KEY_SEPARATOR)] : []),
      ...(typed[at] ? [rowKey(definition, typed[at].values)] : []),
    ]),
  );
  const problems: RowProblemView[] = [];
  const gone = new Set(changes.flatMap(({ key }) => (key ? [key.join(KEY_SEPARATOR)] : [])));
  const taken = new Map<string, number>();
  for (const [change, { key }] of changes.entries()) {
    const add = (field: string, message: string) => problems.push({ change, field, message });
    if (key && !present.has(key.join(KEY_SEPARATOR)))
      add('', `没有${nameOf(definition, key)}这一行，它可能已被他人删除，请重新载入`);
    const row = typed[change];
    if (!row) continue;
    const { values: read, unread } = row;
    for (const { field, reason, remedy } of unread) add(field, `${reason}。${remedy}`);
    // each with a checker of its own: equal keys are reported below, with both places
    for (const problem of rowChecker(definition)(read))
      if (!unread.some((one) => one.field === problem.field)) {
        const { field, message } = problemOfCell(problem);
        add(field, message);
      }
    const itsKey = rowKey(definition, read);
    const twin = taken.get(itsKey);
    if (twin !== undefined) add(definition.key[0]!, `与第 ${twin + 1} 项改动的${titlesOf(definition)}相同`);
    else if (!gone.has(itsKey) && present.has(itsKey))
      add(definition.key[0]!, `已有${titlesOf(definition)}相同的一行，请改正，或修改原有的一行`);
    taken.set(itsKey, change);
  }
  return { problems, rows: typed.map((row) => row?.values ?? null) };
}

/** Cells as a file may write them: 65%, 2026/1/5, the name of a choice or of a row of another register. */
function typedRow(
  definition: RegisterDefinition,
  row: Readonly<Record<string, Cell>>,
  lookups: ReadonlyMap<string, Lookup>,
): { values: Row; unread: { field: string; reason: string; remedy: string }[] } {
  const values: Row = {};
  const unread: { field: string; reason: string; remedy: string }[] = [];
  for (const field of readingOrder(definition.fields)) {
    const given = row[field] ?? null;
    if (typeof given !== 'string' || given.trim() === '') {
      values[field] = typeof given === 'number' ? given : null;
      continue;
    }
    const reading = cellReader(definition, definition.fields[field]!, {
      format: 'csv',
      base1904: false,
      headerUnit: '',
      lookup: lookups.get(field),
    })({ kind: 'text', text: given }, values);
    values[field] = isUnread(reading) ? null : reading.value;
    if (isUnread(reading)) unread.push({ field, ...reading });
  }
  return { values, unread };
}

const titlesOf = ({ key, fields }: RegisterDefinition): string =>
  `“${key.map((field) => fields[field]?.title ?? field).join('、')}”`;
const nameOf = ({ key, fields }: RegisterDefinition, values: readonly string[]): string =>
  `“${key.map((field, at) => `${fields[field]?.title ?? field} ${visible(values[at] ?? '')}`).join('，')}”`;

/**
 * The set with these changes; only parts that hold a changed row are written anew. @param rows as they will be stored,
 * by change
 */
export async function changedSet(
  db: Db,
  definition: RegisterDefinition,
  set: RowSetRef,
  changes: readonly RowChange[],
  rows: readonly (Row | null)[],
): Promise<RowSetRef> {
  const byKey = new Map(
    changes.flatMap(({ key }, at) => (key ? [[key.join(KEY_SEPARATOR), rows[at] ?? null] as const] : [])),
  );
  const touched = new Set((await findPartsOfKeys(db, definition, set.hash, [...byKey.keys()])).values());
  const parts: RowPart[] = [];
  for (const part of (await getSet(db, set.hash, definition.register)).parts) {
    parts.push(
      touched.has(part.hash)
        ? await storePart(
            db,
            (await getPart(db, part.hash)).flatMap((row) => replaced(row, byKey, rowKey(definition, row))),
          )
        : part,
    );
  }
  const added = changes.flatMap(({ key }, at) => (key || !rows[at] ? [] : [rows[at]]));
  if (added.length > 0) parts.push(await storePart(db, added));
  return storeSet(db, definition.register, parts);
}

function replaced(row: Row, byKey: ReadonlyMap<string, Row | null>, key: string): Row[] {
  if (!byKey.has(key)) return [row];
  const now = byKey.get(key);
  return now ? [now] : [];
}
