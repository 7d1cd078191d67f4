import { bullets, h2, p } from '../articles/draft.ts';
import { orgTree, type Plan } from '../company/org-units.ts';

/** Wider than 1200 px, to show the effect of PC5. */
const WIDTH = 1640;
const BOX = { width: 184, height: 44, row: 62 };
const TOP = 40;
/** vertical distance from one governance body to the next */
const STEP = 96;
/** horizontal distance from the middle to the bodies that are attached to a governance body */
const BESIDE = 280;
const INK = '#0B1F3F';
const WAY = '#9A7A45';

interface Drawing {
  svg: Buffer;
  width: number;
  height: number;
}

const belowOf = ([, , , , below = []]: Plan): Plan[] => below;
const isLeaf = (plan: Plan) => belowOf(plan).length === 0;

/**
 * Draws the tree of the register: the governance bodies below each other, the bodies attached to them at the sides,
 * then a column for each branch of the tree.
 */
export function drawOrgChart(): Drawing {
  const parts: string[] = [];
  const middle = WIDTH / 2;
  let y = TOP;
  let plan = orgTree;
  for (
    let branches = belowOf(plan).filter((one) => !isLeaf(one));
    ;
    branches = belowOf(plan).filter((one) => !isLeaf(one))
  ) {
    const beside = belowOf(plan).filter(isLeaf);
    parts.push(...drawBeside(beside, middle, y), box(middle, y, plan, true));
    const next = y + Math.max(STEP, beside.length * BOX.row + 24);
    if (branches.length !== 1) {
      const columns = drawColumns(branches, middle, y);
      return drawn([...columns.parts, ...parts], columns.bottom + TOP);
    }
    parts.unshift(line(middle, y, middle, next));
    [plan] = branches as [Plan];
    y = next;
  }
}

function drawBeside(units: readonly Plan[], middle: number, y: number): string[] {
  if (units.length === 0) return [];
  const way = middle + BESIDE - BOX.width / 2 - 40;
  const at = (place: number) => y + place * BOX.row + BOX.height / 2;
  return [
    line(middle, at(0), way, at(0)),
    line(way, at(0), way, at(units.length - 1)),
    ...units.flatMap((unit, place) => [
      line(way, at(place), way + 40, at(place)),
      box(middle + BESIDE, y + place * BOX.row, unit, false),
    ]),
  ];
}

function drawColumns(branches: readonly Plan[], middle: number, y: number): { parts: string[]; bottom: number } {
  const width = (WIDTH - 40) / branches.length;
  const centre = (place: number) => 20 + width * (place + 0.5);
  const [rail, head] = [y + STEP - 24, y + STEP];
  const rowAt = (row: number) => head + 24 + (row + 1) * BOX.row;
  const parts = [line(middle, y, middle, rail), line(centre(0), rail, centre(branches.length - 1), rail)];
  branches.forEach((branch, place) => {
    parts.push(
      line(centre(place), rail, centre(place), rowAt(belowOf(branch).length - 1)),
      box(centre(place), head, branch, true),
    );
    belowOf(branch).forEach((unit, row) => parts.push(box(centre(place), rowAt(row), unit, false)));
  });
  return { parts, bottom: rowAt(Math.max(...branches.map((branch) => belowOf(branch).length)) - 1) + BOX.height };
}

const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${WAY}" stroke-width="2"/>`;

const box = (x: number, y: number, [, name]: Plan, dark: boolean): string =>
  `<rect x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="2" fill="${dark ? INK : '#FFFFFF'}" stroke="${INK}"/><text x="${x}" y="${y + 28}" text-anchor="middle" font-size="17" fill="${dark ? '#FFFFFF' : '#1A2028'}">${name}</text>`;

const drawn = (parts: readonly string[], height: number): Drawing => ({
  svg: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"><title>示例证券有限公司组织架构图</title><rect width="${WIDTH}" height="${height}" fill="#F5F6F8"/>${parts.join('')}</svg>`,
  ),
  width: WIDTH,
  height,
});

/**
 * HTML that shows the stored drawing.
 * @param filepath of the stored drawing; width and height reserve its space until it has loaded
 */
export function orgChartHtml(filepath: string, { width, height }: Pick<Drawing, 'width' | 'height'>): string {
  return [
    p(
      '公司建立了股东会、董事会、监事会与经营管理层各司其职的治理结构。董事会下设四个专门委员会，执行委员会负责日常经营管理，重大事项由集体讨论决定，会议记录保存备查。',
    ),
    `<p class="align-center"><img src="/static-file/${filepath}" alt="公司治理、总部部门、分支机构与子公司的组织架构图，各机构及其职责见上方的架构树" width="${width}" height="${height}"></p>`,
    h2('怎样划分部门'),
    bullets([
      '前台按客户划分：个人、企业、机构与受托管理四条业务线各自对收入和风险负责',
      '中后台按职责划分：合规、风险管理与稽核审计独立于业务线，负责人由董事会聘任',
      '存在利益冲突的业务设置信息隔离墙，研究、自营与投资银行的人员、系统和办公区分开',
      '分支机构接受业务指导，也接受总部合规与稽核的垂直检查',
    ]),
    p('组织架构发生调整时，本页内容在公司内部决策程序完成后更新，更新日期以页面所示为准。'),
  ].join('');
}
