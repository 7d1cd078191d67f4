/** Topics of the hot list (热点聚焦). */
export const researchTopics = [
  { code: 'macro', name: '宏观经济' },
  { code: 'rates', name: '利率汇率' },
  { code: 'policy', name: '政策解读' },
  { code: 'manufacture', name: '先进制造' },
  { code: 'consume', name: '消费服务' },
  { code: 'energy', name: '能源环境' },
  { code: 'health', name: '医药健康' },
  { code: 'overseas', name: '海外市场' },
];

/** Tags of research articles: each stands for a question that readers often ask. */
export const researchTags = [
  { id: 'rates', name: '利率', summary: '期限结构、资金面与利率债：收益率曲线每一次变形背后的原因。' },
  { id: 'credit', name: '信用', summary: '信用利差、偿债能力与条款，看债券要先看谁来还、拿什么还。' },
  { id: 'fx', name: '汇率', summary: '汇率的弹性、结售汇行为与企业避险成本。' },
  { id: 'inflation', name: '物价', summary: '消费价格与出厂价格的传导，价格信号怎样影响利润分配。' },
  { id: 'growth', name: '经济增长', summary: '生产、投资、消费与进出口的高频跟踪。' },
  { id: 'fiscal', name: '财政', summary: '预算、专项债与支出节奏，资金从计划到项目的距离。' },
  { id: 'money', name: '货币与流动性', summary: '货币供应、信贷结构与银行间资金。' },
  { id: 'housing', name: '住房', summary: '成交、库存与居民杠杆，住房链条对其他行业的影响。' },
  { id: 'consumption', name: '消费', summary: '居民收入、服务消费与渠道变化。' },
  { id: 'export', name: '进出口', summary: '外需、订单与海运价格。' },
  { id: 'manufacturing', name: '制造业', summary: '产能利用率、设备更新与工艺改进。' },
  { id: 'semiconductor', name: '半导体', summary: '设备、材料与设计环节的景气与国产化进度。' },
  { id: 'ai', name: '人工智能', summary: '算力、模型与应用，投入何时变成收入。' },
  { id: 'new-energy', name: '新能源', summary: '风光储的装机、消纳与成本曲线。' },
  { id: 'power', name: '电力', summary: '电价机制、负荷特性与电网投资。' },
  { id: 'commodity', name: '大宗商品', summary: '库存周期与成本支撑，商品价格的两端。' },
  { id: 'healthcare', name: '医药', summary: '创新药临床、器械集采与医疗服务。' },
  { id: 'agriculture', name: '农业', summary: '种植、养殖周期与食品价格。' },
  { id: 'logistics', name: '物流', summary: '运价、时效与网络效率。' },
  { id: 'allocation', name: '资产配置', summary: '股债比例、再平衡与长期回报的来源。' },
  { id: 'fund', name: '基金', summary: '费率、风格与持有体验，挑基金之前先想清楚的几件事。' },
  { id: 'pension', name: '养老', summary: '退休现金流的测算与个人养老金账户。' },
  { id: 'risk', name: '风险管理', summary: '波动、回撤与相关性，先算能亏多少再谈能赚多少。' },
  { id: 'behavior', name: '投资行为', summary: '追涨、踏空与处置效应，和自己的情绪相处。' },
];
