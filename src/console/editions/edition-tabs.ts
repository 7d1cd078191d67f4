/** ED13: parts of an edition's page, each at an address of its own: ?tab=page. The difference comes first. */
export const EDITION_TABS = {
  difference: '差异',
  page: '访客将看到的',
  content: '全部内容',
  history: '经过',
} as const;

export type EditionTab = keyof typeof EDITION_TABS;

/** The tab of an address. A hash that names a change (SU12) is one of the whole content. */
export function tabOf(search: URLSearchParams, hash: string): EditionTab {
  const name = search.get('tab') ?? '';
  if (Object.hasOwn(EDITION_TABS, name)) return name as EditionTab;
  return hash.startsWith('#change-') ? 'content' : 'difference';
}

/** The query that leads to a tab and leaves the rest of the address as it is. */
export function tabSearch(search: URLSearchParams, tab: EditionTab): string {
  const next = new URLSearchParams(search);
  if (tab === 'difference') next.delete('tab');
  else next.set('tab', tab);
  return next.size === 0 ? '' : `?${next.toString()}`;
}
