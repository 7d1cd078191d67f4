import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { WorkProgress } from '#console/parts/WorkProgress.tsx';
import { draw } from '../world/draw.tsx';
import { hydrate } from '../world/hydrate.tsx';

test('[MI13] work at the server has a bar with its name, of an unknown share where nobody knows it, and says that nobody has to wait', () => {
  const known = draw(<WorkProgress title="检查" told="3 / 12 篇" share={{ done: 3, of: 12 }} />);
  expect(known).toMatch(/<progress aria-label="检查" max="12" value="3">/);
  expect(known).toContain('3 / 12 篇');
  expect(known).toContain('可以离开这个页面');
  const unknown = draw(<WorkProgress title="导出" told="正在写入导出文件…" />);
  expect(unknown).toContain('<progress aria-label="导出"></progress>');
  for (const drawn of [known, unknown]) expect(drawn).not.toContain('<button');
});

test('[MI13] work can be ended where it says how, and what keeps it from ending is told', async () => {
  const cancel = vi.fn(() => Promise.reject(new Error('服务器没有回答')));
  const { page } = await hydrate(<WorkProgress title="检查" told="正在读取…" cancel={cancel} />);
  await act(async () => page.querySelector('button')!.click());
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(page.querySelector('[role="alert"]')?.textContent).toBeTruthy();
});
