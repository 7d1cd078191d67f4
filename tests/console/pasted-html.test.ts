import { expect, test } from 'vitest';
import { pastedHtml, pasteLosses } from '#console/content/pasted-html.ts';

test.each([
  [`<p class=MsoNormal style='text-align:center;color:red'>甲</p>`, '<p class="align-center">甲</p>'],
  ['<h1 style="mso-x:1">题</h1>', '<h2>题</h2>'],
  ['<hr><td style="width:3px" colspan="2">写 style="x" 的文字</td>', '<hr><td colspan="2">写 style="x" 的文字</td>'],
  ['<p class="align-right" data-pm-slice="0 0 []">乙</p>', '<p class="align-right" data-pm-slice="0 0 []">乙</p>'],
])('%s is pasted as %s', (copied, pasted) => {
  expect(pastedHtml(copied)).toBe(pasted);
});

test.each([
  [
    '<p>甲</p><img src="file:///C:/a.png"><img src="https://a.example/b.jpg" alt="">',
    '2 张图片（请用工具栏的“图片”插入）',
  ],
  ['<img src="/static-file/a.png">', ''],
  ['<p style="text-align:justify">甲</p>', '两端对齐'],
  ['<p style="text-align:center">甲</p><p style=\'color:black\'>乙</p><p style="color:windowtext">丙</p>', ''],
  ['<span style="mso-x:1;color:red">甲</span><td style="background:#FFFF00">乙</td>', '文字的颜色、底色'],
  ['<iframe src="x"></iframe><input value="a">', '视频、音频或嵌入的内容、表单'],
  ['<p data-pm-slice="0 0 []" style="color:red">编辑器自己的</p>', ''],
  ['<p>写 style="color:red" 的文字</p>', ''],
])('of %s it is said that these did not come along: %s', (copied, told) => {
  expect(pasteLosses(copied)).toBe(told);
});
