import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { TimeAgo } from '#ui/feed/TimeAgo.tsx';
import { hydrate } from '../world/hydrate.tsx';

test('[TA1] the server writes the date; once the page lives it says how long ago that was, and goes on saying it', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:30:00+08:00'), toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { page, written, problems } = await hydrate(<TimeAgo moment="2026-11-20T10:00:00+08:00" />);
  expect(written).toContain('>2026-11-20</time>');
  expect(problems).toEqual([]);
  expect(page.textContent).toBe('30分钟前');
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(page.textContent).toBe('31分钟前');
  vi.useRealTimers();
});

test('[TA1] a part that draws the present moment on the server is complained of', async () => {
  let now = 1;
  const Clock = () => <time>{now++}</time>;
  const { problems } = await hydrate(<Clock />);
  expect(problems).toHaveLength(1);
});
