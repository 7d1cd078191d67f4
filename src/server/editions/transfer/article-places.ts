import type { Db } from '../../db/tables.ts';
import { placeOf, type Taken } from './format.ts';

/**
 * Articles by what all environments know of them: each gives its own numbers, so one is the other's where channel, title and
 * time are, or once were, the same.
 */
export async function articlePlaces(db: Db): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title', 'content_time'])
    .distinct()
    .orderBy('article_id')
    .execute();
  const places = new Map<string, number[]>();
  for (const { article_id, channel_id, title, content_time } of rows) {
    const place = placeOf(channel_id, title, content_time);
    const ids = places.get(place);
    if (ids) ids.push(article_id);
    else places.set(place, [article_id]);
  }
  return places;
}

/** Gives each article here to one of a file. */
export class ArticlePairs {
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #given = new Set<number>();

  constructor(places: ReadonlyMap<string, readonly number[]>) {
    this.#places = places;
  }

  /** The number of the article that is, or was, at the first of these places, and is nobody's yet; null: there is none. */
  claim(at: readonly (string | undefined)[]): number | null {
    for (const place of at) {
      const id = place === undefined ? undefined : this.#places.get(place)?.find((number) => !this.#given.has(number));
      if (id === undefined) continue;
      this.#given.add(id);
      return id;
    }
    return null;
  }
}

/** What was taken of articles, by their numbers here. @param taken by subject as its environment calls it */
export function takenArticles(
  places: ReadonlyMap<string, readonly number[]>,
  taken: Readonly<Record<string, Taken>>,
): Map<number, Taken> {
  const found = new Map<number, Taken>();
  for (const one of Object.values(taken)) {
    const id = one.place === undefined ? undefined : places.get(one.place)?.find((number) => !found.has(number));
    if (id !== undefined) found.set(id, one);
  }
  return found;
}
