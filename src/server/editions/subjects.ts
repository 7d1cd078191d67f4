import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '#rules/canonical-json.ts';
import { DATED, isEmpty } from '../store/publication-log.ts';
import type { Db } from '../db/tables.ts';
import type { DraftChange } from './draft-changes.ts';

/**
 * What a change is about: 'channel:0001…', 'article:12', 'register:ib-staff', 'page:home', 'setting:site', of a new
 * article 'article:new-1'.
 */
export type Subject = string;

/** Of each change its subject, in order; new articles are counted. */
export function subjectsOf(changes: readonly DraftChange[]): Subject[] {
  let fresh = 0;
  return changes.map((change) => {
    switch (change.kind) {
      case 'channel':
        return `channel:${change.channel.channelId}`;
      case 'channel-retired':
        return `channel:${change.channelId}`;
      case 'article':
        return `article:${change.article.articleId ?? `new-${++fresh}`}`;
      case 'article-withdrawn':
        return `article:${change.articleId}`;
      case 'register':
        return `register:${change.definition.register}`;
      case 'page':
        return `page:${change.page}`;
      case 'setting':
        return `setting:${change.name}`;
    }
  });
}

export interface SubjectParts {
  kind: 'channel' | 'article' | 'register' | 'page' | 'setting';
  id: string;
}

/** null: a text that names nothing, or a new article. */
export function partsOf(subject: Subject): SubjectParts | null {
  const [, kind, id] = /^(channel|article|register|page|setting):(.{1,200})$/.exec(subject) ?? [];
  return kind === undefined || (kind === 'article' && !/^\d{1,15}$/.test(id!))
    ? null
    : { kind: kind as SubjectParts['kind'], id: id! };
}

/**
 * For each subject a mark of what is public of it; '' where nothing is. Two marks are equal where nothing was published
 * of it in between.
 * @param no within the transaction of this publication: what was public before it
 */
export async function publicMarks(db: Db, subjects: readonly Subject[], no?: number): Promise<Record<Subject, string>> {
  const marks: Record<Subject, string> = {};
  for (const subject of new Set(subjects)) {
    const parts = partsOf(subject);
    marks[subject] = parts === null ? '' : await markOf(db, parts, no);
  }
  return marks;
}

/** Number of the newest publication, 0 for none. */
export const newestPublication = async (db: Db): Promise<number> =>
  (await db.selectFrom('publication').select('no').orderBy('no', 'desc').limit(1).executeTakeFirst())?.no ?? 0;

const openBefore = (no: number | undefined) =>
  no === undefined ? sql`public_to is null` : sql`(public_to is null or closed_in = ${no}) and opened_in < ${no}`;

async function markOf(db: Db, { kind, id }: SubjectParts, no: number | undefined): Promise<string> {
  if (kind === 'register') {
    const { rows } = await sql<{ newest: number | null }>`select max(opened_in) as newest from (
      select opened_in from register_state where register = ${id} and ${openBefore(no)}
      union all select opened_in from register_row where register = ${id} and ${openBefore(no)}) as opened`.execute(db);
    return String(rows[0]?.newest ?? '');
  }
  const {
    rows: [row],
  } = await sql<
    Record<string, unknown> & { opened_in: number }
  >`select * from ${sql.table(kind)} where ${sql.ref(DATED[kind].identity[0]!)} = ${kind === 'article' ? Number(id) : id} and ${openBefore(no)}`.execute(
    db,
  );
  if (!row) return '';
  if (kind !== 'channel') return String(row.opened_in);
  return channelMark(row);
}

/**
 * Made of what people write of a channel: its row is opened anew when its articles make it another kind of list.
 * Columns that later versions brought count where they hold something, so that drafts outlive an upgrade.
 * @param row of the table channel
 */
export function channelMark(row: Readonly<Record<string, unknown>>): string {
  const { content, later = [] } = DATED.channel;
  const written = content.filter(
    (column) => column !== 'content_kind' && !(later.includes(column) && isEmpty(row[column])),
  );
  return createHash('sha256')
    .update(canonicalJson(written.map((column) => row[column] ?? null)))
    .digest('hex')
    .slice(0, 16);
}
