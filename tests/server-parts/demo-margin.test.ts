import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTradingDay, tradingDaysUpTo } from '#demo/calendar.ts';
import { demoWorld } from '#demo/plan.ts';
import type { Row } from '#demo/registers/history.ts';
import { dailyRegisters, seldomRegisters } from '#demo/registers/all-registers.ts';

const LAST = '2026-11-19';
const world = demoWorld(1, '2026-07-22', LAST);
const lists = new Map(dailyRegisters(world).map(({ register, versions }) => [register, versions]));
const keyOf = ({ market, secuCode }: Row) => `${market} ${secuCode}`;
const byKey = (rows: Row[]) => new Map(rows.map((row) => [keyOf(row), row]));
const rowsOn = (register: string, version: number) => byKey(lists.get(register)!.at(version)!.rows());

describe('margin lists', () => {
  test.each([...lists.keys()])('%s has 40 trading days, and 5 to 30 rows change from each to the next', (register) => {
    const versions = lists.get(register)!;
    expect(versions.map(({ day }) => day)).toEqual(tradingDaysUpTo(LAST, 40));
    for (let version = 1; version < versions.length; version++) {
      const [before, now] = [rowsOn(register, version - 1), rowsOn(register, version)];
      const added = [...now.keys()].filter((key) => !before.has(key));
      const removed = [...before.keys()].filter((key) => !now.has(key));
      const changed = [...now].filter(
        ([key, row]) => before.has(key) && JSON.stringify(before.get(key)) !== JSON.stringify(row),
      );
      const count = added.length + removed.length + changed.length;
      expect(count, versions[version]!.day).toBeGreaterThanOrEqual(5);
      expect(count, versions[version]!.day).toBeLessThanOrEqual(30);
    }
  });

  test('rates and ratios are raised and lowered, securities added and removed', () => {
    for (const [register, field] of [
      ['conver-rate', 'converRate'],
      ['deposit-ratio', 'rzRatio'],
    ] as const) {
      const [first, last] = [rowsOn(register, 0), rowsOn(register, -1)];
      const moves = [...last]
        .filter(([key]) => first.has(key))
        .map(([key, row]) => Number(row[field]) - Number(first.get(key)![field]));
      expect(moves.filter((move) => move > 0).length, register).toBeGreaterThan(50);
      expect(moves.filter((move) => move < 0).length, register).toBeGreaterThan(50);
      expect([...last.keys()].filter((key) => !first.has(key)).length, register).toBeGreaterThan(15);
      expect([...first.keys()].filter((key) => !last.has(key)).length, register).toBeGreaterThan(15);
    }
  });

  test.each([0, 20, 39])('on day %i the three lists agree about every security', (version) => {
    const [rates, ratios, targets] = [
      rowsOn('conver-rate', version),
      rowsOn('deposit-ratio', version),
      rowsOn('stock', version),
    ];
    expect([...targets.keys()].sort()).toEqual([...ratios.keys()].sort());
    for (const [key, { secuName, rzRatio, rqRatio }] of ratios) {
      const rate = rates.get(key);
      expect(rate?.secuName, key).toBe(secuName);
      expect(targets.get(key)).toMatchObject({
        secuName,
        isRz: rzRatio === null ? '0' : '1',
        isRq: rqRatio === null ? '0' : '1',
      });
      if (rzRatio !== null) expect(Number(rzRatio), key).toBeCloseTo(Math.max(1, 1.7 - Number(rate!.converRate)), 6);
      if (rqRatio !== null) expect(Number(rqRatio), key).toBeGreaterThanOrEqual(1);
    }
  });

  test('the ratio of a row holds since the day on which it last changed', () => {
    const versions = lists.get('deposit-ratio')!;
    for (let version = 1; version < versions.length; version++) {
      const before = rowsOn('deposit-ratio', version - 1);
      for (const [key, row] of rowsOn('deposit-ratio', version)) {
        const moved = !before.has(key)
          ? row.bizDt === versions[version]!.day || row.bizDt! < versions[0]!.day
          : before.get(key)!.rzRatio !== row.rzRatio || before.get(key)!.rqRatio !== row.rqRatio;
        expect(row.bizDt === versions[version]!.day, `${key} ${versions[version]!.day}`).toBe(
          moved && row.bizDt! >= versions[0]!.day,
        );
      }
    }
  });

  test('70 of 100 targets have both sides, 25 only the first', () => {
    const rows = [...rowsOn('deposit-ratio', -1).values()];
    const part = (wanted: (row: Row) => boolean) => rows.filter(wanted).length / rows.length;
    expect(part(({ rzRatio, rqRatio }) => rzRatio !== null && rqRatio !== null)).toBeCloseTo(0.7, 1);
    expect(part(({ rzRatio, rqRatio }) => rzRatio !== null && rqRatio === null)).toBeCloseTo(0.25, 1);
  });

  test('exchange-traded funds bear the same name in the list of qualifications', () => {
    const rates = new Map(
      [...rowsOn('conver-rate', -1).values()]
        .filter(({ secuType }) => secuType === '基金')
        .map((row) => [row.secuCode, row.secuName]),
    );
    const qualified = seldomRegisters(world, { photos: new Map(), annualReport: '' })
      .find(({ register }) => register === 'etf-qualify')!
      .versions.at(-1)!
      .rows();
    expect(qualified).toHaveLength(420);
    for (const { fundCode, fundName } of qualified) expect(rates.get(fundCode!)).toBe(fundName);
  });
});

