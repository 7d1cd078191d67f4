import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { sendersSetting, type Senders } from '#page/settings/senders.ts';
import type { Db } from '#server/db/tables.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';

/** BE2: environments whose files are taken. */
export const findSenders = async (db: Db): Promise<Senders> =>
  readSettingValue<Senders>(sendersSetting.value, await findSetting(db, 'now', sendersSetting.name)) ?? [];
