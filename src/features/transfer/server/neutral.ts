import { sha256OfJson } from '#server/db/sha256.ts';
import { withFilepaths } from './format.ts';
import { travelOf, type Named } from './travelling.ts';

/**
 * A document as it is compared between environments: without an id that each gives itself, and without the month in which each
 * has stored a file.
 */
export function neutral({ kind }: Pick<Named, 'kind'>, document: unknown): unknown {
  const withFileNames = withFilepaths(document, (_path, name) => name);
  const { pairing } = travelOf(kind)!;
  return pairing ? pairing.withId(withFileNames, null) : withFileNames;
}

/** Mark by which both sides know that they have the same. */
export const markOf = (thing: Pick<Named, 'kind'>, document: unknown): string => sha256OfJson(neutral(thing, document));
