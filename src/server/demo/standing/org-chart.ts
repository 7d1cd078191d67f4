import { bullets, h2, p } from '../articles/draft.ts';

/** The chart as a drawing (wider than 1200 px, so that PC5 is seen at work); as a tree it is a register. */
const BOARD = ['战略与ESG委员会', '风险控制委员会', '审计委员会', '薪酬与提名委员会'];
const GROUPS: { name: string; units: string[] }[] = [
  { name: '个人金融', units: ['财富管理总部', '金融产品总部', '网络金融部', '融资融券部'] },
  { name: '企业金融', units: ['投资银行总部', '债券融资总部', '本金投资总部', '质量控制部'] },
  { name: '机构服务及交易', units: ['机构客户总部', '主经纪商业务部', '固定收益总部', '研究所'] },
  { name: '投资管理', units: ['资产管理总部', '私募投资子公司', '另类投资子公司', '基金管理公司'] },
  { name: '运营与科技', units: ['运营管理总部', '信息技术总部', '资金管理总部', '品牌与客户服务部'] },
  { name: '内控与支持', units: ['合规管理总部', '风险管理总部', '稽核审计部', '人力资源部'] },
];

const [WIDTH, HEIGHT] = [1480, 760];
const INK = '#0B1F3F';

export function orgChartSvg(): Buffer {
  const parts: string[] = [];
  const line = (x1: number, y1: number, x2: number, y2: number) => parts.push(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#9A7A45" stroke-width="2"/>`);
  const box = (x: number, y: number, width: number, name: string, dark: boolean) =>
    parts.push(
      `<rect x="${x - width / 2}" y="${y}" width="${width}" height="46" rx="2" fill="${dark ? INK : '#FFFFFF'}" stroke="${INK}"/>`,
      `<text x="${x}" y="${y + 30}" text-anchor="middle" font-size="18" fill="${dark ? '#FFFFFF' : '#1A2028'}">${name}</text>`,
    );
  const middle = WIDTH / 2;
  line(middle, 80, middle, 330);
  line(middle, 150, middle + 210, 150);
  line(middle + 210, 70, middle + 210, 230);
  box(middle, 34, 200, '股东会', true);
  box(middle, 127, 200, '董事会', true);
  box(middle, 240, 200, '执行委员会', true);
  BOARD.forEach((name, place) => {
    line(middle + 210, 70 + place * 53, middle + 250, 70 + place * 53);
    box(middle + 350, 47 + place * 53, 200, name, false);
  });
  const columnWidth = (WIDTH - 40) / GROUPS.length;
  const centre = (place: number) => 20 + columnWidth * (place + 0.5);
  line(centre(0), 330, centre(GROUPS.length - 1), 330);
  GROUPS.forEach(({ name, units }, place) => {
    line(centre(place), 330, centre(place), 660);
    box(centre(place), 360, 196, name, true);
    units.forEach((unit, row) => box(centre(place), 440 + row * 66, 196, unit, false));
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"><title>示例证券有限公司组织架构图</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#F5F6F8"/>${parts.join('')}<text x="20" y="${HEIGHT - 20}" font-size="14" fill="#4A5462">分支机构：28家分公司、300家证券营业部</text></svg>`,
  );
}

/** `filepath` of the stored drawing. */
export function orgChartHtml(filepath: string): string {
  return [
    p('公司建立了股东会、董事会、监事会与经营管理层各司其职的治理结构。董事会下设四个专门委员会，执行委员会负责日常经营管理，重大事项由集体讨论决定，会议记录保存备查。'),
    `<p class="align-center"><img src="/static-file/${filepath}" alt="公司治理与总部部门的简图，各机构及其职责见上方的架构树" width="${WIDTH}" height="${HEIGHT}"></p>`,
    h2('怎样划分部门'),
    bullets(['前台按客户划分：个人、企业、机构与受托管理四条业务线各自对收入和风险负责', '中后台按职责划分：合规、风险管理与稽核审计独立于业务线，负责人由董事会聘任', '存在利益冲突的业务设置信息隔离墙，研究、自营与投资银行的人员、系统和办公区分开', '分支机构接受业务指导，也接受总部合规与稽核的垂直检查']),
    p('组织架构发生调整时，本页内容在公司内部决策程序完成后更新，更新日期以页面所示为准。'),
  ].join('');
}
