import type { ChannelDocument } from '#kinds/channel/index.ts';

/**
 * The two channel trees of the demonstration. They hold only channels that have a page, so the menu has no dead links
 * (CH1).
 */
const ROOT = '000100020001';
export const COMPANY_ROOT = '000100170006';
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

/** id, title, url and responsible department; the other fields follow from the position in the list. */
type Line = [channelId: string, name: string, url: string, department: string, more?: Partial<ChannelDocument>];

// a root has no page of its own: its address leads to its first child, and /home is another name of the home page
const MAIN: Line[] = [
  [ROOT, '官网首页', 'home', '品牌与客户服务部'],
  [`${ROOT}0001`, '首页', '', '品牌与客户服务部', { type: 2 }],
  [NEWS, '新闻资讯', 'news', '办公室'],
  [CHANNEL.newsCompany, '公司新闻', 'news/company', '办公室'],
  [CHANNEL.newsMedium, '媒体报道', 'news/medium', '办公室'],
  [CHANNEL.newsReport, '公司公告', 'news/report', '办公室'],
  ...businessSectors(),
  [RESEARCH, '研究观点', 'research', '研究所'],
  [CHANNEL.researchHot, '热点聚焦', 'research/gfwz-rd', '研究所'],
  [CHANNEL.researchFlash, '7×24快讯', 'research/gfwz-kx', '研究所'],
  [CHANNEL.researchPicks, '研究精选', 'research/gfwz-swyj', '研究所'],
  [CHANNEL.researchNews, '财经要闻', 'research/gfwz-xw', '研究所'],
  [CHANNEL.researchWealth, '财富理财', 'research/gfwz-lc', '财富管理总部'],
  // fifth level: shown in the section menu only; its type keeps it out of the panel
  [`${RESEARCH}000600010001`, '标签专题', 'research/tags', '研究所', { type: 2, parentId: RESEARCH, classOrder: 60 }],
  [SERVE, '客户服务', 'serve', '品牌与客户服务部'],
  [CHANNEL.help, '帮助中心', 'serve/help', '品牌与客户服务部'],
  [CHANNEL.question, '常见问题', 'serve/help/question', '品牌与客户服务部'],
  [CHANNEL.telProcess, '电话委托流程', 'serve/help/telProcess', '品牌与客户服务部'],
  [MARGIN, '融资融券', 'serve/margin', '融资融券部'],
  [CHANNEL.marginNotice, '业务公告', 'serve/margin/notice', '融资融券部', { type: 2 }],
  [CHANNEL.marginGuide, '业务指南', 'serve/margin/guide', '融资融券部', { type: 2 }],
  [CHANNEL.marginContract, '合同及风险揭示书', 'serve/margin/contract', '融资融券部', { type: 2 }],
  [CHANNEL.marginLaw, '法律法规', 'serve/margin/law', '合规管理总部', { type: 2 }],
  ...marginTables(),
  [CHANNEL.download, '软件下载', 'serve/download', '信息技术总部'],
  [CHANNEL.privateFund, '私募基金公示', 'serve/products/privateFund', '私募投资子公司管理部'],
  [CHANNEL.branch, '营业网点', 'branch', '运营管理总部'],
  [CHANNEL.openAccount, '网上开户', 'openAccount', '网络金融部'],
  [`${SERVE}0009`, '投顾产品', 'https://advisor.shili.example/', '财富管理总部'],
  [CHANNEL.investorEdu, '投资者教育', 'publicChannel/investorEdu', '投资者教育基地'],
  [CHANNEL.socialDuty, '社会责任', 'socialDuty', '办公室'],
  [CHANNEL.esg, 'ESG报告', 'socialDuty/ESG', '办公室'],
  [SECTION, '信息公告', 'publicChannel', '合规管理总部'],
  [CHANNEL.aboutUs, '关于我们', 'aboutUs', '办公室'],
  [CHANNEL.orgStructure, '组织架构', 'aboutUs/orgStructure', '人力资源部'],
  [CHANNEL.boardOfDirectors, '董事会', 'aboutUs/boardOfDirectors', '办公室'],
  [`${ROOT}0010`, '私募投资子公司', 'SYInvestment', '私募投资子公司管理部', { type: 2 }],
  [LEGAL, '法律文件', 'legal', '合规管理总部', { type: 2 }],
  [CHANNEL.privacyPolicy, '隐私政策', 'legal/privacy', '合规管理总部', { type: 2 }],
  [CHANNEL.userAgreement, '用户协议', 'legal/agreement', '合规管理总部', { type: 2 }],
  [CHANNEL.legalNotice, '法律声明', 'legal/notice', '合规管理总部', { type: 2 }],
];

const COMPANY: Line[] = [
  [COMPANY_ROOT, '公司信息', 'aboutUs/company', '办公室'],
  [CHANNEL.companyProfile, '公司概况', 'publicChannel/companyProfile', '办公室'],
  [CHANNEL.companyIntro, '公司介绍', 'publicChannel/companyIntro', '办公室'],
  [`${COMPANY_ROOT}0003`, '公司新闻', 'publicChannel/companyNews', '办公室', { sameAs: CHANNEL.newsCompany }],
  [`${COMPANY_ROOT}0004`, '公司公告', 'publicChannel/companyNotice', '办公室', { sameAs: CHANNEL.newsReport }],
  [`${COMPANY_ROOT}0005`, '营业网点', 'branch', '运营管理总部', { sameAs: CHANNEL.branch }],
  [`${COMPANY_ROOT}0006`, '人才招聘', 'publicChannel/recruit', '人力资源部'],
  [CHANNEL.recruitNews, '招聘动态', 'publicChannel/recruitNews', '人力资源部'],
  [`${COMPANY_ROOT}00060002`, '招聘岗位', 'publicChannel/recruitJobs', '人力资源部'],
  [CHANNEL.staffStyle, '员工风采', 'publicChannel/staffStyle', '人力资源部'],
  [CHANNEL.staffDevelopment, '员工发展', 'publicChannel/staffDevelopment', '人力资源部'],
];

