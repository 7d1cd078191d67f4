import { containing } from '../../db/like.ts';
import { isObject } from '#rules/json/json.ts';
import { sql } from 'kysely';
import type { Paged } from '#wire/console-answers.ts';
import type { EndedThing } from '#wire/take-up-answers.ts';
import { partsOf, type Subject } from '#kinds/changes.ts';
import { MOST_RESTORED } from '#rules/editions/restored-articles.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import { kindOf } from '#kinds/index.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { Reach } from '../../people/staff/reach.ts';
import { rolledBack, type RolledBack } from './roll-back.ts';
import { rowsOfKind } from '../../store/rows/definition-rows.ts';

export interface EndedQuestion {
  /** in the title */
  words?: string;
  reach: Reach;
  /** nearest public channel of every channel that was ever public, '' for none */
  publicAbove: ReadonlyMap<string, string>;
  pageNum: number;
  pageSize: number;
}

/**
 * The last dated row of each thing, where that is closed, with the publication that ended it. A thing whose reason
 * became another one has a later row that was never open.
 */
export const ENDED = sql`
  select 'article' as kind, article_id::text as id, title, channel_id, public_to, closed_reason, row_id,
      (select max(was.closed_in) from article as was where was.article_id = article.article_id and was.opened_in < was.closed_in) as ended_in
    from article where public_to is not null and not exists
      (select from article as later where later.article_id = article.article_id and later.row_id > article.row_id)
  union all
  select 'channel', channel_id, name, parent_id, public_to, closed_reason, row_id,
      (select max(was.closed_in) from channel as was where was.channel_id = channel.channel_id and was.opened_in < was.closed_in)
    from channel where public_to is not null and not exists
      (select from channel as later where later.channel_id = channel.channel_id and later.row_id > channel.row_id)`;

/** Channels of which somebody may see what ended. @param publicAbove as in EndedQuestion */
export const endedWithin = (reach: readonly string[], publicAbove: EndedQuestion['publicAbove']): string[] =>
  [...publicAbove].flatMap(([id, above]) => (reach.includes(above) ? [id] : []));

/** ED5: what was withdrawn or ended and did not come back, newest first. */
export async function listEnded(
  db: Db,
  { words = '', reach, publicAbove, pageNum, pageSize }: EndedQuestion,
): Promise<Paged<EndedThing>> {
  const part = containing(words.trim());
  const within = reach === null ? sql`true` : sql`channel_id = any(${endedWithin(reach, publicAbove)}::text[])`;
  const { rows } = await sql<{
    kind: string;
    id: string;
    title: string;
    channel_id: string;
    ended_in: number;
    public_to: Date;
    closed_reason: string | null;
    total: string;
  }>`select *, count(*) over () as total from (${ENDED}) as ended where title ilike ${part} and ${within}
    order by public_to desc, kind desc, row_id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const names = await namesOfChannels(db);
  const withdrawn = await articlesWith(
    db,
    rows.flatMap(({ kind, id, ended_in }) => (kind === 'channel' ? [{ id, no: Number(ended_in) }] : [])),
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    list: rows.map(({ kind, id, title, channel_id, ended_in, public_to, closed_reason }) => ({
      subject: `${kind}:${id}`,
      title,
      channelId: channel_id,
      place: placeOf(names, channel_id),
      at: public_to.toISOString(),
      no: Number(ended_in),
      reason: closed_reason ?? '',
      articles: withdrawn.get(`${id} ${ended_in}`)?.length ?? 0,
    })),
  };
}

type Names = ReadonlyMap<string, { name: string; parentId: string }>;

/** Every channel that was ever public, as it was last. */
async function namesOfChannels(db: Db): Promise<Names> {
  const rows = await db.selectFrom('channel').select(['channel_id', 'name', 'parent_id']).orderBy('row_id').execute();
  return new Map(rows.map(({ channel_id, name, parent_id }) => [channel_id, { name, parentId: parent_id }]));
}

function placeOf(names: Names, channelId: string): string {
  const line: string[] = [];
  for (let id = channelId; names.has(id) && line.length < 20; id = names.get(id)!.parentId)
    line.unshift(names.get(id)!.name);
  return line.join(' / ');
}

/** @returns of every channel that was ever public the nearest that is now, '' for none: whose rights its content has */
export async function publicAboveAll(
  db: Db,
  site: { channel: (channelId: string) => unknown },
): Promise<Map<string, string>> {
  const names = await namesOfChannels(db);
  const above = (channelId: string): string => {
    let id = channelId;
    for (let steps = 0; id !== '' && !site.channel(id) && steps < 20; steps += 1) id = names.get(id)?.parentId ?? '';
    return site.channel(id) ? id : '';
  };
  return new Map([...names.keys()].map((id) => [id, above(id)]));
}

/** Articles that were withdrawn with their channels, newest first, by '{channel} {publication}'. */
async function articlesWith(
  db: Db,
  channels: readonly { id: string; no: number }[],
): Promise<Map<string, { article_id: number }[]>> {
  if (channels.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'closed_in'])
    .where('channel_id', 'in', [...new Set(channels.map(({ id }) => id))])
    .where('closed_in', 'in', [...new Set(channels.map(({ no }) => no))])
    .where(
      sql<boolean>`not exists (select from article as open where open.article_id = article.article_id and open.public_to is null)`,
    )
    .orderBy('content_time', 'desc')
    .execute();
  return Map.groupBy(rows, ({ channel_id, closed_in }) => `${channel_id} ${closed_in}`);
}

/**
 * ED5: what was withdrawn or ended as it was last public, as the changes of a new draft. A channel comes back with its
 * articles and its own page; its register never left.
 * @throws Refused invalidInput for what is public, or never was
 */
export async function restored(
  reader: Reader,
  site: KnownSite,
  subject: Subject,
  options: { storesRows?: boolean } = {},
): Promise<RolledBack> {
  const { db } = reader;
  const parts = partsOf(subject);
  const { rows } = await sql<{ title: string; ended_in: number }>`
    select title, ended_in from (${ENDED}) as ended where kind = ${parts?.kind ?? ''} and id = ${parts?.id ?? ''}`.execute(
    db,
  );
  const [found] = rows;
  if (!parts || !found)
    throw new Refused('invalidInput', '它没有被撤下或停用，或者已经恢复。请刷新后再试', { field: 'subject' });
  const { title } = found;
  const no = Number(found.ended_in);
  const subjects =
    kindOf(parts) === channelKind
      ? [
          subject,
          ...((await articlesWith(db, [{ id: parts.id, no }])).get(`${parts.id} ${no}`) ?? [])
            .slice(0, MOST_RESTORED)
            .map(({ article_id }) => `article:${article_id}`),
          ...(await pagesWith(db, parts.id, no)),
        ]
      : [subject];
  const { changes } = await rolledBack(reader, site, { no: no - 1, subjects }, options);
  return { title: `恢复：${title}`.slice(0, 200).toWellFormed(), changes };
}

/** Pages of this channel alone that ended in the same publication. */
async function pagesWith(db: Db, channelId: string, no: number): Promise<Subject[]> {
  const rows = await db
    .selectFrom('page')
    .select(['page', 'document'])
    .where('closed_in', '=', no)
    .where(rowsOfKind('page'))
    .where(
      sql<boolean>`not exists (select from page as open where open.page = page.page and open.public_to is null and not jsonb_exists(open.document, 'register'))`,
    )
    .execute();
  return rows.flatMap(({ page, document }) =>
    isObject(document) && [document.for].flat().some((claim) => isObject(claim) && claim.channel === channelId)
      ? [`page:${page}`]
      : [],
  );
}
