import type { FoundEdition } from './edition-answers.ts';

type Compared = Pick<FoundEdition, 'state' | 'version' | 'steps'>;

/** The side that an edition is compared with at first: what is public, or was before it was published. */
export const outsideOf = ({ state }: Pick<FoundEdition, 'state'>): { value: 'public' | 'before'; label: string } =>
  state === 'published'
    ? { value: 'before', label: '本次发布以前公开的内容' }
    : { value: 'public', label: '现在公开的内容' };

/** Both sides of the comparison that an edition's page begins with. */
export const firstSides = (edition: Compared): { from: string; to: string } => ({
  from: approvedBefore(edition) ?? outsideOf(edition).value,
  to: String(edition.version),
});

/**
 * ED12: the version that was approved before the program made another one of it: what that added is all there is to look at
 * again.
 */
function approvedBefore({ state, version, steps }: Compared): string | undefined {
  const approved = state === 'in-review' ? steps.findLast(({ act }) => act === 'approved') : undefined;
  const later = approved ? steps.slice(steps.indexOf(approved) + 1) : [];
  const isOwn = later.some(({ act }) => act === 'rebased') && !later.some(({ act }) => act === 'saved');
  return isOwn && approved!.version < version ? String(approved!.version) : undefined;
}
