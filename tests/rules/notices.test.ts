import { describe, expect, test } from 'vitest';
import type { EditionFacts } from '#rules/editions/edition-steps.ts';
import {
  FIRST_CHOICE,
  mailAddressProblem,
  mailMoment,
  noticesOfStep,
  noticeWords,
  type Colleague,
} from '#rules/editions/notices.ts';
import type { Role } from '#rules/people/staff-rights.ts';

const A = '00010001';
const B = '00010002';
const person = (staffId: number, role: Role, channelId = ''): Colleague => ({ staffId, grants: [{ role, channelId }] });
const [WRITER, REVIEWER, ELSEWHERE, PUBLISHER, DOUBLE] = [1, 2, 3, 4, 5];
const people = [
  person(WRITER, 'editor'),
  person(REVIEWER, 'reviewer', A),
  person(ELSEWHERE, 'reviewer', B),
  person(PUBLISHER, 'publisher'),
  person(DOUBLE, 'reviewer'),
];
const facts = (more: Partial<EditionFacts> = {}): EditionFacts => ({
  state: 'in-review',
  isApproved: false,
  isScheduled: false,
  contributors: [WRITER],
  doubles: [DOUBLE],
  publishedAlone: null,
  needsReview: false,
  ...more,
});
const edition = (more: Partial<EditionFacts> = {}, approvers: number[] = []) => ({
  facts: facts(more),
  lines: [[A, '0001']],
  approvers,
});
const of = (...args: Parameters<typeof noticesOfStep>) =>
  noticesOfStep(...args).map(({ staffId, event }) => `${staffId} ${event}`);

describe('recipients', () => {
  test('[NT1] a submission is noticed by those who may approve it, and by nobody who had a part or works elsewhere', () => {
    expect(of({ act: 'submitted', staffId: WRITER }, edition(), people)).toEqual([`${REVIEWER} to-review`]);
    expect(of({ act: 'submitted', staffId: WRITER }, edition({ state: 'approved' }), people), 'done since').toEqual([]);
  });

  test('[NT1] an approval is work for publishers unless it is scheduled, and news for its writers', () => {
    const approved = { state: 'approved', isApproved: true } as const;
    expect(of({ act: 'approved', staffId: REVIEWER }, edition(approved), people)).toEqual([
      `${WRITER} approved`,
      `${PUBLISHER} to-publish`,
    ]);
    expect(of({ act: 'approved', staffId: REVIEWER }, edition({ ...approved, isScheduled: true }), people)).toEqual([
      `${WRITER} approved`,
    ]);
  });

  test('[NT1] a return, a failure, an approval that ended and an emergency reach those whom they concern, and not whoever acted', () => {
    expect(of({ act: 'returned', staffId: REVIEWER }, edition({ state: 'returned' }), people)).toEqual([
      `${WRITER} returned`,
    ]);
    expect(of({ act: 'failed', staffId: null }, edition({ state: 'approved' }), people)).toEqual([
      `${WRITER} failed`,
      `${PUBLISHER} failed`,
    ]);
    expect(of({ act: 'approval-ended', staffId: null }, edition({}, [REVIEWER]), people)).toEqual([
      `${WRITER} approval-ended`,
      `${REVIEWER} approval-ended`,
    ]);
    const alone = { state: 'published', needsReview: true, publishedAlone: PUBLISHER } as const;
    expect(of({ act: 'emergency', staffId: PUBLISHER }, edition(alone), people)).toEqual([
      `${WRITER} published`,
      `${REVIEWER} after-review`,
    ]);
    expect(of({ act: 'published', staffId: WRITER }, edition({ state: 'published' }), people)).toEqual([]);
    expect(of({ act: 'saved', staffId: WRITER }, edition(), people)).toEqual([]);
  });

  test('[NT1] words name whoever acted', () => {
    expect(noticeWords('to-review', '李编辑')).toBe('李编辑提交，等您审核');
    expect(noticeWords('published', '')).toBe('已由系统发布');
  });
});

describe('mails', () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00+08:00`);
  const choice = { ...FIRST_CHOICE, address: 'a@b.example' };
  const clockOf = (moment: number | null) =>
    moment === null ? '' : new Date(moment + 8 * 3_600_000).toISOString().slice(5, 16);

  test('[NT2] at once is two minutes later, but for quiet hours; daily is nine; without an address never', () => {
    expect(clockOf(mailMoment(at('10:00'), choice))).toBe('11-20T10:02');
    expect(clockOf(mailMoment(at('19:59'), choice))).toBe('11-21T08:00');
    expect(clockOf(mailMoment(at('23:30'), choice))).toBe('11-21T08:00');
    expect(clockOf(mailMoment(at('03:00'), choice))).toBe('11-20T08:00');
    expect(clockOf(mailMoment(at('23:30'), { ...choice, quietFrom: 8, quietUntil: 8 }))).toBe('11-20T23:32');
    expect(clockOf(mailMoment(at('12:30'), { ...choice, quietFrom: 12, quietUntil: 14 }))).toBe('11-20T14:00');
    expect(clockOf(mailMoment(at('08:59'), { ...choice, mails: 'daily' }))).toBe('11-20T09:00');
    expect(clockOf(mailMoment(at('09:00'), { ...choice, mails: 'daily' }))).toBe('11-21T09:00');
    expect(mailMoment(at('10:00'), FIRST_CHOICE)).toBeNull();
    expect(mailMoment(at('10:00'), { ...choice, mails: 'none' })).toBeNull();
  });

  test('[NT2] an address is one, and no list, header or name', () => {
    expect(mailAddressProblem('li.min@example.com')).toBe('');
    for (const wrong of [
      '',
      'li',
      'a@b@c',
      'a@b,c@d.e',
      'a b@c.d',
      'a@b\r\nBcc: x@y.z',
      '<a@b.c>',
      `${'a'.repeat(65)}@b.c`,
    ])
      expect(mailAddressProblem(wrong), wrong).not.toBe('');
  });
});
