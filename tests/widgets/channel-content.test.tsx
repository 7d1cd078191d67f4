import { describe, expect, test } from 'vitest';
import type { Article, Content } from '#page/data-shapes.ts';
import { View as ArticleBody } from '#widgets/article-body/View.tsx';
import { View as ArticleList } from '#widgets/article-list/View.tsx';
import articleList from '#widgets/article-list/example.json';
import { View } from '#widgets/channel-content/View.tsx';
import example from '#widgets/channel-content/example.json';
import { buildViewBlock, draw, textOf } from '../world/draw.tsx';

const article = example.data.article as unknown as Article;
const props = { dates: 'right', summaries: true, hideEmpty: false } as const;
const block = buildViewBlock({ address: { pageNum: '', pageSize: '' } });
const drawContent = (data: Content) => draw(<View props={props} data={data} block={block} />);

describe('what a channel holds', () => {
  test('[PC2] content with attachments shows both', () => {
    const text = textOf(drawContent({ kind: 'htmlFile', article }));
    expect(text).toContain('尊敬的投资者');
    expect(text).toContain('附件');
    expect(text).toContain('开户申请表');
  });

  test('[PC2] content alone shows no attachments', () => {
    expect(textOf(drawContent({ kind: 'html', article: { ...article, files: [] } }))).not.toContain('附件');
  });

  test('[PC2] attachments alone are a list of files', () => {
    const markup = drawContent({ kind: 'downList', article: { ...article, html: '' } });
    expect(markup.match(/class="file"/g)).toHaveLength(3);
    expect(markup).not.toContain('<article');
  });

  test('[PC2] nothing is a designed empty state', () => {
    expect(textOf(drawContent({ kind: 'empty' }))).toBe('本栏目还没有发布内容');
  });

  test('[PC2] nothing beside a register is nothing', () => {
    expect(draw(<View props={{ ...props, hideEmpty: true }} data={{ kind: 'empty' }} block={block} />)).toBe('');
  });

  test('several articles are a list with paging', () => {
    const markup = drawContent({ kind: 'list', articles: articleList.data as never });
    expect(markup).toContain('href="/swhysc/publicChannel/lossStatement/detail/101"');
    expect(textOf(markup)).toContain('第 11–20 条，共 23 条');
  });

  test('an article that is called like its page does not say it twice', () => {
    expect(drawContent({ kind: 'html', article: { ...article, title: '页面标题' } })).not.toContain(
      '<h2 class="article__title"',
    );
    expect(drawContent({ kind: 'html', article })).toContain(
      '<h2 class="article__title"><span class="phrases">关于调整保证金比例的公告</span></h2>',
    );
  });
});

describe('a list of articles', () => {
  const drawList = (address: Record<string, string>) =>
    draw(
      <ArticleList
        props={{ ...props, images: false, channels: false, more: '/news/company' }}
        data={articleList.data as never}
        block={buildViewBlock({ address })}
      />,
    );

  test('[TA2] shows Shanghai dates, marks what is pinned, leaves foreign addresses as they are', () => {
    const markup = drawList({ pageNum: '' });
    expect(textOf(markup)).toMatch(/2026-11-19 .*置顶/);
    expect(markup).toContain('>2026-11-12</time>');
    expect(markup).toContain('>2026-11-06</time>');
    expect(markup).toContain('href="https://example.com/notice" target="_blank" rel="noopener"');
  });

  test('has no pager where the page does not page it', () => {
    expect(drawList({})).not.toContain('aria-label="分页"');
    expect(drawList({})).toContain('href="/swhysc/news/company"');
  });
});

describe('an article', () => {
  const drawArticle = (titleLevel: 1 | 2) =>
    draw(
      <ArticleBody props={{ tools: true, neighbours: true }} data={article} block={buildViewBlock({ titleLevel })} />,
    );

  test('carries the page’s h1 where the layout leaves it to the article', () => {
    expect(drawArticle(1)).toContain(
      '<h1 class="article__title"><span class="phrases">关于调整保证金比例的公告</span></h1>',
    );
    expect(drawArticle(2)).not.toContain('<h1');
  });

  test('says when and from whom in Shanghai time, and leads to its neighbours [TA2]', () => {
    const markup = drawArticle(1);
    expect(markup).toContain('<time dateTime="2026-11-19T16:30:00+08:00">2026-11-19 16:30</time>');
    expect(textOf(markup)).toContain('来源：融资融券部');
    expect(markup).toContain('href="/swhysc/publicChannel/lossStatement/detail/56"');
  });
});
