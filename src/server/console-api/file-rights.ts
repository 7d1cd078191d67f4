import { sql } from 'kysely';
import { parseFilepath } from '#rules/files/filepath.ts';
import type { Db } from '../db/tables.ts';
import { errors, Refused } from '../errors.ts';
import { findPublicState } from '../files/public-state.ts';
import { channelsByRegister } from '../registers/editions/list-registers.ts';
import { authorize } from './authorize.ts';
import type { SignedIn } from './define-console-call.ts';
import { channelsOfSubject, ofVersion } from './edition-rights.ts';

/** limit of the things that name one file, the newest first */
const MOST = 100;

interface FileParams {
  year: string;
  month: string;
  name: string;
}

/**
 * The rights to a stored file in the console (PD18): the channels of each thing that shows it, of which a reader needs one.
 * 'anybody': every reader, because visitors may have it or this person brought it.
 * @throws Refused unknownFile
 */
export async function ofFile(
  { year, month, name }: FileParams,
  context: SignedIn,
): Promise<'anybody' | (readonly string[])[]> {
  const { db, user } = context;
  const filepath = `${year}/${month}/${name}`;
  const stored =
    parseFilepath(filepath) &&
    (await db.selectFrom('file').select('sha256').where('filepath', '=', filepath).executeTakeFirst());
  if (!stored) throw new Refused('unknownFile');
  const now = await findPublicState(db, filepath);
  if ((now.state === 'open' && now.riskLevels === null) || (await hasBrought(db, filepath, user.staffId)))
    return 'anybody';
  const { versions, registers, subjects } = await namersOf(db, filepath, stored.sha256);
  const things: (readonly string[])[] = [];
  for (const version of versions) things.push(await ofVersion(version, context));
  const shownOn = await channelsByRegister(context.site);
  // a register that no channel shows belongs to the whole site
  for (const register of registers) things.push(shownOn.get(register) ?? ['']);
  for (const subject of subjects) things.push(await channelsOfSubject({ subject }, context));
  return things;
}

async function hasBrought(db: Db, filepath: string, staffId: number): Promise<boolean> {
  const brought = await db
    .selectFrom('audit')
    .select('no')
    .where('subject', '=', `file:${filepath}`)
    .where('act', '=', 'file.upload')
    .where('outcome', '=', 'done')
    .where('staff_id', '=', staffId)
    .limit(1)
    .executeTakeFirst();
  return brought !== undefined;
}

/** name of a register's rows in file_use */
const ROWS = 'register:';
const rowsIn = (used: readonly string[]): string[] =>
  used.flatMap((usedBy) => (usedBy.startsWith(ROWS) ? usedBy.slice(ROWS.length) : []));

/**
 * Things that name a file, as is_file_named knows them (migration 0031), but for previews, which only their maker sees.
 */
export async function namersOf(db: Db, filepath: string, sha256: string) {
  const { rows: versions } = await sql<{ editionId: number; version: number }>`
    with named as (
      select ${sha256}::text as hash
      union
      select row_set.row_set_hash from row_part join row_set on row_set.parts @> array[row_part.part_hash]
        where row_part.names @> array[${sha256}]
      union
      select article_set_hash from set_article join article_set on article_set.articles @> array[set_article.article_hash]
        where set_article.names @> array[${sha256}]
    )
    select edition_id as "editionId", max(version)::int as version from (
      select edition_id, version from named join edition_version on names @> array[named.hash]
      union all
      select edition_id, version from wizard_plan where position(${sha256} in plan::text) > 0
    ) found group by edition_id order by edition_id desc limit ${MOST}`.execute(db);
  const { rows: registers } = await sql<{ register: string }>`
    select distinct register from register_import where filepath = ${filepath} or row_set_hash in (
      select row_set.row_set_hash from row_part join row_set on row_set.parts @> array[row_part.part_hash]
        where row_part.names @> array[${sha256}]
    ) limit ${MOST}`.execute(db);
  const uses = await db
    .selectFrom('file_use')
    .select('used_by')
    .distinct()
    .where('filepath', '=', filepath)
    .limit(MOST)
    .execute();
  const used = uses.map(({ used_by }) => used_by);
  return {
    versions,
    registers: [...registers.map(({ register }) => register), ...rowsIn(used)],
    subjects: used.filter((usedBy) => !usedBy.startsWith(ROWS)),
  };
}

/** PD18: before a stored file is used that a call names. @throws Refused unknownFile, rightMissing */
export async function assertMaySee(filepath: string, context: SignedIn): Promise<void> {
  const [year = '', month = '', name = ''] = filepath.split('/');
  await authorize({ right: 'content.read', ofOne: ofFile }, { year, month, name }, context).catch((error: unknown) => {
    throw error instanceof Refused && error.code === errors.rightMissing.code ? notTheirs(filepath) : error;
  });
}

const notTheirs = (filepath: string): Refused =>
  new Refused(
    'rightMissing',
    `文件（${filepath.slice(0, 16)}…）不是您上传的，也不在您可以查看的内容中。请重新上传这个文件`,
  );
