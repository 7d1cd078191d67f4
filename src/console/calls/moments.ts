const OFFSET = 8 * 3_600_000;

/** yyyy-mm-dd hh:mm:ss in Shanghai (TA2); records tell seconds, unlike the site's pages. '' when unreadable */
export function momentOf(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isFinite(ms) ? new Date(ms + OFFSET).toISOString().slice(0, 19).replace('T', ' ') : '';
}
