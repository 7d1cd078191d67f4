import { expect, test } from 'vitest';
import {
  dueActs,
  endsAfter,
  endsInForce,
  endsProblems,
  endsWords,
  type ArticleEnds,
} from '#rules/editions/article-ends.ts';

const TODAY = '2026-11-20';

test.each<[ArticleEnds, string[]]>([
  [{}, []],
  [{ withdraw: '2026-11-21', reason: '活动结束' }, []],
  [{ withdraw: '2026-11-20', reason: '活动结束' }, ['撤下的日期 2026-11-20 已到，应为明天或以后的一天']],
  [{ withdraw: '2026-11-21', reason: ' ' }, ['撤下的原因不能为空：访客打开原来的网址时会看到']],
  [{ unpin: '2026-02-30' }, ['取消置顶的日期“2026-02-30”应为日期，如 2026-12-31']],
  [{ home: '2026-11-19', unpin: '2026-12-01' }, ['移出首页的日期 2026-11-19 已到，应为明天或以后的一天']],
])('[TP1] ends can be public: %j', (ends, problems) => {
  expect(endsProblems(endsInForce({ ends, isPinned: true, isOffHome: false }), TODAY)).toEqual(problems);
});

test('[TP1] a day counts only where it has an effect', () => {
  const ends = { unpin: '2026-12-01', home: '2026-12-02', withdraw: '', reason: '没有日期的原因' };
  expect(endsInForce({ ends, isPinned: true, isOffHome: false })).toEqual({ unpin: '2026-12-01', home: '2026-12-02' });
  expect(endsInForce({ ends, isPinned: false, isOffHome: false })).toEqual({ home: '2026-12-02' });
  expect(endsInForce({ ends, isPinned: false, isOffHome: true })).toBeNull();
  expect(endsInForce({ isPinned: true, isOffHome: false })).toBeNull();
});

test('[TP2] acts are due from their day on, and one that withdraws needs no other', () => {
  const ends = { unpin: '2026-11-20', home: '2026-11-19', withdraw: '2026-12-31', reason: '活动结束' };
  expect(dueActs(ends, '2026-11-18')).toEqual([]);
  expect(dueActs(ends, '2026-11-19')).toEqual(['home']);
  expect(dueActs(ends, TODAY)).toEqual(['unpin', 'home']);
  expect(dueActs(ends, '2027-01-01')).toEqual(['withdraw']);
  expect(endsAfter(ends, '2026-11-19')).toEqual({ unpin: '2026-11-20', withdraw: '2026-12-31', reason: '活动结束' });
  expect(endsAfter({ unpin: TODAY, reason: '无' }, TODAY)).toBeUndefined();
});

test('[TP1] what is to come is said in words', () => {
  expect(endsWords({ unpin: '2026-12-01', withdraw: '2026-12-31', reason: '活动结束' })).toBe(
    '将于 2026-12-31 撤下，2026-12-01 取消置顶',
  );
  expect([endsWords({}), endsWords(null)]).toEqual(['', '']);
});
