import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';

describe('Shanghai dates', () => {
  const inShanghai = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'short',
  });

  test('[TA2] any moment since 1992 is written as clocks in Shanghai show it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1992-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (moment) => {
          const expected = inShanghai.format(moment);
          expect(shanghaiDate(moment.toISOString())).toBe(expected.slice(0, 10));
          expect(shanghaiTime(moment.getTime())).toBe(expected.endsWith(' 00:00') ? expected.slice(0, 10) : expected);
        },
      ),
    );
  });

  test.each([
    ['2026-11-19T23:59:59Z', '2026-11-20', '2026-11-20 07:59'],
    ['2026-11-20T00:00:00+08:00', '2026-11-20', '2026-11-20'],
    ['2026-11-20', '2026-11-20', '2026-11-20'],
    ['', '', ''],
    ['yesterday', '', ''],
  ])('[TA2] %s', (moment, date, time) => {
    expect(shanghaiDate(moment)).toBe(date);
    expect(shanghaiTime(moment)).toBe(time);
  });
});
