import type { Kind, Withdrawn, Written } from './define-kind.ts';
import { kindNamed, kindOf, type Change, type KindName } from './index.ts';

/** Id of the thing that a change is about; null: a new one. */
export function idOf(change: Change): string | null {
  if (change.withdraw) return change.id;
  const { identity } = kindOf(change);
  return identity ? identity(change.document) : (change.id ?? null);
}

/**
 * Subject of a change: 'channel:0001…', 'article:12', 'rows:ib-staff', 'page:home', 'setting:site'; for a new thing
 * 'article:new-1'.
 */
export type Subject = string;

/** Subjects of the changes, in order; new things are counted. */
export function subjectsOf(changes: readonly Change[]): Subject[] {
  let fresh = 0;
  return changes.map((change) => `${change.kind}:${idOf(change) ?? `new-${++fresh}`}`);
}

export interface SubjectParts {
  kind: KindName;
  id: string;
}

/** null: a text that names nothing, or a new thing. */
export function partsOf(subject: Subject): SubjectParts | null {
  const at = subject.indexOf(':');
  const [kind, id] = [kindNamed(subject.slice(0, at)), subject.slice(at + 1)];
  return kind && id.length <= 200 && kind.id.test(id) ? { kind: kind.name, id } : null;
}

interface Placed<C> {
  change: C;
  /** in the list of changes */
  at: number;
}

/** Documents that changes write of one kind. */
export function writtenOf<Name extends KindName, Document>(
  { name }: Kind<Name, Document>,
  changes: readonly (Change | null)[],
): (Placed<Written<Name, Document>> & { document: Document; id: string | null })[] {
  return changes.flatMap((change, at) =>
    change?.kind === name && !change.withdraw
      ? [{ at, change: change as never, document: change.document as Document, id: idOf(change) }]
      : [],
  );
}

/** Ids that changes take from the public of one kind. */
export function withdrawnOf<Name extends KindName>(
  { name }: { name: Name },
  changes: readonly (Change | null)[],
): (Placed<Withdrawn<Name>> & { id: string; withdraw: Withdrawn['withdraw'] })[] {
  return changes.flatMap((change, at) =>
    change?.kind === name && change.withdraw
      ? [{ at, change: change as never, id: change.id, withdraw: change.withdraw }]
      : [],
  );
}

/** The document of a change, where it writes one of this kind. */
export const documentIn = <Name extends KindName, Document>(
  kind: Kind<Name, Document>,
  change: Change | null | undefined,
): Document | undefined => (change ? writtenOf(kind, [change])[0]?.document : undefined);

/** Size of the changes. */
export function sizeOf(changes: readonly Change[]): { rows: number; characters: number; apart: number } {
  const sizes = changes.map((change) => (change.withdraw ? {} : (kindOf(change).sizeOf?.(change.document) ?? {})));
  return {
    rows: sizes.reduce((sum, { rows = 0 }) => sum + rows, 0),
    characters: sizes.reduce((sum, { characters = 0 }) => sum + characters, 0),
    apart: sizes.reduce((sum, { apart = 0 }) => sum + apart, 0),
  };
}

/** Whether the texts of a value, keys of objects apart, have more characters than these together. */
export function hasMoreText(value: unknown, most: number): boolean {
  let left = most;
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const one = open.pop();
    if (typeof one === 'string') left -= one.length;
    else if (typeof one === 'object' && one !== null) for (const member of Object.values(one)) open.push(member);
  }
  return left < 0;
}
