import { isObject } from '#rules/json/json.ts';
import { pointerTo, stepsOf } from '#rules/json/pointer.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import type { Comparison, FieldDifference, SubjectDifference } from '#wire/edition-answers.ts';
import { subjectsOf, type Subject } from '#kinds/changes.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import { kindOf, type AnyKind, type Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { getDraft } from '../edition-row.ts';
import { changeAfter, publicChange } from './public-change.ts';

/**
 * One side of a comparison: a version of an edition, or what is public of the subjects of the other side, or was before
 * a publication.
 */
export type Side = { editionId: number; version: number } | 'public' | { beforeNo: number };

/** Differences between two versions, of one edition or of two, or between a version and the public content. */
export async function compareEditions(reader: Reader, site: KnownSite, before: Side, after: Side): Promise<Comparison> {
  const [one, other] = [await draftOf(reader, before), await draftOf(reader, after)];
  const subjects = [...new Set([...(one?.changes.keys() ?? []), ...(other?.changes.keys() ?? [])])];
  const publicSide =
    one && other
      ? new Map<Subject, Change>()
      : await publicOf(reader, site, subjects, { no: noOf(before) ?? noOf(after), draft: one ?? other });
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

interface DraftChanges {
  title: string;
  changes: Map<Subject, Change>;
}

const noOf = (side: Side): number | undefined =>
  typeof side === 'object' && 'beforeNo' in side ? side.beforeNo : undefined;

async function draftOf({ db }: Reader, side: Side): Promise<DraftChanges | null> {
  if (side === 'public' || 'beforeNo' in side) return null;
  const { title, changes } = await getDraft(db, side.editionId, side.version);
  const subjects = subjectsOf(changes);
  return { title, changes: new Map(changes.map((change, at) => [subjects[at]!, change])) };
}

/** @param no before this publication; absent: now */
async function publicOf(
  reader: Reader,
  site: KnownSite,
  subjects: readonly Subject[],
  { no, draft }: { no: number | undefined; draft: DraftChanges | null },
): Promise<Map<Subject, Change>> {
  const found = new Map<Subject, Change>();
  for (const subject of subjects) {
    const change =
      no === undefined
        ? await publicChange(reader, site, subject)
        : await changeBefore(reader, site, subject, no, draft?.changes.get(subject));
    if (change) found.set(subject, change);
  }
  return found;
}

/** Earlier rows are compared with today's definition; changes of the definition are a change of their own. */
async function changeBefore(
  reader: Reader,
  site: KnownSite,
  subject: Subject,
  no: number,
  written: Change | undefined,
): Promise<Change | null> {
  const change = await changeAfter(reader, site, subject, no - 1);
  if (!change?.document || !written?.document) return change;
  const { asIn } = storeOf(change).compare ?? {};
  return asIn ? ({ ...change, document: asIn(change.document, written.document) } as Change) : change;
}

/** Difference of two changes of one subject. */
export async function differenceOf(
  reader: Reader,
  subject: Subject,
  before: Change | null,
  after: Change | null,
): Promise<SubjectDifference> {
  const change = (after ?? before)!;
  const [kind, { compare }] = [kindOf(change), storeOf(change)];
  const [one, other] = [before?.document ?? null, after?.document ?? null];
  const rows = await compare?.rows?.(reader, one, other);
  const comparedPart = (side: Change | null): unknown => {
    if (side === null) return undefined;
    const { kind: _kind, id: _id, document, ...facts } = side;
    const fields = document === undefined || kind.comparedBy === 'document' ? undefined : document;
    return { ...facts, ...(fields !== undefined && { document: compare?.fields?.(fields) ?? fields }) };
  };
  const fields = fieldsOf(comparedPart(before), comparedPart(after), '', kind);
  for (const field of fields) await compare?.detail?.(reader, field);
  const isWhole = kind.comparedBy === 'document' || (kind.hasEffects && fields.length > 0);
  const documents = isWhole ? documentsOf(one, other) : undefined;
  const isSame = fields.length === 0 && !documents && (!rows || rows.added + rows.changed + rows.removed === 0);
  return {
    subject,
    how: !before ? 'added' : !after ? 'removed' : isSame ? 'same' : 'changed',
    before: sideOf(before),
    after: sideOf(after),
    fields,
    ...(documents && { documents }),
    ...(rows && { rows }),
  };
}

const sideOf = (change: Change | null): SubjectDifference['before'] =>
  change === null ? null : change.withdraw ? 'withdrawn' : 'written';

/** The two documents as a whole, where they differ; the console shows their parts in the words of its forms. */
function documentsOf(before: unknown, after: unknown): SubjectDifference['documents'] {
  const [one, other] = [withoutSchema(before), withoutSchema(after)];
  return isSameJson(one, other)
    ? undefined
    : { ...(one !== null && { before: one }), ...(other !== null && { after: other }) };
}

/** $schema is for an editor of files alone. */
function withoutSchema(document: unknown): unknown {
  if (!isObject(document)) return document;
  const { $schema: _schema, ...content } = document;
  return content;
}

/** An empty value counts as a missing one. */
const isNothing = (value: unknown, path: string, { saysNothing }: AnyKind): boolean =>
  value === undefined ||
  value === null ||
  (path.startsWith('/document/') && (saysNothing?.(value, path.slice('/document'.length)) ?? false));

/** The fields in which two documents of a kind differ; none where they say the same. */
export const documentFields = (kind: AnyKind, before: unknown, after: unknown): FieldDifference[] =>
  fieldsOf(withoutSchema(before), withoutSchema(after), '/document', kind);

/** The members of a place in a document, of a pointer below '/document'. */
export const membersIn = (pointer: string): string[] => stepsOf(pointer).slice(1);

/** Down to the values; lists of things with ids are compared by these, other lists by place. */
function fieldsOf(before: unknown, after: unknown, path: string, kind: AnyKind): FieldDifference[] {
  if (isNothing(before, path, kind) && isNothing(after, path, kind)) return [];
  if (isObject(before) && isObject(after)) return membersOf(before, after, path, kind);
  if (Array.isArray(before) && Array.isArray(after)) return membersOf(byId(before), byId(after), path, kind);
  if (isNothing(before, path, kind) && isObject(after)) return membersOf({}, after, path, kind);
  if (isObject(before) && isNothing(after, path, kind)) return membersOf(before, {}, path, kind);
  if (isSameJson(before ?? null, after ?? null)) return [];
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function membersOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  kind: AnyKind,
): FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => fieldsOf(before[name], after[name], `${path}${pointerTo(name)}`, kind));
}

function byId(list: readonly unknown[]): Record<string, unknown> {
  const ids = list.map((one) => (isObject(one) && typeof one.id === 'string' ? one.id : null));
  const named = ids.every((id) => id !== null) && new Set(ids).size === ids.length;
  return Object.fromEntries(list.map((one, at) => [named ? ids[at]! : String(at), one]));
}
