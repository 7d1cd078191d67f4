import { partsOf, type Subject } from '#kinds/changes.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import { kindNamed, type Change, type KindName } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { upgradeChange } from '#kinds/upgrade-change.ts';

/** The change that would make a document public, as it is written today. */
export const changeWith = (kind: KindName, id: string, document: unknown): Change =>
  upgradeChange({ kind, ...(!kindNamed(kind)!.identity && { id }), document }) as Change;

/**
 * Public content of a subject, written as the change that would make it so; null where there was none. A new draft is
 * begun from it, a draft is compared with it, and a roll back makes it public again. Rows of a large register stand
 * apart.
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

/**
 * The public change of a subject after a publication; before the first one, the content of its file in page-schemas/.
 * null where neither is.
 * @param no 0: before all publications
 */
export async function changeAfter(
  reader: Reader,
  site: KnownSite,
  subject: Subject,
  no: number,
  options?: { storesRows?: boolean },
): Promise<Change | null> {
  const parts = partsOf(subject);
  const change = no === 0 ? null : await publicChange(reader, site, subject, no, options);
  if (change || !parts) return change;
  const shipped = await storeOf(parts).history?.shipped?.(reader.db, parts.id);
  return shipped ? changeWith(parts.kind, parts.id, shipped) : null;
}
