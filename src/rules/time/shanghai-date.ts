/**
 * TA2: every date a visitor reads is Shanghai's, whatever zone the server or the browser is in. Shanghai has been
 * UTC+8 all year since 1991-09-15, so an offset is enough and no time-zone data need be loaded.
 */

const OFFSET = 8 * 3_600_000;

function shifted(moment: string | number): string {
  const ms = typeof moment === 'number' ? moment : Date.parse(moment);
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? new Date(ms + OFFSET).toISOString() : '';
}

/** yyyy-mm-dd of an ISO 8601 moment or of milliseconds since 1970; a bare date stays as it is; '' when unreadable. */
export function shanghaiDate(moment: string | number): string {
  if (typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)) return moment;
  return shifted(moment).slice(0, 10);
}

/** yyyy-mm-dd hh:mm:ss, for records. */
export const shanghaiSecond = (moment: string): string => shifted(moment).slice(0, 19).replace('T', ' ');

/** yyyy-mm-dd hh:mm; a bare date stays a date; midnight sharp is how an article without a time of day is stored. */
export function shanghaiTime(moment: string | number): string {
  if (typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)) return moment;
  const text = shifted(moment).slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? text.slice(0, 10) : text;
}

/** The first moment of a Shanghai day. @param day yyyy-mm-dd */
export const dayBegins = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
