import { expect, test } from 'vitest';
import {
  openRemarksWords,
  remarkState,
  whyNotRemark,
  type LaterAct,
  type RemarkFacts,
} from '#rules/editions/remarks.ts';

const OPEN: RemarkFacts = { edition: 'in-review', state: 'open', isAuthor: false, isReviewer: false };
const ACTS: readonly LaterAct[] = ['answered', 'settled', 'reopened', 'withdrawn'];
const mayOf = (facts: Partial<RemarkFacts>): LaterAct[] =>
  ACTS.filter((act) => whyNotRemark(act, { ...OPEN, ...facts }) === '');

test('[RM3] a reader answers; its author and another reviewer settle and reopen; its author alone withdraws', () => {
  expect(mayOf({})).toEqual(['answered']);
  expect(mayOf({ isReviewer: true })).toEqual(['answered', 'settled']);
  expect(mayOf({ isAuthor: true })).toEqual(['answered', 'settled', 'withdrawn']);
  expect(mayOf({ state: 'settled' })).toEqual(['answered']);
  expect(mayOf({ state: 'settled', isReviewer: true })).toEqual(['answered', 'reopened']);
  expect(mayOf({ state: 'withdrawn', isAuthor: true, isReviewer: true })).toEqual([]);
});

test('[RM8] remarks on what has ended are read alone', () => {
  for (const edition of ['publishing', 'published', 'discarded'] as const)
    expect(mayOf({ edition, isAuthor: true, isReviewer: true })).toEqual([]);
  for (const edition of ['draft', 'in-review', 'returned', 'approved'] as const)
    expect(mayOf({ edition, isAuthor: true })).toHaveLength(3);
});

test('[RM3] the state of a remark is what its last act leaves, and an answer leaves it as it is', () => {
  expect(remarkState(['made', 'answered'])).toBe('open');
  expect(remarkState(['made', 'settled', 'answered'])).toBe('settled');
  expect(remarkState(['made', 'settled', 'reopened'])).toBe('open');
  expect(remarkState(['made', 'settled', 'reopened', 'withdrawn'])).toBe('withdrawn');
  expect([openRemarksWords(0), openRemarksWords(3)]).toEqual(['', '还有 3 条批注没有解决']);
});
