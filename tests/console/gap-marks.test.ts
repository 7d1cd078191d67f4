import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { extensions } from '#console/content/editor-extensions.ts';
import { gapRanges } from '#console/content/gap-marks.ts';

const schema = getSchema(extensions);
const text = (words: string, marks: object[] = []) => ({ type: 'text', text: words, marks });
const docOf = (...content: object[]) => schema.nodeFromJSON({ type: 'doc', content });

test('[SU7] gaps are found where they stand, in cells and beside pictures, also where a mark cuts one in two', () => {
  const doc = docOf(
    { type: 'paragraph', content: [text('本政策由【待填：公司全称】制定')] },
    {
      type: 'paragraph',
      content: [
        { type: 'image', attrs: { src: '/a.png' } },
        text('【待'),
        text('填：地址', [{ type: 'bold' }]),
        text('】'),
      ],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableCell', content: [{ type: 'paragraph', content: [text('【待填】')] }] }],
        },
      ],
    },
  );
  expect(gapRanges(doc).map(({ from, to }) => doc.textBetween(from, to))).toEqual([
    '【待填：公司全称】',
    '【待填：地址】',
    '【待填】',
  ]);
  expect(gapRanges(docOf({ type: 'paragraph', content: [text('已经填好')] }))).toEqual([]);
});
