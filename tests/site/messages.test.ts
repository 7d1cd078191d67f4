import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMessages, outcomePort, readingTime } from '#site/notices/messages.ts';
import { actOn, CallFailed } from '#wire/outcomes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = (store: ReturnType<typeof createMessages>) => store.getSnapshot().toasts.map((toast) => toast.text);
const long = '您的请求未能完成。'.repeat(6);

describe('toasts', () => {
  test('[ER1] stay at least five seconds, and longer the longer they are', () => {
    expect(readingTime('成功')).toBe(5000);
    expect(readingTime(long)).toBeGreaterThan(12_000);
    const store = createMessages();
    store.toast('成功');
    store.toast(long);
    vi.advanceTimersByTime(4999);
    expect(texts(store)).toEqual(['成功', long]);
    vi.advanceTimersByTime(1);
    expect(texts(store)).toEqual([long]);
    vi.advanceTimersByTime(readingTime(long) - 5000);
    expect(texts(store)).toEqual([]);
  });

  test('[ER1] the same text is shown once while visible, for its full time again', () => {
    const store = createMessages();
    store.toast('服务连接失败');
    vi.advanceTimersByTime(3000);
    store.toast('服务连接失败');
    store.toast('服务连接失败');
    expect(texts(store)).toEqual(['服务连接失败']);
    vi.advanceTimersByTime(4999);
    expect(texts(store)).toEqual(['服务连接失败']);
    vi.advanceTimersByTime(1);
    expect(texts(store)).toEqual([]);
    store.toast('服务连接失败');
    expect(texts(store)).toEqual(['服务连接失败']);
  });

  test('[ER3] a line that is away is told once, in whatever words calls find it so; what else went wrong is told beside it', () => {
    const store = createMessages();
    const port = outcomePort(store, () => {});
    for (const outcome of ['offline', 'http 502', 'timeout', 'offline'] as const) actOn(new CallFailed(outcome), port);
    expect(texts(store)).toEqual(['网络连接异常，请检查网络设置']);
    actOn(new CallFailed('http 404'), port);
    actOn(new CallFailed('unsent', { message: '文件无法读取' }), port);
    expect(texts(store)).toEqual(['网络连接异常，请检查网络设置', '请求的接口不存在', '文件无法读取']);
  });

  test('none goes while they are held; afterwards each has its full time', () => {
    const store = createMessages();
    store.toast('一');
    vi.advanceTimersByTime(4000);
    store.holdToasts();
    store.toast('二');
    vi.advanceTimersByTime(60_000);
    expect(texts(store)).toEqual(['一', '二']);
    store.releaseToasts();
    vi.advanceTimersByTime(4999);
    expect(texts(store)).toEqual(['一', '二']);
    vi.advanceTimersByTime(1);
    expect(texts(store)).toEqual([]);
  });

  test('the last one closed under the pointer leaves nothing held', () => {
    const store = createMessages();
    store.toast('一');
    store.holdToasts();
    store.closeToast(store.getSnapshot().toasts[0]!.id);
    store.toast('二');
    vi.advanceTimersByTime(5000);
    expect(texts(store)).toEqual([]);
  });

  test('none goes beneath an open modal, where it cannot be closed', () => {
    const store = createMessages();
    store.toast('一');
    store.tip('提示');
    store.dialog('对话');
    store.toast('二');
    vi.advanceTimersByTime(60_000);
    store.closeTip();
    vi.advanceTimersByTime(60_000);
    expect(texts(store)).toEqual(['一', '二']);
    store.closeDialog();
    vi.advanceTimersByTime(5000);
    expect(texts(store)).toEqual([]);
  });

  test('no more than four are shown: the oldest makes room', () => {
    const store = createMessages();
    for (const text of ['一', '二', '三', '四', '五']) store.toast(text);
    expect(texts(store)).toEqual(['二', '三', '四', '五']);
    expect(vi.getTimerCount()).toBe(4);
  });

  test('an empty text is no toast', () => {
    const store = createMessages();
    store.toast('');
    expect(texts(store)).toEqual([]);
  });
});

describe('tips and dialogs', () => {
  test('[MD1] one tip at a time: the next opens when the first is closed', () => {
    const store = createMessages();
    store.tip('第一条');
    store.tip('第二条', '风险提示');
    expect(store.getSnapshot().tip).toMatchObject({ text: '第一条', title: '' });
    store.closeTip();
    expect(store.getSnapshot().tip).toMatchObject({ text: '第二条', title: '风险提示' });
    store.closeTip();
    expect(store.getSnapshot().tip).toBeNull();
  });

  test('[ER8] the same dialog is not asked twice while it is open or waiting', () => {
    const store = createMessages();
    for (const text of ['甲', '乙', '甲', '乙']) store.dialog(text);
    store.closeDialog();
    expect(store.getSnapshot().dialog?.text).toBe('乙');
    store.closeDialog();
    expect(store.getSnapshot().dialog).toBeNull();
  });

  test('a tip and a dialog do not wait for each other, and modals do not pass by themselves', () => {
    const store = createMessages();
    store.tip('提示');
    store.dialog('对话');
    vi.advanceTimersByTime(3_600_000);
    expect(store.getSnapshot()).toMatchObject({ tip: { text: '提示' }, dialog: { text: '对话' } });
  });
});

describe('the store', () => {
  test('gives the same snapshot until something changes, and tells its listeners when it does', () => {
    const store = createMessages();
    let changes = 0;
    const stop = store.subscribe(() => (changes += 1));
    expect(store.getSnapshot()).toBe(store.getSnapshot());
    store.toast('一');
    expect(changes).toBe(1);
    expect(store.getSnapshot()).toBe(store.getSnapshot());
    stop();
    store.toast('二');
    expect(changes).toBe(1);
  });

  test('[ER9] what the server renders is always empty', () => {
    const store = createMessages();
    store.toast('一');
    store.tip('二');
    expect(store.getServerSnapshot()).toEqual({ toasts: [], tip: null, dialog: null });
  });

  test('[ER6] outcomes reach it by their port', () => {
    const store = createMessages();
    let logins = 0;
    const port = outcomePort(store, () => (logins += 1));
    port.toast('一');
    port.tip('二');
    port.dialog('三');
    port.login('四');
    expect(store.getSnapshot()).toMatchObject({
      toasts: [
        { text: '一', kind: 'alert' },
        { text: '四', kind: 'alert' },
      ],
      tip: { text: '二' },
      dialog: { text: '三' },
    });
    expect(logins).toBe(1);
  });
});
