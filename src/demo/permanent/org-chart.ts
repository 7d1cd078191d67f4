import { readStory } from '../articles/story.ts';
import { topUnit, unitsBelow, type Unit } from '../company/org-units.ts';
import { dice } from '../random.ts';

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

const isLeaf = (unit: Unit) => unitsBelow(unit).length === 0;

/**
 * Draws the tree of the register: the governance bodies below each other, the bodies attached to them at the sides,
 * then a column for each branch of the tree.
 */
export function drawOrgChart(): Drawing {
  const parts: string[] = [];
  const middle = WIDTH / 2;
  let y = TOP;
  let unit = topUnit;
  for (
    let branches = unitsBelow(unit).filter((one) => !isLeaf(one));
    ;
    branches = unitsBelow(unit).filter((one) => !isLeaf(one))
  ) {
    const beside = unitsBelow(unit).filter(isLeaf);
    parts.push(...drawBeside(beside, middle, y), box(middle, y, unit, true));
    const next = y + Math.max(STEP, beside.length * BOX.row + 24);
    if (branches.length !== 1) {
      const columns = drawColumns(branches, middle, y);
      return drawn([...columns.parts, ...parts], columns.bottom + TOP);
    }
    parts.unshift(line(middle, y, middle, next));
    [unit] = branches as [Unit];
    y = next;
  }
}

function drawBeside(units: readonly Unit[], middle: number, y: number): string[] {
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

function drawColumns(branches: readonly Unit[], middle: number, y: number): { parts: string[]; bottom: number } {
  const width = (WIDTH - 40) / branches.length;
  const centre = (place: number) => 20 + width * (place + 0.5);
  const [rail, head] = [y + STEP - 24, y + STEP];
  const rowAt = (row: number) => head + 24 + (row + 1) * BOX.row;
  const parts = [line(middle, y, middle, rail), line(centre(0), rail, centre(branches.length - 1), rail)];
  branches.forEach((branch, place) => {
    parts.push(
      line(centre(place), rail, centre(place), rowAt(unitsBelow(branch).length - 1)),
      box(centre(place), head, branch, true),
    );
    unitsBelow(branch).forEach((unit, row) => parts.push(box(centre(place), rowAt(row), unit, false)));
  });
  return { parts, bottom: rowAt(Math.max(...branches.map((branch) => unitsBelow(branch).length)) - 1) + BOX.height };
}

const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${WAY}" stroke-width="2"/>`;

const box = (x: number, y: number, { unitName }: Unit, dark: boolean): string =>
  `<rect x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="2" fill="${dark ? INK : '#FFFFFF'}" stroke="${INK}"/><text x="${x}" y="${y + 28}" text-anchor="middle" font-size="17" fill="${dark ? '#FFFFFF' : '#1A2028'}">${unitName}</text>`;

const drawn = (parts: readonly string[], height: number): Drawing => ({
  svg: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"><title>示例证券有限公司组织架构图</title><rect width="${WIDTH}" height="${height}" fill="#F5F6F8"/>${parts.join('')}</svg>`,
  ),
  width: WIDTH,
  height,
});

const text = readStory('company/org-chart', ['filepath', 'width', 'height']);

/**
 * HTML that shows the stored drawing.
 * @param filepath of the stored drawing; width and height reserve its space until it has loaded
 */
export const orgChartHtml = (filepath: string, { width, height }: Pick<Drawing, 'width' | 'height'>, day: string) =>
  text(dice('org-chart'), day, { filepath, width, height });
