import { isDefinition } from '#page/register-schema.ts';
import type { Db } from '#server/db/tables.ts';
import { openAfter } from '#server/store/rows/register-publication.ts';
import { findStoredDocument } from '#server/store/documents/stored-documents.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import { channelsClaimed, channelsShowing, channelsWithPage, orWholeSite, pathOfFirst } from '../../concerned.ts';
import type { ConcernedContext, KindStore } from '../../define-store.ts';
import { damagedTexts } from '../../damaged-texts.ts';
import { documentStore } from '../../document-store.ts';
import { page } from '../index.ts';
import { findDocumentRow, rowsOfKind, type DocumentKind } from '#server/store/rows/definition-rows.ts';

/** Page schemas and definitions of registers stand in one table: their files lie in one folder, too. */
export const pageTable = {
  table: 'page',
  columns: page.tables.page!,
  column: 'document',
  names: /^[a-z0-9][a-z0-9-]{0,99}$/,
};

const documents = documentStore<unknown>({
  ...pageTable,
  kind: page.name,
  title: '页面',
  own: rowsOfKind('page'),
  problems: (id, document) =>
    damagedTexts(document).map(
      ({ text, message }) => `页面“${id}”的文字“${visible(text.slice(0, 30).toWellFormed())}”${message}`,
    ),
});

/** Names of the pages, or of the registers whose definitions stand beside them, of which anything is public. */
export async function publishedNames(db: Db, of: DocumentKind): Promise<string[]> {
  const rows = await db
    .selectFrom('page')
    .select('page')
    .where(openAfter(undefined))
    .where(rowsOfKind(of))
    .orderBy('page')
    .execute();
  return rows.map(({ page: name }) => name);
}

export const pageStore: KindStore<unknown> = {
  ...documents,
  find: async (reader, site, id, options) => {
    const found = await findDocumentRow(reader.db, 'page', id, options.after);
    if (found !== undefined || options.after !== undefined) return found ?? null;
    // the file of page-schemas/ counts where nothing was published of it, as it was written: read, it has defaults in
    // it
    return (await findStoredDocument(reader.db, 'page', id)) ?? site.map.pages.pages.get(id) ?? null;
  },
  history: {
    shipped: (db, id) => findStoredDocument(db, 'page', id),
    past: {
      shownOn: ({ page: { page: name } }) => [name],
      table: 'page',
      own: rowsOfKind('page'),
      identity: 'page',
      title: 'page',
      titleOf: (name, { title }) => title || name,
    },
  },
  travels: { rank: 4, list: (db) => publishedNames(db, 'page') },
  draft: {
    problems: (document, id) =>
      isDefinition(document)
        ? [{ pointer: '', message: '的内容是登记表的定义，应作为登记表定义修改' }]
        : documents.draft.problems(document, id),
  },
  concerned: ({ document, id = '' }, context) =>
    orWholeSite([
      ...channelsWithPage(context.site, id),
      ...channelsClaimed(context.site, document).map(context.publicAbove),
      ...claimedNow(context, id),
    ]),
  preview: {
    rank: 5,
    path: (site, document, { id }) => {
      const claim = [Object(document).for].flat().find((one) => typeof Object(one).path === 'string') as
        | { path: string }
        | undefined;
      return claim?.path ?? pathOfFirst(site, [...channelsClaimed(site, document), ...channelsShowing(site, id ?? '')]);
    },
  },
};

/**
 * Present claims of a page: taking it away from there concerns them. Channels with an ending are those that show it.
 */
function claimedNow({ site }: ConcernedContext, id: string): string[] {
  const current = site.map.pages.pages.get(id);
  if (!current) return [];
  const claims = [current.for].flat().filter((claim) => !('idEnds' in claim));
  return channelsClaimed(site, { for: claims });
}
