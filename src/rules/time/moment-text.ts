/** A day alone or a time without zone would mean another moment on another machine. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text is a time with its zone, such as 2026-11-20T09:00:00+08:00. */
export function isMoment(value: string): boolean {
  const [, day] = MOMENT.exec(value) ?? [];
  return day !== undefined && isDay(day) && !Number.isNaN(Date.parse(value));
}

/** Whether a day is in the calendar: Date makes the 2nd of March of the 30th of February. */
const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};
