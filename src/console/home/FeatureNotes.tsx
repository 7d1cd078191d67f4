import { Suspense } from 'react';
import { consoleFeatures } from '#features/console.ts';
import { mayDoSomewhere, type Grant } from '#rules/people/staff-rights.ts';
import { lazyPart } from '../parts/lazy-part.ts';

const notes = Object.values(consoleFeatures).flatMap(({ notes: own = [] }) =>
  own.map(({ load, ...note }) => ({ ...note, Note: lazyPart(load) })),
);

/** Notes of features on the first screen, for everybody who may know them. */
export function FeatureNotes({ among, grants }: { among: (typeof notes)[number]['among']; grants: readonly Grant[] }) {
  return (
    <Suspense>
      {notes
        .filter((note) => note.among === among && (!note.act || mayDoSomewhere(grants, note.act)))
        .map(({ Note }, at) => (
          <Note key={at} />
        ))}
    </Suspense>
  );
}
