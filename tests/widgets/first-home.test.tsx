import { describe, expect, test } from 'vitest';
import type { ArticleItem, Banner, ChannelFacts } from '#page/data-shapes.ts';
import { View as BannerCarousel } from '#widgets/banner-carousel/View.tsx';
import { View as BusinessPanels } from '#widgets/business-panels/View.tsx';
import { entryGrid } from '#widgets/entry-grid/index.ts';
import { View as EntryGrid } from '#widgets/entry-grid/View.tsx';
import { View as HomeNews } from '#widgets/home-news/View.tsx';
import { View as QuickEntries } from '#widgets/quick-entries/View.tsx';
import { View as VerifyBox } from '#widgets/verify-box/View.tsx';
import { buildViewBlock, draw, textOf } from '../world/draw.tsx';

const block = buildViewBlock();
const item = (id: number, more: Partial<ArticleItem> = {}): ArticleItem => ({
  id: String(id),
  title: `第${id}个`,
  summary: '说明',
  originalTime: '2026-11-20T09:00:00+08:00',
  introduceImg: '',
  flagTop: 0,
  source: '',
  path: `/p/${id}`,
  ...more,
});
const listOf = (items: ArticleItem[]) => ({ items, total: items.length, pageNum: 1, pageSize: 20 });
const some = (count: number, more: (id: number) => Partial<ArticleItem> = () => ({})) =>
  listOf(Array.from({ length: count }, (_, at) => item(at + 1, more(at + 1))));

describe('[HN5] quick entries', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ title: `入口${at + 1}`, path: `/e/${at + 1}`, icon: 'book' as const }));
  const spare = [{ title: '人员核验', path: '/verify?kind=staff', icon: 'person' as const }];
  const drawn = (count: number, extra = spare) =>
    draw(
      <QuickEntries props={{ label: '常用服务', entries: entries(count), spare: extra }} data={null} block={block} />,
    );

  test('five are filled up by the spare one, other numbers are not', () => {
    for (const count of [1, 2, 3, 4, 6]) expect(drawn(count)).not.toContain('人员核验');
    expect(drawn(5).match(/<li/g)).toHaveLength(6);
    expect(drawn(5)).toContain('人员核验');
    expect(drawn(5, [{ ...spare[0]!, path: '/e/2' }]).match(/<li/g)).toHaveLength(5);
  });

  test('up to three begin with the name of the row; of one or two the hotline stands beside them', () => {
    const few = [1, 2, 3, 4].map((count) => drawn(count).includes('quick--few'));
    expect(few).toEqual([true, true, true, false]);
    // told by the markup: a page that arrives in parts would count fewer at first, and its cells would move
    const classes = [2, 3, 4, 5, 7].map((count) => /class="([^"]*)"/.exec(drawn(count, []))![1]);
    expect(classes).toEqual([
      'quick quick--fewest quick--few',
      'quick quick--few quick--odd',
      'quick quick--four',
      'quick quick--many quick--odd',
      'quick quick--many quick--rows quick--odd',
    ]);
    const called = [1, 2, 3].map((count) => drawn(count).includes('href="tel:'));
    expect(called).toEqual([true, true, false]);
  });
});

describe('[HN7] registers as facts', () => {
  const figures = (id: number): ChannelFacts['registers'][number] => ({
    register: `r${id}`,
    rows: 1234 * id,
    countWord: '人',
    dataDate: '2026-11-20',
    department: '合规管理部',
    hasFiles: id !== 2,
  });
  const having = (registers: ChannelFacts['registers']) => ({ channelFacts: { registers, words: '', ways: [] } });
  const drawn = (data: ReturnType<typeof some>, look: 'facts' | 'grid' = 'facts') =>
    draw(<EntryGrid props={{ look, more: '/all' }} data={data} block={block} />);

  test('one to three have number, unit, date, department, list and file; channels without one are left to the way to all', () => {
    const html = drawn(listOf([item(1, having([figures(1)])), item(2, having([figures(2)])), item(3, having([]))]));
    expect(textOf(html)).toContain('1,234 人');
    expect(textOf(html)).toContain('数据截至 2026-11-20 责任部门 合规管理部 查看名单 下载 Excel');
    expect(html).toContain('href="/register-file/r1.xlsx"');
    expect(html).not.toContain('r2.xlsx');
    expect(html).not.toContain('第3个');
    expect(html).toContain('href="/swhysc/all"');
  });

  test('four, none, two of one channel, and a grid that is asked for are a grid', () => {
    const isGrid = (html: string) => html.includes('class="entry"') && !html.includes('registered');
    expect(isGrid(drawn(some(4, (id) => having([figures(id)]))))).toBe(true);
    expect(isGrid(drawn(some(3)))).toBe(true);
    expect(isGrid(drawn(listOf([item(1, having([figures(1), figures(2)]))])))).toBe(true);
    expect(
      isGrid(
        drawn(
          some(1, (id) => having([figures(id)])),
          'grid',
        ),
      ),
    ).toBe(true);
  });
});

test('[HN7] a grid carries no more of its channels than it draws', () => {
  const registers = [
    { register: 'r', rows: 1, countWord: '人', dataDate: '2026-11-20', department: '', hasFiles: true },
  ];
  const data = some(1, () => ({ channelFacts: { registers, words: '说明', ways: [] } }));
  const props = (look: 'facts' | 'grid') => ({ look, more: '/all' });
  const [grid, facts] = (['grid', 'facts'] as const).map((look) => entryGrid.drawn!(data, props(look)));
  expect(facts).toEqual(data);
  expect(grid!.items).toEqual([item(1)]);
  const drawn = (given: typeof data) => draw(<EntryGrid props={props('grid')} data={given} block={block} />);
  expect(drawn(grid!)).toBe(drawn(data));
});

