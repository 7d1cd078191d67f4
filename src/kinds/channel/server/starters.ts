import type { BlockSchema, PageSchema } from '#page/page-schema.ts';
import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import type { ChannelDocument } from '../index.ts';

/**
 * The trees that a new site may begin with (SU4). Their channels have the ids and addresses by which the pages of
 * page-schemas/ find them; the first tree is that of the specification.
 */
const ROOT = MAIN_ROOT;
const HOME = `${ROOT}0001`;
const NEWS = `${ROOT}0002`;
const RESEARCH = `${ROOT}0004`;
const SERVE = `${ROOT}0005`;
const MARGIN = `${SERVE}0004`;
const SECTION = `${ROOT}0008`;
const LEGAL = `${ROOT}0011`;

export const CHANNEL = {
  newsCompany: `${NEWS}0001`,
  newsMedium: `${NEWS}0002`,
  newsReport: `${NEWS}0003`,
  researchHot: `${RESEARCH}0001`,
  researchFlash: `${RESEARCH}0002`,
  researchPicks: `${RESEARCH}0003`,
  researchNews: `${RESEARCH}0004`,
  researchWealth: `${RESEARCH}0005`,
  help: `${SERVE}0001`,
  question: `${SERVE}0002`,
  telProcess: `${SERVE}0003`,
  marginNotice: `${MARGIN}0001`,
  marginGuide: `${MARGIN}0002`,
  marginContract: `${MARGIN}0003`,
  marginLaw: `${MARGIN}0004`,
  download: `${SERVE}0005`,
  openAccount: `${SERVE}0008`,
  privateFund: `${SERVE}0006`,
  branch: `${SERVE}0007`,
  investorEdu: `${ROOT}0006`,
  aboutUs: `${ROOT}0009`,
  orgStructure: `${ROOT}00090001`,
  boardOfDirectors: `${ROOT}00090002`,
  socialDuty: `${ROOT}0007`,
  esg: `${ROOT}00070001`,
  recruitNews: `${COMPANY_ROOT}00060001`,
  staffStyle: `${COMPANY_ROOT}00060003`,
  staffDevelopment: `${COMPANY_ROOT}00060004`,
  privacyPolicy: `${LEGAL}0001`,
  userAgreement: `${LEGAL}0002`,
  legalNotice: `${LEGAL}0003`,
  companyProfile: `${COMPANY_ROOT}0001`,
  companyIntro: `${COMPANY_ROOT}0002`,
  lossStatement: `${SECTION}0003`,
  privateEquityStaff: `${SECTION}0004`,
  bondInvestment: `${SECTION}0005`,
  interestInfo: `${SECTION}0006`,
  sypz: `${SECTION}0008`,
  futuresIB: `${SECTION}0009`,
  openFund: `${SECTION}0010`,
  marketers: `${SECTION}0012`,
  offsiteBranch: `${SECTION}0014`,
  complaint: `${SECTION}0016`,
  feeStandard: `${SECTION}0017`,
  antiFraud: `${SECTION}0018`,
  formDownload: `${SECTION}0019`,
  fundReferrer: `${SECTION}0020`,
  fundSaleStaff: 'fundSaleStaff',
  advisoryStaff: 'advisoryStaff',
} as const;

/** id, title, url; the other fields follow from the position in the list. */
type Line = [channelId: string, name: string, url: string, more?: Partial<ChannelDocument>];

// a root has no page of its own: its address leads to its first child, and /home is another name of the home page
const MAIN: Line[] = [
  [ROOT, '官网首页', 'home'],
  [HOME, '首页', '', { type: 2 }],
  [NEWS, '新闻资讯', 'news'],
  [CHANNEL.newsCompany, '公司新闻', 'news/company'],
  [CHANNEL.newsMedium, '媒体报道', 'news/medium'],
  [CHANNEL.newsReport, '公司公告', 'news/report'],
  ...businessSectors(),
  [RESEARCH, '研究观点', 'research'],
  [CHANNEL.researchHot, '热点聚焦', 'research/gfwz-rd'],
  [CHANNEL.researchFlash, '7×24快讯', 'research/gfwz-kx'],
  [CHANNEL.researchPicks, '研究精选', 'research/gfwz-swyj'],
  [CHANNEL.researchNews, '财经要闻', 'research/gfwz-xw'],
  [CHANNEL.researchWealth, '财富理财', 'research/gfwz-lc'],
  // fifth level: shown in the section menu only; its type keeps it out of the panel
  [`${RESEARCH}000600010001`, '标签专题', 'research/tags', { type: 2, parentId: RESEARCH, classOrder: 60 }],
  [SERVE, '客户服务', 'serve'],
  [CHANNEL.help, '帮助中心', 'serve/help'],
  [CHANNEL.question, '常见问题', 'serve/help/question'],
  [CHANNEL.telProcess, '电话委托流程', 'serve/help/telProcess'],
  [MARGIN, '融资融券', 'serve/margin'],
  [CHANNEL.marginNotice, '业务公告', 'serve/margin/notice', { type: 2 }],
  [CHANNEL.marginGuide, '业务指南', 'serve/margin/guide', { type: 2 }],
  [CHANNEL.marginContract, '合同及风险揭示书', 'serve/margin/contract', { type: 2 }],
  [CHANNEL.marginLaw, '法律法规', 'serve/margin/law', { type: 2 }],
  ...marginTables(),
  [CHANNEL.download, '软件下载', 'serve/download'],
  [CHANNEL.privateFund, '私募基金公示', 'serve/products/privateFund'],
  [CHANNEL.branch, '营业网点', 'branch'],
  [CHANNEL.openAccount, '网上开户', 'openAccount'],
  [CHANNEL.investorEdu, '投资者教育', 'publicChannel/investorEdu'],
  [CHANNEL.socialDuty, '社会责任', 'socialDuty'],
  [CHANNEL.esg, 'ESG报告', 'socialDuty/ESG'],
  [SECTION, '信息公告', 'publicChannel'],
  [CHANNEL.aboutUs, '关于我们', 'aboutUs'],
  [CHANNEL.orgStructure, '组织架构', 'aboutUs/orgStructure'],
  [CHANNEL.boardOfDirectors, '董事会', 'aboutUs/boardOfDirectors'],
  [`${ROOT}0010`, '私募投资子公司', 'SYInvestment', { type: 2 }],
  [LEGAL, '法律文件', 'legal', { type: 2 }],
  [CHANNEL.privacyPolicy, '隐私政策', 'legal/privacy', { type: 2 }],
  [CHANNEL.userAgreement, '用户协议', 'legal/agreement', { type: 2 }],
  [CHANNEL.legalNotice, '法律声明', 'legal/notice', { type: 2 }],
];

