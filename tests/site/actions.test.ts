import { expect, test } from 'vitest';
import { createActions } from '#site/answers/actions.ts';

test('[LD1] the newest running action is named, and each is forgotten when it ends, however it ends', async () => {
  const actions = createActions();
  const seen: string[] = [];
  const stop = actions.subscribe(() => seen.push(actions.current()));
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<never>()];
  const running = [actions.during('公司新闻', first.promise), actions.during('产品净值', second.promise)] as const;
  expect(actions.current()).toBe('产品净值');
  second.reject(new Error('broken'));
  await expect(running[1]).rejects.toThrow('broken');
  expect(actions.current()).toBe('公司新闻');
  first.resolve(1);
  expect(await running[0]).toBe(1);
  expect(actions.current()).toBe('');
  expect(seen).toEqual(['公司新闻', '产品净值', '公司新闻', '']);
  stop();
  await actions.during('无人听', Promise.resolve());
  expect(seen).toHaveLength(4);
});

test('[LD1] two actions of one name end one by one', async () => {
  const actions = createActions();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = [actions.during('列表', first.promise), actions.during('列表', second.promise)];
  first.resolve();
  await running[0];
  expect(actions.current()).toBe('列表');
  second.resolve();
  await running[1];
  expect(actions.current()).toBe('');
});
