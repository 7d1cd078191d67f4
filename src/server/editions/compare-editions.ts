import { isObject } from '#page/json-check.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Comparison, FieldDifference, SubjectDifference } from '#wire/edition-answers.ts';
import { findKeptDocument } from '../store/kept-documents.ts';
import type { Site } from '../site/site.ts';
import type { Press } from './check-edition.ts';
import type { DraftChange } from './draft-changes.ts';
import { compareRows } from './compare-rows.ts';
import { compareTexts } from './compare-texts.ts';
import { getDraft } from './edition-row.ts';
import { publicChange } from './public-change.ts';
import { subjectsOf, type Subject } from './subjects.ts';

/**
 * One side of a comparison: a version of an edition, or what is public of the subjects of the other side, or was before
 * a publication.
 */
export type Side = { editionId: number; version: number } | 'public' | { beforeNo: number };

type Reader = Pick<Press, 'db' | 'apart'>;

/** What differs between two versions, of one edition or of two, or between a version and what is public. */
export async function compareEditions(
  reader: Reader,
  site: Pick<Site, 'registers' | 'map'>,
  before: Side,
  after: Side,
): Promise<Comparison> {
  const [one, other] = [await draftOf(reader, before), await draftOf(reader, after)];
  const subjects = [...new Set([...(one?.changes.keys() ?? []), ...(other?.changes.keys() ?? [])])];
  const publicSide =
    one && other
      ? new Map<Subject, DraftChange>()
      : await publicOf(reader, site, subjects, { no: noOf(before) ?? noOf(after), told: one ?? other });
  return {
    title: { before: one?.title ?? null, after: other?.title ?? null },
    subjects: await all(subjects, (subject) =>
      differenceOf(
        reader,
        subject,
        (one?.changes ?? publicSide).get(subject) ?? null,
        (other?.changes ?? publicSide).get(subject) ?? null,
      ),
    ),
  };
}

/** One after another: each may hold many rows. */
async function all<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}

interface Told {
  title: string;
  changes: Map<Subject, DraftChange>;
}

const noOf = (side: Side): number | undefined =>
  typeof side === 'object' && 'beforeNo' in side ? side.beforeNo : undefined;

async function draftOf({ db }: Reader, side: Side): Promise<Told | null> {
  if (side === 'public' || 'beforeNo' in side) return null;
  const { title, changes } = await getDraft(db, side.editionId, side.version);
  const subjects = subjectsOf(changes);
  return { title, changes: new Map(changes.map((change, at) => [subjects[at]!, change])) };
}

/** @param no before this publication; absent: now */
async function publicOf(
  reader: Reader,
  site: Pick<Site, 'registers' | 'map'>,
  subjects: readonly Subject[],
  { no, told }: { no: number | undefined; told: Told | null },
): Promise<Map<Subject, DraftChange>> {
  const found = new Map<Subject, DraftChange>();
  for (const subject of subjects) {
    const change =
      no === undefined
        ? await publicChange(reader, site, subject)
        : await changeBefore(reader, site, subject, no, told?.changes.get(subject));
    if (change) found.set(subject, change);
  }
  return found;
}

/** Rows of former days come with today's definition: what a publication did to that is told by its page edition. */
async function changeBefore(
  reader: Reader,
  site: Pick<Site, 'registers' | 'map'>,
  subject: Subject,
  no: number,
  written: DraftChange | undefined,
): Promise<DraftChange | null> {
  const change = await publicChange(reader, site, subject, no - 1);
  if (change?.kind === 'register' && written?.kind === 'register') return { ...change, definition: written.definition };
  if (change || written?.kind !== 'page') return change;
  // where nothing had been published of it, the file of page-schemas/ stood
  const document = await findKeptDocument(reader.db, written.page);
  return document === undefined ? null : { kind: 'page', page: written.page, document };
}

async function differenceOf(
  reader: Reader,
  subject: Subject,
  before: DraftChange | null,
  after: DraftChange | null,
): Promise<SubjectDifference> {
  const kinds = { before: before?.kind ?? null, after: after?.kind ?? null };
  const rows = await compareRows(reader, before, after);
  const documents = documentsOf(before, after);
  const fields = fieldsOf(factsOf(before), factsOf(after), '');
  for (const field of fields)
    if (field.path === '/article/content') field.lines = await compareTexts(reader, field.before, field.after);
  const isSame = fields.length === 0 && !documents && (!rows || rows.added + rows.changed + rows.removed === 0);
  return {
    subject,
    how: !before ? 'added' : !after ? 'removed' : isSame ? 'same' : 'changed',
    ...kinds,
    fields,
    ...(documents && { documents }),
    ...(rows && { rows }),
  };
}

/**
 * Of settings and pages what each side says, where that differs: its parts are told in the words of their forms, which
 * the console has.
 */
function documentsOf(before: DraftChange | null, after: DraftChange | null): SubjectDifference['documents'] {
  const [one, other] = [documentOf(before), documentOf(after)];
  return canonicalJson(one ?? null) === canonicalJson(other ?? null)
    ? undefined
    : { ...(one !== undefined && { before: one }), ...(other !== undefined && { after: other }) };
}

function documentOf(change: DraftChange | null): unknown {
  if (change?.kind === 'setting') return change.value;
  if (change?.kind !== 'page' || !isObject(change.document) || 'register' in change.document) return undefined;
  // for an editor of files alone
  const { $schema: _schema, ...said } = change.document;
  return said;
}

/** What is left where rows and documents are told apart. */
function factsOf(change: DraftChange | null): unknown {
  if (change === null) return undefined;
  if (change.kind === 'register') {
    const { rows: _rows, rowSet: _set, ...rest } = change;
    return rest;
  }
  if (documentOf(change) === undefined) return change;
  const { value: _value, document: _document, ...rest } = change as Partial<Record<'value' | 'document', unknown>>;
  return rest;
}

/**
 * What says nothing is the same as what is not there: an article without a summary has an empty one once it is public.
 * In
 * documents an empty value may well say something, where another is the default.
 */
const isNothing = (value: unknown, path: string): boolean =>
  value === undefined ||
  value === null ||
  (path.startsWith('/article') && (value === '' || value === 0 || (Array.isArray(value) && value.length === 0))) ||
  (path === '/channel/hidden' && value === false) ||
  (['/channel/department', '/channel/freshness'].includes(path) && value === '') ||
  isDefault(value, path);

/** page/register-schema.ts: what stands is read with these filled in, a draft as it was written. */
const FIELD_DEFAULTS: Readonly<Record<string, boolean>> = {
  restricted: false,
  sortable: false,
  fraction: false,
  required: false,
  export: true,
  convert: true,
};

function isDefault(value: unknown, path: string): boolean {
  const [, of, ...rest] = path.split('/');
  if (of !== 'definition' && of !== 'document') return false;
  if (rest.length === 1) return rest[0] === '$schema' || (rest[0] === 'onDemand' && value === false);
  return rest.length === 3 && rest[0] === 'fields' && typeof value === 'boolean' && FIELD_DEFAULTS[rest[2]!] === value;
}

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
  return names.flatMap((name) =>
    fieldsOf(before[name], after[name], `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function byId(list: readonly unknown[]): Record<string, unknown> {
  const ids = list.map((one) => (isObject(one) && typeof one.id === 'string' ? one.id : null));
  const named = ids.every((id) => id !== null) && new Set(ids).size === ids.length;
  return Object.fromEntries(list.map((one, at) => [named ? ids[at]! : String(at), one]));
}
