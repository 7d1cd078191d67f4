import { expect, test } from 'vitest';
import { View } from '#widgets/rich-note/View.tsx';
import { buildViewBlock, draw } from '../world/draw.tsx';

const note = (links?: { title: string; path: string }[]) =>
  draw(<View props={{ paragraphs: ['说明'], links }} data={null} block={buildViewBlock()} />);

test('[CH6] a note may link within the site, query included, and out of it', () => {
  const markup = note([
    { title: '产品核验', path: '/verify?kind=product' },
    { title: '协会', path: 'https://association.example/' },
  ]);
  expect(markup).toContain('<a href="/swhysc/verify?kind=product">产品核验</a>');
  expect(markup).toContain('href="https://association.example/" target="_blank" rel="noopener"');
});

test('a note without links has no list', () => {
  expect(note()).not.toContain('<ul');
});
