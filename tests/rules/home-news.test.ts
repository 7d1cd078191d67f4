import { describe, expect, test } from 'vitest';
import { HOME_NEWS, orderHomeNews } from '#rules/addresses/home-news.ts';

const item = (id: string, originalTime: string, flagTop: 0 | 1 = 0) => ({ id, originalTime, flagTop });
const order = (...items: ReturnType<typeof item>[]) => orderHomeNews(items).map(({ id }) => id);

describe('home news', () => {
  test.each<[name: string, items: ReturnType<typeof item>[], ids: string[]]>([
    [
      'the newest first',
      [item('old', '2026-11-01T09:00:00+08:00'), item('new', '2026-11-12T09:00:00+08:00')],
      ['new', 'old'],
    ],
    [
      'by the moment, not by its text',
      [item('a', '2026-11-12T08:00:00+08:00'), item('b', '2026-11-12T01:00:00Z')],
      ['b', 'a'],
    ],
    [
      'of one moment as they came',
      [item('a', '2026-11-12T08:00:00+08:00'), item('b', '2026-11-12T08:00:00+08:00')],
      ['a', 'b'],
    ],
    ['without a time last', [item('none', ''), item('a', '2026-11-12T08:00:00+08:00')], ['a', 'none']],
    ['nothing of nothing', [], []],
  ])('[HN1] %s', (_name, items, ids) => {
    expect(order(...items)).toEqual(ids);
  });

  test.each<[name: string, items: ReturnType<typeof item>[], ids: string[]]>([
    [
      'moves first however old',
      [
        item('a', '2026-11-12T08:00:00+08:00'),
        item('top', '2026-01-01T08:00:00+08:00', 1),
        item('b', '2026-11-13T08:00:00+08:00'),
      ],
      ['top', 'b', 'a'],
    ],
    [
      'is one: of several the newest moves, the others keep their day',
      [
        item('top1', '2026-11-01T08:00:00+08:00', 1),
        item('a', '2026-11-12T08:00:00+08:00'),
        item('top2', '2026-11-10T08:00:00+08:00', 1),
      ],
      ['top2', 'a', 'top1'],
    ],
  ])('[HN2] the pinned item %s', (_name, items, ids) => {
    expect(order(...items)).toEqual(ids);
  });

  test('[HN3] four items are asked for, pinned ones among them', () => {
    expect(HOME_NEWS).toEqual({ pageNum: 1, pageSize: 4, topFlag: 3, status: 2 });
  });

  test('the list that is handed in stays as it is', () => {
    const items = Object.freeze([item('a', '2026-11-01T08:00:00+08:00'), item('b', '2026-11-12T08:00:00+08:00')]);
    expect(orderHomeNews(items)).toHaveLength(2);
  });
});
