import { bareTitle } from '#rules/text/bare-title.ts';
import { isOpenToAll, proposeEnded } from '#rules/registers/ended-mark.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { FileField } from '#kinds/register/wizard-table.ts';

const NAME = /姓名$/;
const NUMBER = /(编号|编码|证号|证书号|证书号码|资格号|登记号|工号)$/;
const PRODUCT_NAME = /(产品|基金|计划|凭证)(名称|简称)$/;
const PRODUCT_CODE = /(产品|基金|计划|凭证|备案)(代码|编码|编号)$/;

export interface ProposedVerify {
  /** absent: it takes part in none */
  verify?: NonNullable<RegisterDefinition['verify']>;
  reason: string;
}

/** Whether the table is one of persons or of products that visitors check; a result has all fields of the page. */
export function proposeVerify(columns: readonly FileField[], key: readonly string[]): ProposedVerify {
  const open = columns.filter(isOpenToAll);
  const show = open.map(({ name }) => name);
  const find = (titled: RegExp): FileField | undefined =>
    open.find(({ header, field }) => field.type === 'text' && titled.test(bareTitle(header)));
  const named = ([one, other]: readonly [FileField, FileField]): string =>
    `有“${one.field.title}”和“${other.field.title}”`;
  const [person, number, product, code] = [find(NAME), find(NUMBER), find(PRODUCT_NAME), find(PRODUCT_CODE)];
  const checked = (kind: 'staff' | 'product'): ProposedVerify['verify'] => {
    const ended = proposeEnded(kind, columns);
    return { kind, show, ...(ended && { ended }) };
  };
  if (person && number) return { verify: checked('staff'), reason: `${named([person, number])}，建议纳入“人员核验”` };
  if (person) return { reason: `有“${person.field.title}”，但没有证书编号或员工编号，是否本公司人员请核对` };
  // a table of values over days names a product many times
  if (product && code && key.length === 1)
    return { verify: checked('product'), reason: `${named([product, code])}，建议纳入“产品核验”` };
  return { reason: '没有姓名和编号，也不是每行一个产品' };
}
