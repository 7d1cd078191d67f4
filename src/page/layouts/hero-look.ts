import type { ResolvedPage } from '../page-schema.ts';

/** HN6: whether a page begins with a hero on which the header can lie: one that says by its prop `look` that it is no other. */
export const isHeroDark = ({ layout, blocks }: Pick<ResolvedPage, 'layout' | 'blocks'>): boolean =>
  layout === 'home' &&
  blocks.every(({ place, props }) => place !== 'hero' || ['ground', undefined].includes(props['look'] as string));
