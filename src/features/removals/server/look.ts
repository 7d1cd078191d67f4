import { sql } from 'kysely';
import type { Passage } from '#kinds/removal/index.ts';
import { subjectTitle } from '#kinds/change-words.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import type { Site } from '#server/site/site.ts';
import { findHoldingFiles, MOST_HOLDING } from '#server/store/publication/find-holding-files.ts';
import { findRemovedRows, readRemoved, type FoundRow, type Taken } from '#server/store/publication/find-removed.ts';
import type { RemovalFile, RemovalLook, RemovalThing } from '../wire.ts';

/** Tables without things of their own, in words. */
const TABLES: Readonly<Record<string, string>> = {
  audit: '操作记录',
  publication: '发布记录的标题',
  preview: '预览',
  kept: '程序保存的内容',
  search_missed: '没有结果的搜索',
  register_import: '登记表文件的检查',
  delivery: '程序报送的答复',
  set_article: '迁入的文章',
  row_part: '稿件中的登记表行',
};

/** things that one removal may concern: a text that stands in more says too little */
const MOST_THINGS = 2_000;

/**
 * RE2: where what passages name stands, thing by thing, and in which files.
 * @param typed texts that may stand in files alone
 * @throws Refused invalidInput where it stands in too many
 */
export async function lookAt(
  db: Db,
  site: Pick<Site, 'channel' | 'registers'>,
  passages: readonly Passage[],
  typed: readonly string[],
): Promise<Omit<RemovalLook, 'missing'>> {
  const taken = passages.length === 0 ? { texts: [], cells: [] } : await readRemoved(db, { passages });
  if (taken === null)
    throw new Refused(
      'invalidInput',
      '这段文字太短，会误伤其他内容：汉字至少两个，纯字母或数字至少八个，请连同前后的文字一起写',
    );
  const rows = await findRemovedRows(db, taken);
  const bySubject = Map.groupBy(rows, ({ table, subject }) =>
    subject.endsWith(':') || /^(rows|article-of-set):/.test(subject) ? `${table}:` : subject,
  );
  if (bySubject.size > MOST_THINGS)
    throw new Refused(
      'invalidInput',
      `这段文字出现在 ${bySubject.size} 项内容中，最多 ${MOST_THINGS} 项，请写得更完整`,
    );
  const titles = await titlesOf(db, [...bySubject.keys()]);
  const things = [...bySubject].map(([subject, of]): RemovalThing => {
    const title =
      TABLES[subject.slice(0, -1)] ?? titles.get(subject) ?? registerTitle(site, subject) ?? subjectTitle(subject);
    return {
      subject,
      title: masked(title, taken),
      count: of.length,
      mayStay: /^(article|register|setting|page|channel|edition):/.test(subject),
    };
  });
  return {
    things: things.toSorted((a, b) => Number(b.mayStay) - Number(a.mayStay) || a.subject.localeCompare(b.subject)),
    files: await filesOf(db, rows, { ...taken, texts: [...taken.texts, ...typed] }),
  };
}

const registerTitle = (site: Pick<Site, 'registers'>, subject: string): string | undefined => {
  const definition = subject.startsWith('register:') ? site.registers.get(subject.slice(9)) : undefined;
  return definition && `登记表“${definition.title}”`;
};

const masked = (title: string, { texts }: Taken): string =>
  texts.reduce((text, one) => text.replaceAll(one, '●●'), title);

/** Titles of articles, newest first, and of editions. */
async function titlesOf(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const ids = (kind: string): number[] =>
    subjects.flatMap((subject) => (subject.startsWith(`${kind}:`) ? [Number(subject.slice(kind.length + 1))] : []));
  const { rows } = await sql<{ subject: string; title: string }>`
    select distinct on (article_id) 'article:' || article_id as subject, '文章《' || title || '》' as title
      from article where article_id = any(${ids('article')}::bigint[]) order by article_id, row_id desc`.execute(db);
  const editions = await sql<{ subject: string; title: string }>`
    select 'edition:' || edition_id as subject, '稿件“' || title || '”' as title
      from edition where edition_id = any(${ids('edition')}::bigint[])`.execute(db);
  return new Map([...rows, ...editions.rows].map(({ subject, title }) => [subject, title]));
}

/** Files that hold it, and those that rows which hold it came from. */
async function filesOf(db: Db, rows: readonly FoundRow[], taken: Taken): Promise<RemovalFile[]> {
  const imports = await importsOf(db, rows);
  const holding = await findHoldingFiles(db, taken);
  if (holding.length > MOST_HOLDING)
    throw new Refused('invalidInput', `这段文字出现在 ${MOST_HOLDING} 个以上的文件中，请写得更完整`);
  const known = new Set(imports.map(({ filepath }) => filepath));
  return [
    ...imports,
    ...holding
      .filter(({ filepath }) => !known.has(filepath))
      .map(({ filepath, filename }) => ({
        filepath,
        filename: masked(filename === '' ? filepath.split('/').at(-1)! : filename, taken),
        why: 'text' as const,
      })),
  ];
}

/** RE7: files that were imported into the registers concerned, whose rows hold it. */
async function importsOf(db: Db, rows: readonly FoundRow[]): Promise<RemovalFile[]> {
  const parts = rows.flatMap(({ table, key }) => (table === 'row_part' ? [key] : []));
  const editions = rows.flatMap(({ table, key }) => (table === 'edition_version' ? [Number(key.split('/')[0])] : []));
  const { rows: found } = await sql<{ filepath: string; filename: string }>`
    select distinct on (filepath) filepath, filename from register_import
      join file using (filepath)
      where (edition_id = any(${editions}::bigint[]) or row_set_hash in (select row_set_hash from row_set where parts && ${parts}::text[]))
        and filepath not in (select filepath from removed_file)
      order by filepath`.execute(db);
  return found.map((file) => ({ ...file, why: 'import' as const }));
}
