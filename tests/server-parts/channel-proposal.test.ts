import { expect, test } from 'vitest';
import { freeId } from '#kinds/channel/plan/propose.ts';
import { slugOf } from '#kinds/channel/plan/slug.ts';

const PARENT = '00010002';
const taken = (...numbers: number[]) => new Set(numbers.map((number) => PARENT + String(number).padStart(4, '0')));

test.each([
  ['基金销售人员公示', 'fundSaleStaff'],
  ['衍生品业务人员', 'derivativeBusinessStaff'],
  ['场外衍生品交易商名单', 'otcDerivativeTradingList'],
  ['固定收益产品', 'fixedIncomeProduct'],
  ['ETF 投资者教育', 'etfInvestorEducation'],
  ['某某', ''],
])('of %s the address %s is made', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('the next id is free and means nothing else; where every number would, it is proposed all the same, and the search ends', () => {
  expect(freeId(PARENT, taken(1, 2, 7))).toBe('000100020008');
  expect(freeId(PARENT, taken(1), (id) => id.endsWith('2') || id.endsWith('3'))).toBe('000100020004');
  expect(freeId(PARENT, taken(1), () => true)).toBe('000100020002');
});
