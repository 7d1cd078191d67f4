import type { Cell } from '#page/data-shapes.ts';
import { findKeptDocument } from '../store/kept-documents.ts';
import { openAfter, type After } from '../store/register-standing.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site/site.ts';
import type { Press } from './check-edition.ts';
import type { DraftChange } from './draft-changes.ts';
import { keepPublicRows } from './public-rows.ts';
import { MOST_INLINE } from './row-sets.ts';
import { partsOf, type Subject } from './subjects.ts';

type Known = Pick<Site, 'registers' | 'map'>;

type Reader = Pick<Press, 'db' | 'apart'>;

/**
 * What is public of a subject, written as the change that would make it so: what a new draft is begun from, what a
 * draft is
 * compared with, and what a roll back makes public again. null where nothing was. Rows of a large register stand apart.
 * @param keeps false: they are called 'public', and not looked for
 */
export async function publicChange(
  reader: Reader,
  site: Known,
  subject: Subject,
  after?: number,
  { keeps = true }: { keeps?: boolean } = {},
): Promise<DraftChange | null> {
  const { db } = reader;
  const { kind, id } = partsOf(subject) ?? { kind: null, id: '' };
  switch (kind) {
    case 'channel':
      return channelChange(db, id, after);
    case 'article':
      return articleChange(db, Number(id), after);
    case 'register':
      return registerChange(reader, site, id, after, keeps);
    case 'page': {
      const row = await db
        .selectFrom('page')
        .select('document')
        .where('page', '=', id)
        .where(openAfter(after))
        .executeTakeFirst();
      // where nothing was published of it, the file of page-schemas/ is what stands, as it was written: read, it has
      // defaults in it
      const document =
        row?.document ??
        (after === undefined
          ? ((await findKeptDocument(db, id)) ?? site.map.pages.pages.get(id) ?? site.registers.get(id))
          : undefined);
      return document === undefined ? null : { kind, page: id, document };
    }
    case 'setting': {
      const row = await db
        .selectFrom('setting')
        .select('value')
        .where('name', '=', id)
        .where(openAfter(after))
        .executeTakeFirst();
      return row ? { kind, name: id, value: row.value } : null;
    }
    case null:
      return null;
  }
}

async function channelChange(db: Db, channelId: string, after: After): Promise<DraftChange | null> {
  const row = await db
    .selectFrom('channel')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where(openAfter(after))
    .executeTakeFirst();
  if (!row) return null;
  const { parent_id: parentId, class_order: classOrder, url, name, type, same_as, department, hidden, freshness } = row;
  return {
    kind: 'channel',
    channel: {
      channelId,
      parentId,
      classOrder,
      url,
      name,
      type,
      department,
      ...(same_as !== null && { sameAs: same_as }),
      ...(hidden && { hidden }),
      ...(freshness !== '' && { freshness }),
    },
  };
}

async function articleChange(db: Db, articleId: number, after: After): Promise<DraftChange | null> {
  const row = await db
    .selectFrom('article')
    .selectAll()
    .where('article_id', '=', articleId)
    .where(openAfter(after))
    .executeTakeFirst();
  if (!row) return null;
  const {
    channel_id: channelId,
    title,
    summary,
    content,
    source,
    content_time,
    top_flag: topFlag,
    image,
    risk_level,
    attachments,
    topic,
    tags,
    category,
  } = row;
  return {
    kind: 'article',
    article: {
      articleId,
      channelId,
      title,
      summary,
      content,
      source,
      contentTime: content_time.toISOString(),
      topFlag,
      image,
      ...(risk_level !== null && { riskLevel: risk_level }),
      attachments,
      topic,
      tags,
      category,
    },
  };
}

/** The definition is today's: it is no part of what a publication says of rows. */
async function registerChange(
  reader: Reader,
  { registers }: Known,
  register: string,
  after: After,
  keeps: boolean,
): Promise<DraftChange | null> {
  const { db } = reader;
  const definition = registers.get(register);
  const state = await db
    .selectFrom('register_state')
    .select(['data_date', 'department', 'row_count'])
    .where('register', '=', register)
    .where(openAfter(after))
    .executeTakeFirst();
  if (!definition || !state) return null;
  const facts = { kind: 'register', definition, dataDate: state.data_date, department: state.department } as const;
  if (state.row_count > MOST_INLINE)
    return {
      ...facts,
      rowSet: keeps ? await keepPublicRows(reader, definition, after) : { hash: 'public', count: state.row_count },
    };
  const rows = await db
    .selectFrom('register_row')
    .select('data')
    .where('register', '=', register)
    .where(openAfter(after))
    .orderBy('sort_no')
    .orderBy('row_id')
    .execute();
  return { ...facts, rows: rows.map(({ data }) => filled(data)) };
}

const filled = (row: Record<string, Cell>): Record<string, Cell> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