const COMPANY: Line[] = [
  [COMPANY_ROOT, '公司信息', 'aboutUs/company'],
  [CHANNEL.companyProfile, '公司概况', 'publicChannel/companyProfile'],
  [CHANNEL.companyIntro, '公司介绍', 'publicChannel/companyIntro'],
  [`${COMPANY_ROOT}0003`, '公司新闻', 'publicChannel/companyNews', { sameAs: CHANNEL.newsCompany }],
  [`${COMPANY_ROOT}0004`, '公司公告', 'publicChannel/companyNotice', { sameAs: CHANNEL.newsReport }],
  [`${COMPANY_ROOT}0005`, '营业网点', 'branch', { sameAs: CHANNEL.branch }],
  [`${COMPANY_ROOT}0006`, '人才招聘', 'publicChannel/recruit'],
  [CHANNEL.recruitNews, '招聘动态', 'publicChannel/recruitNews'],
  [`${COMPANY_ROOT}00060002`, '招聘岗位', 'publicChannel/recruitJobs'],
  [CHANNEL.staffStyle, '员工风采', 'publicChannel/staffStyle'],
  [CHANNEL.staffDevelopment, '员工发展', 'publicChannel/staffDevelopment'],
];

/** The three business lines of 机构服务及交易 are tabs in the page, so they are not in the panel. */
function businessSectors(): Line[] {
  const SECTORS = `${ROOT}0003`;
  const url = (name: string) => `businessSector/${name}`;
  const lines: Line[] = [
    ['0001', '个人金融', url('personalFinance')],
    ['0002', '机构服务及交易', url('instSvcTxBus')],
    ['00020001', '主经纪商', url('instSvcTxBus/primeBroker'), { type: 2 }],
    ['00020002', '研究咨询', url('instSvcTxBus/reseConsult'), { type: 2 }],
    ['00020003', '自营交易', url('instSvcTxBus/selfTrade'), { type: 2 }],
    ['0003', '企业金融', url('corpFinance')],
    ['0004', '投资银行', url('investBank')],
    ['0005', '本金投资', url('principal')],
    ['0006', '投资管理', url('investMgmt')],
    ['0007', '国际业务', url('intlBusiness')],
  ];
  return [[SECTORS, '业务板块', 'businessSector'], ...lines.map(([id, ...rest]): Line => [SECTORS + id, ...rest])];
}

/**
 * The tables of margin trading follow the four article lists of the section. Type 2: they have tabs and a side menu,
 * but are not in the panel.
 */
function marginTables(): Line[] {
  const tables: [id: string, name: string, url: string, kept: boolean][] = [
    ['0005', '标的证券及保证金比例', 'deposit-ratio', true],
    ['0006', '可充抵保证金证券及折算率', 'conver-rate', true],
    ['0007', '标的证券查询', 'stock', true],
    ['0008', '持仓集中度', 'concentration', false],
    ['0009', '利率与费率', 'interest-rate', false],
    ['0010', '维持担保比例', 'warrant-ratio', false],
  ];
  return tables.flatMap(([id, name, url, included]): Line[] => {
    const table: Line = [MARGIN + id, name, `serve/margin/${url}`, { type: 2 }];
    return included ? [table, [`${MARGIN}${id}0001`, '变动清单', `serve/margin/${url}/changes`, { type: 2 }]] : [table];
  });
}

