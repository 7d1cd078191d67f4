import { expect, test } from 'vitest';
import { pasteProblem, pasteWords, readPasted, readFile } from '#console/content/pasted-html.ts';

test.each([
  [`<p class=MsoNormal style='text-align:center;color:red'>甲</p>`, '<p class="align-center">甲</p>'],
  ['<h1 style="mso-x:1">题</h1><h2>节</h2>', '<h2>题</h2><h3>节</h3>'],
  ['<hr><td style="mso-x:3" colspan="2">写 style="x" 的文字</td>', '<hr><td colspan="2">写 style="x" 的文字</td>'],
  ['<p class="align-right" data-pm-slice="0 0 []">乙</p>', '<p class="align-right" data-pm-slice="0 0 []">乙</p>'],
  [
    '<p><img src="/static-file/a.png"><img src="a.png"><img src="//a.example/a.png">乙</p>',
    '<p><img src="/static-file/a.png">乙</p>',
  ],
])('[AC1] %s is pasted as %s', (copied, pasted) => {
  expect(readPasted(copied).html).toBe(pasted);
});

test.each([
  [
    '<p>甲</p><img src="file:///C:/a.png"><img src="https://a.example/b.jpg" alt="">',
    ['粘贴的内容中没有带过来的：图片 2 处（图片请用工具栏的“图片”插入）'],
  ],
  ['<img src="/static-file/a.png">', []],
  ['<p style="text-align:justify">甲</p>', []],
  ['<p style="text-align:center">甲</p><p style=\'color:black\'>乙</p><p style="color:windowtext">丙</p>', []],
  [
    '<span style="mso-x:1;color:red">甲</span><td style="background:#FFFF00">乙</td>',
    ['没有保留外观：文字的颜色 1 处、底色 1 处'],
  ],
  [
    '<iframe src="x"></iframe><input value="a"><p style="white-space:pre">甲  乙</p>',
    [
      '粘贴的内容中没有带过来的：视频、音频或嵌入的内容 1 处、表单 1 处（“a”）',
      '有改动，请核对：用空格和换行排版的文字（宽度与原来不同） 1 处（“甲 乙”）',
    ],
  ],
  ['<p data-pm-slice="0 0 []" style="color:red">编辑器自己的</p>', []],
  ['<p>写 style="color:red" 的文字</p>', []],
])('[AC2] of %s it is said: %j', (copied, message) => {
  expect(pasteWords(readPasted(copied).findings)).toEqual(message);
});

test('[AC8] a dropped page is read as it is encoded, another file is refused in words', async () => {
  const gbk = new Uint8Array([...new TextEncoder().encode('<meta charset="gbk"><p>'), 0xb9, 0xab, 0xb8, 0xe6]);
  expect(await readFile(new File([gbk], '公告.htm'))).toBe('<meta charset="gbk"><p>公告');
  expect(await readFile(new File(['<p>公告'], 'a', { type: 'text/html' }))).toBe('<p>公告');
  await expect(readFile(new File(['x'], '公告.pdf'))).rejects.toThrow('正文里不能放“公告.pdf”');
  const size = 41_000_000;
  await expect(readFile({ name: 'a.html', type: '', size, arrayBuffer: async () => gbk.buffer })).rejects.toThrow(
    '一千万字符',
  );
});

test('[AC8] a paste of five megabytes is taken, one of more than ten is refused in words', () => {
  expect(pasteProblem('字'.repeat(5_000_000))).toBe('');
  expect(pasteProblem('字'.repeat(10_000_001))).toBe('粘贴的内容超过一千万字符，没有粘贴；请分几次粘贴，或改用附件');
});
