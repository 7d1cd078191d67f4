import { test } from 'vitest';
import { expectNone } from './complaints.ts';
import { documentsIn, lineOf } from './repository.ts';

interface Words {
  page: string;
  layout: string;
  keepsScroll?: boolean | string;
  header?: string;
}

const pages = documentsIn<Words>(/(channels|fixed)\/[^/]+\.json$/).map(({ file, document }) => ({ file, ...document }));

test('[SC2][SC3] research sections, margin texts, news lists and the pages below publicChannel keep their place', () => {
  // paths without a page of their own (margin notices and guides, most of publicChannel) are drawn by the two general
  // ones
  const wanted: Readonly<Record<string, boolean | string>> = {
    default: true,
    'article-list': true,
    'news-lists': true,
    'public-channel': true,
    'research-lists': true,
    'research-flash': true,
    'research-wealth': true,
    'margin-contract': true,
    'margin-law': true,
    'research-hot': 'code',
  };
  expectNone(
    Object.entries(wanted)
      .map(([name, word]) => ({ name, word, page: pages.find(({ page }) => page === name) }))
      .filter(({ word, page }) => page?.keepsScroll !== word)
      .map(({ name, word, page }) => ({
        file: page?.file ?? 'page-schemas',
        line: page && lineOf(page.file, '"keepsScroll"'),
        sentence: `The page ${name} does not keep its place (SC2, SC3).`,
        remedy: `Write "keepsScroll": ${JSON.stringify(word)}.`,
      })),
  );
});

test('[SC1] articles, the home page and the search begin at their top', () => {
  expectNone(
    pages
      .filter(
        ({ layout, page, keepsScroll }) => keepsScroll && (['detail', 'home'].includes(layout) || page === 'search'),
      )
      .map(({ file, page }) => ({
        file,
        line: lineOf(file, '"keepsScroll"'),
        sentence: `The page ${page} does not begin at its top (SC1).`,
        remedy: 'Remove keepsScroll.',
      })),
  );
});

test('[RT2] the page that opens an account has the minimal header, and no other', () => {
  expectNone(
    pages
      .filter(({ header, page }) => (header === 'minimal') !== (page === 'open-account'))
      .map(({ file, page }) => ({
        file,
        line: lineOf(file, '"header"'),
        sentence: `The page ${page} ${page === 'open-account' ? 'lacks' : 'has'} the minimal header (RT2).`,
        remedy: `${page === 'open-account' ? 'Write' : 'Remove'} "header": "minimal".`,
      })),
  );
});
