import { expect, test } from 'vitest';
import { prepareArticle } from '#kinds/article/publish-articles.ts';
import { damagedArticles } from '#kinds/article/damaged-articles.ts';

const article = { channelId: '0001', title: '公告', content: '<p>正文</p>', contentTime: '2026-11-20T09:00:00+08:00' };

async function prepared(given: Partial<Parameters<typeof prepareArticle>[1]>) {
  const findings: Parameters<typeof prepareArticle>[0] = { problems: [] };
  const change = await prepareArticle(findings, { ...article, ...given }, 0);
  return { row: change?.row, problems: findings.problems.map(({ message }) => message) };
}

test.each([
  [{ title: '控制\u001D字符' }, '标题含有控制字符 U+001D（第 3 个字符）'],
  [{ title: '非字符\uFFFE尾' }, '标题含有不是字符的 U+FFFE'],
  [{ title: '方向\u202E覆盖' }, '标题含有改变文字方向的控制符 U+202E'],
  [{ title: '零宽\u200B空格' }, '标题含有零宽空格 U+200B'],
  [{ title: '替换\uFFFD符' }, '标题有一个字已经丢失'],
  [{ title: '锟斤拷标题' }, '标题含有“锟斤拷”'],
  [{ summary: '摘要\u0001' }, '摘要含有控制字符 U+0001'],
  [{ attachments: [{ filename: '公\uFFFD.pdf', filepath: '' }] }, '附件名'],
])(
  '[VA1] what registers refuse, titles, summaries and names of attachments refuse, too: %j',
  async (given, problem) => {
    const { problems } = await prepared(given);
    expect(problems.join()).toContain(problem);
  },
);

test('[VA1] look-alikes in an article become ordinary characters; a question with stress is none', async () => {
  const { row, problems } = await prepared({
    title: '关于⾦融产品的公告\n炒股难吗???',
    content: '<p>客⼾须知</p>',
  });
  expect(problems).toEqual([]);
  expect(row).toMatchObject({ title: '关于金融产品的公告 炒股难吗???', content: '<p>客户须知</p>' });
});

test('[VA1] damage in the text of an article is told before it is public', () => {
  const change = { kind: 'article', document: { ...article, content: '<p>王\uFFFD安</p>' } } as const;
  expect(damagedArticles([change, { kind: 'article', document: article }])).toEqual([
    { at: 0, words: '文章“公告”的正文有一个字已经丢失，只剩下“�”（第 2 个字符），应为：原件上的文字' },
  ]);
});
