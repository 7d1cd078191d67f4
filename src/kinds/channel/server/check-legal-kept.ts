import { visibleSetting } from '#page/settings/visible.ts';
import type { Publication } from '#server/store/rows/dated-rows.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';
import { findLegalTexts, LEGAL_TEXTS, type LegalTexts } from '#server/store/documents/legal-texts.ts';

type Channels = Iterable<{ channel_id: string; url: string }>;

const legalTextsIn = ({ trx }: Pick<Publication, 'trx'>, channels: Channels): Promise<LegalTexts> =>
  findLegalTexts(
    trx,
    'now',
    [...channels].map(({ channel_id, url }) => ({ channelId: channel_id, url })),
  );

/** The legal texts of a site that is shown by a setting of its own (SU8), before anything is written; none of another. */
export async function shownLegalTexts(publication: Publication, before: Channels): Promise<LegalTexts> {
  const isShown = (await findSetting(publication.trx, 'now', visibleSetting.name)) === true;
  return isShown ? legalTextsIn(publication, before) : {};
}

/**
 * SU8: a site that is shown keeps the texts that its visitors agree to, whether one would be withdrawn, moved, or lose its
 * channel or that channel's address.
 */
export async function checkLegalTexts(publication: Publication, legal: LegalTexts, after: Channels): Promise<void> {
  if (Object.keys(legal).length === 0) return;
  const legalTexts = await legalTextsIn(publication, after);
  const gone = LEGAL_TEXTS.filter(({ name }) => name in legal && !(name in legalTexts));
  if (gone.length > 0)
    publication.problems.push({
      change: null,
      message: `网站已经开通，${gone.map(({ title }) => title).join('、')}不能撤下或移走，也不能停用它的栏目或改栏目地址：请发布新的版本`,
    });
}
