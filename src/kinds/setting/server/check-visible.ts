import { siteSetting } from '#page/settings/site.ts';
import { findLegalTexts, LEGAL_TEXTS } from '#server/store/documents/legal-texts.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';
import { listChannels } from '#server/store/documents/list-channels.ts';
import type { Publication } from '#server/store/rows/dated-rows.ts';

/** SU8: a site is not shown without a firm, without channels, or without the texts that its visitors agree to. */
export async function checkVisible(
  { trx, problems }: Pick<Publication, 'trx' | 'problems'>,
  position: number,
): Promise<void> {
  const channels = await listChannels(trx, 'now');
  const legal = await findLegalTexts(trx, 'now', channels);
  const lacking = [
    ...((await findSetting(trx, 'now', siteSetting.name)) === undefined ? ['机构信息'] : []),
    ...(channels.length === 0 ? ['栏目'] : []),
    ...LEGAL_TEXTS.filter(({ name }) => !legal[name]).map(({ title }) => title),
  ];
  if (lacking.length > 0) problems.push({ change: position, message: `还不能开通网站，先公开：${lacking.join('、')}` });
}
