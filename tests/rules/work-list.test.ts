import { expect, test } from 'vitest';
import { sortParts, WORK_SORTS, workKindsOf } from '#rules/editions/work-list.ts';

test('[LW1] kinds of changes are named by the kind that people look for, once and in order', () => {
  expect(workKindsOf(['register', 'rows', 'channel'])).toEqual(['rows', 'channel']);
  expect(workKindsOf(['article-import', 'article'])).toEqual(['article']);
});

test('[LW1] each column orders both ways', () => {
  expect(WORK_SORTS).toHaveLength(14);
  expect(sortParts('-changed')).toEqual({ column: 'changed', isDescending: true });
  expect(sortParts('title')).toEqual({ column: 'title', isDescending: false });
});
