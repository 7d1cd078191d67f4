import type { Feature } from '../define-feature.ts';

/** Articles of a former site, from files to drafts (MI1 to MI15). */
export const movingIn: Feature = {
  menu: [{ beside: '/content', to: '/moving-in', name: '迁入文章', act: 'content.write' }],
  help: { page: 'moving-in', title: '迁入文章', after: 'articles', screens: ['/moving-in'] },
};
