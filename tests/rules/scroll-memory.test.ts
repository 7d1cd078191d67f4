import { describe, expect, test } from 'vitest';
import { arrivalPlace, keepsScroll } from '#rules/addresses/scroll-memory.ts';

describe('a page keeps its place', () => {
  test.each<[word: boolean | string | undefined, query: Record<string, string>, kept: boolean]>([
    [true, {}, true],
    [true, { pageNum: '2' }, true],
    [false, {}, false],
    [undefined, { code: '1' }, false],
    ['code', { code: '600001' }, true],
    ['code', {}, false],
    ['code', { code: '' }, false],
    ['code', { other: '1' }, false],
  ])('[SC2][SC3] %s with %j: %s', (word, query, keepsPlace) => {
    expect(keepsScroll(word, query)).toBe(keepsPlace);
  });
});

describe('arriving', () => {
  const arrival = { back: false, samePath: false, keeps: false, ofEntry: undefined, ofPath: undefined };
  test.each<[what: string, change: Partial<Parameters<typeof arrivalPlace>[0]>, place: number | null]>([
    ['[SC1] anywhere: at the top', {}, 0],
    ['[SC1] at a path that was seen before but keeps nothing: at the top', { ofPath: 300 }, 0],
    ['[SC2] at a path that keeps its place: there', { keeps: true, ofPath: 300 }, 300],
    ['[SC2] at such a path for the first time: at the top', { keeps: true }, 0],
    ['[SC2] paging and filters: it stays', { samePath: true, keeps: true, ofPath: 300 }, null],
    ['[SC1] paging elsewhere: it stays, too', { samePath: true }, null],
    ['[SC1] by Back: where that entry was', { back: true, ofEntry: 120, keeps: true, ofPath: 300 }, 120],
    ['[SC1] by Back within one path: where that entry was', { back: true, samePath: true, ofEntry: 120 }, 120],
    ['[SC1] by Back to what was never scrolled: at the top', { back: true }, 0],
  ])('%s', (_what, change, place) => {
    expect(arrivalPlace({ ...arrival, ...change })).toBe(place);
  });
});
