import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RowEvent } from '#console/registers/RowEvent.tsx';
import type { RegisterFacts, RowHistoryEvent } from '#wire/register-answers.ts';

const facts = {
  key: ['no'],
  columns: ['no', 'desk', 'state'],
  fields: {
    no: { title: '编号', type: 'text' },
    desk: { title: '条线', type: 'text' },
    state: { title: '状态', type: 'choice', choices: { '2': '离岗' } },
  },
} as unknown as RegisterFacts;

const markOf = (event: Pick<RowHistoryEvent, 'how' | 'before' | 'after'>): string =>
  renderToStaticMarkup(
    createElement(RowEvent, {
      facts,
      event: {
        no: 7,
        at: '2026-11-22T00:00:00.000Z',
        title: '',
        writtenBy: '甲',
        approvedBy: '乙',
        editionId: null,
        ...event,
      },
    }),
  );
const marked = (html: string, tag: 'del' | 'ins'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(([, text]) =>
    text!.replace(/<span class="unseen">.*?<\/span>/, ''),
  );

test('[RG22] of a row that a definition rewrote only what reads otherwise is marked, and first', () => {
  const before = { no: 'YX1014', desk: '清算', state: '离岗' };
  const html = markOf({ how: 'rewritten', before, after: { no: 'YX1014', desk: '清算岗', state: '2' } });
  const [summary, all] = html.split('<details>') as [string, string];
  for (const part of [summary, all]) expect([marked(part, 'del'), marked(part, 'ins')]).toEqual([['清算'], ['清算岗']]);
  expect(summary).not.toContain('YX1014');
  for (const text of ['<span>YX1014</span>', '<span>离岗</span>']) expect(all).toContain(text);
});

test('[RG22] of a changed row the fields that are others, of a new one all', () => {
  const row = { no: 'YX1014', desk: '清算', state: '2' };
  const changed = markOf({ how: 'changed', before: row, after: { ...row, desk: '' } });
  expect([marked(changed, 'del'), marked(changed, 'ins'), changed.includes('全部字段')]).toEqual([['清算'], [], false]);
  expect(marked(markOf({ how: 'added', before: null, after: row }), 'ins')).toEqual(['YX1014', '清算', '离岗']);
});
