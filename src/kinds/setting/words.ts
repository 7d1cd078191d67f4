import type { KindWords } from '../define-kind.ts';

export const words: KindWords<unknown> = {
  titleOf: (_value, id, names) => `设置 ${names?.settingTitle(id!) ?? id}`,
  nameOf: (id, { settingTitle }) => settingTitle(id),
  summaryOf: (value, id, { settingText }) => settingText(id!, value) ?? '',
  seenAt: (_value, id, { settingPlace }) => settingPlace(id!) ?? '在用到这项设置的页面',
  fieldTitle: (path) => path.join(' '),
};
