import { describe, expect, test } from 'vitest';
import { readinessOf, tickedConsents, tickedNote } from '#console/editions/reading/readiness.ts';
import { readingAct, type HeardKey } from '#console/editions/reading/reading-keys.ts';
import { isSeen } from '#console/editions/reading/seen-places.ts';
import {
  mergedLines,
  neighbour,
  nextUndecided,
  sittingCounts,
  type Decisions,
} from '#console/editions/reading/sitting.ts';
import { waitedWords } from '#rules/time/waited-words.ts';
import type { EditionLine } from '#wire/console-answers.ts';

const line = (editionId: number, version = 1) => ({ editionId, version }) as EditionLine;
const idsOf = (lines: readonly EditionLine[]): number[] => lines.map(({ editionId }) => editionId);
const decided = (...ids: number[]): Decisions =>
  new Map(ids.map((id) => [id, { outcome: id % 2 === 0 ? 'returned' : 'approved', at: '2026-11-20T02:00:00Z' }]));

describe('a sitting', () => {
  test('[RV1] what was decided on stays in its place, what others took away goes, and what is new comes last', () => {
    const before = [line(1), line(2), line(3), line(4)];
    const merged = mergedLines(before, [line(4, 2), line(5)], decided(1));
    expect(idsOf(merged)).toEqual([1, 4, 5]);
    expect(merged[1]!.version).toBe(2);
    // the list was read before the server heard of the decision
    expect(idsOf(mergedLines([], [line(1), line(2)], decided(1)))).toEqual([2]);
  });

  test('[RV1] the next one is the first below that nobody decided on, then the first of all', () => {
    const lines = [line(1), line(2), line(3), line(4)];
    expect(nextUndecided(lines, decided())).toBe(1);
    expect(nextUndecided(lines, decided(2), 1)).toBe(3);
    expect(nextUndecided(lines, decided(3), 4)).toBe(1);
    expect(nextUndecided(lines, decided(1, 2, 3), 4)).toBeUndefined();
    expect([neighbour(lines, 1, -1), neighbour(lines, 1, 1), neighbour(lines, 4, 1)]).toEqual([
      undefined,
      2,
      undefined,
    ]);
    expect(sittingCounts(lines, decided(1, 2))).toEqual({ done: 1, returned: 1, left: 2 });
  });

  test('[RV1] the time of waiting is told in its two largest units', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const words = ['2026-11-19T09:00:00Z', '2026-11-18T12:00:30Z', '2026-11-19T15:00:00Z', '2026-11-20T10:20:00Z'];
    expect(words.map((since) => waitedWords(since, now))).toEqual([
      '1 天 3 小时',
      '1 天 23 小时',
      '21 小时',
      '1 小时 40 分',
    ]);
    expect(waitedWords('2026-11-20T11:48:00Z', now)).toBe('12 分');
    // a clock that runs ahead
    expect(waitedWords('2026-11-20T12:01:00Z', now)).toBe('不到 1 分');
  });
});

const READ = {
  view: 'to-review' as const,
  edition: {
    may: { approve: '', publish: '' } as never,
    rights: ['content.review', 'content.publish'] as never,
    outdated: [] as string[],
    version: 2,
    shown: {} as never,
  },
  places: { all: 6, unseen: 0 },
  isCut: false,
  check: { problems: [], redLines: { lines: [], more: 0, rowsGone: 0 } },
  findings: [],
  hasFailed: false,
  held: '',
  ticked: 0,
};

