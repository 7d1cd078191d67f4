/**
 * Sixty questions of visitors to the demonstration's search. Each has the answer that must be among the first three
 * that are shown, as the start of its path, or its title. Or it claims that no person and nothing else answers.
 */
export interface SearchedQuestion {
  words: string;
  /** one of the first three: a path begins so, or what is called so holds it */
  answer?: string;
  /** rows of registers are not shown: nobody of that name is there */
  nobody?: true;
  /** nothing is listed but channels, and that only everyday words were found is said where any was */
  onlyEveryday?: true;
}

const found = (answer: string, ...all: string[]): SearchedQuestion[] => all.map((words) => ({ words, answer }));
const nobody = (...all: string[]): SearchedQuestion[] => all.map((words) => ({ words, nobody: true }));
const onlyEveryday = (...all: string[]): SearchedQuestion[] => all.map((words) => ({ words, onlyEveryday: true }));

export const searchQuestions: readonly SearchedQuestion[] = [
  // persons
  ...found('雷牧川', '雷牧川是谁', '你们董事长是不是雷牧川'),
  ...found('李博轩', '李博轩办公电话', '债券交易李博轩'),
  ...found('罗逸钰', '罗逸钰是你们公司的员工吗', '三亚的罗逸钰经理'),
  ...found('丁澄妍', '投资顾问丁澄妍的登记编号', '丁澄妍 投顾'),
  ...found('顾思禾', '北京分公司顾思禾'),
  ...nobody('赵牧川是谁', '孙博轩是你们员工吗', '钱逸钰 营销人员', '周澄妍老师', '郑柏舟', '投资顾问吴语瑾'),
  // titles and columns of registers
  ...found(
    '/publicChannel/companyInfo',
    '法定代表人是谁',
    '统一社会信用代码',
    '注册资本多少',
    '公司的许可证号',
    '你们公司哪年成立的，成立日期',
    '英文名称',
  ),
  ...found('/publicChannel/bondInvestment', '债券交易员办公电话'),
  ...found('/publicChannel/etfQualify', '最小申赎单位'),
  ...found('/publicChannel/privateFund', '私募基金托管人是哪家'),
  ...found('/publicChannel/sypz', '收益凭证起点金额'),
  ...found('/publicChannel/futuresIB', '期货从业资格号怎么查'),
  ...found('/publicChannel/marketers', '营销人员代理期间'),
  ...found('/serve/margin/concentration', '持仓集中度上限'),
  ...found('/branch', '营业网点邮编', '哪些营业部可以办期权'),
  // codes
  ...found('SZZ352', 'SZZ352', '稳盈宝352期什么时候到期'),
  ...found('示例证券有限公司', '99990000MA0000001K'),
  ...found('李博轩', '工号800381', 'S9901115020101'),
  ...found('槿珣新材', '004000折算率多少', '槿珣新材能做担保品吗'),
  ...found('示例300ETF', '559018'),
  // matters
  ...found('忘记交易密码怎么办', '密码想不起来了', 'mimawangle'),
  ...found('网上开户', '想开个股票账户要带什么'),
  ...found('身份证到期后怎样更新', '身份证快过期了要更新吗'),
  ...found('银证转账', '银行卡的钱转不进证券账户'),
  ...found('/serve/margin/interest-rate', '融资一年利息几个点', '融资利率现在多少'),
  ...found('/publicChannel/complaint', '对你们服务不满意想投诉'),
  ...found('/serve/download', '电脑版交易软件在哪下'),
  ...found('科创板', '科创板要多少资金才能开'),
  ...found('/publicChannel/recruit', '你们还招实习生吗'),
  ...found('融资融券', '融資融券開戶條件', '融资融卷怎么开'),
  ...found('作废', '卢修月的经纪人证书还有效吗'),
  ...found('交易时间与集合竞价', '几点开始可以挂单'),
  ...found('短期融资券', '第4期短期融资券兑付'),
  // questions of which only everyday words are found anywhere
  ...onlyEveryday(
    '公司食堂今天吃什么',
    '你们公司的吉祥物叫什么',
    '今天上海会下雨吗',
    '公司有没有健身房',
    '老板养的猫叫什么名字',
    '客户可以带宠物吗',
  ),
];
