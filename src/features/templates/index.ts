import type { Feature } from '../define-feature.ts';

/** Templates of announcements that recur, and regular editions proposed of them (TP4 to TP7). */
export const templates: Feature = {
  menu: [{ beside: '/content', to: '/templates', name: '模板', act: 'content.write' }],
  beginnings: [{ to: '/templates', name: '用模板新建', act: 'content.write' }],
  help: { page: 'templates', title: '模板', after: 'editions', screens: ['/templates'] },
  changed: ['/templates'],
};
