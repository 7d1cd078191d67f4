import type { KnownSite, OptionalContent, Travel } from '#kinds/define-store.ts';
import { kindNamed, kinds, type KindName } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '#server/db/tables.ts';

// oxlint-disable-next-line typescript/no-explicit-any
export const travelOf = (kind: KindName): Travel<any> | undefined => storeOf({ kind }).travels;

/** Kinds that travel, in the order in which their things can be published in parts. */
export const TRAVELLING: readonly KindName[] = kinds
  .flatMap(({ name }) => (travelOf(name) ? [name] : []))
  .toSorted((a, b) => travelOf(a)!.rank - travelOf(b)!.rank);

export function mayTravel(kind: string, id: string): boolean {
  const known = kindNamed(kind);
  const travel = known && travelOf(known.name);
  return travel !== undefined && !travel.stays?.includes(id);
}

/** A thing by its kind and id. */
export interface Named {
  kind: KindName;
  id: string;
}

/** Published things that can travel. @param wanted content that travels only on request */
export async function listTravelling(db: Db, site: KnownSite, wanted: readonly OptionalContent[]): Promise<Named[]> {
  const found: Named[] = [];
  for (const kind of TRAVELLING) {
    const { onlyWith, list } = travelOf(kind)!;
    const ids = onlyWith && !wanted.includes(onlyWith) ? [] : await list(db, site);
    found.push(...ids.filter((id) => mayTravel(kind, id)).map((id) => ({ kind, id })));
  }
  return found;
}

/** Document that would publish what is public of a thing; null: nothing is public. */
export const publicDocument = (db: Db, site: KnownSite, { kind, id }: Named): Promise<unknown> =>
  storeOf({ kind }).find({ db }, site, id, { storesRows: false });
