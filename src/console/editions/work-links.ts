import type { WorkLine } from '#wire/work-answers.ts';

/** Address below /console at which a line is read or changed; '' where only visitors' page shows it. @param mayWrite whether the person may change it */
export function addressOfLine({ key, id, title, state, kinds, edition }: WorkLine, mayWrite: boolean): string {
  if (edition) return `/editions/${edition.editionId}`;
  if (state === 'withdrawn') return `/ended?words=${encodeURIComponent(title.slice(0, 100))}`;
  switch (kinds[0]) {
    case 'article':
      return mayWrite ? `/content/${id}/edit` : '';
    case 'channel':
      return `/channels?channel=${encodeURIComponent(id)}`;
    case 'rows':
      return `/registers/${encodeURIComponent(id)}`;
    case 'page':
      return `/pages/${encodeURIComponent(id)}`;
    case 'setting':
      return `/settings/${encodeURIComponent(id)}`;
    default:
      throw new Error(`The line ${key} has no kind.`);
  }
}
