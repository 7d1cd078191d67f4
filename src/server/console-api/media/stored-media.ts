import { sql } from 'kysely';
import { filepathsIn } from '#rules/files/filepath.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { foldSearch } from '../../store/search/search-pieces.ts';

/** A place of published content that shows or showed a file. */
export interface PublishedUse {
  /** 'article:12' */
  usedBy: string;
  filename: string;
  isNow: boolean;
  isRestricted: boolean;
}

interface Upload {
  name: string;
  staffId: number | null;
  by: string;
  at: Date;
}

/** A stored file with all that is known of it, whoever asks. */
export interface StoredMedia {
  filepath: string;
  sha256: string;
  bytes: number;
  mediaType: string;
  at: Date;
  uploads: Upload[];
  uses: PublishedUse[];
  /** an open edition names it */
  isInDraft: boolean;
  /** alternative texts in public articles, the newest first; '' where one has none */
  alts: string[];
  /** names and texts, as a search compares them */
  folded: string;
}

/** Everything stored, as of one moment. */
export interface MediaStock {
  list: readonly StoredMedia[];
  byPath: ReadonlyMap<string, StoredMedia>;
  /** channel and title of each article that uses one, by number */
  articles: ReadonlyMap<number, { channelId: string; title: string }>;
}

/** Words as a search compares them: the same ones come with each reading. */
const folded = new Map<string, string>();
const MOST_FOLDED = 50_000;

function foldedOf(words: string): string {
  const known = folded.get(words) ?? foldSearch(words);
  folded.set(words, known);
  if (folded.size > MOST_FOLDED) folded.delete(folded.keys().next().value!);
  return known;
}

const stocks = new WeakMap<Site, { key: string; stock: Promise<MediaStock> }>();

/**
 * ML5: all stored files, newest first. They are read again when a file came, somebody did something, or something was
 * published; removed files are none of them.
 */
export async function mediaStock(db: Db, site: Site): Promise<MediaStock> {
  const { rows } = await sql<{ key: string }>`select concat_ws(' ',
    (select max(brought_at) from file), (select count(*) from file), (select max(no) from audit),
    (select max(step_id) from edition_step), (select count(*) from removed_file)) as key`.execute(db);
  const { key } = rows[0]!;
  const known = stocks.get(site);
  if (known?.key === key) return known.stock;
  const stock = readStock(db, site);
  stocks.set(site, { key, stock });
  stock.catch(() => stocks.delete(site));
  return stock;
}

async function readStock(db: Db, site: Site): Promise<MediaStock> {
  const [files, uploads, uses, inDraft, alts] = await Promise.all([
    readFiles(db),
    readUploads(db),
    readUses(db),
    hashesInDrafts(db),
    site.remember('alternative texts of pictures', () => readAlts(db)),
  ]);
  const numbers = [...new Set(uses.flatMap(({ usedBy }) => articleIn(usedBy) ?? []))];
  const articles = await readArticles(db, numbers);
  const uploadsOf = Map.groupBy(uploads, ({ filepath }) => filepath);
  const usesOf = Map.groupBy(uses, ({ filepath }) => filepath);
  const list = files.map((file): StoredMedia => {
    const own = {
      ...file,
      uploads: uploadsOf.get(file.filepath) ?? [],
      uses: usesOf.get(file.filepath) ?? [],
      isInDraft: inDraft.has(file.sha256),
      alts: alts.get(file.filepath) ?? [],
    };
    const words = [...own.uploads.map(({ name }) => name), ...own.uses.map(({ filename }) => filename), ...own.alts];
    return { ...own, folded: foldedOf([formatOf(own), ...words].join('\n')) };
  });
  return { list, byPath: new Map(list.map((file) => [file.filepath, file])), articles };
}

/** The ending of a stored file, in small letters. */
export const formatOf = ({ filepath }: Pick<StoredMedia, 'filepath'>): string => filepath.split('.').at(-1)!;

export const articleIn = (usedBy: string): number | null =>
  usedBy.startsWith('article:') ? Number(usedBy.slice('article:'.length)) : null;

async function readFiles(db: Db) {
  const rows = await db
    .selectFrom('file')
    .select(['filepath', 'sha256', 'size', 'media_type', 'stored_at'])
    .where('filepath', 'not in', (of) => of.selectFrom('removed_file').select('filepath'))
    .orderBy('stored_at', 'desc')
    .orderBy('filepath')
    .execute();
  return rows.map(({ filepath, sha256, size, media_type, stored_at }) => ({
    filepath,
    sha256,
    bytes: Number(size),
    mediaType: media_type,
    at: stored_at,
  }));
}

/** uploads of one file that are read; the first tells who brought it */
const MOST_UPLOADS = 20;

async function readUploads(db: Db): Promise<(Upload & { filepath: string })[]> {
  const { rows } = await sql<Upload & { filepath: string }>`
    select file.filepath, told.name, told.staff_id as "staffId", coalesce(staff.name, told.account) as by, told.at
    from file cross join lateral (
      select facts ->> 'filename' as name, staff_id, account, at from audit
      where subject = 'file:' || file.filepath and act = 'file.upload' and outcome = 'done' order by no limit ${MOST_UPLOADS}
    ) as told left join staff on staff.staff_id = told.staff_id where told.name is not null`.execute(db);
  return rows;
}

async function readUses(db: Db): Promise<(PublishedUse & { filepath: string })[]> {
  const { rows } = await sql<PublishedUse & { filepath: string }>`
    select filepath, used_by as "usedBy", filename, public_to is null as "isNow", risk_level is not null as "isRestricted"
    from (select distinct on (filepath, used_by) filepath, used_by, filename, public_to, risk_level from file_use
      order by filepath, used_by, row_id desc) as newest`.execute(db);
  return rows;
}

/** Hashes that open editions name, in rows and articles that stand beside them, too. */
async function hashesInDrafts(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    with named as (
      select distinct unnest(names) as hash from edition join edition_version using (edition_id, version)
      where state not in ('published', 'discarded')
    )
    select hash from named
    union select unnest(row_part.names) from named join row_set on row_set_hash = hash join row_part on part_hash = any(parts)
    union select unnest(set_article.names) from named join article_set on article_set_hash = hash
      join set_article on article_hash = any(articles)`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

async function readArticles(db: Db, numbers: readonly number[]) {
  const { rows } = await sql<{ id: number; channelId: string; title: string }>`
    select distinct on (article_id) article_id::int as id, channel_id as "channelId", title from article
    where article_id = any(${numbers}::bigint[]) order by article_id, row_id desc`.execute(db);
  return new Map(rows.map(({ id, ...article }) => [id, article]));
}

/** Alternative texts of pictures in articles that everybody reads, those of the newest first. */
async function readAlts(db: Db): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ tag: string }>`
    select (regexp_matches(content, '<img[^>]*>', 'g'))[1] as tag from article
    where public_to is null and risk_level is null and article_id in (
      select substring(used_by from 9)::bigint from file_use
      where used_by like 'article:%' and public_to is null and filepath ~ '\.(png|jpg|gif|webp|svg)$')
    order by content_time desc, article_id desc`.execute(db);
  const alts = new Map<string, string[]>();
  for (const { tag } of rows)
    for (const filepath of filepathsIn(tag)) {
      const own = alts.get(filepath) ?? [];
      own.push(plainText(/\salt="([^"]*)"/.exec(tag)?.[1] ?? ''));
      alts.set(filepath, own);
    }
  return alts;
}

/** Text of an attribute as the sanitiser writes it. */
const plainText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim();
