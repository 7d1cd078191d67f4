import { choice, integer, list, object, optional, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const link = object({
  title: text({ title: '按钮文字', maxLength: 12, pattern: '\\S' }),
  path: text({
    title: '网址',
    description: '站内地址以 / 开头',
    maxLength: 300,
    pattern: '^(https?://|/(?!/))',
    hint: '以 / 开头的站内地址，或以 https:// 开头的网址',
  }),
});

/** Words on a drawn ground: of a banner, and of what stands in the place of banners. */
export const drawnWords = (title: string) => ({
  title: text({ title, description: '可用换行分成两行', maxLength: 40, pattern: '\\S' }),
  text: text({ title: '说明', maxLength: 80, default: '' }),
  drawing: choice(['waves', 'rings', 'strata', 'bars'], {
    title: '底图',
    description: 'waves 等高线，rings 同心圆，strata 阶梯，bars 柱线',
    default: 'waves',
  }),
  seed: integer({ title: '底图花样', description: '换一个数，底图换一个样', minimum: 1, maximum: 9999 }),
});

const banner = object({
  ...drawnWords('标题'),
  picture: optional(
    text({
      title: '图片',
      description: '代替底图；要说的话仍写在标题和说明里',
      maxLength: 100,
      pattern: '^\\d{4}/(0[1-9]|1[0-2])/[0-9a-f]{64}\\.(png|jpg|gif|webp)$',
      hint: '已上传的 PNG、JPG、GIF 或 WebP 图片',
    }),
  ),
  links: optional(list(link, { title: '按钮', maxItems: 2 })),
});

const value = list(banner, { title: '横幅', maxItems: 8 });

export type BannersSetting = ValueOf<typeof value>;

/** The home page's banners, ad list 4. */
export const bannersSetting = defineSetting({ name: 'banners', group: 'content', title: '首页横幅', value });
