/** A moment as the calls write it: ISO 8601 in Shanghai time (TA2), e.g. 2026-11-19T16:30:00+08:00. */
export function wireTime(moment: Date): string {
  // China has kept UTC+8 without summer time since 1991; earlier moments do not occur in the data
  return `${new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}
