import { integer } from '#page/schema-words.ts';
import { brandSetting } from '#page/settings/brand.ts';
import type { BrandSetting } from '#rules/look/brand.ts';
import { bannersSetting, type BannersSetting } from '#page/settings/banners.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { paths } from '#wire/paths.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import { defineCall } from './define-call.ts';

/** The ad list that holds the home page's banners (website.md section 7). */
const BANNERS = 4;

export const adList = defineCall({
  path: paths.adList,
  steady: true,
  summary: '广告位：4 为首页横幅',
  params: { id: integer({ minimum: 1, maximum: 9999, description: '广告位编号' }) },
  answers:
    '数组，每项 id, title（换行分行）, text, drawing（waves、rings、strata、bars，底图画法）, seed（底图种子）, picture（图片地址，没有时为空）, links（title, path）；没有横幅时为品牌的标语（isSlogan），也没有时为空数组',
  handle: async ({ id }, { db, moment }) => {
    if (id !== BANNERS) return [];
    const published = await findSetting(db, moment, bannersSetting.name);
    const banners = readSettingValue<BannersSetting>(bannersSetting.value, published) ?? [];
    if (banners.length === 0) return sloganIn(await findSetting(db, moment, brandSetting.name));
    return banners.map(({ links = [], picture, ...banner }, place) => ({
      id: String(place + 1),
      ...banner,
      picture: picture ? FILE_BASE + picture : '',
      links,
    }));
  },
});

/** BR1: the firm's own words, where it has no banner. */
function sloganIn(published: unknown) {
  const { slogan } = readSettingValue<BrandSetting>(brandSetting.value, published) ?? {};
  return slogan ? [{ id: '1', ...slogan, picture: '', links: [], isSlogan: true }] : [];
}
