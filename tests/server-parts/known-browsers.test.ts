import { expect, test } from 'vitest';
import { BROWSER_LASTS, browserOf, browserToken } from '#server/people/staff/known-browsers.ts';
import { hashesAtOnce } from '#server/people/staff/passwords.ts';

const [KEY, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => key.toString('base64')) as [
  string,
  string,
];
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 27);

test('[ST7] a browser is known by a sealed token for half a year; one that was changed, is older or of another store is none', () => {
  const token = browserToken(KEY, undefined, NOW);
  const id = browserOf(KEY, token, NOW);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(browserOf(KEY, browserToken(KEY, id, NOW), NOW)).toBe(id);
  expect(browserOf(KEY, token, NOW + BROWSER_LASTS * DAY)).toBe(id);
  expect(browserOf(KEY, token, NOW + (BROWSER_LASTS + 1) * DAY)).toBe('');
  expect(browserOf(OTHER, token, NOW)).toBe('');
  const later = token.replace(/\.\d+\./, `.${Math.floor(NOW / DAY) + 100}.`);
  for (const wrong of [later, `A${token.slice(1)}x`, token.slice(0, -1), '', 'x.1.y'])
    expect(browserOf(KEY, wrong, NOW)).toBe('');
});

test('[ST7] one hash at a time at least, and as many as there are cores but one, up to eight', () => {
  expect([1, 2, 4, 9, 64].map(hashesAtOnce)).toEqual([1, 1, 3, 8, 8]);
});
