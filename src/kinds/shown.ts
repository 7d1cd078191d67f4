import type { ComponentType } from 'react';
import type { FoundEdition } from '#console/editions/edition-answers.ts';
import { ShownChange } from '#console/editions/ShownChange.tsx';
import type { Names } from './define-kind.ts';
import type { AnyKind, Change } from './index.ts';

/** Props of the view that shows one change of an edition. */
export interface ShownProps<C = Change> {
  edition: { editionId: number; version: number; files: FoundEdition['files'] };
  /** place of the change in the edition */
  at: number;
  change: C;
  names: Names;
}

/** Views of a change by kind: console/Shown.tsx in the kind's folder, else its words. */
const views = import.meta.glob<ComponentType<ShownProps<never>>>('./*/console/Shown.tsx', {
  eager: true,
  import: 'Shown',
});

export const shownOf = (change: Change): ComponentType<ShownProps> =>
  (!change.withdraw &&
    (views[`./${change.kind}/console/Shown.tsx`] as unknown as ComponentType<ShownProps> | undefined)) ||
  ShownChange;

/** Props of the view that says what the difference of two documents does. */
export interface DifferenceProps<Document = unknown> {
  before: Document;
  after: Document;
  /** changes of the edition that has the later one */
  changes: readonly Change[];
}

/** Views of the difference of a kind with `hasEffects`: console/Difference.tsx in the kind's folder. */
const differences = import.meta.glob<ComponentType<DifferenceProps<never>>>('./*/console/Difference.tsx', {
  eager: true,
  import: 'Difference',
});

export const differenceOf = ({ name }: AnyKind): ComponentType<DifferenceProps> | undefined =>
  differences[`./${name}/console/Difference.tsx`] as unknown as ComponentType<DifferenceProps> | undefined;
