import { sql } from 'kysely';
import { searchWordsSetting } from '#page/settings/search-words.ts';
import { protectedTermsSetting } from '#page/settings/protected-terms.ts';
import { scriptWordsSetting } from '#page/settings/script-words.ts';
import { siteSetting } from '#page/settings/site.ts';
import { trackingSetting } from '#page/settings/tracking.ts';
import type { Db } from '../../db/tables.ts';

/** Parts that kept pages can be made of, as they and publications name them. */
export const articlesOf = (channelId: string): string => `articles ${channelId}`;
export const channelItself = (channelId: string): string => `channel ${channelId}`;
export const rowsOf = (register: string): string => `rows ${register}`;

/** Things that the publications after one touched. */
export interface TouchedThings {
  /** number of the newest of them */
  no: number;
  /** they changed something that any page may be made of */
  all: boolean;
  /** RE6: they removed what must not have been public: nothing that was kept before may stay */
  removed: boolean;
  /** named as above */
  things: ReadonlySet<string>;
}

/**
 * Settings that pages show around their content, in menu and footer, or as a whole: a page that was drawn before they
 * changed still says what is public (PD8).
 */
const AROUND = [
  siteSetting.name,
  'demo',
  trackingSetting.name,
  protectedTermsSetting.name,
  scriptWordsSetting.name,
  // no page of a search is kept
  searchWordsSetting.name,
  'webparam.sys.skin_zq',
];

/** Things that the publications after number `after` touched, read at one moment. */
export const readTouched = (db: Db, after: number): Promise<TouchedThings> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<{ kind: 'all' | 'removed' | 'channel' | 'article' | 'rows'; id: string }>`
        select distinct 'channel' as kind, channel_id as id from channel where opened_in > ${after} or closed_in > ${after}
        union select 'article', channel_id from article where opened_in > ${after} or closed_in > ${after}
        union select 'rows', register from register_state where opened_in > ${after} or closed_in > ${after}
        union select 'rows', register from (select distinct register from register_state) as known where exists (
          select from register_row where register_row.register = known.register and opened_in > ${after}
            and public_from >= (select coalesce(max(at), '-infinity') from publication where no = ${after}))
        union select 'all', '' where exists (select from page where opened_in > ${after} or closed_in > ${after})
          or exists (select from setting where (opened_in > ${after} or closed_in > ${after})
            and name <> all(${AROUND}::text[]))
        union select 'removed', '' where exists (select from removal where opened_in > ${after})`.execute(trx);
      const newest = await trx
        .selectFrom('publication')
        .select((of) => of.fn.max('no').as('no'))
        .executeTakeFirst();
      const things = new Set<string>();
      for (const { kind, id } of rows) {
        if (kind === 'channel') things.add(channelItself(id));
        if (kind === 'channel' || kind === 'article') things.add(articlesOf(id));
        if (kind === 'rows') things.add(rowsOf(id));
      }
      const has = (wanted: string): boolean => rows.some(({ kind }) => kind === wanted);
      return { no: newest?.no ?? 0, all: has('all') || has('removed'), removed: has('removed'), things };
    });
