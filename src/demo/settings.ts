import { researchTags, researchTopics } from './articles/research/words.ts';
import type { SiteSetting } from '#page/settings/site.ts';
import { demoBanners } from './banners.ts';
import { demoSearchWords } from './search-words.ts';
import { EMAIL, HOTLINE } from './numbers.ts';

const link = (title: string, url: string) => ({ title, url });

/** The market authorities are real; the firm and its group are invented. */
const FRIENDLY_LINKS = [
  link('中国证监会', 'http://www.csrc.gov.cn/'),
  link('上海证券交易所', 'https://www.sse.com.cn/'),
  link('深圳证券交易所', 'https://www.szse.cn/'),
  link('北京证券交易所', 'https://www.bse.cn/'),
  link('全国股转公司', 'https://www.neeq.com.cn/'),
  link('中国结算', 'http://www.chinaclear.cn/'),
  link('中国证券业协会', 'https://www.sac.net.cn/'),
  link('中国基金业协会', 'https://www.amac.org.cn/'),
  link('中国投资者网', 'https://www.investor.org.cn/'),
];

const MEMBERS: readonly (readonly [title: string, host: string])[] = [
  ['示例集团', 'group'],
  ['示例证券承销保荐', 'sponsor'],
  ['示例北辰证券', 'beichen'],
  ['示例资产管理', 'am'],
  ['示例期货', 'futures'],
  ['示例基金管理', 'fund'],
  ['示例国际', 'international'],
  ['示例投资', 'capital'],
  ['示例创新投资', 'innovation'],
  ['示例产业投资', 'industry'],
  ['示例研究所', 'research'],
  ['示例融资租赁', 'leasing'],
];

const site = {
  name: '示例证券',
  englishName: 'SHILI SECURITIES',
  fullName: '示例证券有限公司',
  department: '品牌与客户服务部',
  hotline: HOTLINE,
  complaintPhone: HOTLINE,
  email: EMAIL,
  addresses: [{ title: '地址', text: '上海市新城区滨江大道1号示例证券大厦' }],
  zipCode: '200120',
  fax: '021-55500100',
  filings: {
    icp: { text: '示例ICP备00000000号', url: 'https://beian.miit.gov.cn/' },
    publicSecurity: { text: '示例公网安备 00000000000000号', url: 'https://beian.mps.gov.cn/' },
    ipv6: '本网站支持IPv6',
  },
  friendlyLinks: FRIENDLY_LINKS,
  memberCompanies: MEMBERS.map(([title, host]) => link(title, `https://${host}.shili.example/`)),
  login: {
    dev: 'https://login-dev.shili.example/',
    test: 'https://login-test.shili.example/',
    production: 'https://login.shili.example/',
  },
  englishSite: 'https://en.shili.example/',
  wealthApp: { name: '示例财富APP', download: 'https://app.shili.example/download' },
  customerService: 'https://service.shili.example/chat',
  advisorySite: 'https://advisor.shili.example/',
  groupSite: 'https://group.shili.example/',
} satisfies SiteSetting;

export const demoSite = site;

/** Settings of the demonstration; 'site' holds what header and footer say about the firm. */
export const demoSettings: Record<string, unknown> = {
  site,
  'research.topics': researchTopics,
  'research.tags': researchTags,
  demo: true,
  banners: demoBanners,
  'search.words': demoSearchWords,
  'webparam.sys.skin_zq': 'false',
  'webparam.sys.tracking': '',
};
