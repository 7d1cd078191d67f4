import type { MenuItem, ResolvedBlock, ResolvedPage, SiteState } from '#page/page-schema.ts';

function buildMenuItem(title: string, path: string, children: MenuItem[] = []): MenuItem {
  return { title, path, children };
}

export function buildPage(change: Partial<ResolvedPage> = {}): ResolvedPage {
  return {
    path: '/publicChannel/lossStatement',
    page: 'default',
    layout: 'channel',
    title: '遗失声明',
    description: '',
    channel: { channelId: '00010002000100080003', title: '遗失声明', path: '/publicChannel/lossStatement' },
    breadcrumb: [
      { title: '首页', path: '/' },
      { title: '信息公告', path: '/publicChannel' },
      { title: '遗失声明', path: '/publicChannel/lossStatement' },
    ],
    section: { title: '信息公告', items: [{ title: '遗失声明', path: '/publicChannel/lossStatement', current: true }] },
    blocks: [],
    registers: {},
    ...change,
  };
}

/** A block that shows fixed words; with `source` one that pages in the address. */
export function buildBlock(id: string, change: Partial<ResolvedBlock> = {}): ResolvedBlock {
  return { id, place: 'main', widget: 'rich-note', props: { paragraphs: [`text of ${id}`] }, source: null, ...change };
}

export function buildState(page: ResolvedPage, change: Partial<SiteState> = {}): SiteState {
  return {
    base: '/swhysc',
    siteUrl: 'http://127.0.0.1:8080',
    wireKey: '',
    shell: {
      menu: [
        buildMenuItem('新闻资讯', '/news', [
          buildMenuItem('公司新闻', '/news/company'),
          buildMenuItem('公司公告', '/news/report'),
        ]),
        buildMenuItem('信息公告', '/publicChannel'),
        buildMenuItem('投顾产品', 'https://adviser.example/'),
      ],
      brand: {
        name: '示例证券',
        englishName: 'SHILI SECURITIES',
        hotline: '400-555-0000',
        email: 'service@shili.example',
        department: '',
      },
      demo: true,
    },
    query: {},
    page,
    blocks: Object.fromEntries(page.blocks.map((block) => [block.id, { ok: true, data: null }])),
    tips: [],
    renderedAt: Date.UTC(2026, 11, 31, 20),
    ...change,
  };
}
