import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { MissedSearch } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { foldSearch } from './search-pieces.ts';

/** milliseconds */
const DAY = 86_400_000;
/** days that counts are kept, today among them */
const RETENTION_DAYS = 90;
/** days on which words were searched in vain before anybody sees them: what one person searches once stays unseen */
const DAYS_TO_SHOW = 3;
/** different words of a day, and those that wait to be written */
const MOST_WORDS = 2_000;
/** searchers with their words that are remembered for a day, so that each counts once */
const MOST_SEARCHERS = 20_000;
const MOST_CHARACTERS = 40;
const MOST_LISTED = 200;
/** words that are read for the list, because some of them are left out */
const MOST_READ = 1_000;

/** Five and more digits of whatever script, also in groups: a card, an account, a telephone. */
const LONG_NUMBER = /\p{Nd}(?:[\s-]?\p{Nd}){4,}/gu;
const MASK = '#####';

/** SE1: searched words as they are counted; '' for none worth it. */
export function countedWords(given: string): string {
  const words = given.replace(LONG_NUMBER, MASK).trim().replace(/\s+/g, ' ');
  return /[\p{L}\p{Nd}]/u.test(words) ? [...words].slice(0, MOST_CHARACTERS).join('').trim() : '';
}

/** Number of searches in vain for some words on one day. */
export interface MissedCount {
  /** yyyy-mm-dd, Shanghai's */
  day: string;
  words: string;
  count: number;
}

/** Store that the counting writes to. */
export interface MissedStore {
  add(counts: readonly MissedCount[]): Promise<unknown>;
  /** removes days up to and with this one */
  removeUntil(day: string): Promise<unknown>;
}

/** The counts in the database. */
export const missedIn = (db: Db): MissedStore => ({
  add: (counts) => addMissed(db, counts),
  removeUntil: (day) => db.deleteFrom('search_missed').where('day', '<=', day).execute(),
});

export interface MissedCounting {
  /** @param network of whoever searched: is kept in memory until midnight, as a hash, and written nowhere */
  count(words: string, network: string): void;
  /** Writes what was counted; what cannot be written waits for the next time. @throws the error of the store */
  write(): Promise<void>;
  /** Removes days that are kept no longer. */
  removeOld(): Promise<void>;
}

/** SE1: counts in memory what is searched in vain; nobody who searches waits for its writing. */
export function countMissed(store: MissedStore): MissedCounting {
  let waiting = new Map<string, MissedCount>();
  let searchers = searchersOf('');

  const put = (words: string, day: string, count: number): void => {
    const key = `${day} ${words}`;
    const known = waiting.get(key);
    if (known) known.count += count;
    else if (waiting.size < MOST_WORDS) waiting.set(key, { day, words, count });
  };

  return {
    count: (given, network) => {
      const words = countedWords(given);
      if (words === '') return;
      const day = shanghaiDate(Date.now());
      if (searchers.day !== day) searchers = searchersOf(day);
      if (searchers.isNew(network, words)) put(words, day, 1);
    },
    write: async () => {
      const written = waiting;
      waiting = new Map();
      try {
        if (written.size > 0) await store.add([...written.values()]);
      } catch (error) {
        const since = waiting;
        waiting = written;
        for (const { words, day, count } of since.values()) put(words, day, count);
        throw error;
      }
    },
    removeOld: async () => void (await store.removeUntil(dayBefore(shanghaiDate(Date.now()), RETENTION_DAYS))),
  };
}

/** Searchers by word on one day, under hashes whose key ends with the day: a dump of the memory names nobody. */
function searchersOf(day: string): { day: string; isNew: (network: string, words: string) => boolean } {
  const secret = randomBytes(16);
  const known = new Set<string>();
  return {
    day,
    isNew: (network, words) => {
      if (known.size >= MOST_SEARCHERS) return false;
      const hash = createHmac('sha256', secret).update(`${network} ${words}`).digest('base64');
      return known.size !== known.add(hash).size;
    },
  };
}

/** @param day yyyy-mm-dd */
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

/** Adds to what is counted; of a day that has its words full only to those that it has. */
async function addMissed(db: Db, counts: readonly MissedCount[]): Promise<void> {
  const column = (of: (one: MissedCount) => unknown) => counts.map(of);
  await sql`
    insert into search_missed (day, words, count)
    select day, words, count from (
      select one.*, known.words is not null as is_known,
             row_number() over (partition by one.day, known.words is null order by one.place) as no,
             (select count(*) from search_missed as held where held.day = one.day) as held
        from unnest(${column(({ day }) => day)}::date[], ${column(({ words }) => words)}::text[], ${column(({ count }) => count)}::int[])
             with ordinality as one (day, words, count, place)
        left join search_missed as known on known.day = one.day and known.words = one.words
    ) as given
     where is_known or held + no <= ${MOST_WORDS}
     order by day, words
    on conflict (day, words) do update set count = least(search_missed.count::bigint + excluded.count, 2147483647)::int`.execute(
    db,
  );
}

/**
 * SE1: words that were searched in vain on at least three of the last 90 days, those of most days first.
 * @param known words that are left out, because the setting search.words has them
 */
export async function listMissed(db: Db, known: readonly string[]): Promise<MissedSearch[]> {
  const after = dayBefore(shanghaiDate(Date.now()), RETENTION_DAYS);
  const { rows } = await sql<MissedSearch>`
    select words, least(sum(count), 2147483647)::int as count, count(*)::int as days, max(day)::text as "lastDay"
      from search_missed where day > ${after}::date
     group by words having count(*) >= ${DAYS_TO_SHOW}
     order by days desc, count desc, words limit ${MOST_READ}`.execute(db);
  const folded = new Set(known.map(foldSearch));
  return rows.filter(({ words }) => !folded.has(foldSearch(words))).slice(0, MOST_LISTED);
}