describe('[HN8] panels of business lines', () => {
  const drawn = (count: number, sign: 'lines' | 'bars' | 'numerals' | 'none' = 'lines') =>
    draw(
      <BusinessPanels
        props={{ sign }}
        data={some(count, (id) =>
          id === 1
            ? { channelFacts: { registers: [], words: '自己的话', ways: [{ title: '收费标准', path: '/fee' }] } }
            : {},
        )}
        block={block}
      />,
    );

  test('each has its words and ways; one without words has the way to its page', () => {
    const html = drawn(2);
    expect(textOf(html)).toContain('第1个 自己的话 收费标准 →');
    expect(html).toContain('href="/swhysc/fee"');
    expect(html).toContain('aria-label="了解更多：第2个"');
  });

  test('signs are drawn, another for each, and read by nobody; more than four have none', () => {
    const signs = [...drawn(2).matchAll(/<svg[^]*?<\/svg>/g)].map(([svg]) => svg);
    expect(signs).toHaveLength(2);
    expect(signs[0]).not.toBe(signs[1]);
    expect(signs.every((svg) => svg.includes('aria-hidden="true"'))).toBe(true);
    expect(textOf(drawn(4, 'numerals'))).toMatch(/壹.*贰.*叁.*肆/);
    expect(drawn(5, 'numerals')).not.toContain('壹');
    expect(drawn(3, 'none')).not.toContain('<svg');
  });
});

test('[HN9] up to three news are rows with their dates; of more the first is large', () => {
  const drawn = (count: number) => draw(<HomeNews props={{ picture: false }} data={some(count)} block={block} />);
  for (const count of [1, 2, 3]) {
    expect(drawn(count)).not.toContain('news__lead');
    expect(drawn(count).match(/<time/g)).toHaveLength(count);
  }
  expect(drawn(4)).toContain('news__lead');
});

describe('[HN6] the slogan', () => {
  const slogan: Banner = {
    title: '守一方信义\n做长久之事',
    text: '第二行',
    drawing: 'bars',
    seed: 3,
    picture: '',
    links: [],
    isSlogan: true,
  };
  const props = {
    label: '重点推荐',
    emptyTitle: '欢迎访问',
    emptyText: '官方网站',
    buttons: [{ title: '网上开户', path: '/openAccount' }],
  };
  const drawn = (look: 'ground' | 'split' | 'compact', items: Banner[] = [slogan]) =>
    draw(<BannerCarousel props={{ ...props, look }} data={{ items }} block={block} />);

  test('stands in the look of the page with its buttons, on a ground that a seed draws', () => {
    for (const look of ['ground', 'split', 'compact'] as const) {
      expect(drawn(look)).toContain(`carousel--${look}`);
      expect(drawn(look)).toContain('href="/swhysc/openAccount"');
    }
    expect(drawn('ground')).toContain('ground--ink');
    expect(drawn('split')).toContain('ground--light');
    expect(drawn('compact')).not.toContain('ground--');
    expect(drawn('split')).toBe(drawn('split'));
    expect(drawn('split', [{ ...slogan, seed: 4 }])).not.toBe(drawn('split'));
  });

  test('of nobody: the words of the block stand there', () => {
    expect(textOf(drawn('compact', []))).toContain('欢迎访问 官方网站 网上开户');
  });

  test('banners look as they do without a composition', () => {
    const { isSlogan: _slogan, ...banner } = slogan;
    for (const items of [[banner], [banner, banner]]) {
      expect(drawn('split', items)).toBe(drawn('ground', items));
      expect(drawn('split', items)).not.toContain('网上开户');
    }
  });
});

describe('[HN10] the verification box', () => {
  const list = (title: string, rows: number | null) => ({ title, rows, countWord: '人' });
  const drawn = (lists: ReturnType<typeof list>[], from: string, to: string) =>
    draw(
      <VerifyBox props={{ look: 'plain', text: '先查一查' }} data={{ kind: 'staff', lists, from, to }} block={block} />,
    );

  test('is a form that asks the page of the check, and says what can be checked as of when', () => {
    const html = drawn([list('投资顾问', 1029)], '2026-11-20', '2026-11-20');
    expect(html).toMatch(/<form[^>]*action="\/swhysc\/verify" method="get"/);
    expect(html).toContain('<input type="hidden" name="kind" value="staff"/>');
    expect(html).toContain('name="words"');
    expect(textOf(html)).toContain('可查投资顾问 1,029 人，数据截至 2026-11-20');
    expect(textOf(html)).not.toContain('至 2026-11-20 至');
  });

  test('names two lists and counts more; dates that differ are told from the earliest to the latest', () => {
    const html = drawn([list('甲表', 1), list('乙表', null), list('丙表', 3)], '2026-10-01', '2026-11-20');
    expect(textOf(html)).toContain('可查甲表 1 人、乙表等 3 份名册');
    expect(textOf(html)).toContain('数据截至 2026-10-01 至 2026-11-20');
    expect(textOf(drawn([list('乙表', null)], '', ''))).not.toContain('数据截至');
  });
});
