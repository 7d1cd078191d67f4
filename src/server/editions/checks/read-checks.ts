import { publishChecksSetting } from '#page/settings/publish-checks.ts';
import { USUAL_CHECKS, type FirmChecks } from '#rules/checks/firm-checks.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import type { Db } from '../../db/tables.ts';
import { findSetting } from '../../store/documents/find-setting.ts';

/** CK2: severities and words as they are published; of a check that is newer than they are, its own. */
export async function readChecks(db: Db): Promise<FirmChecks> {
  const published = await findSetting(db, 'now', publishChecksSetting.name);
  return readSettingValue<FirmChecks>(publishChecksSetting.value, published) ?? USUAL_CHECKS;
}
