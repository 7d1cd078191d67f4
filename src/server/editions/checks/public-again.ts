import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';
import type { Row } from '#kinds/rows/index.ts';
import type { Db } from '../../db/tables.ts';
import { KEY_SEPARATOR, rowKey } from '../../store/rows/check-rows.ts';
import { placeOfArticle } from './article-marks.ts';
import { placeOfRow } from './cells.ts';
import { foundAt, type Found } from './found.ts';

const endedOn = (ended: Date): string => `${shanghaiDate(ended.getTime())} 起不再公开`;

/** CK9: an article that was taken from the public before. */
export async function articleAgain(db: Db, { articleId, title }: ArticleDocument): Promise<Found[]> {
  if (articleId === undefined) return [];
  const rows = db.selectFrom('article').select('public_to').where('article_id', '=', articleId);
  return endedBefore(placeOfArticle({ title }), await rows.orderBy('row_id', 'desc').execute());
}

/** CK9: a channel that was taken from the public before. */
export async function channelAgain(db: Db, { channelId, name }: ChannelDocument): Promise<Found[]> {
  const rows = db.selectFrom('channel').select('public_to').where('channel_id', '=', channelId);
  return endedBefore(`栏目“${name}”`, await rows.orderBy('row_id', 'desc').execute());
}

/** @param rows of one thing, the newest first */
function endedBefore(place: string, rows: readonly { public_to: Date | null }[]): Found[] {
  const [last] = rows;
  if (!last || rows.some(({ public_to }) => public_to === null)) return [];
  return [foundAt('public-again', place, endedOn(last.public_to!))];
}

/** CK9: files that were public before, and are not. */
export async function filesAgain(db: Db, filepaths: readonly string[]): Promise<Found[]> {
  if (filepaths.length === 0) return [];
  const { rows } = await sql<{ filename: string; ended: Date }>`
    select max(filename) as filename, max(public_to) as ended from file_use
      where filepath = any(${filepaths}::text[]) group by filepath having bool_and(public_to is not null)
      order by 1`.execute(db);
  return rows.map(({ filename, ended }) => foundAt('public-again', `文件“${filename.slice(0, 60)}”`, endedOn(ended)));
}

/** rows that are told one by one; more are told as the register */
const MOST_OF_REGISTER = 3;
/** keys that are asked for at once */
const KEYS_AT_ONCE = 10_000;

/** CK9: rows of a register that were public before, and are not. */
export async function rowsAgain(db: Db, definition: RegisterDefinition, rows: readonly Row[]): Promise<Found[]> {
  const { register, title } = definition;
  const again: { key: string; ended: Date }[] = [];
  for (let from = 0; from < rows.length; from += KEYS_AT_ONCE) {
    const keys = rows.slice(from, from + KEYS_AT_ONCE).map((row) => rowKey(definition, row));
    const found = await sql<{ key: string; ended: Date }>`
      select key, max(public_to) as ended from register_row as past
        where register = ${register} and public_to is not null and key = any(${keys}::text[])
          and not exists (select from register_row as now
            where now.register = past.register and now.key = past.key and now.public_to is null)
        group by key order by key`.execute(db);
    again.push(...found.rows);
  }
  const nameOf = (key: string): string => key.replaceAll(KEY_SEPARATOR, ' ');
  if (again.length <= MOST_OF_REGISTER)
    return again.map(({ key, ended }) => foundAt('public-again', placeOfRow(title, nameOf(key)), endedOn(ended)));
  const examples = again.slice(0, MOST_OF_REGISTER).map(({ key }) => nameOf(key));
  return [foundAt('public-again', `登记表“${title}”`, `${again.length} 行，如 ${examples.join('、')}`)];
}