/** The three business lines of 机构服务及交易 are tabs in the page, so they are not in the panel. */
function businessSectors(): Line[] {
  const SECTORS = `${ROOT}0003`;
  const url = (name: string) => `businessSector/${name}`;
  const lines: Line[] = [
    ['0001', '个人金融', url('personalFinance'), '财富管理总部'],
    ['0002', '机构服务及交易', url('instSvcTxBus'), '机构客户总部'],
    ['00020001', '主经纪商', url('instSvcTxBus/primeBroker'), '主经纪商业务部', { type: 2 }],
    ['00020002', '研究咨询', url('instSvcTxBus/reseConsult'), '研究所', { type: 2 }],
    ['00020003', '自营交易', url('instSvcTxBus/selfTrade'), '固定收益总部', { type: 2 }],
    ['0003', '企业金融', url('corpFinance'), '投资银行总部'],
    ['0004', '投资银行', url('investBank'), '投资银行总部'],
    ['0005', '本金投资', url('principal'), '本金投资总部'],
    ['0006', '投资管理', url('investMgmt'), '资产管理总部'],
    ['0007', '国际业务', url('intlBusiness'), '国际业务部'],
  ];
  return [
    [SECTORS, '业务板块', 'businessSector', '办公室'],
    ...lines.map(([id, ...rest]): Line => [SECTORS + id, ...rest]),
  ];
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
  return tables.flatMap(([id, name, url, kept]): Line[] => {
    const table: Line = [MARGIN + id, name, `serve/margin/${url}`, '融资融券部', { type: 2 }];
    return kept
      ? [table, [`${MARGIN}${id}0001`, '变动清单', `serve/margin/${url}/changes`, '融资融券部', { type: 2 }]]
      : [table];
  });
}

/** end of the id or whole id, title, url below publicChannel/, department */
const DISCLOSURE: [id: string, name: string, url: string, department: string, more?: Partial<ChannelDocument>][] = [
  ['0001', '公司基本信息公示', 'companyInfo', '办公室'],
  ['0002', '公司组织架构图', 'orgChart', '人力资源部', { sameAs: CHANNEL.orgStructure }],
  ['0003', '遗失声明', 'lossStatement', '办公室'],
  ['0004', '私募股权业务人员公示', 'privateEquityStaff', '私募投资子公司管理部'],
  ['0005', '债券投资交易人员公示', 'bondInvestment', '固定收益总部', { freshness: 'days-5' }],
  ['0006', '利率信息公告', 'interestInfo', '资金管理总部'],
  ['0007', '销售金融产品信息公示', 'finProductInfo', '金融产品总部'],
  ['0008', '收益凭证', 'sypz', '金融产品总部', { freshness: 'weekly' }],
  ['0009', '期货IB业务公示', 'futuresIB', '期货IB业务部'],
  ['0010', '开放式基金', 'openFund', '金融产品总部'],
  ['0011', 'ETF申购赎回资格公示', 'etfQualify', '机构客户总部'],
  ['0012', '营销人员公示', 'marketers', '财富管理总部', { freshness: 'weekly' }],
  ['0013', '证券投资顾问公示', 'investAdvisor', '财富管理总部', { freshness: 'weekly' }],
  ['0014', '非现场开户网点及人员公示', 'offsiteBranch', '运营管理总部'],
  ['0015', '私募基金公示', 'privateFund', '私募投资子公司管理部', { sameAs: CHANNEL.privateFund }],
  ['0016', '投诉与纠纷调解渠道', 'complaint', '品牌与客户服务部'],
  ['0017', '收费标准公示', 'feeStandard', '财富管理总部'],
  ['0018', '防范非法证券活动', 'antiFraud', '合规管理总部'],
  ['0019', '业务资料下载', 'formDownload', '运营管理总部'],
  ['0020', '基金投资推荐人员公示', 'fundReferrer', '金融产品总部'],
  ['fundSaleStaff', '基金销售资格人员公示', 'fundSaleStaff', '金融产品总部', { freshness: 'monthly' }],
  ['advisoryStaff', '基金投资顾问人员公示', 'advisoryStaff', '财富管理总部'],
];

/** All channels, parents first. */
export function demoChannels(): ChannelDocument[] {
  const disclosure = DISCLOSURE.map(([id, name, url, department, more], place): ChannelDocument => ({
    channelId: /^\d/.test(id) ? SECTION + id : id,
    parentId: SECTION,
    classOrder: (place + 1) * 10,
    url: `publicChannel/${url}`,
    name,
    type: 2,
    department,
    ...more,
  }));
  return [...[...MAIN, ...COMPANY].map(toChannel), ...disclosure];
}

/** In numbered ids the parent's id is the id without its last four digits; a root's id has 12 digits. */
function toChannel([channelId, name, url, department, more]: Line): ChannelDocument {
  const isRoot = channelId.length === ROOT.length;
  return {
    channelId,
    parentId: isRoot ? '' : channelId.slice(0, -4),
    classOrder: isRoot ? 10 : Number(channelId.slice(-4)) * 10,
    url,
    name,
    type: 1,
    department,
    ...more,
  };
}
