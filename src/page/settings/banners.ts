import { choice, integer, list, object, optional, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const link = object({
  title: text({ title: '按钮文字', maxLength: 12, pattern: '\\S' }),
  path: text({ title: '网址', description: '站内地址以 / 开头', maxLength: 300, pattern: '^(https?://|/(?!/))' }),
});

const banner = object({
  title: text({ title: '标题', description: '可用换行分成两行', maxLength: 40, pattern: '\\S' }),
  text: text({ title: '说明', maxLength: 80, default: '' }),
  drawing: choice(['waves', 'rings', 'strata'], { title: '底图', description: 'waves 等高线，rings 同心圆，strata 阶梯', default: 'waves' }),
  seed: integer({ title: '底图种子', description: '换一个数，底图换一个样', minimum: 1, maximum: 9999 }),
  links: optional(list(link, { title: '按钮', maxItems: 2 })),
});

const value = list(banner, { title: '横幅', maxItems: 8 });

export type BannersSetting = ValueOf<typeof value>;

/** The home page's banners, ad list 4. */
export const bannersSetting = defineSetting({ name: 'banners', title: '首页横幅', value });
