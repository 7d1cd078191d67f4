import { expect, test } from 'vitest';
import {
  EDITION_ACTIONS,
  EDITION_STATES,
  emergencyReasonProblem,
  isOwn,
  whyNot,
  type EditionAction,
  type EditionFacts,
  type EditionState,
} from '#rules/editions/edition-steps.ts';

const STATES = Object.keys(EDITION_STATES) as EditionState[];
const facts = (state: EditionState, more: Partial<EditionFacts> = {}): EditionFacts => ({
  state,
  isApproved: state === 'approved' || state === 'published',
  isScheduled: true,
  contributors: [1],
  publishedAlone: null,
  needsReview: state === 'published',
  isHalted: state === 'publishing',
  ...more,
});

const OPEN: Record<EditionAction, EditionState[]> = {
  save: ['draft', 'in-review', 'approved', 'returned'],
  submit: ['draft', 'returned'],
  approve: ['in-review'],
  return: ['in-review', 'approved'],
  publish: ['approved'],
  schedule: ['approved'],
  unschedule: ['approved'],
  discard: ['draft', 'in-review', 'approved', 'returned'],
  emergency: ['draft', 'in-review', 'returned'],
  confirm: ['published'],
  resume: ['publishing'],
  end: ['publishing'],
};

test.each(EDITION_ACTIONS)('%s can be done in its states and in no other, and why is said in Chinese', (act) => {
  for (const state of STATES) {
    const why = whyNot(act, facts(state), 2);
    expect(why === null, `${act} ${state}`).toBe(OPEN[act].includes(state));
    if (why !== null) expect(why).toMatch(/^稿件/);
  }
});

test('[ST2] who wrote neither approves, returns, confirms nor publishes in an emergency; who published alone does not confirm; the clock does none of it', () => {
  for (const act of EDITION_ACTIONS) {
    const state = OPEN[act][0]!;
    const needsOther = act === 'approve' || act === 'return' || act === 'confirm' || act === 'emergency';
    expect([whyNot(act, facts(state), 1) !== null, isOwn(act, facts(state), null)], act).toEqual([
      needsOther,
      needsOther,
    ]);
  }
  expect(whyNot('confirm', facts('published', { publishedAlone: 2 }), 2)).toMatch(/须由他人复核/);
});

test('[SI2] nor does somebody in whose place it was written, nor a stand-in by the role of whoever had a part', () => {
  for (const act of ['approve', 'return', 'confirm', 'emergency'] as const) {
    const state = OPEN[act][0]!;
    const why = (more: Partial<EditionFacts>, staffId: number, inPlaceOf: number[] = []) =>
      whyNot(act, facts(state, more), staffId, inPlaceOf);
    expect(why({ absent: [3] }, 3), act).toMatch(/代理人以您的角色参与了/);
    for (const more of [{}, { contributors: [], absent: [1] }, { contributors: [], doubles: [1] }])
      expect(why(more, 2, [1]), act).toMatch(/您代理的人参与了/);
    expect(why({ absent: [3] }, 2, [4]), act).toBeNull();
  }
  expect(whyNot('confirm', facts('published', { publishedAlone: 3 }), 2, [3])).toMatch(/您代理的人参与了/);
});

test('what is not what was approved is neither published nor scheduled; what was confirmed or approved needs no confirmation', () => {
  for (const act of ['publish', 'schedule'] as const)
    expect(whyNot(act, facts('approved', { isApproved: false }), 2)).toMatch(/重新提交审核/);
  expect(whyNot('unschedule', facts('approved', { isScheduled: false }), 2)).toMatch(/没有设定/);
  expect(whyNot('confirm', facts('published', { needsReview: false }), 2)).toMatch(/已经复核/);
});

test('[ST2] the reason of an emergency has ten characters that somebody can see', () => {
  expect(emergencyReasonProblem('交易系统全面故障公告')).toBeNull();
  expect(emergencyReasonProblem(' \n\u200B ')).toBe('请写明紧急发布的原因');
  for (const short of [
    '急',
    '交易系统故障公告了',
    `急 ${' '.repeat(20)} 急`,
    `急${'\u200B'.repeat(20)}`,
    `交${'\u3000'.repeat(9)}急`,
  ])
    expect(emergencyReasonProblem(short), JSON.stringify(short)).toMatch(/至少 10 个字/);
});
