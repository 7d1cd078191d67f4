import { partsOf, type Subject } from '#kinds/changes.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import { kindNamed, type Change, type KindName } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { upgradeChange } from '#kinds/upgrade-change.ts';

/** The change that would make a document public, as it is written today. */
export const changeWith = (kind: KindName, id: string, document: unknown): Change =>
  upgradeChange({ kind, ...(!kindNamed(kind)!.identity && { id }), document }) as Change;

/**
 * What is public of a subject, written as the change that would make it so: what a new draft is begun from, what a
 * draft is compared with, and what a roll back makes public again. null where nothing was. Rows of a large register
 * stand apart.
 * @param keeps false: they are called 'public', and not looked for
 */
export async function publicChange(
  reader: Reader,
  site: KnownSite,
  subject: Subject,
  after?: number,
  { storesRows = true }: { storesRows?: boolean } = {},
): Promise<Change | null> {
  const parts = partsOf(subject);
  if (parts === null) return null;
  const document = await storeOf(parts).find(reader, site, parts.id, { after, storesRows });
  return document === null ? null : changeWith(parts.kind, parts.id, document);
}

/** What the file of page-schemas/ says of a subject, which stands where nothing was published of it; null: there is none. */
export async function shippedChange({ db }: Pick<Reader, 'db'>, subject: Subject): Promise<Change | null> {
  const parts = partsOf(subject);
  const document = parts && (await storeOf(parts).history?.shipped?.(db, parts.id));
  return document ? changeWith(parts.kind, parts.id, document) : null;
}
