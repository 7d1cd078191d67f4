import { brandSetting } from '#page/settings/brand.ts';
import type { BrandSetting } from '#rules/look/brand.ts';
import { BRAND_PICTURE, BRAND_SHARE } from '#rules/look/brand.ts';
import { fileSize } from '#rules/files/file-size.ts';
import type { Publication } from '#server/store/rows/dated-rows.ts';
import { readSettingValue } from './check-setting.ts';

/** BR3: no picture of the brand is larger than pages bear; that each is stored is asked of all files. */
export async function checkBrandFiles(
  { trx, problems }: Pick<Publication, 'trx' | 'problems'>,
  document: unknown,
  position: number,
): Promise<void> {
  const { logo, icon, share } = readSettingValue<BrandSetting>(brandSetting.value, document) ?? {};
  const named: [filepath: string | undefined, title: string, most: number][] = [
    [logo?.file, '标志', BRAND_PICTURE],
    [logo?.onDark, '深色底上的标志', BRAND_PICTURE],
    [icon?.file, '网站图标', BRAND_PICTURE],
    [icon?.large, '手机桌面上的图标', BRAND_PICTURE],
    [share, '分享图片', BRAND_SHARE],
  ];
  const paths = named.flatMap(([filepath]) => filepath ?? []);
  if (paths.length === 0) return;
  const stored = await trx.selectFrom('file').select(['filepath', 'size']).where('filepath', 'in', paths).execute();
  for (const [filepath, title, most] of named) {
    const size = Number(stored.find((file) => file.filepath === filepath)?.size ?? 0);
    if (size > most)
      problems.push({
        change: position,
        message: `${title}有 ${fileSize(size)}，最大 ${fileSize(most)}，请换小一些的`,
      });
  }
}
