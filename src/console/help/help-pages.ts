/** Documents of docs/admin, in the order in which they are listed. */
export const HELP_PAGES = [
  'README',
  'first-day',
  'articles',
  'moving-in',
  'files',
  'editions',
  'channels',
  'new-channel',
  'registers',
  'feeding',
  'pages',
  'settings',
  'environments',
  'past',
  'people',
] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

/** by the beginning of a screen's address, the longer ones first */
const OF_SCREENS: readonly (readonly [string, HelpPage])[] = [
  ['/setting-up', 'first-day'],
  ['/content', 'articles'],
  ['/moving-in', 'moving-in'],
  ['/editions', 'editions'],
  ['/publications', 'editions'],
  ['/channels', 'channels'],
  ['/new-channel', 'new-channel'],
  ['/registers', 'registers'],
  ['/feeding', 'feeding'],
  ['/pages', 'pages'],
  ['/widgets', 'pages'],
  ['/reference', 'pages'],
  ['/settings', 'settings'],
  ['/environments', 'environments'],
  ['/past', 'past'],
  ['/ended', 'editions'],
  ['/copy', 'editions'],
  ['/people', 'people'],
  ['/audit', 'people'],
  ['/record-check', 'people'],
  ['/upstreams', 'people'],
];

/** The help document of a screen. @param path below /console */
export const helpOf = (path: string): HelpPage =>
  OF_SCREENS.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1] ?? 'README';
