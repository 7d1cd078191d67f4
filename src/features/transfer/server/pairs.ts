import type { KindName } from '#kinds/index.ts';
import type { Db } from '#server/db/tables.ts';
import type { Taken } from '#server/editions/draft/taken.ts';
import { TRAVELLING, travelOf } from './travelling.ts';

/**
 * Places for kinds whose ids each environment gives itself: the ids of here by the places that all environments know.
 */
export type Places = ReadonlyMap<KindName, ReadonlyMap<string, readonly string[]>>;

export async function readPlaces(db: Db): Promise<Places> {
  const found = new Map<KindName, Map<string, string[]>>();
  for (const kind of TRAVELLING) {
    const pairing = travelOf(kind)!.pairing;
    if (pairing) found.set(kind, await pairing.places(db));
  }
  return found;
}

/** Gives each thing of here to one of a file. */
export class Pairs {
  readonly #places: Places;
  readonly #given = new Set<string>();

  constructor(places: Places) {
    this.#places = places;
  }

  /** The ids of the things that are, or were, at a place. */
  at(kind: KindName, place: string | undefined): readonly string[] {
    return (place !== undefined && this.#places.get(kind)?.get(place)) || [];
  }

  /**
   * Takes the id of the thing that is, or was, at the first of these places and is not taken yet; null: there is none.
   */
  claim(kind: KindName, at: readonly (string | undefined)[]): string | null {
    for (const place of at) {
      const id = this.at(kind, place).find((one) => !this.#given.has(`${kind}:${one}`));
      if (id === undefined) continue;
      this.#given.add(`${kind}:${id}`);
      return id;
    }
    return null;
  }
}

/**
 * Records of what was taken from one environment, by subject as this one names it.
 * @param taken as that one names it
 */
export function takenHere(places: Places, taken: Readonly<Record<string, Taken>>): Map<string, Taken> {
  const pairs = new Pairs(places);
  const found = new Map<string, Taken>();
  for (const [subject, one] of Object.entries(taken)) {
    const kind = TRAVELLING.find((name) => subject.startsWith(`${name}:`));
    const id = kind && one.place !== undefined ? pairs.claim(kind, [one.place]) : null;
    if (one.place === undefined) found.set(subject, one);
    else if (id !== null) found.set(`${kind}:${id}`, one);
  }
  return found;
}
