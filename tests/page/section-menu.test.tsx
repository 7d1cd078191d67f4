import { expect, test } from 'vitest';
import { ChannelLayout } from '#page/layouts/ChannelLayout.tsx';
import { SectionMenu } from '#page/layouts/SectionMenu.tsx';
import { draw, textOf } from '../world/draw.tsx';
import { buildPage } from '../world/site-state.ts';

const changes = { title: '变动清单', path: '/serve/margin/stock/changes', current: true };
const items = [
  {
    title: '融资融券',
    path: '/serve/margin',
    current: false,
    children: [{ title: '标的证券查询', path: '/serve/margin/stock', current: false, children: [changes] }],
  },
  { title: '营业网点', path: '/branch', current: false },
];

test('the section menu shows every level on the way to a channel, and marks that channel alone', () => {
  const markup = draw(<SectionMenu title="客户服务" items={items} />);
  expect(textOf(markup)).toBe('全部 融资融券 标的证券查询 变动清单 营业网点');
  expect(markup.match(/aria-current="page"/g)).toHaveLength(1);
  expect(markup).toMatch(/changes" aria-current="page"|aria-current="page" href="[^"]*changes"/);
});

test('the section menu folds where it has more than the row of a phone can show, and nowhere else', () => {
  const news = ['公司新闻', '媒体报道', '公司公告'].map((title, index) => ({
    title,
    path: `/news/${index}`,
    current: index === 0,
  }));
  expect(draw(<SectionMenu title="新闻资讯" items={news} />)).not.toContain('<details');
  expect(
    draw(<SectionMenu title="新闻资讯" items={[...news, { title: '专题', path: '/news/3', current: false }]} />),
  ).toContain('<details');
});

test('a section of one page has no menu: it would lead nowhere and take a column', () => {
  const reports = { title: 'ESG报告', path: '/socialDuty/ESG', current: true };
  const drawn = (children?: (typeof reports)[]) =>
    draw(
      <ChannelLayout
        page={buildPage({ section: { title: '社会责任', items: [{ ...reports, ...(children && { children }) }] } })}
        siteName="示例证券"
        place={() => null}
      />,
    );
  expect(drawn()).not.toContain('class="section');
  expect(drawn([{ ...reports, path: '/socialDuty/ESG/2025' }])).toContain('class="section');
});
