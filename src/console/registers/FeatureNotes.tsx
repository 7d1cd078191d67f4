import { Suspense } from 'react';
import { consoleFeatures } from '#features/console.ts';
import { lazyPart } from '../parts/lazy-part.ts';

const notes = Object.values(consoleFeatures).flatMap(({ registerNotes = [] }) => registerNotes.map(lazyPart));

/** Notes of features on a register, above its rows. */
export function FeatureNotes({ register }: { register: string }) {
  return (
    <Suspense>
      {notes.map((Note, at) => (
        <Note key={at} register={register} />
      ))}
    </Suspense>
  );
}
