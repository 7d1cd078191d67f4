import { describe, expect, test } from 'vitest';
import { noticedOfSubstitution } from '#rules/editions/notices.ts';
import { whyNotDecide } from '#rules/people/staff-requests.ts';
import { actingName, daysProblem, grantsLacking, placesNeeded, whyNotStandIn } from '#rules/people/substitutions.ts';

const TODAY = '2026-11-30';
const NAMES: Readonly<Record<number, string>> = { 1: '王某', 2: '李某', 3: '赵某' };
const nameOf = (id: number): string => NAMES[id]!;
const plan = (absentId: number, substituteId: number, from = '2026-12-01', until = '2026-12-05') => ({
  absentId,
  substituteId,
  from,
  until,
});

describe('days', () => {
  test.each([
    ['2026-11-30', '2026-11-30', undefined],
    ['2026-12-01', '2027-01-29', undefined],
    ['2026-12-01', '2027-01-30', 'until'],
    ['2026-11-29', '2026-12-02', 'from'],
    ['2026-12-03', '2026-12-02', 'until'],
    ['2027-12-01', '2027-12-02', 'from'],
    ['2026-02-30', '2026-12-02', 'from'],
    ['2026-12-01', '', 'until'],
  ])('[SI1] %s to %s is at most sixty days from today on', (from, until, field) => {
    expect(daysProblem({ from, until }, TODAY)?.field).toBe(field);
  });

  test('[SI1] only what is held can be given, for the same channel', () => {
    const held = [{ role: 'reviewer' as const, channelId: '0001' }];
    expect(grantsLacking(held, held)).toEqual([]);
    expect(grantsLacking(held, [{ role: 'reviewer', channelId: '' }])).toHaveLength(1);
  });
});

describe('people', () => {
  test('[SI2] roles of others are needed where the own ones are not enough, of one person before those of all', () => {
    const of = (channelId: string) => ({ role: 'reviewer' as const, channelId });
    const inPlaceOf = [
      { staffId: 1, grants: [of('0001')] },
      { staffId: 3, grants: [of('0002')] },
    ];
    const needed = (...lines: string[][]) =>
      placesNeeded({ ownGrants: [of('0003')], inPlaceOf }, 'content.review', lines);
    expect(needed(['0003'])).toEqual([]);
    expect(needed(['0002'])).toEqual([3]);
    expect(needed(['0001'], ['0002'], ['0003'])).toEqual([1, 3]);
    expect(needed(['0004'])).toBeNull();
  });

  test('[SI2] one human is no stand-in of their own', () => {
    expect(whyNotStandIn(plan(1, 1), [], nameOf)).toContain('另一个人');
    expect(whyNotStandIn(plan(1, 2), [], nameOf)).toBe('');
  });

  test('[SI2] nobody stands in who is away, and two do not stand in for each other', () => {
    expect(whyNotStandIn(plan(1, 2), [plan(2, 1, '2026-12-05', '2026-12-09')], nameOf)).toContain('互相代理');
    expect(whyNotStandIn(plan(1, 2), [plan(2, 3, '2026-12-05', '2026-12-09')], nameOf)).toContain('李某在');
    expect(whyNotStandIn(plan(1, 2), [plan(2, 3, '2026-12-06', '2026-12-09')], nameOf), 'on other days').toBe('');
  });

  test('[SI2] nobody passes on what they stand in for', () => {
    expect(whyNotStandIn(plan(1, 2), [plan(3, 1)], nameOf)).toContain('代理不能再转给别人');
    expect(whyNotStandIn(plan(1, 2), [plan(1, 3)], nameOf), 'two persons for different roles').toBe('');
    expect(whyNotStandIn(plan(1, 2), [plan(1, 2)], nameOf)).toContain('已代理');
  });

  test('[SI2] a request is not confirmed by the powers of whoever asked', () => {
    const facts = { kind: 'grants' as const, staffId: 3, askedBy: 1, effectiveAt: '' };
    expect(whyNotDecide('confirm', { ...facts, insteadOf: [1] }, 2, new Date())).toContain('您代理的正是提出人');
    expect(whyNotDecide('confirm', { ...facts, insteadOf: [9] }, 2, new Date())).toBeNull();
  });

  test('[SI4] an act names whose place it was', () => {
    expect(actingName('李某', [])).toBe('李某');
    expect(actingName('李某', ['王某', '赵某'])).toBe('李某（代王某、赵某）');
  });

  test('[SI4] both, and whoever heads these channels or works in them, get a notice, but for whoever named the stand-in', () => {
    const of = (staffId: number, channelId: string) => ({
      staffId,
      grants: [{ role: 'editor' as const, channelId }],
    });
    const colleagues = [
      of(1, 'A'),
      of(2, 'C'),
      of(3, 'A'),
      of(4, 'AB'),
      of(5, 'C'),
      of(6, ''),
      { staffId: 7, grants: [] },
    ];
    const lineOf = (id: string): string[] => (id === 'AB' ? ['AB', 'A'] : [id]);
    const grants = [{ role: 'editor' as const, channelId: 'A' }];
    const found = noticedOfSubstitution({ absentId: 1, substituteId: 2, namedBy: 1, grants }, colleagues, lineOf);
    expect(found).toEqual([2, 3, 4, 6]);
  });
});
