import { sendersSetting, type Senders } from '#page/settings/senders.ts';
import { readSettingValue } from '#kinds/setting/check-setting.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { createSites } from '../../site/sites.ts';
import { findSetting } from '../../store/find-setting.ts';

/** What is public now, loaded once. @param pagesDir page-schemas/ */
export async function loadPublicSite(db: Db, pagesDir: string): Promise<Site> {
  // what was published is asked of the database itself, so that no number has to be watched
  const sites = createSites({ db, pagesDir, publications: { current: () => 0 }, warn: () => {} });
  return (await sites.after(db)).site;
}

/** BE2: whose files are taken. */
export const findSenders = async (db: Db): Promise<Senders> =>
  readSettingValue<Senders>(sendersSetting.value, await findSetting(db, 'now', sendersSetting.name)) ?? [];
