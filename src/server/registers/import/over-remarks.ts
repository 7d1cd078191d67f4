import { cellAddress, columnLetters } from '../../files/cell-address.ts';
import type { OverCell } from '../sheets/sheet.ts';
import { shownValue } from './findings.ts';

const WORDS: Readonly<Record<OverCell['kind'], [count: string, where: string, left: string]>> = {
  picture: ['张图片', '盖在', '图片不导入'],
  shape: ['个图形或文本框', '盖在', '其中的文字不导入'],
  chart: ['个图表', '盖在', '图表不导入'],
  comment: ['条批注', '在', '批注不导入'],
  condition: ['处条件格式', '在', '会隐去或划去内容，条件要用表格软件计算，内容照样读取，请核对'],
};
/** cells that a sentence names, and sentences */
const MOST_NAMED = 5;
const MOST_SENTENCES = 20;

interface Titled {
  place: number;
  header: string;
}

const nameOf = (place: number, columns: readonly Titled[]): string => {
  const header = columns.find((column) => column.place === place)?.header;
  return `${columnLetters(place)} 列${header === undefined ? '' : `“${shownValue(header)}”`}`;
};

/** EY10: remarks on things over the cells of each column, which are left out. */
export function overRemarks(over: readonly OverCell[], columns: readonly Titled[]): string[] {
  const groups = Map.groupBy(over, ({ kind, place }) => `${kind} ${place}`);
  return [...groups.values()].slice(0, MOST_SENTENCES).map((all) => {
    const [{ kind, place }] = all as [OverCell];
    const [count, where, left] = WORDS[kind];
    const cells = all.slice(0, MOST_NAMED).map(({ line }) => cellAddress(line, place));
    const named = `${cells.join('、')}${all.length > MOST_NAMED ? ' 等' : ''}`;
    return place < 0
      ? `文件中有 ${all.length} ${count}，${left}`
      : `${all.length} ${count}${where} ${nameOf(place, columns)}（${named}），${left}`;
  });
}
