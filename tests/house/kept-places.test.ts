import { expect, test } from 'vitest';
import { documentsIn } from './repository.ts';

interface Words {
  page: string;
  layout: string;
  keepsScroll?: boolean | string;
  header?: string;
}

const pages = documentsIn<Words>(/(channels|fixed)\/[^/]+\.json$/).map(({ document }) => document);
const wordOf = (name: string) => pages.find(({ page }) => page === name)?.keepsScroll;

test('[SC2][SC3] research sections, margin texts, news lists and the pages below publicChannel keep their place', () => {
  // what has no page of its own (margin notices and guides, most of publicChannel) is drawn by the two general ones
  const kept = [
    'default',
    'article-list',
    'news-lists',
    'public-channel',
    'research-lists',
    'research-flash',
    'research-wealth',
    'margin-contract',
    'margin-law',
  ];
  expect(kept.filter((name) => wordOf(name) !== true)).toEqual([]);
  expect(wordOf('research-hot')).toBe('code');
});

test('[SC1] articles, the home page and the search begin at their top', () => {
  expect(
    pages
      .filter(
        ({ layout, page, keepsScroll }) => keepsScroll && (['detail', 'home'].includes(layout) || page === 'search'),
      )
      .map(({ page }) => page),
  ).toEqual([]);
});

test('[RT2] the page that opens an account has the minimal header, and no other', () => {
  expect(pages.filter(({ header }) => header === 'minimal').map(({ page }) => page)).toEqual(['open-account']);
});
