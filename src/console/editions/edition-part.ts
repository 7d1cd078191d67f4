import type { Change } from '#kinds/index.ts';
import type { FoundEdition } from './edition-answers.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';

/** Places of a feature's parts: below what visitors will see, in the columns of the other tabs, or beside the form. */
export type EditionPartPlace = 'page' | 'difference' | 'content' | 'history' | 'form';

/** Facts about an edition that its page hands to a part of a feature. */
export interface EditionPartProps {
  editionId: number;
  /** newest version */
  version: number;
  /** content of the newest version */
  changes: readonly Change[];
  /** titles of articles and channels that it takes from the public, by subject */
  titles: Readonly<Record<string, string>>;
  /** true while it can become public */
  isOpen: boolean;
  /** rights of the reader to it */
  rights: readonly StaffRight[];
}

export const isOpenEdition = ({ state }: Pick<FoundEdition, 'state'>): boolean =>
  state !== 'published' && state !== 'publishing' && state !== 'discarded';

/** Facts about an edition for parts of features. */
export const partsOf = (edition: FoundEdition): EditionPartProps => ({
  editionId: edition.editionId,
  version: edition.version,
  changes: edition.shown.changes,
  titles: edition.titles,
  isOpen: isOpenEdition(edition),
  rights: edition.rights,
});
