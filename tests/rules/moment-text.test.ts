import { expect, test } from 'vitest';
import { isMoment } from '#rules/time/moment-text.ts';

test.each(['2026-11-20T09:00:00+08:00', '2028-02-29T00:00Z', '2026-12-31T23:59:59.999-05:30'])(
  '%s is a moment',
  (text) => expect(isMoment(text)).toBe(true),
);

test.each(['2026-02-30T00:00:00Z', '2027-02-29T00:00:00+08:00', '2026-13-01T00:00Z', '2026-11-20', '2026-11-20T09:00'])(
  '%s is none: no day of the calendar, or without time or zone',
  (text) => expect(isMoment(text)).toBe(false),
);
