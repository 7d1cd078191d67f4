import { absentRegistersSetting } from '#page/settings/absent-registers.ts';
import { siteSetting } from '#page/settings/site.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import type { Db } from '#server/db/tables.ts';
import { loadPages } from '#server/site/page-store.ts';
import type { ChangedFacts, Site } from '#server/site/site.ts';
import { absentOf, firmOf } from '#server/site/sites.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { listPageEditions } from '#server/store/documents/list-page-editions.ts';
import { writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { rowCount, rows as rowsKind } from '../../rows/index.ts';
import { setting as settingKind } from '../../setting/index.ts';
import { siteDocumentsOf } from '../../site-documents.ts';

interface Deps {
  db: Db;
  site: Site;
  /** page-schemas/ */
  pagesDir: string;
}

/**
 * ED9: the facts of the site's map that the changes make others. @param channels as the changes leave them
 */
export async function factsAfter(
  { db, site, pagesDir }: Deps,
  channels: readonly ChannelRow[],
  changes: readonly Change[],
): Promise<ChangedFacts> {
  const settings = writtenOf(settingKind, changes);
  const firm = settings.find(({ id }) => id === siteSetting.name);
  const absent = settings.find(({ id }) => id === absentRegistersSetting.name);
  return {
    channels,
    filled: filledAfter(site, changes),
    ...(await pagesAfter({ db, site, pagesDir }, changes)),
    ...(firm && { firm: firmOf(firm.document) }),
    ...(absent && { absent: absentOf(absent.document) }),
  };
}

/** Registers whose rows the changes write, with whether there are any. */
function filledAfter({ map }: Site, changes: readonly Change[]): ReadonlySet<string> {
  const filled = new Set(map.facts.filled);
  for (const { document } of writtenOf(rowsKind, changes)) {
    const { register } = document.definition;
    if (rowCount(document) > 0) filled.add(register);
    else filled.delete(register);
  }
  return filled;
}

async function pagesAfter(
  { db, site: { map }, pagesDir }: Deps,
  changes: readonly Change[],
): Promise<Pick<ChangedFacts, 'pages'>> {
  const added = siteDocumentsOf(changes);
  if (added.length === 0) return {};
  const editions = [...added, ...(await listPageEditions(db, 'now'))];
  const previous = { pages: map.pages.pages, registers: map.registers };
  return { pages: loadPages({ dir: pagesDir, editions, widgets, sources, previous }) };
}
