import { bareTitle } from '#rules/text/bare-title.ts';
import { isOpenToAll, proposeEnded } from '#rules/registers/ended-mark.ts';
import type { WizardColumn, WizardVerify } from '#wire/wizard.ts';

const NAME = /姓名$/;
const NUMBER = /(编号|编码|证号|证书号|证书号码|资格号|登记号|工号)$/;
const PRODUCT_NAME = /(产品|基金|计划|凭证)(名称|简称)$/;
const PRODUCT_CODE = /(产品|基金|计划|凭证|备案)(代码|编码|编号)$/;

export interface ProposedVerify {
  verify: WizardVerify;
  reason: string;
}

/**
 * Whether the table is one of persons or of products that visitors check; what is found shows all that the page shows.
 */
export function proposeVerify(columns: readonly WizardColumn[], key: readonly string[]): ProposedVerify {
  const open = columns.filter(isOpenToAll);
  const show = open.map(({ name }) => name);
  const find = (titled: RegExp): WizardColumn | undefined =>
    open.find(({ header, type }) => type === 'text' && titled.test(bareTitle(header)));
  const named = ([one, other]: readonly [WizardColumn, WizardColumn]): string => `有“${one.title}”和“${other.title}”`;
  const [person, number, product, code] = [find(NAME), find(NUMBER), find(PRODUCT_NAME), find(PRODUCT_CODE)];
  const checked = (kind: 'staff' | 'product'): WizardVerify => {
    const ended = proposeEnded(kind, columns);
    return { kind, show, ...(ended && { ended }) };
  };
  if (person && number) return { verify: checked('staff'), reason: `${named([person, number])}，建议纳入“人员核验”` };
  if (person)
    return {
      verify: { kind: '', show },
      reason: `有“${person.title}”，但没有证书编号或员工编号，是否本公司人员请核对`,
    };
  // a table of values over days names a product many times
  if (product && code && key.length === 1)
    return { verify: checked('product'), reason: `${named([product, code])}，建议纳入“产品核验”` };
  return { verify: { kind: '', show }, reason: '没有姓名和编号，也不是每行一个产品' };
}
