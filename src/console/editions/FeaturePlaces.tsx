import { Suspense, useContext, useMemo, useState, type ReactNode } from 'react';
import { consoleFeatures } from '#features/console.ts';
import { lazyPart } from '../parts/lazy-part.ts';
import type { EditionPartProps } from './edition-part.ts';
import { keyOfPlace, PlacesContext, type PlaceProps } from './edition-place.ts';

const parts = Object.values(consoleFeatures).flatMap(({ placeParts = [] }) =>
  placeParts.map(({ mark, below }) => ({ mark: lazyPart(mark), below: lazyPart(below) })),
);

/** Gives the places of the difference of an edition to features. */
export function FeaturePlaces({ edition, children }: { edition: EditionPartProps; children: ReactNode }) {
  const [opened, open] = useState('');
  const value = useMemo(() => ({ edition, opened, open }), [edition, opened]);
  return <PlacesContext value={value}>{children}</PlacesContext>;
}

type Shown = Pick<PlaceProps, 'place' | 'title' | 'cells'>;

function usePlace(of: Shown): PlaceProps | null {
  const places = useContext(PlacesContext);
  if (!places) return null;
  const key = keyOfPlace(of.place);
  return {
    ...of,
    edition: places.edition,
    isOpen: places.opened === key,
    onOpen: (isOpen) => places.open(isOpen ? key : ''),
  };
}

/** Parts of features beside a place. */
export function PlaceMark(of: Shown) {
  const props = usePlace(of);
  return (
    props && (
      <Suspense>
        {parts.map(({ mark: Mark }, at) => (
          <Mark key={at} {...props} />
        ))}
      </Suspense>
    )
  );
}

/** Parts of features below a place. */
export function PlaceBelow(of: Shown) {
  const props = usePlace(of);
  return (
    props && (
      <Suspense>
        {parts.map(({ below: Below }, at) => (
          <Below key={at} {...props} />
        ))}
      </Suspense>
    )
  );
}
