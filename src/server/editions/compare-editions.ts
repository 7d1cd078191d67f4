import type { Cell } from '#page/data-shapes.ts';
import { isObject } from '#page/json-check.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { diffTexts, type DiffLine } from '#rules/text-diff.ts';
import { rowKey } from '../content/check-rows.ts';
import { linesOfHtml } from '../content/text-of-html.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site.ts';
import type { DraftChange } from './draft-changes.ts';
import { getDraft } from './edition-row.ts';
import { publicChange } from './public-change.ts';
import { subjectsOf, type Subject } from './subjects.ts';

/** One side of a comparison: a version of an edition, or what is public of the subjects of the other side. */
export type Side = { editionId: number; version: number } | 'public';

/** A field that differs; `before` or `after` is absent where there is none on that side. */
export interface FieldDifference {
  /** RFC 6901 in the change */
  path: string;
  before?: unknown;
  after?: unknown;
  /** of a text of an article: its lines */
  lines?: DiffLine[];
}

export interface RowDifference {
  how: 'added' | 'changed' | 'removed';
  key: string;
  before?: Record<string, Cell>;
  after?: Record<string, Cell>;
  /** names of the fields that differ */
  fields: string[];
}

export interface SubjectDifference {
  subject: Subject;
  how: 'added' | 'changed' | 'removed' | 'same';
  /** what kind of change each side makes of it, e.g. article and article-withdrawn */
  before: DraftChange['kind'] | null;
  after: DraftChange['kind'] | null;
  fields: FieldDifference[];
  /** of a register: how many rows came, became others and left, and the first of them */
  rows?: { added: number; changed: number; removed: number; list: RowDifference[] };
}

export interface Comparison {
  title: { before: string | null; after: string | null };
  subjects: SubjectDifference[];
}

/** rows that are told; all are counted */
const MOST_ROWS = 500;

/** What differs between two versions, of one edition or of two, or between a version and what is public. */
export async function compareEditions(db: Db, site: Pick<Site, 'registers' | 'map'>, before: Side, after: Side): Promise<Comparison> {
  const [one, other] = [await draftOf(db, before), await draftOf(db, after)];
  const subjects = [...new Set([...(one?.changes.keys() ?? []), ...(other?.changes.keys() ?? [])])];
  const publicSide = one && other ? new Map() : await publicOf(db, site, subjects);
  return {
    title: { before: one?.title ?? null, after: other?.title ?? null },
    subjects: subjects.map((subject) => differenceOf(subject, (one?.changes ?? publicSide).get(subject) ?? null, (other?.changes ?? publicSide).get(subject) ?? null)),
  };
}

async function draftOf(db: Db, side: Side): Promise<{ title: string; changes: Map<Subject, DraftChange> } | null> {
  if (side === 'public') return null;
  const { title, changes } = await getDraft(db, side.editionId, side.version);
  const subjects = subjectsOf(changes);
  return { title, changes: new Map(changes.map((change, at) => [subjects[at]!, change])) };
}

async function publicOf(db: Db, site: Pick<Site, 'registers' | 'map'>, subjects: readonly Subject[]): Promise<Map<Subject, DraftChange>> {
  const found = new Map<Subject, DraftChange>();
  for (const subject of subjects) {
    const change = await publicChange(db, site, subject);
    if (change) found.set(subject, change);
  }
  return found;
}

function differenceOf(subject: Subject, before: DraftChange | null, after: DraftChange | null): SubjectDifference {
  const kinds = { before: before?.kind ?? null, after: after?.kind ?? null };
  const rows = rowsOf(before, after);
  const fields = fieldsOf(withoutRows(before), withoutRows(after), '');
  for (const field of fields) if (field.path === '/article/content') field.lines = diffTexts(textOf(field.before), textOf(field.after));
  const isSame = fields.length === 0 && (!rows || rows.added + rows.changed + rows.removed === 0);
  return { subject, how: !before ? 'added' : !after ? 'removed' : isSame ? 'same' : 'changed', ...kinds, fields, ...(rows && { rows }) };
}

const textOf = (html: unknown): string => (typeof html === 'string' ? linesOfHtml(html).join('\n') : '');

function withoutRows(change: DraftChange | null): unknown {
  if (change?.kind !== 'register') return change ?? undefined;
  const { rows: _rows, ...rest } = change;
  return rest;
}

/**
 * What says nothing is the same as what is not there: an article without a summary has an empty one once it is public. In
 * documents an empty value may well say something, where another is the default.
 */
const isNothing = (value: unknown, path: string): boolean =>
  value === undefined || value === null || (path.startsWith('/article') && (value === '' || value === 0 || (Array.isArray(value) && value.length === 0))) || (path === '/channel/department' && value === '');

/** Down to the values; lists of things with ids are compared by these, other lists by place. */
function fieldsOf(before: unknown, after: unknown, path: string): FieldDifference[] {
  if (isNothing(before, path) && isNothing(after, path)) return [];
  if (isObject(before) && isObject(after)) return membersOf(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return membersOf(byId(before), byId(after), path);
  if (isNothing(before, path) && isObject(after)) return membersOf({}, after, path);
  if (isObject(before) && isNothing(after, path)) return membersOf(before, {}, path);
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function membersOf(before: Record<string, unknown>, after: Record<string, unknown>, path: string): FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => fieldsOf(before[name], after[name], `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}

function byId(list: readonly unknown[]): Record<string, unknown> {
  const ids = list.map((one) => (isObject(one) && typeof one.id === 'string' ? one.id : null));
  const named = ids.every((id) => id !== null) && new Set(ids).size === ids.length;
  return Object.fromEntries(list.map((one, at) => [named ? ids[at]! : String(at), one]));
}

function rowsOf(before: DraftChange | null, after: DraftChange | null): SubjectDifference['rows'] {
  const definition: RegisterDefinition | undefined = after?.kind === 'register' ? after.definition : before?.kind === 'register' ? before.definition : undefined;
  if (!definition) return undefined;
  const keyed = (change: DraftChange | null) => new Map((change?.kind === 'register' ? change.rows : []).map((row) => [rowKey(definition, row), row]));
  const [one, other] = [keyed(before), keyed(after)];
  const list: RowDifference[] = [];
  const counts = { added: 0, changed: 0, removed: 0 };
  const add = (row: RowDifference): void => {
    counts[row.how] += 1;
    if (list.length < MOST_ROWS) list.push(row);
  };
  const named = (key: string): string => key.replaceAll('\u001f', ' / ');
  for (const [key, row] of other) {
    const was = one.get(key);
    if (!was) add({ how: 'added', key: named(key), after: row, fields: [] });
    else {
      const fields = [...new Set([...Object.keys(was), ...Object.keys(row)])].filter((field) => (was[field] ?? '') !== (row[field] ?? ''));
      if (fields.length > 0) add({ how: 'changed', key: named(key), before: was, after: row, fields });
    }
  }
  for (const [key, row] of one) if (!other.has(key)) add({ how: 'removed', key: named(key), before: row, fields: [] });
  return { ...counts, list };
}
