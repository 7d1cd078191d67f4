import { describe, expect, test } from 'vitest';
import { View as ColumnLinks } from '#widgets/column-links/View.tsx';
import { View as FlashTimeline } from '#widgets/flash-timeline/View.tsx';
import { View as NewsFeed } from '#widgets/news-feed/View.tsx';
import { View as RelatedNews } from '#widgets/related-news/View.tsx';
import columns from '#widgets/column-links/example.json';
import feed from '#widgets/news-feed/example.json';
import { buildViewBlock, draw, textOf } from '../world/draw.tsx';

const data = feed.data as never as Parameters<typeof NewsFeed>[0]['data'];
const props = { images: false, titled: false };
const drawFeed = (more: object, address = { pageNum: '2' }) =>
  draw(<NewsFeed props={props} data={{ ...data, ...more }} block={buildViewBlock({ address })} />);

describe('news-feed', () => {
  test('[RL3] 加载更多 is a link to the next page; at the end there is none', () => {
    expect(drawFeed({})).toContain('href="/swhysc/page?pageNum=3"');
    const ended = drawFeed({ end: true });
    expect(ended).not.toContain('加载更多');
    expect(textOf(ended)).toContain('已经到底了');
  });

  test('[RL3] beyond 20 pages the ways 更新 and 更早 lead to what is not shown', () => {
    const markup = drawFeed({ total: 900, pageNum: 25, firstPage: 6 }, { pageNum: '25' });
    expect(markup).toContain('href="/swhysc/page?pageNum=5"');
    expect(markup).toContain('href="/swhysc/page?pageNum=45"');
    expect(textOf(markup)).toContain('第 51–52 条');
    expect(drawFeed({})).not.toContain('更新的内容');
  });

  test('[TA1] the server writes the date, and the moment for machines', () => {
    expect(drawFeed({})).toMatch(
      /<time class="item__date" dateTime="2026-11-19T16:30:00\+08:00"[^>]*>2026-11-19<\/time>/i,
    );
  });

  test('[RK6] of a restricted item the level is said', () => {
    expect(textOf(drawFeed({}))).toContain('R4中高级可读');
  });

  test('nothing to show is said so', () => {
    expect(textOf(drawFeed({ items: [], total: 0, end: true }))).toContain('暂无内容');
  });
});

test('[RT6] flashes are grouped by their day in Shanghai, each with its time', () => {
  const markup = draw(
    <FlashTimeline
      props={{}}
      data={{ ...data, items: [...data.items, { ...data.items[1]!, id: '29', originalTime: '2026-11-17T23:30:00Z' }] }}
      block={buildViewBlock({ address: { pageNum: '' } })}
    />,
  );
  expect(markup.match(/class="flash"/g)).toHaveLength(2);
  expect(textOf(markup)).toContain('2026年11月19日 星期四');
  expect(textOf(markup)).toContain('07:30');
});

describe('column-links', () => {
  const draws = (look: 'row' | 'cards' | 'counts', unit = '篇') =>
    draw(
      <ColumnLinks
        props={{ look, label: '热点主题', unit, all: '/research/gfwz-rd' }}
        data={columns.data}
        block={buildViewBlock()}
      />,
    );
  test('[RT6] topics are links to the hot list with ?code=, the chosen one is marked, empty ones are left out', () => {
    const markup = draws('row');
    expect(markup).toMatch(
      /href="\/swhysc\/research\/gfwz-rd\?code=macro" aria-current="page"|aria-current="page" href="\/swhysc\/research\/gfwz-rd\?code=macro"/,
    );
    expect(textOf(markup)).toBe('全部 宏观经济 利率汇率');
  });
  test('as cards each says how many it holds', () => {
    expect(textOf(draws('cards'))).toContain('宏观经济 18 篇');
  });
  test('[RG36] as counts each is a link with its number', () => {
    expect(textOf(draws('counts', '家'))).toContain('宏观经济 18 家');
  });
});

test('[RT6] below an article stand its tags and what is related', () => {
  const markup = draw(
    <RelatedNews
      props={{ title: '相关文章', note: '仅供参考' }}
      data={{ ...data, tags: [{ title: '利率', path: '/research/tags/detail/rates' }] }}
      block={buildViewBlock()}
    />,
  );
  expect(markup).toContain('href="/swhysc/research/tags/detail/rates"');
  expect(textOf(markup)).toContain('相关文章');
});
