import { expect, test } from 'vitest';
import { articleMarks } from '#server/editions/checks/article-marks.ts';
import { readArticle } from '#server/editions/checks/read-article.ts';

test('[CK3] paragraphs, cells, pictures and links of an article are counted as people count them', () => {
  const read = readArticle(
    '<h2>标题</h2><p><br></p><p>第二 <b>段</b><img src="/a.png" alt=""><a href="/news?a=1&amp;b=2">新闻</a></p><ul><li>第三段</li></ul>' +
      '<p><img src="/b.png" alt="图"></p><table><tbody><tr><td>甲</td><td><p>乙</p><p>丙</p></td></tr><tr><td></td><td>丁</td></tr></tbody></table>尾',
  );
  expect(read.passages).toEqual([
    { place: '第 1 段', text: '标题' },
    { place: '第 2 段', text: '第二 段新闻' },
    { place: '第 3 段', text: '第三段' },
    { place: '第 1 个表格第 1 行第 1 列', text: '甲' },
    { place: '第 1 个表格第 1 行第 2 列', text: '乙' },
    { place: '第 1 个表格第 1 行第 2 列', text: '丙' },
    { place: '第 1 个表格第 2 行第 2 列', text: '丁' },
    { place: '第 4 段', text: '尾' },
  ]);
  expect(read.pictures).toEqual([
    { place: '第 2 段', alt: '', src: '/a.png' },
    { place: '第 3 段之后', alt: '图', src: '/b.png' },
  ]);
  expect(read.links).toEqual([{ place: '第 2 段', href: '/news?a=1&b=2' }]);
  expect(read.tables).toEqual([{ place: '第 1 个表格', rows: 2, columns: 2, hasHeader: false, text: '甲' }]);
});

test('[CK3] a long article is read in time that grows with its length', () => {
  expect(readArticle('<p>段</p>'.repeat(20_000)).passages).toHaveLength(20_000);
  expect(readArticle('<'.repeat(200_000)).passages).toHaveLength(1);
});

test('[CK6] [CK10] findings of one article stand at their places', () => {
  const marks = articleMarks(
    {
      title: '公告',
      content:
        '<p>见 <a href="www.sac.net.cn">协会</a></p><p><img src="/a.png"></p><table><tr><td>甲</td><td>乙</td></tr><tr><td>1</td><td>2</td></tr></table>',
      attachments: [{ filename: '扫描0001.pdf', filepath: '' }],
    },
    () => [],
  );
  expect(marks.map(({ found: { check, place } }) => [check, place])).toEqual([
    ['picture-alt', '文章“公告”的正文第 1 段之后'],
    ['table-header', '文章“公告”的正文第 1 个表格'],
    ['malformed-link', '文章“公告”的正文第 1 段'],
    ['file-name', '文章“公告”的附件'],
  ]);
});
