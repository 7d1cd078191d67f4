import { expect, test } from 'vitest';
import { prepareArticle } from '#kinds/article/server/publish-articles.ts';
import { damagedTexts } from '#kinds/damaged-texts.ts';
import { pageStore } from '#kinds/page/server/store.ts';
import { damagedArticles } from '#kinds/article/server/damaged-articles.ts';

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
  [{ title: '\uFEFF公告' }, '标题含有零宽空格 U+FEFF（第 1 个字符）'],
  [{ title: '关于营业部迁址的公??' }, '标题含有“??”'],
  [{ title: '关于王?的公告' }, '标题含有“?”'],
  [{ title: '关于王□明的公告' }, '标题含有“□”'],
  [{ title: 'a&hearts;b' }, '标题含有网页的写法“&hearts;”'],
  [{ title: '&rarr;公告' }, '标题含有网页的写法“&rarr;”'],
  [{ title: '公告_x000D_' }, '标题含有表格文件里控制字符的写法“_x000D_”'],
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

test('[VA1] the name of a picture and a hint are texts of an article', () => {
  for (const content of ['<p><img alt="王\uFFFD安"></p>', `<p><a title='王\uFFFD安' href="/a">甲</a></p>`])
    expect(damagedArticles([{ kind: 'article', document: { ...article, content } }])).toHaveLength(1);
});

test.each(['王\uFFFD', '\uE863照峰', '锟斤拷', '甲\u202E乙', '鐜嬪畨', '王□明', '&rarr;'])(
  '[VA1] texts of a page refuse what settings refuse: %j',
  (text) => {
    const document = { blocks: [{ props: { title: '说明', paragraphs: ['第一段\n第二行', text] } }] };
    expect(damagedTexts(document)).toMatchObject([{ pointer: '/blocks/0/props/paragraphs/1', text }]);
    const findings: { problems: { message: string }[] } = { problems: [] };
    pageStore.prepare(findings as never, { kind: 'page', id: 'desk', document } as never, 0);
    expect(findings.problems.map(({ message }) => message).join()).toContain('页面“desk”的文字“');
  },
);

test('[VA1] damage in the text of an article is told before it is public', () => {
  const change = { kind: 'article', document: { ...article, content: '<p>王\uFFFD安</p>' } } as const;
  expect(damagedArticles([change, { kind: 'article', document: article }])).toEqual([
    { at: 0, words: '文章“公告”的正文有一个字已经丢失，只剩下“�”（第 2 个字符），应为：原件上的文字' },
  ]);
});

test('[VA1] soft hyphens, zero-width spaces and control characters in the text of an article go, marks of direction are told', async () => {
  const { row, problems } = await prepared({ content: '<p>甲\u00AD乙&shy;丙\u200B丁&#8203;戊\u0001己👨‍👩‍👧 a\u202Eb</p>' });
  expect(problems).toEqual([]);
  expect(row!.content).toBe('<p>甲乙丙丁戊己👨‍👩‍👧 a\u202Eb</p>');
  expect(damagedArticles([{ kind: 'article', document: { ...article, content: row!.content } }])).toEqual([
    {
      at: 0,
      words: '文章“公告”的正文含有改变文字方向的控制符 U+202E（第 14 个字符），应为：没有这个字符的文字',
    },
  ]);
});