describe('what one key may agree to', () => {
  test('[RV2] nothing before the whole difference was in view, and then this version', () => {
    expect(readinessOf({ ...READ, places: null }).isReady).toBe(false);
    const part = readinessOf({ ...READ, places: { all: 6, unseen: 2 } });
    expect([part.isReady, part.words]).toEqual([false, '6 处差异，还有 2 处没有看到']);
    const all = readinessOf(READ);
    expect([all.isReady, all.words]).toEqual([true, '6 处差异都已看过；同意的是第 2 版']);
    expect(readinessOf({ ...READ, check: undefined }).isReady).toBe(false);
    expect(readinessOf({ ...READ, findings: undefined }).isReady).toBe(false);
    expect(readinessOf({ ...READ, view: 'to-publish', findings: undefined }).words).toContain('发布的是第 2 版');
  });

  test('[RV2] a place is seen once its end was between the header and the bar', () => {
    const view = { top: 56, bottom: 800 };
    expect(isSeen({ top: 100, bottom: 160, height: 60 }, view)).toBe(true);
    expect(isSeen({ top: 760, bottom: 820, height: 60 }, view)).toBe(false);
    expect(isSeen({ top: -20, bottom: 40, height: 60 }, view)).toBe(false);
    // longer than the window: its last line counts
    expect(isSeen({ top: 100, bottom: 2_000, height: 1_900 }, view)).toBe(false);
    expect(isSeen({ top: -1_200, bottom: 700, height: 1_900 }, view)).toBe(true);
    // not drawn
    expect(isSeen({ top: 100, bottom: 100, height: 0 }, view)).toBe(false);
  });

  test('[RV3] rows to be removed, numbers of persons, problems, and what failed keep their own act', () => {
    const check = (more: object) => ({ ...READ, check: { ...READ.check, ...more } });
    const redLines = { lines: [{}], more: 0, rowsGone: 3 };
    for (const one of [
      check({ redLines }),
      check({ problems: [{}] }),
      { ...READ, findings: [{ severity: 'reason' as const, check: 'advert-word' as const }] },
      { ...READ, findings: [{ severity: 'stop' as const, check: 'tenfold' as const }] },
      { ...READ, hasFailed: true, check: undefined },
      { ...READ, isCut: true },
    ])
      expect([readinessOf(one).isReady, readinessOf(one).isOwn]).toEqual([false, true]);
    const outdated = readinessOf({ ...READ, edition: { ...READ.edition, outdated: ['article:1'] } });
    expect([outdated.isReady, outdated.isOwn, outdated.words]).toEqual([
      false,
      false,
      '已过时：公开的内容另有变化，请退回请合并',
    ]);
    expect(readinessOf({ ...READ, edition: { ...READ.edition, rights: [] } }).words).toContain('没有同意');
    const own = { ...READ, edition: { ...READ.edition, may: { approve: '您参与了' } as never } };
    expect(readinessOf(own).words).toBe('您参与了');
  });

  test('[RM4] an open remark turns the key off for the reviewer and leads back, and the publisher looks first', () => {
    const held = { ...READ, held: '还有 2 条批注没有解决' };
    expect(readinessOf(held)).toEqual({
      isReady: false,
      isOwn: false,
      isHeld: true,
      words: '还有 2 条批注没有解决，请解决后再同意，或退回',
    });
    const publisher = readinessOf({ ...held, view: 'to-publish' });
    expect([publisher.isReady, publisher.isOwn]).toEqual([false, true]);
    // nobody agrees before it is known whether something is open
    expect(readinessOf({ ...READ, held: undefined }).isReady).toBe(false);
  });

  test('[RV4] every red line is ticked before, and the record says so', () => {
    const lined = { ...READ, check: { ...READ.check, redLines: { lines: [{}, {}], more: 5, rowsGone: 0 } } };
    expect(readinessOf({ ...lined, ticked: 2 }).words).toBe('差异都已看过，还有 1 处红线没有核对');
    expect(readinessOf({ ...lined, ticked: 3 }).isReady).toBe(true);
    // the tick where it stands is the consent to a red line that has a reason
    const tenfold = { severity: 'reason', check: 'tenfold', key: '一' } as const;
    expect(readinessOf({ ...lined, findings: [tenfold], ticked: 2 }).isReady).toBe(false);
    expect(readinessOf({ ...lined, findings: [tenfold], ticked: 3 }).isReady).toBe(true);
    expect(tickedConsents([tenfold, { severity: 'note', check: 'dead-link', key: '二' }])).toEqual(['一']);
    expect([tickedNote(0), tickedNote(3)]).toEqual(['', '审核时逐处核对了 3 处红线']);
  });
});

test('[RV5] a key acts only where nobody types, no dialog is open, and it is no chord', () => {
  const focus = { tag: 'BODY', isEditable: false, role: null };
  const heard = (key: string, more: Partial<HeardKey> = {}): HeardKey => ({
    key,
    isChord: false,
    isRepeated: false,
    inDialog: false,
    focus,
    ...more,
  });
  expect(
    ['a', 'A', 'r', 'j', 'K', 'x', 'v', 'ArrowRight', 'ArrowLeft', '?'].map((key) => readingAct(heard(key))),
  ).toEqual(['agree', 'agree', 'return', 'next-place', 'previous-place', 'tick', 'page', 'next', 'previous', 'help']);
  for (const key of ['b', 'Enter', ' ', 'toString', 'Tab']) expect(readingAct(heard(key))).toBeUndefined();
  const within = (tag: string, more: object = {}) => ({ focus: { ...focus, tag, ...more } });
  for (const more of [
    { isChord: true },
    { isRepeated: true },
    { inDialog: true },
    within('INPUT'),
    within('INPUT', { type: 'search' }),
    within('TEXTAREA'),
    within('DIV', { isEditable: true }),
    within('DIV', { role: 'combobox' }),
  ])
    expect(readingAct(heard('a', more))).toBeUndefined();
  expect(readingAct(heard('a', within('INPUT', { type: 'checkbox' })))).toBe('agree');
  expect(readingAct(heard('ArrowRight', within('INPUT', { type: 'radio' })))).toBeUndefined();
  expect(readingAct(heard('a', within('BUTTON')))).toBe('agree');
});
