import type { BrandSetting } from '#rules/look/brand.ts';
import { ACCENT_USES, TONES } from '#rules/look/palette.ts';
import { choice, flag, integer, object, optional, text, type Word } from '../schema-words.ts';
import { drawnWords } from './banners.ts';
import { defineSetting } from './define-setting.ts';

const file = (title: string, endings: string, kinds: string) =>
  text({
    title,
    maxLength: 100,
    pattern: `^\\d{4}/(0[1-9]|1[0-2])/[0-9a-f]{64}\\.(${endings})$`,
    hint: `已上传的 ${kinds} 图片`,
  });
const drawn = (title: string) => file(title, 'svg|png', 'SVG 或 PNG');
const png = (title: string) => file(title, 'png', 'PNG');
const colour = (title: string, description: string) =>
  text({ title, description, pattern: '^#[0-9a-fA-F]{6}$', hint: '# 和六位十六进制数字，如 #0b1f3f' });
const pixels = (title: string) => integer({ title, minimum: 1, maximum: 10_000 });

const slogan = drawnWords('标语');

const value: Word<BrandSetting> = object({
  logo: optional(
    object(
      {
        file: drawn('图片'),
        width: pixels('宽'),
        height: pixels('高'),
        onDark: optional(drawn('深色底上的图片')),
        hasName: flag({ title: '图片里已有公司名称', default: false }),
      },
      { title: '标志' },
    ),
  ),
  icon: optional(object({ file: drawn('图标'), large: png('手机桌面上的图标') }, { title: '网站图标' })),
  share: optional(png('分享图片')),
  colours: optional(
    object(
      {
        main: colour('主色', '标题、页首和深色底；强调色只用于标记时，是按钮、链接和提示带'),
        ink: optional(colour('深色', '标题、页首和深色底；不填时与主色相同')),
        accent: colour('强调色', '按钮、标记和指向；或只是线条、标记和大号数字'),
        accentFor: choice(ACCENT_USES, {
          title: '强调色用于',
          description: 'pressed 按钮、链接和提示带，marks 线条、标记和大号数字',
          default: 'pressed',
        }),
        grey: choice(TONES, { title: '灰的冷暖', description: 'cool 偏冷，neutral 中性，warm 偏暖', default: 'cool' }),
      },
      { title: '颜色' },
    ),
  ),
  headings: choice(['sans', 'serif'], { title: '标题字体', description: 'sans 黑体，serif 宋体', default: 'sans' }),
  header: choice(['one-row', 'two-rows'], {
    title: '页首',
    description: 'one-row 一行，two-rows 两行：热线在标志右边，栏目和搜索在下面',
    default: 'one-row',
  }),
  slogan: optional(object({ ...slogan, seed: { ...slogan.seed, default: 4 } }, { title: '首页标语' })),
});

/** BR1: what makes a site look like one firm's. Without it the site has the looks that come with the program. */
export const brandSetting = defineSetting({ name: 'brand', group: 'firm', title: '品牌', value });
