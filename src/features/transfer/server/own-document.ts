import { storeOf } from '#kinds/stores.ts';
import type { Compared } from './compare-export.ts';
import { withFilepaths } from './format.ts';

/** A document with the id that it has here, and what publishing it anew needs. */
export function ownDocument({ kind, ownId, state }: Compared, document: unknown): unknown {
  const { history, travels } = storeOf({ kind });
  const own = history?.restored && state !== 'new' && state !== 'other' ? history.restored(document) : document;
  return travels?.pairing ? travels.pairing.withId(own, ownId) : own;
}

/** A document with stored files where they are here. @param filepaths by where the sender has them */
export const placedDocument = <D>(document: D, filepaths: ReadonlyMap<string, string>): D =>
  withFilepaths(document, (filepath) => filepaths.get(filepath) ?? filepath);
