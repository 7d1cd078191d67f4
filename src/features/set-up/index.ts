import type { Feature } from '../define-feature.ts';

/** A new site is led from nothing to the public, stage by stage (SU4, SU5, SU9). */
export const setUp: Feature = {
  help: { page: 'first-day', title: '新网站的第一个下午', after: 'README', screens: ['/setting-up'] },
  changed: ['/set-up'],
};
