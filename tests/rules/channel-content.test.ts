import { expect, test } from 'vitest';
import { articleKind, channelContentKind, contentByCount } from '#rules/addresses/channel-content.ts';

test('[PC1] more than one item is a list, exactly one shows that item, none is empty', () => {
  expect([0, 1, 2, 500].map(contentByCount)).toEqual(['empty', 'article', 'list', 'list']);
});

test.each([
  ['<p>正文</p>', 2, 'htmlFile'],
  ['<p>正文</p>', 0, 'html'],
  ['', 1, 'downList'],
  ['', 0, 'empty'],
  ['<p>&nbsp;</p><br>', 0, 'empty'],
  ['<p> </p>', 3, 'downList'],
  ['<p><img src="/static-file/a.png" alt=""></p>', 0, 'html'],
  ['<table><tr><td></td></tr></table>', 1, 'htmlFile'],
] as const)('[PC2] content %j with %i attachments is %s', (html, attachments, kind) => {
  expect(articleKind(html, attachments)).toBe(kind);
});

test('[PC1] a channel’s kind at publication: its list, or the kind of its only article', () => {
  expect(channelContentKind(3, null)).toBe('list');
  expect(channelContentKind(1, { html: '<p>一</p>', attachments: 1 })).toBe('htmlFile');
  expect(channelContentKind(0, null)).toBe('empty');
});
