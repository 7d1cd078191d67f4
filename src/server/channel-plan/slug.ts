/** Words of the trade as addresses have them. Longer ones are looked for first. */
const WORDS: readonly (readonly [string, string])[] = Object.entries({
  投资者: 'investor', 投资顾问: 'advisor', 投顾: 'advisor', 从业人员: 'staff', 人员: 'staff', 员工: 'staff', 私募股权: 'private equity', 私募基金: 'private fund', 私募: 'private', 基金: 'fund', 债券: 'bond', 股票: 'stock', 期货: 'futures', 期权: 'option', 证券: 'securities',
  融资融券: 'margin', 融资: 'financing', 资产管理: 'asset management', 资管: 'asset management', 理财: 'wealth', 收益凭证: 'income note', 产品: 'product', 销售: 'sale', 代销: 'agency sale', 营销: 'marketing', 推荐: 'referral', 交易: 'trading', 投资: 'investment', 研究: 'research', 咨询: 'advice',
  衍生品: 'derivative', 场外: 'otc', 场内: 'exchange', 互换: 'swap', 掉期: 'swap', 远期: 'forward', 大宗商品: 'commodity', 商品: 'commodity', 外汇: 'forex', 黄金: 'gold', 可转债: 'convertible bond', 国债: 'treasury bond', 公募: 'mutual fund', 公募基金: 'mutual fund', 信托: 'trust', 保险: 'insurance', 银行: 'bank', 投资银行: 'investment banking', 投行: 'investment banking', 固定收益: 'fixed income', 固收: 'fixed income', 权益: 'equity', 股权: 'equity', 量化: 'quant', 跨境: 'cross border', 资产证券化: 'securitisation', 资产支持证券: 'abs', 两融: 'margin', 财富: 'wealth', 保荐: 'sponsor', 承销: 'underwriting', 发行: 'issue', 上市: 'listing', 经纪: 'brokerage', 经纪人: 'broker', 分析师: 'analyst', 负责人: 'head', 担保: 'collateral', 折算率: 'conversion rate', 标的: 'underlying', 持仓: 'position', 估值: 'valuation', 净值: 'nav', 资产: 'asset', 资本: 'capital', 结算: 'settlement', 存管: 'depository', 评级: 'rating', 执业: 'practice', 创业板: 'chinext', 新三板: 'neeq',
  信息: 'info', 公告: 'notice', 公示: '', 披露: 'disclosure', 声明: 'statement', 新闻: 'news', 动态: 'updates', 报告: 'report', 报道: 'media', 年报: 'annual report', 通知: 'announcement', 名单: 'list', 一览: 'list', 目录: 'catalogue', 变动: 'changes', 资格: 'qualification', 资质: 'licence', 指南: 'guide', 流程: 'process', 规则: 'rules', 制度: 'policy', 政策: 'policy', 法律: 'law', 法规: 'law', 合同: 'contract', 协议: 'agreement', 标准: 'standard', 收费: 'fee', 费率: 'rate', 利率: 'interest', 佣金: 'commission',
  教育: 'education', 保护: 'protection', 风险: 'risk', 揭示: 'warning', 警示: 'warning', 防范: 'prevention', 防非: 'anti fraud', 非法: 'illegal', 投诉: 'complaint', 纠纷: 'dispute', 调解: 'mediation', 举报: 'report line', 热线: 'hotline', 服务: 'service', 帮助: 'help', 问题: 'question', 下载: 'download', 软件: 'software', 资料: 'materials', 表格: 'form', 开户: 'account', 账户: 'account', 网点: 'branch', 营业部: 'branch', 分支机构: 'branch', 分公司: 'branch',
  公司: 'company', 集团: 'group', 概况: 'profile', 介绍: 'intro', 架构: 'structure', 组织: 'organisation', 董事会: 'board', 监事: 'supervisor', 高管: 'management', 管理层: 'management', 管理: 'management', 股东: 'shareholder', 财务: 'finance', 治理: 'governance', 社会责任: 'responsibility', 公益: 'charity', 党建: 'party', 文化: 'culture', 历史: 'history', 荣誉: 'honours', 招聘: 'recruit', 岗位: 'jobs', 校园: 'campus', 活动: 'event', 开放日: 'open day', 日历: 'calendar', 采购: 'procurement', 招标: 'tender', 供应商: 'supplier', 合作: 'partner', 机构: 'institution', 客户: 'customer', 业务: 'business', 专题: 'topic', 视频: 'video', 展示: 'gallery', 指数: 'index', 国际: 'international', 境外: 'overseas', 自营: 'principal', 做市: 'market making', 托管: 'custody', 清算: 'clearing', 信用: 'credit', 外包: 'outsourcing', 系统: 'system', 技术: 'technology', 隐私: 'privacy', 反洗钱: 'aml', 适当性: 'suitability', 回购: 'repo', 质押: 'pledge', 北交所: 'bse', 科创板: 'star market', 港股通: 'stock connect', 其他: 'other',
}).sort(([one], [other]) => other.length - one.length);

const MOST_WORDS = 4;

/** 'fundSaleStaff' for 基金销售人员公示: the words that are known, in order; '' where none is. Latin letters of the name count as words. */
export function slugOf(name: string): string {
  const words: string[] = [];
  for (let at = 0; at < name.length; ) {
    const latin = /^[A-Za-z][A-Za-z0-9]*/.exec(name.slice(at))?.[0];
    const known = latin === undefined ? WORDS.find(([word]) => name.startsWith(word, at)) : undefined;
    words.push(...(latin === undefined ? (known?.[1].split(' ') ?? []) : [latin.toLowerCase()]));
    at += latin?.length ?? known?.[0].length ?? 1;
  }
  const [first = '', ...rest] = words.filter((word, at) => word !== '' && words.indexOf(word) === at).slice(0, MOST_WORDS);
  return (first + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')).slice(0, 60);
}