/** end of the id or whole id, title, url below publicChannel/ */
const DISCLOSURE: [id: string, name: string, url: string, more?: Partial<ChannelDocument>][] = [
  ['0001', '公司基本信息公示', 'companyInfo'],
  ['0002', '公司组织架构图', 'orgChart', { sameAs: CHANNEL.orgStructure }],
  ['0003', '遗失声明', 'lossStatement'],
  ['0004', '私募股权业务人员公示', 'privateEquityStaff'],
  ['0005', '债券投资交易人员公示', 'bondInvestment'],
  ['0006', '利率信息公告', 'interestInfo'],
  ['0007', '销售金融产品信息公示', 'finProductInfo'],
  ['0008', '收益凭证', 'sypz'],
  ['0009', '期货IB业务公示', 'futuresIB'],
  ['0010', '开放式基金', 'openFund'],
  ['0011', 'ETF申购赎回资格公示', 'etfQualify'],
  ['0012', '营销人员公示', 'marketers'],
  ['0013', '证券投资顾问公示', 'investAdvisor'],
  ['0014', '非现场开户网点及人员公示', 'offsiteBranch'],
  ['0015', '私募基金公示', 'privateFund', { sameAs: CHANNEL.privateFund }],
  ['0016', '投诉与纠纷调解渠道', 'complaint'],
  ['0017', '收费标准公示', 'feeStandard'],
  ['0018', '防范非法证券活动', 'antiFraud'],
  ['0019', '业务资料下载', 'formDownload'],
  ['0020', '基金投资推荐人员公示', 'fundReferrer'],
  ['fundSaleStaff', '基金销售资格人员公示', 'fundSaleStaff'],
  ['advisoryStaff', '基金投资顾问人员公示', 'advisoryStaff'],
];

const disclosures = (): ChannelDocument[] =>
  DISCLOSURE.map(([id, name, url, more], place) => ({
    channelId: /^\d/.test(id) ? SECTION + id : id,
    parentId: SECTION,
    classOrder: (place + 1) * 10,
    url: `publicChannel/${url}`,
    name,
    type: 2,
    ...more,
  }));

/** In numbered ids the parent's id is the id without its last four digits; a root's id has 12 digits. */
function toChannel([channelId, name, url, more]: Line): ChannelDocument {
  const isRoot = channelId.length === ROOT.length;
  return {
    channelId,
    parentId: isRoot ? '' : channelId.slice(0, -4),
    classOrder: isRoot ? 10 : Number(channelId.slice(-4)) * 10,
    url,
    name,
    type: 1,
    ...more,
  };
}

/** All channels of the specification, parents first. */
export const wholeTree = (): ChannelDocument[] => [...[...MAIN, ...COMPANY].map(toChannel), ...disclosures()];

/** The home page and these sections alone; what shows the content of a channel that is not here goes. */
function partOfTree(sections: readonly string[]): ChannelDocument[] {
  const included = wholeTree().filter(
    ({ channelId, parentId }) => [ROOT, HOME, ...sections].includes(channelId) || sections.includes(parentId),
  );
  const ids = new Set(included.map(({ channelId }) => channelId));
  return included.filter(({ sameAs }) => sameAs === undefined || ids.has(sameAs));
}

/** SU25: where the firm's own statement is published; the page around it comes with the program. */
const STATEMENT = toChannel([`${LEGAL}0004`, '适老化与无障碍说明', 'accessibility', { type: 2 }]);

/** SU4: what a new site may begin with. */
export const STARTERS = {
  broker: {
    title: '券商信息公告',
    about: '规范所列的全部栏目：新闻、业务、研究、客户服务、融资融券、信息公告、关于我们、法律文件，登记表为空',
    channels: () => [...wholeTree(), STATEMENT],
  },
  disclosure: {
    title: '只有公示',
    about: '首页、信息公告下的各个公示栏目和法律文件，登记表为空',
    channels: () => [...partOfTree([SECTION, LEGAL]), STATEMENT],
  },
  blank: {
    title: '空白',
    about: '首页和开通前必须有的法律文件，其他栏目自己新建，首页列出其中的一级栏目',
    channels: () => [...partOfTree([LEGAL]), STATEMENT],
    home: homeOfOwnChannels,
  },
} as const satisfies Record<string, Starter>;

interface Starter {
  title: string;
  about: string;
  channels: () => ChannelDocument[];
  /** its home page, made of the one that comes with the program; absent: that one as it is */
  home?: (shipped: PageSchema) => PageSchema;
}

/** The home page that shows no channel by its number: those of the first level are listed, whatever they are. */
function homeOfOwnChannels({ $schema: _editor, ...shipped }: PageSchema): PageSchema {
  const ofNoChannel = shipped.blocks.filter(({ source }) => !source || source.name === 'banners');
  const isEnd = ({ place }: BlockSchema): boolean => place === 'band';
  return {
    ...shipped,
    blocks: [
      ...ofNoChannel.filter((block) => !isEnd(block)),
      {
        id: 'channels',
        place: 'main',
        heading: '栏目',
        widget: 'entry-grid',
        source: { name: 'section-overview', params: { channelId: ROOT, count: 12 } },
      },
      ...ofNoChannel.filter(isEnd),
    ],
  };
}

export type StarterName = keyof typeof STARTERS;
