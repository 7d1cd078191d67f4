import { expect, test } from 'vitest';
import { MOST_DAYS, MOST_OPENED, shareEnd, type ShareFacts } from '#rules/editions/shared-previews.ts';

const NOW = new Date('2026-11-30T08:00:00Z');
const good: ShareFacts = {
  expiresAt: new Date('2026-11-30T08:00:01Z'),
  isRevoked: false,
  opened: 0,
  state: 'draft',
  isMakerActive: true,
};

test('[SH2] a link is good until its days are over, in every state before its edition ends', () => {
  for (const state of ['draft', 'in-review', 'returned', 'approved'] as const)
    expect(shareEnd({ ...good, state }, NOW)).toBeNull();
  expect(MOST_DAYS).toBe(30);
});

test('[SH2] each cause ends a link', () => {
  const causes: [Partial<ShareFacts>, string][] = [
    [{ isRevoked: true }, 'revoked'],
    [{ state: 'publishing' }, 'published'],
    [{ state: 'published' }, 'published'],
    [{ state: 'discarded' }, 'discarded'],
    [{ expiresAt: NOW }, 'expired'],
    [{ isMakerActive: false }, 'maker-left'],
    [{ opened: MOST_OPENED }, 'used-up'],
    // a revocation is told before all else
    [{ isRevoked: true, state: 'published', expiresAt: NOW }, 'revoked'],
  ];
  for (const [facts, end] of causes) expect(shareEnd({ ...good, ...facts }, NOW)).toBe(end);
});
