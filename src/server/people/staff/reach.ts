import { sql } from 'kysely';

/** Channels for which somebody may do something; null: all of the site. */
export type Reach = readonly string[] | null;

/** True for an edition if all that it concerns is within reach; in a query that has the table `edition`. */
export const isWithin = (reach: Reach) =>
  reach === null
    ? sql<boolean>`true`
    : sql<boolean>`(edition.channel_ids <@ ${[...reach]}::text[] and edition.channel_ids <> '{}')`;
