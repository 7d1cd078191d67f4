import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { brandSetting } from '#page/settings/brand.ts';
import { brandPictures, pictureSizeProblem, type BrandSetting } from '#rules/look/brand.ts';
import type { FieldProblem } from '#wire/console-answers.ts';
import { readPictureSize } from '../../files/picture-size.ts';
import type { PublicationProblem } from '../../store/publication/publication-problems.ts';

/**
 * SU13: pictures of a brand whose pixels do not fit their places, as the files themselves say it.
 * @param dir DATA_DIR/files @param value of the setting `brand`
 */
export async function brandSizeFaults(dir: string, value: unknown): Promise<FieldProblem[]> {
  const brand = readSettingValue<BrandSetting>(brandSetting.value, value);
  const found = await Promise.all(
    brandPictures(brand ?? {}).map(async ({ pointer, file }) => {
      const size = await readPictureSize(dir, file);
      return { pointer, message: size ? pictureSizeProblem(pointer, size) : '' };
    }),
  );
  return found.filter(({ message }) => message !== '');
}

/** SU13, of an edition. */
export async function checkBrandSizes(dir: string, changes: readonly Change[]): Promise<PublicationProblem[]> {
  const brands = writtenOf(settingKind, changes).filter(({ id }) => id === brandSetting.name);
  const found = await Promise.all(
    brands.map(async ({ at, document }) =>
      (await brandSizeFaults(dir, document)).map(({ message }) => ({ change: at, message })),
    ),
  );
  return found.flat();
}
