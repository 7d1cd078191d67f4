import { bannersSetting } from '#page/settings/banners.ts';
import { settings } from '#page/settings/known-settings.ts';
import { documentStore } from '../document-store.ts';
import type { KindStore } from '../define-store.ts';
import { settingProblems } from './check-setting.ts';
import { setting } from './index.ts';

export const settingStore: KindStore<unknown> = {
  ...documentStore<unknown>({
    kind: setting.name,
    table: 'setting',
    columns: setting.tables.setting!,
    column: 'value',
    title: '设置',
    // with dots, as the calls ask for them (webparam.sys.skin_zq)
    names: /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/,
    problems: settingProblems,
  }),
  concerned: () => [''],
  shownOn: ({ page: { blocks } }) => [
    'site',
    ...(blocks.some(({ source }) => source?.name === bannersSetting.name) ? [bannersSetting.name] : []),
  ],
  past: {
    table: 'setting',
    identity: 'name',
    title: 'name',
    titleOf: (name) => settings.find((one) => one.name === name)?.title ?? name,
  },
  previewRank: 1,
};
