import { sql } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { FieldDefinition, ReferenceTarget, RegisterDefinition } from '#page/register-schema.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import type { Db } from '../../db/tables.ts';

/** Rows of a register that fields of others name, with their keys. */
export type ReferenceRows = (register: string) => Promise<readonly { key: string; row: Row }[]>;

/** far above the 1,000 rows that a definition may refer to */
const MOST_ROWS = 10_000;

/** The rows that are public now. */
export function publicReferences(db: Db): ReferenceRows {
  return async (register) => {
    const rows = await db
      .selectFrom('register_row')
      .select(['key', 'data'])
      .where('register', '=', register)
      .where(sql<boolean>`public_to is null`)
      .orderBy('sort_no')
      .limit(MOST_ROWS)
      .execute();
    return rows.map(({ key, data }) => ({ key, row: data }));
  };
}

interface Named {
  key: string;
  label: string;
  row: Row;
}

/** Values that a reference field may have, found by key or label. */
export interface Lookup {
  target: ReferenceTarget;
  /** title of the fields of this register that narrow it, by their name */
  byKey: ReadonlyMap<string, Named>;
  byLabel: ReadonlyMap<string, readonly Named[]>;
  /** labels for templates and suggestions */
  labels: readonly string[];
}

export async function referenceLookups(
  definition: RegisterDefinition,
  references: ReferenceRows | undefined,
): Promise<Map<string, Lookup>> {
  const lookups = new Map<string, Lookup>();
  const read = new Map<string, Awaited<ReturnType<ReferenceRows>>>();
  for (const [name, { reference }] of Object.entries(definition.fields)) {
    if (!reference) continue;
    const rows = read.get(reference.register) ?? (references ? await references(reference.register) : []);
    read.set(reference.register, rows);
    lookups.set(name, lookupOf(reference, rows));
  }
  return lookups;
}

function lookupOf(target: ReferenceTarget, rows: readonly { key: string; row: Row }[]): Lookup {
  const allowed = rows.filter(({ row }) =>
    Object.entries(target.where ?? {}).every(([field, value]) => String(row[field] ?? '') === value),
  );
  const named = allowed.map(({ key, row }): Named => ({ key, label: String(row[target.label] ?? key), row }));
  return {
    target,
    byKey: new Map(named.map((one) => [one.key, one])),
    byLabel: Map.groupBy(named, ({ label }) => normaliseSearch(label)),
    labels: [...new Set(named.map(({ label }) => label))],
  };
}

/**
 * Key that a text means, or the reason why none is found (`unknown`: no row has that name). `row` holds the row's
 * other references as they were read.
 */
export function findReference(
  definition: RegisterDefinition,
  { target, byKey, byLabel }: Lookup,
  text: string,
  row: Row,
): { value: string } | { reason: string; remedy: string; unknown?: true } {
  const within = Object.entries(target.within ?? {}).map(([theirs, ours]) => ({
    theirs,
    title: definition.fields[ours]?.title ?? ours,
    value: row[ours] ?? null,
  }));
  const fits = ({ row: theirs }: Named) =>
    within.every((one) => one.value === null || String(theirs[one.theirs] ?? '') === String(one.value));
  const known = byKey.get(text) ? [byKey.get(text)!] : (byLabel.get(normaliseSearch(text)) ?? []);
  const found = known.filter(fits);
  if (found.length === 1) return { value: found[0]!.key };
  const narrowing = within.map(({ title }) => `“${title}”`).join('、');
  if (found.length > 1) {
    return {
      reason: `有${found.length}个同名的选项`,
      remedy:
        narrowing && within.some(({ value }) => value === null)
          ? `请先填写${narrowing}，或改填代码：${found
              .slice(0, 5)
              .map(({ key }) => key)
              .join('、')}`
          : `请改填代码：${found
              .slice(0, 5)
              .map(({ key }) => key)
              .join('、')}`,
    };
  }
  if (known.length > 0) return { reason: `与本行的${narrowing}不符`, remedy: `请核对${narrowing}与本列` };
  return { reason: '没有这个选项', remedy: '请填写已公示的名称或代码', unknown: true };
}

/** Field names in reading order: a field that narrows a reference comes before it. */
export function readingOrder(fields: Record<string, FieldDefinition>): string[] {
  const order: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (order.includes(name) || path.includes(name) || !Object.hasOwn(fields, name)) return;
    for (const other of Object.values(fields[name]!.reference?.within ?? {})) visit(other, [...path, name]);
    order.push(name);
  };
  for (const name of Object.keys(fields)) visit(name, []);
  return order;
}
