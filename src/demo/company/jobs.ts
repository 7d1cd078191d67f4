import { addDays } from '../calendar.ts';
import { dice } from '../random.ts';
import { countOf, permanent, type RegisterHistory, type Row } from '../registers/history.ts';

/** title, department, education, duty */
type Post = [title: string, department: string, education: '1' | '2' | '3', duty: string];

const POSTS: Post[] = [
  ['投资顾问', '财富管理总部', '1', '了解客户需求并提供书面建议；须具有投资顾问资格，能把复杂的事说简单'],
  ['交易系统开发工程师', '信息技术总部', '1', '参与低时延交易链路开发；熟悉C++或Rust，重视测试与复盘'],
  ['合规审查岗', '合规管理总部', '2', '审核产品材料与宣传文案；法律或金融专业，文字严谨'],
  ['行业研究员（新能源）', '研究所', '2', '产业链跟踪与企业走访；具备工科背景者优先，能独立搭建模型'],
  ['债券承做经理', '债券融资总部', '2', '尽职调查与申报文件编制；三年以上经验，底稿习惯良好'],
  ['柜台业务岗', '运营管理总部', '1', '账户业务办理与客户接待；耐心细致，愿意学习适老服务'],
  ['数据工程师', '信息技术总部', '1', '数据模型与质量监控；熟悉SQL与流式处理，能写清文档'],
  ['风险计量岗', '风险管理总部', '2', '限额监测与压力测试；统计、数学或金融工程专业'],
  ['热线坐席', '品牌与客户服务部', '1', '接听来电并跟踪办结；普通话标准，会第二方言者优先'],
  ['资产配置研究员', '资产管理总部', '2', '大类资产比较与情景分析；能用数据说明前提'],
  ['股权承做助理', '投资银行总部', '2', '参与尽调、访谈与底稿整理；能适应出差，注重细节'],
  ['网络安全工程师', '信息技术总部', '1', '攻防演练与漏洞处置；具备应急响应经历'],
  ['反洗钱分析岗', '合规管理总部', '1', '可疑交易识别与报告；对数字敏感，保密意识强'],
  ['清算核对岗', '运营管理总部', '1', '每日清算数据核对与差错追踪；能接受轮班'],
  ['基金产品经理', '金融产品总部', '2', '产品准入评审与存续期跟踪；熟悉基金合同与费用结构'],
  ['托管运营岗', '主经纪商业务部', '1', '估值核算、投资监督与报表；有托管或外包经验者优先'],
  ['期权做市交易员', '固定收益总部', '2', '报价与对冲策略执行；数理功底扎实，遵守纪律'],
  ['内部审计岗', '稽核审计部', '1', '现场检查与整改跟踪；三年以上审计经历'],
  ['投资者教育专员', '投资者教育基地', '1', '编写课程与组织讲座；文笔清楚，不说大话'],
  ['宏观研究员', '研究所', '3', '经济数据与政策研究；能公开说明假设与不确定性'],
  ['前端开发工程师', '网络金融部', '1', '网站与App页面开发；关注无障碍与性能'],
  ['融资融券专员', '融资融券部', '1', '授信审核与盯市；熟悉交易规则，沟通冷静'],
  ['人力资源培训岗', '人力资源部', '1', '新员工培养与课程管理；愿意听一线的意见'],
  ['分公司机构业务经理', '机构客户总部', '1', '机构客户服务与需求对接；有五年以上从业经历'],
];

const CITIES = ['上海', '上海', '北京', '深圳', '杭州', '南京', '成都', '武汉', '广州', '西安'];
/** letter in the number of a job, by category */
const LETTERS = { '1': 'X', '2': 'Z', '3': 'S' } as const;
const MAIL = { '1': 'campus@shili.example', '2': 'hr@shili.example', '3': 'intern@shili.example' } as const;

/** 招聘岗位: 40 posts. Some are offered both to graduates and to experienced people. */
function jobRow(place: number, day: string): Row {
  const random = dice('job', place);
  const [title, department, education, duty] = POSTS[place % POSTS.length]!;
  const category = (['2', '1', '3', '2', '1'] as const)[place % 5]!;
  return {
    jobNo: `${LETTERS[category]}${String(1001 + place * 7)}`,
    title: category === '3' ? `${title}（实习）` : title,
    department,
    place: random.pick(CITIES),
    category,
    headcount: category === '2' ? random.int(1, 3) : random.int(2, 12),
    education: category === '3' ? '1' : education,
    duty,
    // the site opened four months before the newest content, and posts stay open some time after that
    deadline: addDays(day, 130 + random.int(1, 70)),
    mail: MAIL[category],
  };
}

export const jobs = (day: string, share: number): RegisterHistory =>
  permanent('job', day, () => Array.from({ length: countOf(40, share) }, (_, place) => jobRow(place, day)));
