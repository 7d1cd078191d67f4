import { describe, expect, test } from 'vitest';
import { builtInViews, isSameView, listAddress, questionOf } from '#console/editions/work-filters.ts';
import { actsFor, reportTitle, type MayDo } from '#console/editions/work-acts.ts';
import { addressOfLine } from '#console/editions/work-links.ts';
import type { WorkLine } from '#wire/work-answers.ts';

const line = (more: Partial<WorkLine>): WorkLine => ({
  key: 'article:1',
  kinds: ['article'],
  id: '1',
  title: '标题',
  state: 'public',
  channelIds: ['0001'],
  author: '',
  changedAt: '',
  publishedAt: '',
  isPinned: false,
  ends: '',
  path: '',
  waiting: null,
  edition: null,
  ...more,
});
const edition = (state: WorkLine['state']): WorkLine =>
  line({ key: 'edition:5', id: '5', state, edition: { editionId: 5, version: 2 } as WorkLine['edition'] });
const everybody: MayDo = () => true;

describe('conditions in the address', () => {
  test('[LW1] what nobody knows is left out', () => {
    expect(
      questionOf({
        view: 'all',
        kind: 'article',
        state: 'lost',
        from: '2026-13-01',
        to: '2026-11-30',
        sort: '-title',
        page: '2',
      }),
    ).toEqual({ kind: 'article', to: '2026-11-30', sort: '-title' });
  });

  test('[LW3] a view is a link, and is known again by its conditions in any order', () => {
    const filters = { state: 'draft', kind: 'page' };
    const query = new URLSearchParams(listAddress(filters).split('?')[1]);
    expect(isSameView(questionOf(Object.fromEntries(query)), { kind: 'page', state: 'draft' })).toBe(true);
    expect(isSameView({ state: 'draft' }, filters)).toBe(false);
    expect(listAddress({})).toBe('/editions');
  });

  test('[LW3] the day of what became public today is Shanghai’s', () => {
    const today = builtInViews(Date.parse('2026-11-29T17:00:00Z')).find(({ name }) => name === '今天公开');
    expect(today!.filters).toEqual({ state: 'public', from: '2026-11-30' });
  });
});

describe('[LW4] acts on several lines', () => {
  test('each is offered for the lines that it suits', () => {
    const lines = [edition('draft'), edition('approved'), edition('in-review'), line({}), line({ isPinned: true })];
    expect(actsFor(lines, everybody).map((one) => [one.act, one.lines.length])).toEqual([
      ['submit', 1],
      ['publish', 1],
      ['move', 2],
      ['pin', 1],
      ['unpin', 1],
      ['tag', 2],
    ]);
    // reading comes first
    expect(actsFor([edition('in-review'), edition('scheduled'), edition('discarded')], everybody)).toEqual([]);
    expect(actsFor([line({ kinds: ['page'] }), line({ state: 'withdrawn' })], everybody)).toEqual([]);
  });

  test('and to whom has the right in the channels of the line', () => {
    const may: MayDo = (right, channelIds) => right === 'content.publish' && channelIds[0] === '0002';
    expect(actsFor([edition('draft'), edition('approved')], may)).toEqual([]);
    const own = { ...edition('approved'), channelIds: ['0002'] };
    expect(actsFor([own, edition('approved')], may)).toEqual([{ act: 'publish', lines: [own] }]);
  });

  test('the report says how many were done and how many not', () => {
    const one = { title: '甲', to: '/editions/1' };
    expect(reportTitle({ act: 'submit', done: [one, one], refused: [one], edition: null })).toBe(
      '提交审核：2 份稿件已完成，1 份稿件没有',
    );
    expect(reportTitle({ act: 'pin', done: [], refused: [one], edition: null })).toBe('置顶：1 篇文章都没有完成');
  });
});

test('[LW1] the title of each line leads to where it is read or changed', () => {
  expect(addressOfLine(edition('draft'), false)).toBe('/editions/5');
  expect([addressOfLine(line({}), true), addressOfLine(line({}), false)]).toEqual(['/content/1/edit', '']);
  expect(addressOfLine(line({ kinds: ['rows'], id: 'ib-staff' }), true)).toBe('/registers/ib-staff');
  expect(addressOfLine(line({ kinds: ['channel'], id: '0001' }), true)).toBe('/channels?channel=0001');
  expect(addressOfLine(line({ state: 'withdrawn', title: '旧闻' }), true)).toBe(
    `/ended?words=${encodeURIComponent('旧闻')}`,
  );
});
