import type { WizardColumn, WizardVerify } from '#wire/wizard.ts';
import { bareTitle } from './known-titles.ts';

const NAME = /姓名$/;
const NUMBER = /(编号|编码|证号|证书号|证书号码|资格号|登记号|工号)$/;
const PRODUCT_NAME = /(产品|基金|计划|凭证)(名称|简称)$/;
const PRODUCT_CODE = /(产品|基金|计划|凭证|备案)(代码|编码|编号)$/;
const ENDED = /^已?(离岗|离职|离任|注销|退出|终止|提前终止|到期|兑付|清算|提前清算|正常清算|下架)$/;

/** Told to everybody who opens the page: nothing else may be told by a check. */
export const isOpenToAll = ({ visibility }: Pick<WizardColumn, 'visibility'>): boolean =>
  visibility === 'shown' || visibility === 'no-download';

export interface ProposedVerify {
  verify: WizardVerify;
  reason: string;
}

/** Whether the table is one of persons or of products that visitors check; what is found shows all that the page shows. */
export function proposeVerify(columns: readonly WizardColumn[], key: readonly string[]): ProposedVerify {
  const open = columns.filter(isOpenToAll);
  const show = open.map(({ name }) => name);
  const find = (titled: RegExp): WizardColumn | undefined =>
    open.find(({ header, type }) => type === 'text' && titled.test(bareTitle(header)));
  const named = ([one, other]: readonly [WizardColumn, WizardColumn]): string => `有“${one.title}”和“${other.title}”`;
  const [person, number, product, code] = [find(NAME), find(NUMBER), find(PRODUCT_NAME), find(PRODUCT_CODE)];
  if (person && number)
    return { verify: { kind: 'staff', show }, reason: `${named([person, number])}，建议纳入“人员核验”` };
  if (person)
    return {
      verify: { kind: '', show },
      reason: `有“${person.title}”，但没有证书编号或员工编号，是否本公司人员请核对`,
    };
  // a table of values over days names a product many times
  if (product && code && key.length === 1)
    return { verify: { kind: 'product', show }, reason: `${named([product, code])}，建议纳入“产品核验”` };
  return { verify: { kind: '', show }, reason: '没有姓名和编号，也不是每行一个产品' };
}

/** The column that says who has left or what has ended, and by which of its values. */
export function endedIn(columns: readonly WizardColumn[]): { field: string; values: string[] } | undefined {
  for (const { name, type, choices } of columns.filter(isOpenToAll)) {
    const values =
      type === 'choice' ? choices.map((choice) => choice.trim()).filter((choice) => ENDED.test(choice)) : [];
    if (values.length > 0) return { field: name, values: values.slice(0, 20) };
  }
  return undefined;
}
