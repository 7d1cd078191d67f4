import { bareTitle } from '../text/bare-title.ts';
import { simplifiedTitle } from '../script/title-script.ts';

/** Values by which a choice says that a person has left or a product has ended. */
export interface EndedMark {
  /** name of the column */
  field: string;
  values: string[];
}

interface Column {
  name: string;
  /** the title in the file */
  header: string;
  field: { type: string; choices?: Readonly<Record<string, string>> };
  visibility: string;
}

type Meaning = readonly [titled: RegExp, value: RegExp];

/**
 * Titles that speak of persons, and their values by which somebody has left. A desk or a line of business never does.
 */
const OF_STAFF: readonly Meaning[] = [
  [
    /^(?:当前|目前|最新)?(?:人员|员工|任职|在岗|在职|从业|执业|岗位|工作|用工)?状态$|^(?:人员|任职|在岗|在职|在任)情况$/,
    /^已?(?:离岗|离职|离任|卸任|退休|辞职|辞任|解聘|免职|离司|不在岗|不在职|不在任|非在岗)$/,
  ],
  [/^(?:是否)?(?:仍|还)?(?:在岗|在职|在任)$/, /^(?:否|不在岗|不在职|不在任|已?离岗|已?离职|已?离任)$/],
  [/^(?:是否)?已?(?:离岗|离职|离任)$/, /^(?:是|已?离岗|已?离职|已?离任)$/],
];
/**
 * Titles that speak of a whole product: neither of its payments or filings nor of its risk, which end before or after
 * it.
 */
const OF_PRODUCTS: readonly Meaning[] = [
  [
    /^(?:当前|目前|最新)?(?:产品|基金|项目|计划|资管计划|资产管理计划|集合计划|理财产品|凭证|收益凭证)?(?:当前|目前|最新)?(?:(?:存续|运作|运行|销售)?状态|(?:存续|运作|运行)情况)$/,
    /^已?(?:注销|退出|终止|提前终止|到期|兑付|清算|提前清算|正常清算|下架|停售)$/,
  ],
];
const MEANINGS: Readonly<Record<'staff' | 'product', readonly Meaning[]>> = { staff: OF_STAFF, product: OF_PRODUCTS };

/** Meaning of the mark for the person who asks. */
export const AFTER_END = { staff: '不再代表公司', product: '不再销售' } as const;

/** the limit of a register's definition */
const MOST_VALUES = 20;

/** Public to everybody; a check must not reveal anything else. */
export const isOpenToAll = ({ visibility }: Pick<Column, 'visibility'>): boolean =>
  visibility === 'shown' || visibility === 'no-download';

/** A column titled as a state of anything: it has few values. */
export const isStateTitle = (header: string): boolean =>
  /(?:状态|情况)$/.test(bareTitle(header)) || OF_STAFF.some(([titled]) => titled.test(bareTitle(header)));

/** RG9: those of the values that speak of having left or ended, by what the column is called. */
export function endedValues(kind: 'staff' | 'product', header: string, values: readonly string[]): string[] {
  const meanings = MEANINGS[kind].filter(([titled]) => titled.test(bareTitle(header)));
  return values
    .map((value) => value.trim())
    .filter((value) => meanings.some(([, ended]) => ended.test(simplifiedTitle(value))))
    .slice(0, MOST_VALUES);
}

/** Stored values of the choices whose labels speak so. */
export const endedChoices = (
  kind: 'staff' | 'product',
  header: string,
  choices: Readonly<Record<string, string>> = {},
): string[] =>
  Object.entries(choices).flatMap(([value, label]) => (endedValues(kind, header, [label]).length > 0 ? [value] : []));

/** RG9: the mark that is chosen beforehand: of a public choice whose title says that it is a state; else none. */
export function proposeEnded(kind: 'staff' | 'product' | '', columns: readonly Column[]): EndedMark | undefined {
  if (kind === '') return undefined;
  for (const { name, header, field, visibility } of columns) {
    const isMark = field.type === 'choice' && isOpenToAll({ visibility });
    const values = isMark ? endedChoices(kind, header, field.choices) : [];
    if (values.length > 0) return { field: name, values };
  }
  return undefined;
}
