import { describe, expect, test } from 'vitest';
import { customerLevelName, decideRisk, neededLevelName, productLevelCode } from '#rules/people/risk-access.ts';

const TODAY = '20261120';
const PRODUCTS = ['9999', '0000', '0001', '0002', '0003', '0004'];
const CUSTOMERS = ['01', '02', '03', '04', '05', '06'];

describe('risk and access', () => {
  test('[RK1] a customer reads up to the own level, and no higher', () => {
    for (const [level, riskLevel] of CUSTOMERS.entries())
      for (const [required, product] of PRODUCTS.entries())
        expect([riskLevel, product, decideRisk({ riskLevel, riskValidDate: '20291120' }, product, TODAY)]).toEqual([
          riskLevel,
          product,
          level >= required ? 'allowed' : 'level too low',
        ]);
  });

  test('[RK1] an unknown product code blocks; an unknown customer code is level 0', () => {
    expect(decideRisk({ riskLevel: '06', riskValidDate: '20291120' }, '0009', TODAY)).toBe('level too low');
    expect(decideRisk({ riskLevel: '06', riskValidDate: '20291120' }, 'constructor', TODAY)).toBe('level too low');
    expect(decideRisk({ riskLevel: '07', riskValidDate: '20291120' }, '9999', TODAY)).toBe('level too low');
  });

  test('[RK2] a professional investor passes every level and check', () => {
    for (const product of [...PRODUCTS, '0009'])
      expect(decideRisk({ isProInvestor: '1' }, product, TODAY)).toBe('allowed');
  });

  test.each([
    ['20261120', 'allowed'],
    ['20261121', 'allowed'],
    ['20261119', 'evaluation missing or past'],
    ['', 'evaluation missing or past'],
    ['2027-01-01', 'evaluation missing or past'],
  ])('[RK3] an evaluation valid to %s on 20261120 is %s', (riskValidDate, decision) => {
    expect(decideRisk({ riskLevel: '06', riskValidDate }, '9999', TODAY)).toBe(decision);
  });

  test('[ER7] [RK1] the level that a product needs is named by the customer level that just reaches it', () => {
    for (const [at, product] of PRODUCTS.entries())
      expect(neededLevelName(product)).toBe(customerLevelName(CUSTOMERS[at]!));
    expect(neededLevelName('0001')).toBe('C2（谨慎型）');
    for (const unknown of ['0009', '', 'constructor']) expect(neededLevelName(unknown)).toBe('');
  });
});

test('[RK1] a product level is known as people write it, and nothing else is taken for one', () => {
  expect(['R3', 'r3', 'R3（中）', 'R3中', ' 0002 ', '最低类别', 'R5高'].map(productLevelCode)).toEqual([
    '0002',
    '0002',
    '0002',
    '0002',
    '0002',
    '9999',
    '0004',
  ]);
  expect(['', 'R6', 'R31', '中', '三级', '01'].map(productLevelCode)).toEqual([null, null, null, null, null, null]);
});
