import { readFileSync } from 'node:fs';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { CHANNEL, STARTERS } from '#kinds/channel/server/starters.ts';
import type { Change } from '#kinds/index.ts';
import { composed, type Composition } from '#kinds/page/home-compositions.ts';
import type { PageSchema } from '#page/page-schema.ts';
import type { BrandSetting } from '#rules/look/brand.ts';

/**
 * A firm with little content, as its first afternoon leaves it: one register of 29 persons, three announcements, two
 * news, two lines of business, its hotline and its slogan. All of it is invented.
 */

const shipped = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../page-schemas/${path}`, import.meta.url), 'utf8'));

/** The home page that comes with the program. */
export const shippedHome = (): PageSchema => shipped('fixed/home.json') as PageSchema;

/** Looks of three firms, each with a composition that suits them. */
const LOOKS: Readonly<Record<Composition, BrandSetting & { name: string; englishName: string; city: string }>> = {
  ground: {
    name: '沅岳证券',
    englishName: 'YUANYUE SECURITIES',
    city: '长沙',
    colours: { main: '#124b3b', accent: '#c69a4b', grey: 'neutral', accentFor: 'marks' },
    headings: 'sans',
    header: 'one-row',
    slogan: {
      title: '守一方信义\n做长久之事',
      text: '立足湖南的证券公司。每一位从业人员、每一则公告，都放在看得见的地方。',
      drawing: 'waves',
      seed: 12,
    },
  },
  split: {
    name: '序明证券',
    englishName: 'XUMING SECURITIES',
    city: '杭州',
    colours: { main: '#1443d0', ink: '#0b1740', accent: '#12948a', grey: 'cool', accentFor: 'marks' },
    headings: 'sans',
    header: 'one-row',
    slogan: {
      title: '把账算清楚\n把话说明白',
      text: '费用逐项列明，人员逐一可查，系统变更提前告知。',
      drawing: 'bars',
      seed: 7,
    },
  },
  ruled: {
    name: '笃棠证券',
    englishName: 'DUTANG SECURITIES',
    city: '苏州',
    colours: { main: '#6a1a1c', accent: '#a9793f', grey: 'warm', accentFor: 'marks' },
    headings: 'serif',
    header: 'two-rows',
    slogan: {
      title: '与人守信，与时久长',
      text: '受人之托，先把自己说清楚：谁在服务，凭何资格，向谁投诉。',
      drawing: 'strata',
      seed: 4,
    },
  },
};

const SURNAMES = [...'沈顾陆江叶苏程林何罗秦许吕施张孔曹严华金魏陶姜戚谢邹喻柏水'];

const article = (channelId: string, title: string, day: string, more: Partial<ArticleDocument> = {}): Change => ({
  kind: 'article',
  document: {
    channelId,
    title,
    content: `<p>${title}的正文。</p>`,
    source: '合规管理部',
    contentTime: new Date(`${day}T01:00:00Z`).toISOString(),
    ...more,
  } as ArticleDocument,
});

/** The settings of the firm whose looks they are. */
export function looksOf(look: Composition): Change[] {
  const { name, englishName, city, ...brand } = LOOKS[look];
  return [
    {
      kind: 'setting',
      id: 'site',
      document: {
        name,
        englishName,
        fullName: `${name}有限责任公司`,
        hotline: '400-555-0288',
        email: 'service@firm.example',
        department: '合规管理部',
        addresses: [{ title: '地址', text: `${city}市示例区示例路 288 号` }],
        friendlyLinks: [{ title: '中国证监会', url: 'https://www.csrc.gov.cn/' }],
      },
    },
    { kind: 'setting', id: 'brand', document: brand },
  ];
}

/** Publications of such a firm. @param composition of its home page; absent: the page that comes with the program */
export function firstFirm(look: Composition = 'split', composition: Composition | null = look): Change[] {
  return [
    ...STARTERS.broker.channels().map((document): Change => ({ kind: 'channel', document })),
    ...looksOf(look),
    {
      kind: 'rows',
      document: {
        definition: shipped('registers/invest-advisor.json'),
        dataDate: '2026-11-20',
        department: '合规管理部',
        rows: SURNAMES.map((surname, at) => ({
          staffName: `${surname}若知`,
          certNo: `S99016240300${10 + at}`,
          orgName: '本部',
        })),
      },
    } as unknown as Change,
    article(CHANNEL.antiFraud, '关于谨防假冒我公司名义从事非法证券活动的公告', '2026-11-16'),
    article(CHANNEL.interestInfo, '关于客户交易结算资金活期存款利率的公告', '2026-11-23'),
    article(CHANNEL.lossStatement, '关于证券交易系统例行升级和业务专用章更换的公告（2026年第3号）', '2026-11-09'),
    article(CHANNEL.newsCompany, '新一代交易系统完成全链路压力测试', '2026-11-19', {
      summary: '测试覆盖委托、清算与行情，问题清单与处理结果同步存档',
    }),
    article(CHANNEL.newsCompany, '开放日：听客户讲看不懂的账单', '2026-11-11', {
      summary: '三十位客户逐行读账单，十二处说明随后改写',
    }),
    article('00010002000100030001', '个人金融', '2026-11-02', {
      summary: '从委托到结算，每一步都有时间、金额和凭据。',
    }),
    article('00010002000100030006', '投资管理', '2026-11-02', {
      summary: '建议由登记在册的投资顾问作出，依据与风险一并写明。',
    }),
    article(CHANNEL.companyIntro, '公司介绍', '2026-11-02'),
    article(CHANNEL.complaint, '投诉渠道', '2026-11-02'),
    article(CHANNEL.openAccount, '网上开户', '2026-11-02'),
    ...(composition === null
      ? []
      : [
          {
            kind: 'page',
            id: 'home',
            document: composed(shippedHome(), composition),
          } as unknown as Change,
        ]),
  ];
}
