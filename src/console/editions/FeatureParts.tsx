import { Suspense } from 'react';
import { consoleFeatures } from '#features/console.ts';
import { lazyPart } from '../parts/lazy-part.ts';
import type { EditionTab } from './edition-tabs.ts';
import type { EditionPartPlace, EditionPartProps } from './edition-part.ts';

const parts = Object.values(consoleFeatures).flatMap(({ editionParts = [] }) =>
  editionParts.map(({ beside, load }) => ({ beside, Part: lazyPart(load) })),
);

const counts = Object.values(consoleFeatures).flatMap(({ tabCounts = [] }) =>
  tabCounts.map(({ tab, load }) => ({ tab, Count: lazyPart(load) })),
);

/** Counts of features beside the name of a tab of an edition's page. */
export const TabCounts = ({ tab, editionId }: { tab: EditionTab; editionId: number }) => (
  <Suspense>{counts.map((one, at) => one.tab === tab && <one.Count key={at} editionId={editionId} />)}</Suspense>
);

/** Parts of features on the page of an edition, or beside its form. */
export const FeatureParts = ({ beside, edition }: { beside: EditionPartPlace; edition: EditionPartProps }) => (
  <Suspense>{parts.map((one, at) => one.beside === beside && <one.Part key={at} {...edition} />)}</Suspense>
);
