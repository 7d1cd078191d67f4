import { Suspense, type ReactNode } from 'react';
import { consoleFeatures } from '#features/console.ts';
import { lazyPart } from '../parts/lazy-part.ts';

const all = Object.values(consoleFeatures);
const ofScreens = all.flatMap(({ screenNotes = [] }) => screenNotes.map(lazyPart));
const ofMenu = all.flatMap(({ counts = [] }) => counts.map(({ to, load }) => ({ to, Count: lazyPart(load) })));
const ofSettings = all.flatMap(({ settingNotes: own = [] }) =>
  own.map(({ setting, load }) => ({ setting, Note: lazyPart(load) })),
);

/** Notes of features above every screen. */
export const ScreenNotes = () => (
  <Suspense>
    {ofScreens.map((Note, at) => (
      <Note key={at} />
    ))}
  </Suspense>
);

/** Counts of features beside a line of the side menu. */
export const menuCounts = (line: string): ReactNode => (
  <Suspense>
    {ofMenu
      .filter(({ to }) => to === line)
      .map(({ Count }, at) => (
        <Count key={at} />
      ))}
  </Suspense>
);

/** Notes of features in the form of a setting. */
export const settingNotes = (setting: string): ReactNode => (
  <Suspense>
    {ofSettings
      .filter((note) => note.setting === setting)
      .map(({ Note }, at) => (
        <Note key={at} />
      ))}
  </Suspense>
);
