/** Shown in the browser; everything else is saved. Neither html nor svg: both could run scripts. */
export const INLINE: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'audio/mpeg',
  'audio/mp4',
  'video/mp4',
]);
/** Documents that a browser might run: saved only, and without any right should they be opened nevertheless. */
export const ACTIVE: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml']);
