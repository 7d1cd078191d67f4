import { sql } from 'kysely';
import { canonicalJson } from '#rules/canonical-json.ts';
import { channelPath } from '#rules/channel-tree.ts';
import type { Db } from '../db/tables.ts';
import { DATED } from './publication-log.ts';

/** One thing that a publication made public, made otherwise, or took away. */
export interface PublicationChange {
  kind: 'channel' | 'article' | 'page' | 'setting' | 'register';
  how: 'added' | 'changed' | 'withdrew';
  /** channel or article id, name of the page, setting or register */
  id: string;
  /** name of the channel, title of the article; '' for the others */
  name: string;
  /** what is otherwise, by its column; empty unless `changed` */
  fields: { field: string; before: unknown; after: unknown }[];
  /** of a register: its rows that came, became others and left */
  rows?: { added: number; changed: number; withdrew: number };
  /** site path without the base; '' where the thing has none of its own */
  path: string;
}

type DatedRow = Record<string, unknown> & { opened_in: number; closed_in: number | null };
type Table = 'channel' | 'article' | 'page' | 'setting';

/** Follows from the articles of a channel; nobody writes it. */
const DERIVED = ['content_kind'];

/**
 * What publication `no` changed, read from the rows that it opened and closed: within its transaction before it is
 * public, or afterwards.
 * @param registers names of those that the act names; the rows of others are not looked through
 */
export async function listPublicationChanges(
  db: Db,
  no: number,
  registers: readonly string[],
): Promise<PublicationChange[]> {
  const changes: PublicationChange[] = [];
  for (const kind of ['channel', 'article', 'page', 'setting'] as const) {
    const identity = DATED[kind].identity[0]!;
    const { rows } =
      await sql<DatedRow>`select * from ${sql.table(kind)} where opened_in = ${no} or closed_in = ${no} order by row_id`.execute(
        db,
      );
    const byId = Map.groupBy(rows, (row) => String(row[identity]));
    const urls = kind === 'article' ? await channelUrls(db, rows) : new Map<string, string>();
    for (const [id, versions] of byId) changes.push(...changeOf(kind, id, versions, no, urls));
  }
  for (const register of registers) changes.push(...(await registerChange(db, no, register)));
  return changes;
}

function changeOf(
  kind: Table,
  id: string,
  versions: DatedRow[],
  no: number,
  urls: ReadonlyMap<string, string>,
): PublicationChange[] {
  const after = versions.find((row) => row.opened_in === no && row.closed_in === null);
  const before = versions.find((row) => row.closed_in === no && row.opened_in !== no);
  const shown = after ?? before ?? versions.at(-1)!;
  const fields = after && before ? fieldsOf(kind, before, after) : [];
  if (after && before && fields.length === 0) return [];
  const how = after ? (before ? 'changed' : 'added') : 'withdrew';
  return [
    {
      kind,
      how,
      id,
      name: String(shown.name && kind === 'channel' ? shown.name : (shown.title ?? '')),
      fields,
      path: pathOf(kind, shown, urls),
    },
  ];
}

function fieldsOf(kind: Table, before: DatedRow, after: DatedRow): PublicationChange['fields'] {
  const columns = DATED[kind].content.filter((column) => !DERIVED.includes(column));
  return columns
    .filter((column) => plain(before[column]) !== plain(after[column]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

const plain = (value: unknown): string => canonicalJson(value instanceof Date ? value.toISOString() : (value ?? null));

function pathOf(kind: Table, row: DatedRow, urls: ReadonlyMap<string, string>): string {
  if (kind === 'channel') return channelPath(String(row.url));
  const url = kind === 'article' ? urls.get(String(row.channel_id)) : undefined;
  return url === undefined ? '' : `${channelPath(url)}/detail/${String(row.article_id)}`;
}

/** The newest address of each article's channel: a retired one has it, too. */
async function channelUrls(db: Db, articles: readonly DatedRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(articles.map((row) => String(row.channel_id)))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('channel')
          .select(['channel_id', 'url'])
          .where('channel_id', 'in', ids)
          .orderBy('row_id')
          .execute();
  return new Map(rows.map(({ channel_id, url }) => [channel_id, url]));
}

async function registerChange(db: Db, no: number, register: string): Promise<PublicationChange[]> {
  const { rows: counted } = await sql<{ added: number; changed: number; withdrew: number }>`
    select count(*) filter (where opened and not closed)::int as added, count(*) filter (where opened and closed)::int as changed, count(*) filter (where closed and not opened)::int as withdrew
    from (select bool_or(opened_in = ${no}) as opened, bool_or(closed_in is not distinct from ${no}) as closed
      from register_row where register = ${register} and (opened_in = ${no} or closed_in = ${no}) group by key) as touched`.execute(
    db,
  );
  const states = await db
    .selectFrom('register_state')
    .select(['data_date', 'department', 'opened_in', 'closed_in'])
    .where('register', '=', register)
    .where((eb) => eb.or([eb('opened_in', '=', no), eb('closed_in', '=', no)]))
    .execute();
  const after = states.find(({ opened_in }) => opened_in === no);
  const before = states.find(({ opened_in }) => opened_in !== no);
  const fields =
    after && before
      ? (['data_date', 'department'] as const)
          .filter((field) => after[field] !== before[field])
          .map((field) => ({ field, before: before[field], after: after[field] }))
      : [];
  const rows = counted[0]!;
  if (states.length === 0 && rows.added + rows.changed + rows.withdrew === 0) return [];
  return [
    { kind: 'register', how: after && !before ? 'added' : 'changed', id: register, name: '', fields, rows, path: '' },
  ];
}
