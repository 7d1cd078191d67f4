import { wholeTree } from '#kinds/channel/starters.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';

export { CHANNEL } from '#kinds/channel/starters.ts';
export { COMPANY_ROOT } from '#rules/channel-tree.ts';

/**
 * The two channel trees of the demonstration: those of the specification, with departments and duties. They hold only
 * channels that have a page, so the menu has no dead links (CH1).
 */

/** By responsible department the urls of its channels. */
const DEPARTMENTS: Record<string, readonly string[]> = {
  品牌与客户服务部: [
    'home',
    '',
    'serve',
    'serve/help',
    'serve/help/question',
    'serve/help/telProcess',
    'publicChannel/complaint',
  ],
  办公室: [
    'news',
    'news/company',
    'news/medium',
    'news/report',
    'businessSector',
    'socialDuty',
    'socialDuty/ESG',
    'aboutUs',
    'aboutUs/boardOfDirectors',
    'aboutUs/company',
    'publicChannel/companyProfile',
    'publicChannel/companyIntro',
    'publicChannel/companyNews',
    'publicChannel/companyNotice',
    'publicChannel/companyInfo',
    'publicChannel/lossStatement',
  ],
  财富管理总部: [
    'businessSector/personalFinance',
    'research/gfwz-lc',
    'https://advisor.shili.example/',
    'publicChannel/marketers',
    'publicChannel/investAdvisor',
    'publicChannel/feeStandard',
    'publicChannel/advisoryStaff',
  ],
  机构客户总部: ['businessSector/instSvcTxBus', 'publicChannel/etfQualify'],
  主经纪商业务部: ['businessSector/instSvcTxBus/primeBroker'],
  研究所: [
    'businessSector/instSvcTxBus/reseConsult',
    'research',
    'research/gfwz-rd',
    'research/gfwz-kx',
    'research/gfwz-swyj',
    'research/gfwz-xw',
    'research/tags',
  ],
  固定收益总部: ['businessSector/instSvcTxBus/selfTrade', 'publicChannel/bondInvestment'],
  投资银行总部: ['businessSector/corpFinance', 'businessSector/investBank'],
  本金投资总部: ['businessSector/principal'],
  资产管理总部: ['businessSector/investMgmt'],
  国际业务部: ['businessSector/intlBusiness'],
  融资融券部: [
    'serve/margin',
    'serve/margin/notice',
    'serve/margin/guide',
    'serve/margin/contract',
    'serve/margin/deposit-ratio',
    'serve/margin/deposit-ratio/changes',
    'serve/margin/conver-rate',
    'serve/margin/conver-rate/changes',
    'serve/margin/stock',
    'serve/margin/stock/changes',
    'serve/margin/concentration',
    'serve/margin/interest-rate',
    'serve/margin/warrant-ratio',
  ],
  合规管理总部: [
    'serve/margin/law',
    'publicChannel',
    'legal',
    'legal/privacy',
    'legal/agreement',
    'legal/notice',
    'publicChannel/antiFraud',
  ],
  信息技术总部: ['serve/download'],
  私募投资子公司管理部: [
    'serve/products/privateFund',
    'SYInvestment',
    'publicChannel/privateEquityStaff',
    'publicChannel/privateFund',
  ],
  运营管理总部: ['branch', 'branch', 'publicChannel/offsiteBranch', 'publicChannel/formDownload'],
  网络金融部: ['openAccount'],
  投资者教育基地: ['publicChannel/investorEdu'],
  人力资源部: [
    'aboutUs/orgStructure',
    'publicChannel/recruit',
    'publicChannel/recruitNews',
    'publicChannel/recruitJobs',
    'publicChannel/staffStyle',
    'publicChannel/staffDevelopment',
    'publicChannel/orgChart',
  ],
  资金管理总部: ['publicChannel/interestInfo'],
  金融产品总部: [
    'publicChannel/finProductInfo',
    'publicChannel/sypz',
    'publicChannel/openFund',
    'publicChannel/fundReferrer',
    'publicChannel/fundSaleStaff',
  ],
  期货IB业务部: ['publicChannel/futuresIB'],
};

const FRESHNESS: Readonly<Record<string, string>> = {
  '00010002000100080005': 'days-5',
  '00010002000100080008': 'weekly',
  '00010002000100080012': 'weekly',
  '00010002000100080013': 'weekly',
  fundSaleStaff: 'monthly',
};

const ADVISORY: ChannelDocument = {
  channelId: '00010002000100050009',
  parentId: '0001000200010005',
  classOrder: 90,
  url: 'https://advisor.shili.example/',
  name: '投顾产品',
  type: 1,
};

/** All channels, parents first. */
export function demoChannels(): ChannelDocument[] {
  const all = wholeTree();
  const at = all.findIndex(({ url }) => url === 'openAccount') + 1;
  return all.toSpliced(at, 0, ADVISORY).map((channel) => ({
    ...channel,
    department: departmentOf(channel.url),
    ...(FRESHNESS[channel.channelId] && { freshness: FRESHNESS[channel.channelId]! }),
  }));
}

const departmentOf = (url: string): string =>
  Object.entries(DEPARTMENTS).find(([, urls]) => urls.includes(url))?.[0] ?? '';
