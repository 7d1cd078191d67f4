import { features } from '#features/index.ts';

const OF_CORE = [
  'README',
  'workbench',
  'search',
  'articles',
  'files',
  'editions',
  'channels',
  'new-channel',
  'registers',
  'pages',
  'settings',
  'past',
  'people',
];
const ofFeatures = Object.values(features).flatMap(({ help = [] }) => help);

/** Documents of docs/admin, in the order in which they are listed. */
export const HELP_PAGES: readonly string[] = OF_CORE.flatMap((page) => [
  page,
  ...ofFeatures.filter(({ after }) => after === page).map((help) => help.page),
]);

/** pages by the beginning of a screen's address, the longer ones first */
const OF_SCREENS: readonly (readonly [begin: string, page: string])[] = [
  ['/content', 'articles'],
  ['/editions', 'editions'],
  ['/review', 'editions'],
  ['/release', 'editions'],
  ['/publications', 'editions'],
  ['/channels', 'channels'],
  ['/duties', 'workbench'],
  ['/new-channel', 'new-channel'],
  ['/registers', 'registers'],
  ['/pages', 'pages'],
  ['/widgets', 'pages'],
  ['/reference', 'pages'],
  ['/settings', 'settings'],
  ['/past', 'past'],
  ['/ended', 'editions'],
  ['/calendar', 'workbench'],
  ['/broken', 'workbench'],
  ['/copy', 'editions'],
  ['/replace', 'search'],
  ['/media', 'files'],
  ['/people', 'people'],
  ['/audit', 'people'],
  ['/upstreams', 'people'],
  ...Object.values(features).flatMap(({ helped = [] }) => helped),
  ...ofFeatures.flatMap(({ screens, page }) => screens.map((begin) => [begin, page] as const)),
];

/** The help document of a screen. @param path below /console */
export const helpOf = (path: string): string =>
  OF_SCREENS.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1] ?? 'README';