describe('parameters', () => {
  const tables = new Map(
    seldomRegisters(world, { photos: new Map(), annualReport: '' }).map(({ register, versions }) => [
      register,
      versions.at(-1)!.rows(),
    ]),
  );

  test('the matrix of concentration is that of the recipe', () => {
    const limits = tables.get('concentration')!.filter(({ limitType }) => limitType === '单一证券');
    const of = (group: string) =>
      limits.filter(({ secuClass }) => secuClass === group).map(({ limitRatio }) => Number(limitRatio) * 100);
    expect(['A', 'B', 'C', 'D', 'E', 'F'].map(of)).toEqual([
      [100, 100, 80, 60],
      [100, 90, 70, 50],
      [100, 80, 60, 40],
      [80, 60, 40, 30],
      [60, 40, 30, 20],
      [40, 30, 20, 10],
    ]);
  });

  test('interest rates are dated rows, the newest of each item last in time', () => {
    const rates = tables
      .get('interest-rate')!
      .filter(({ item }) => item === '融资年利率')
      .map(({ effectiveDate, rate }) => [effectiveDate, rate]);
    expect(rates.sort()).toEqual([
      ['2020-03-02', '8.35%'],
      ['2024-04-08', '7.60%'],
      ['2026-03-01', '6.80%'],
    ]);
  });

  test('six lines of the maintenance ratio stand from 300 to 110 per cent', () => {
    expect(tables.get('warrant-ratio')!.map(({ ratio }) => Number(ratio) * 100)).toEqual(
      [300, 180, 150, 140, 130, 110].map((line) => expect.closeTo(line, 6)),
    );
  });
});

const corpora = process.env.CORPORA_DIR;
if (!corpora)
  console.log('skipped: the published holidays, because CORPORA_DIR does not name the folder of public test data');

describe.skipIf(!corpora)('the trading calendar', () => {
  test.each([2023, 2024, 2025, 2026])('closes on the weekdays of %i that the published notice names', (year) => {
    const { days } = JSON.parse(readFileSync(join(corpora!, 'calendar', `${year}.json`), 'utf8')) as {
      days: { date: string; isOffDay: boolean }[];
    };
    const off = days.filter(({ date, isOffDay }) => isOffDay && date.startsWith(String(year))).map(({ date }) => date);
    expect(off.length).toBeGreaterThan(20);
    expect(off.filter(isTradingDay)).toEqual([]);
    // nothing else is closed but weekends: a made-up working day is none of the exchanges
    const closed = tradingDaysUpTo(`${year}-12-31`, 240).filter((date) => off.includes(date));
    expect(closed).toEqual([]);
    const weekdaysOff = off.filter((date) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()));
    const trading = tradingDaysUpTo(`${year}-12-31`, 260).filter((date) => date.startsWith(String(year)));
    expect(trading.length + weekdaysOff.length).toBe(weekdaysIn(year));
  });
});

function weekdaysIn(year: number): number {
  let count = 0;
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 86_400_000)
    if (![0, 6].includes(new Date(day).getUTCDay())) count++;
  return count;
}
