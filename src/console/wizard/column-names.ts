import type { Visibility } from '#wire/wizard.ts';

export const VISIBILITY_NAMES: Readonly<Record<Visibility, string>> = {
  shown: '公开，可下载',
  'no-download': '公开，不可下载',
  'by-level': '仅限有资格的客户',
  hidden: '不公开，只存档',
  'left-out': '不导入',
};
