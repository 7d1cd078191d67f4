import { expect, test } from 'vitest';
import { pastedHtml } from '#console/content/pasted-html.ts';

test.each([
  [`<p class=MsoNormal style='text-align:center;color:red'>甲</p>`, '<p class="align-center">甲</p>'],
  ['<h1 style="mso-x:1">题</h1>', '<h2>题</h2>'],
  ['<hr><td style="width:3px" colspan="2">写 style="x" 的文字</td>', '<hr><td colspan="2">写 style="x" 的文字</td>'],
  ['<p class="align-right" data-pm-slice="0 0 []">乙</p>', '<p class="align-right" data-pm-slice="0 0 []">乙</p>'],
])('%s is pasted as %s', (copied, pasted) => {
  expect(pastedHtml(copied)).toBe(pasted);
});
