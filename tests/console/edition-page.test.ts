import { expect, test } from 'vitest';
import { firstSides } from '#console/editions/compared-sides.ts';
import { tabOf, tabSearch } from '#console/editions/edition-tabs.ts';
import { mergeReason } from '#console/editions/edition-words.ts';
import { lineRuns } from '#console/editions/line-runs.ts';
import { countPlaces } from '#console/editions/shown-differences.ts';
import { diffTexts } from '#rules/text/text-diff.ts';
import type { Comparison, SubjectDifference } from '#wire/edition-answers.ts';

test('[ED13] a tab is in the address beside what else is there, and the link to a change opens the whole content', () => {
  const search = new URLSearchParams('edition=3');
  expect(tabOf(search, '')).toBe('difference');
  expect(tabSearch(search, 'page')).toBe('?edition=3&tab=page');
  expect(tabOf(new URLSearchParams('edition=3&tab=page'), '#change-2')).toBe('page');
  expect(tabSearch(new URLSearchParams('edition=3&tab=page'), 'difference')).toBe('?edition=3');
  expect(tabSearch(new URLSearchParams('tab=page'), 'difference')).toBe('');
  expect(tabOf(new URLSearchParams(), '#change-2')).toBe('content');
  for (const wrong of ['tab=nothing', 'tab=toString', 'tab='])
    expect(tabOf(new URLSearchParams(wrong), '')).toBe('difference');
});

test('[ED12] an edition that the program went on with is compared with the version that was approved', () => {
  const step = (act: string, version: number) => ({ at: '', name: '', act, version, note: '' }) as never;
  const steps = [step('submitted', 1), step('approved', 1), step('approval-ended', 1), step('rebased', 2)];
  expect(firstSides({ state: 'in-review', version: 2, steps })).toEqual({ from: '1', to: '2' });
  expect(firstSides({ state: 'in-review', version: 3, steps: [...steps, step('saved', 3)] }).from).toBe('public');
  expect(firstSides({ state: 'published', version: 2, steps }).from).toBe('before');
});

test('[ED13] unchanged paragraphs are folded but for those beside a change', () => {
  const before = ['一', '二', '三', '四', '五', '六', '七'].join('\n');
  const runs = lineRuns(diffTexts(before, before.replace('四', '肆')));
  expect(runs.map(({ folded, lines }) => [folded, lines.length])).toEqual([
    [true, 2],
    [false, 3],
    [true, 2],
  ]);
  // one line is shorter than the words in its place
  expect(lineRuns(diffTexts('一\n二\n三', '一\n二\n叁')).map(({ folded }) => folded)).toEqual([false]);
  expect(lineRuns(diffTexts('一', '一')).map(({ folded }) => folded)).toEqual([false]);
});

test('[ED13] the tab counts each field, changed paragraph and row, and a setting as one', () => {
  const subject = (one: Partial<SubjectDifference>): SubjectDifference => ({
    subject: 'article:1',
    how: 'changed',
    before: 'written',
    after: 'written',
    fields: [],
    ...one,
  });
  const compared = (subjects: SubjectDifference[], title = { before: '甲', after: '甲' }): Comparison => ({
    title,
    subjects,
  });
  const content = { path: '/document/content', lines: diffTexts('一\n二\n三', '壹\n二\n叁') };
  const rows = { added: 1, changed: 2_000, removed: 3, list: [] };
  expect(countPlaces(compared([subject({ fields: [{ path: '/document/title' }, content] })]), [])).toBe(3);
  expect(countPlaces(compared([subject({ subject: 'rows:ib', rows })]), [])).toBe(2_004);
  expect(countPlaces(compared([subject({ subject: 'setting:site', documents: { before: {}, after: {} } })]), [])).toBe(
    1,
  );
  expect(countPlaces(compared([subject({ after: 'withdrawn' })]), [])).toBe(1);
  expect(countPlaces(compared([subject({ how: 'removed', after: null })]), [])).toBe(1);
  expect(countPlaces(compared([subject({ how: 'same' })], { before: '甲', after: '乙' }), [])).toBe(1);
});

test('[ED15] the reason with which an outdated edition goes back names what was published, and the way on', () => {
  expect(mergeReason(['文章《甲》', '设置 网站'])).toBe(
    '稿件开始以后，文章《甲》、设置 网站已另行发布。请点“修改”，与现在公开的内容核对、合并后保存，再提交审核。',
  );
});
