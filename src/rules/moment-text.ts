/** A day alone or a time without zone would mean another moment on another machine. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text is a time with its zone, such as 2026-11-20T09:00:00+08:00. */
export const isMoment = (value: string): boolean => MOMENT.test(value) && !Number.isNaN(Date.parse(value));
