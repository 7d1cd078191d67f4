import { expect, test, vi } from 'vitest';
import { createMessages } from '#site/notices/messages.ts';
import { createVisitor } from '#site/visitor.ts';
import type { Whoever } from '#site/answers/session.ts';
import { buildPage, buildState } from '../world/site-state.ts';

test('[EN3] one store tells isGray, userInfo, zhChoose, tipModal and routes, and of every change of them', () => {
  let whoever: Whoever;
  const listeners = new Set<() => void>();
  const session = {
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    current: () => whoever,
  };
  const messages = createMessages();
  const state = buildState(buildPage({}));
  const visitor = createVisitor(
    { ...state, traditional: { protectedTerms: [] }, shell: { ...state.shell, grey: true } },
    session,
    messages,
  );
  const seen = vi.fn();
  const end = visitor.subscribe(seen);
  expect(visitor.current()).toEqual({
    isGray: true,
    userInfo: undefined,
    zhChoose: 't',
    tipModal: null,
    routes: state.shell.menu,
  });
  expect(visitor.current()).toBe(visitor.first());

  whoever = { custName: '演示客户甲' };
  for (const listener of listeners) listener();
  messages.tip('栏目信息暂时无法更新');
  expect(seen).toHaveBeenCalledTimes(2);
  expect(visitor.current()).toMatchObject({
    userInfo: { custName: '演示客户甲' },
    tipModal: { text: '栏目信息暂时无法更新' },
  });
  // an unchanged value is not drawn a second time
  const now = visitor.current();
  messages.toast('请求超时，请稍后再试');
  expect(visitor.current()).toBe(now);
  messages.closeTip();
  expect(visitor.current().tipModal).toBeNull();
  expect(visitor.first()).toMatchObject({ userInfo: undefined, tipModal: null });

  end();
  seen.mockClear();
  messages.tip('另一条');
  expect([seen.mock.calls.length, listeners.size]).toEqual([0, 0]);
});

test('[EN3] without words of the page it begins in colour, in simplified script, with nobody known', () => {
  const state = buildState(buildPage({}));
  const visitor = createVisitor(state, { subscribe: () => () => {}, current: () => null }, createMessages());
  expect(visitor.current()).toEqual({
    isGray: false,
    userInfo: null,
    zhChoose: 's',
    tipModal: null,
    routes: state.shell.menu,
  });
});
