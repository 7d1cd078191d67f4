import type { Feature } from '../define-feature.ts';

/** Content that is moved between the environments of a firm as signed files (BE1 to BE9). */
export const transfer: Feature = {
  menu: [{ beside: '/widgets', to: '/environments', name: '环境之间', act: 'setting.change' }],
  help: { page: 'environments', title: '环境之间', after: 'settings', screens: ['/environments'] },
};
