/** One picture of docs/admin: a screen of the console as a demonstration account sees it. */
export interface Picture {
  /** file name in docs/admin/pictures, without .png */
  name: string;
  /** file name of the document in docs/admin that shows the picture */
  document: string;
  /** demonstration account of a role; '' for no sign-in */
  account: string;
  /** path below /console; {edition} stands for the id of an edition that waits for review */
  path: string;
  /** names of the elements to click before the picture is taken, in order */
  clicks?: readonly string[];
}

export const pictures: readonly Picture[] = [
  { name: 'sign-in', document: 'README.md', account: '', path: '/sign-in' },
  { name: 'work-bench', document: 'README.md', account: 'reviewer', path: '/' },
  { name: 'people', document: 'people.md', account: 'system-admin', path: '/people' },
  { name: 'channels', document: 'channels.md', account: 'channel-admin', path: '/channels', clicks: ['信息公告'] },
  { name: 'new-channel', document: 'new-channel.md', account: 'channel-admin', path: '/new-channel' },
  { name: 'articles', document: 'articles.md', account: 'editor', path: '/content' },
  { name: 'article', document: 'articles.md', account: 'editor', path: '/content/new' },
  { name: 'registers', document: 'registers.md', account: 'editor', path: '/registers' },
  { name: 'import', document: 'registers.md', account: 'editor', path: '/registers/ib-staff/import' },
  { name: 'edition', document: 'editions.md', account: 'reviewer', path: '/editions/{edition}' },
  { name: 'settings', document: 'settings.md', account: 'channel-admin', path: '/settings' },
  { name: 'pages', document: 'pages.md', account: 'channel-admin', path: '/pages' },
  {
    name: 'past',
    document: 'past.md',
    account: 'auditor',
    path: '/past?path=%2FpublicChannel%2FlossStatement&at=2026-11-20T09:00',
  },
];

/** Pictures of first-day.md: the journey of that name takes them on its way (tests/journeys/first-day.spec.ts). */
export const firstDayPictures: readonly string[] = [
  'first-day-administrator',
  'first-day-work-bench',
  'first-day-person',
  'first-day-firm',
  'first-day-brand',
  'first-day-starter',
  'first-day-fields',
  'first-day-legal',
  'first-day-visible',
  'first-day-shown',
];
