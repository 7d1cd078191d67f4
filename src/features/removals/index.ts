import type { Feature } from '../define-feature.ts';

/** Removals of content that must not have been public: proposed, looked at, and on their way as editions (RE1 to RE7). */
export const removals: Feature = {
  menu: [{ beside: '/past', to: '/removals/new', name: '移除内容', act: 'content.remove' }],
  help: { page: 'removals', title: '移除不应公开的内容', after: 'past', screens: ['/removals'] },
};
