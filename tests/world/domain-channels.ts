/** The channels that the demonstration must have: id, title, url. '…' stands for the id of the root of the tree. */
const ROOT = '000100020001';
const COMPANY = '000100170006';
const tree = (root: string, lines: string): [id: string, title: string, url: string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [id, title, url = ''] = line.trim().split(' ');
      return [id!.replace('…', root), title!, url];
    });

export const DOMAIN_CHANNELS = [
  ...tree(
    ROOT,
    `…0001 首页
    …0002 新闻资讯 news
    …00020001 公司新闻 news/company
    …00020002 媒体报道 news/medium
    …00020003 公司公告 news/report
    …0003 业务板块 businessSector
    …00030001 个人金融 businessSector/personalFinance
    …00030002 机构服务及交易 businessSector/instSvcTxBus
    …000300020001 主经纪商 businessSector/instSvcTxBus/primeBroker
    …000300020002 研究咨询 businessSector/instSvcTxBus/reseConsult
    …000300020003 自营交易 businessSector/instSvcTxBus/selfTrade
    …00030003 企业金融 businessSector/corpFinance
    …00030004 投资银行 businessSector/investBank
    …00030005 本金投资 businessSector/principal
    …00030006 投资管理 businessSector/investMgmt
    …00030007 国际业务 businessSector/intlBusiness
    …0004 研究观点 research
    …00040001 热点聚焦 research/gfwz-rd
    …00040002 7×24快讯 research/gfwz-kx
    …00040003 研究精选 research/gfwz-swyj
    …00040004 财经要闻 research/gfwz-xw
    …00040005 财富理财 research/gfwz-lc
    …0005 客户服务 serve
    …00050001 帮助中心 serve/help
    …00050002 常见问题 serve/help/question
    …00050003 电话委托流程 serve/help/telProcess
    …00050004 融资融券 serve/margin
    …000500040001 业务公告 serve/margin/notice
    …000500040002 业务指南 serve/margin/guide
    …000500040003 合同及风险揭示书 serve/margin/contract
    …000500040004 法律法规 serve/margin/law
    …000500040005 标的证券及保证金比例 serve/margin/deposit-ratio
    …000500040006 可充抵保证金证券及折算率 serve/margin/conver-rate
    …000500040007 标的证券查询 serve/margin/stock
    …000500040008 持仓集中度 serve/margin/concentration
    …000500040009 利率与费率 serve/margin/interest-rate
    …000500040010 维持担保比例 serve/margin/warrant-ratio
    …00050005 软件下载 serve/download
    …00050006 私募基金公示 serve/products/privateFund
    …00050007 营业网点 branch
    …00050008 网上开户 openAccount
    …0006 投资者教育 publicChannel/investorEdu
    …0007 社会责任 socialDuty
    …00070001 ESG报告 socialDuty/ESG
    …0008 信息公告 publicChannel
    …00080001 公司基本信息公示 publicChannel/companyInfo
    …00080002 公司组织架构图 publicChannel/orgChart
    …00080003 遗失声明 publicChannel/lossStatement
    …00080004 私募股权业务人员公示 publicChannel/privateEquityStaff
    …00080005 债券投资交易人员公示 publicChannel/bondInvestment
    …00080006 利率信息公告 publicChannel/interestInfo
    …00080007 销售金融产品信息公示 publicChannel/finProductInfo
    …00080008 收益凭证 publicChannel/sypz
    …00080009 期货IB业务公示 publicChannel/futuresIB
    …00080010 开放式基金 publicChannel/openFund
    …00080011 ETF申购赎回资格公示 publicChannel/etfQualify
    …00080012 营销人员公示 publicChannel/marketers
    …00080013 证券投资顾问公示 publicChannel/investAdvisor
    …00080014 非现场开户网点及人员公示 publicChannel/offsiteBranch
    …00080015 私募基金公示 publicChannel/privateFund
    …00080016 投诉与纠纷调解渠道 publicChannel/complaint
    …00080017 收费标准公示 publicChannel/feeStandard
    …00080018 防范非法证券活动 publicChannel/antiFraud
    …00080019 业务资料下载 publicChannel/formDownload
    …00080020 基金投资推荐人员公示 publicChannel/fundReferrer
    fundSaleStaff 基金销售资格人员公示 publicChannel/fundSaleStaff
    advisoryStaff 基金投资顾问人员公示 publicChannel/advisoryStaff
    …0009 关于我们 aboutUs
    …00090001 组织架构 aboutUs/orgStructure
    …00090002 董事会 aboutUs/boardOfDirectors
    …0010 私募投资子公司 SYInvestment`,
  ),
  ...tree(
    COMPANY,
    `…0001 公司概况 publicChannel/companyProfile
    …0002 公司介绍 publicChannel/companyIntro
    …0003 公司新闻 publicChannel/companyNews
    …0004 公司公告 publicChannel/companyNotice
    …0005 营业网点 branch
    …0006 人才招聘 publicChannel/recruit
    …00060001 招聘动态 publicChannel/recruitNews
    …00060002 招聘岗位 publicChannel/recruitJobs
    …00060003 员工风采 publicChannel/staffStyle
    …00060004 员工发展 publicChannel/staffDevelopment`,
  ),
];
