import { expect, test } from 'vitest';
import { typedNumber, writtenNumbers } from '#rules/registers/written-numbers.ts';

test.each([
  ['021-55507172', ['02155507172', '55507172']],
  ['（021）5550-7172', ['02155507172', '55507172']],
  ['0571—55500318、021-55507173 转 8001', ['057155500318', '55500318', '02155507173', '55507173']],
  ['S9901124030017', ['s9901124030017']],
  ['４００-555-0000', ['4005550000']],
  ['99310000MA1XX00K7Q，2026-11-27 取得', ['99310000ma1xx00k7q']],
  ['浦东新区示例路 120 号 3 层', []],
  ['9'.repeat(41), []],
])('[SE7] numbers that stand in %s are told', (text, numbers) => {
  expect(writtenNumbers(text)).toEqual(numbers);
});

test.each([
  [['021-55507172'], '02155507172'],
  [['(021)', '5550', '7172'], '02155507172'],
  [['55507172'], '55507172'],
  [['s9901124030017'], 's9901124030017'],
  [['1234'], null],
  [['张三', '021-55507172'], null],
  [['etf'], null],
])('[SE7] the typed words %s are one number, or none', (words, number) => {
  expect(typedNumber(words)).toBe(number);
});
