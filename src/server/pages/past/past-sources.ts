import { sql } from 'kysely';
import { loadPage } from '#page/load-page.ts';
import type { ResolvedPage } from '#page/page-schema.ts';
import type { PastTable } from '#kinds/define-store.ts';
import { kinds } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { sources } from '#sources/index.ts';
import type { PastSource } from '#wire/console-answers.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { inProcessCall } from '../../api/answer-call.ts';
import { publicAt } from '../../store/publication/moment.ts';
import type { Db } from '../../db/tables.ts';
import { BLOCK_TIMEOUT, type Address, type RenderDeps } from '../draw/render.ts';
import { articleIdOf, resolveAddress } from '../../site/resolve-address.ts';
import { parseAddress } from '../address/site-address.ts';

/** articles that are returned; a list shows a hundred */
const MOST_ARTICLES = 200;

/**
 * PB2: sources of a page of a past moment: its channel, the articles that it showed or listed, registers, the page's
 * published schema, and its settings.
 * @param moment a past one @param path below the base, with its query
 */
export async function listPastSources(deps: RenderDeps, moment: Date, path: string): Promise<PastSource[]> {
  const { db } = deps;
  const site = await deps.siteAt(moment);
  const address = parseAddress(SITE_BASE + path);
  if (!('path' in address)) return [];
  const page = await resolveAddress(db, site, address.path, moment);
  if (!page || 'redirect' in page) return [];
  const parts = { page, articles: () => articlesOf(deps, moment, page, address) };
  const found: PastSource[] = [];
  for (const { name: kind } of kinds) {
    const past = storeOf({ kind }).history?.past;
    if (!past) continue;
    const rows = await rowsOf(db, moment, past, await past.shownOn(parts));
    found.push(
      ...rows.map(({ id, ...row }) => ({
        subject: `${kind}:${id}`,
        kind,
        ...row,
        title: past.titleOf?.(row.title, page) ?? row.title,
      })),
    );
  }
  return found;
}

/**
 * Article of a detail page. Other pages have the articles to which their content leads, and the only article of a
 * channel, which replaces a list (PC1).
 */
async function articlesOf(
  deps: RenderDeps,
  moment: Date,
  page: ResolvedPage,
  { path, query }: Address,
): Promise<number[]> {
  const id = articleIdOf(path);
  if (id !== undefined) return id === null ? [] : [id];
  const blocks = await loadPage(
    page,
    query,
    inProcessCall(deps, moment, () => {}, BLOCK_TIMEOUT),
    sources,
    { timeout: BLOCK_TIMEOUT },
  );
  const listed = Array.from(JSON.stringify(blocks).matchAll(/\/detail\/(\d{1,15})"/g), ([, number]) => Number(number));
  const own = page.channel
    ? await deps.db
        .selectFrom('article')
        .select('article_id')
        .where('channel_id', '=', page.channel.channelId)
        .where(publicAt('article', moment))
        .limit(2)
        .execute()
    : [];
  return [...new Set([...(own.length === 1 ? [own[0]!.article_id] : []), ...listed])].slice(0, MOST_ARTICLES);
}

async function rowsOf(
  db: Db,
  moment: Date,
  { table, own = sql<boolean>`true`, identity, title }: PastTable,
  ids: readonly (string | number)[],
): Promise<(Omit<PastSource, 'kind' | 'subject'> & { id: string })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    title: string;
    no: number;
    at: Date;
    written_by: string;
    approved_by: string;
    publication: string;
  }>`
    select ${sql.ref(`${table}.${identity}`)}::text as id, ${sql.ref(`${table}.${title}`)} as title, publication.no, publication.at, publication.written_by, publication.approved_by, publication.title as publication
    from ${sql.table(table)} join publication on publication.no = ${sql.ref(`${table}.opened_in`)}
    where ${sql.ref(`${table}.${identity}`)} in (${sql.join(ids)}) and ${own} and ${publicAt(table, moment)} order by publication.no desc, ${sql.ref(`${table}.${identity}`)}`.execute(
    db,
  );
  return rows.map(({ written_by, approved_by, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    writtenBy: written_by,
    approvedBy: approved_by,
  }));
}
