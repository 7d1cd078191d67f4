import { visibleSetting } from '#page/settings/visible.ts';
import type { Publication } from '#server/store/dated-rows.ts';
import { findLegalTexts, type LegalTextName, type LegalTexts } from '#server/store/legal-texts.ts';
import { findSetting } from '#server/store/find-setting.ts';
import { listChannels } from '#server/store/list-channels.ts';

const TITLES: Readonly<Record<LegalTextName, string>> = {
  privacy: '隐私政策',
  agreement: '用户协议',
  notice: '法律声明',
};

/** The legal texts that a firm's own site shows its visitors (SU8); none where it is not shown by a setting of its own. */
export async function shownLegalTexts({ trx }: Pick<Publication, 'trx'>): Promise<LegalTexts> {
  if ((await findSetting(trx, 'now', visibleSetting.name)) !== true) return {};
  return findLegalTexts(trx, 'now', await listChannels(trx, 'now'));
}

/** SU8: a site that is shown keeps the texts that its visitors agree to; they are replaced, never withdrawn. */
export async function checkLegalKept(publication: Publication, before: LegalTexts, position: number): Promise<void> {
  if (Object.keys(before).length === 0) return;
  const after = await shownLegalTexts(publication);
  const gone = Object.entries(TITLES).filter(([name]) => name in before && !(name in after));
  if (gone.length > 0)
    publication.problems.push({
      change: position,
      message: `网站已经开通，${gone.map(([, title]) => title).join('、')}不能撤下，也不能停用它的栏目：请发布新的版本`,
    });
}
