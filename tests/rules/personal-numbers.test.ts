import { expect, test } from 'vitest';
import { findingWords, reasonIn } from '#rules/checks/findings.ts';
import { findPersonalNumbers, maskedNumber, numberWords } from '#rules/people/personal-numbers.ts';

/** The check character of an identity number whose first 17 digits are given. */
const identity = (digits: string): string =>
  digits +
  '10X98765432'[
    [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2].reduce(
      (sum, weight, at) => sum + weight * Number(digits[at]),
      0,
    ) % 11
  ];
/** A number that ends in its Luhn digit. */
const card = (digits: string): string => {
  const sum = [...`${digits}0`].toReversed().reduce((total, sign, at) => {
    const value = Number(sign) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
};

const ID = identity('11010519491231002');
const ID_X = identity('44052419800101001');
const CARD = card('622202000011112222');

test.each<[string, string[]]>([
  [ID, ['identity']],
  [`身份证：${ID}，已核对`, ['identity']],
  [`${ID.slice(0, 6)} ${ID.slice(6, 14)} ${ID.slice(14)}`, ['identity']],
  [`${ID.slice(0, 6)}-${ID.slice(6, 14)}-${ID.slice(14)}`, ['identity']],
  [
    [...ID].map((sign) => (/\d/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign)).join(''),
    ['identity'],
  ],
  [`经办人身份证号${ID_X.toLowerCase()}。`, ['identity']],
  ['联系人手机13800138000', ['mobile']],
  ['138 0013 8000', ['mobile']],
  ['139-0013-8000', ['mobile']],
  ['+86 13800138000', ['mobile']],
  ['8613800138000', ['mobile']],
  ['（13800138000）', ['mobile']],
  ['13800138000、13900139000', ['mobile', 'mobile']],
  [`收款账号 ${CARD}`, ['card']],
  [CARD.replaceAll(/(\d{4})(?=\d)/g, '$1 '), ['card']],
  [card('411111111111111'), ['card']],
  [card('601111111111111'), ['card']],
  ['手机一三八零零一三八〇〇〇', ['mobile']],
  ['幺三八零零幺三八零零零', ['mobile']],
  ['二〇二六年一月一日，一二三四五六七八九十', []],
  [card('510510510510510'), ['card']],
  // several, and whatever stands beside them
  ...['/', ',', ' ', '\n', '-', ';', '\t', '；', '.', '|', '_'].map((sign): [string, string[]] => [
    `联系 13812345678${sign}13912345678`,
    ['mobile', 'mobile'],
  ]),
  [`王安,13812345678；身份证/${ID};微信wx13912345678`, ['mobile', 'identity', 'mobile']],
  ...[
    '手机/*', '021-55507172 *', '021-55507172/*', '95523 *', '2026-11-20 *', '1.*', '手机-*', '手机=*', '#*', '手机_*', 'tel*', 'QQ*',
    'tel:*', 'Tel.*', '①*', '⒈*', '⑴*', '*²', '(1)*', '1、*', '1,*', '10001\n*', '*@139.com', '*-8001', '*/021-55507172', '*（王安）', '*手机', '*股东王安', '*wx同号', '[*]',
    '"*"', '王安*', 'V*', '手机：+86*', '0086*', '0086-*', '86-*', '(+86)*', '+86(*)', '0*', '王安 https://site.example/a；*', '*,100',
  ].map((text): [string, string[]] => [text.replace('*', '13812345678'), ['mobile']]), // prettier-ignore
  ...[
    '138.1234.5678', '138–1234–5678', '138—1234—5678', '138‑1234‑5678', '138−1234−5678', '138 - 1234 - 5678', '138·1234·5678', '138•1234•5678',
    '+86(138)12345678', '(138)12345678', '（138）1234-5678', '138 1234-5678', '138\u200b1234\u200b5678', '138\u00a01234\u20035678', '1 3 8 1 2 3 4 5 6 7 8',
    '13812 345678', '+86 138 1234 5678', '86138 1234 5678', '021-55507172 138 1234 5678', '2026-11-20 138-1234-5678', '17912345678', '19412345678',
  ].map((text): [string, string[]] => [text, ['mobile']]), // prettier-ignore
  ['138 1234 5678 139 1234 5678', ['mobile', 'mobile']],
  ...['证件号/*', '证件号,*', 'ID*', '证件号-*', '身份证=*', '*/王安', '*号', '330102 *'].map(
    (text): [string, string[]] => [text.replace('*', ID_X), ['identity']],
  ),
  ...['×', '✕', 'Х', 'ｘ', ' X', '-x'].map((sign): [string, string[]] => [`11010519491231002${sign}`, ['identity']]),
  [`11010519491231002X/13812345678`, ['identity', 'mobile']],
  ...['卡号/*', '账号,*', '卡号-*', 'NO*', '*,招商银行', '95523 *'].map((text): [string, string[]] => [
    text.replace('*', CARD),
    ['card'],
  ]),
  // none: telephones of branches and services
  ['021-55507172', []],
  ['0571-87654321转8001', []],
  ['400-555-0126', []],
  ['4005550126', []],
  ['95501', []],
  // none: codes, sums, dates, addresses
  ['91310000MA1FL0000X', []],
  ['913100001322139113', []],
  ['S0950513800138000', []],
  ['P1380013800013', []],
  ['13,800,138,000', []],
  ['13800138000.55', []],
  ['2026-11-20 2026-11-21', []],
  ['20261120 20261121', []],
  ['https://site.example/13800138000', []],
  ['?id=13800138000', []],
  ['a13800138000b', []],
  ['13800138000元', []],
  ['13812345678 股、13812345678万元、¥13812345678、人民币 13812345678', []],
  ['0.13812345678', []],
  ['13 812 345 678', []],
  ['13812345678901234567', []],
  ['档案号 1381234567 8138123456', []],
  ['e3b0c44298fc1c149afbf4c8996fb92413812345678a', []],
  ['0f13812345678', []],
  ['/upload/13812345678.pdf', []],
  ['见 site.example/a/13812345678.html', []],
  ['www.site.example/13812345678', []],
  ['S0990513812345678', []],
  ['620001 110022 519069、620002 110023 519070', []],
  ['138 2026-11-20', []],
  ['192.168.138.123', []],
  ['10000000000', []],
  ['12345678901', []],
  [`${ID.slice(0, 17)}${ID.endsWith('1') ? '2' : '1'}`, []],
  [identity('99010519491231002'), []],
  [identity('11010519491331002'), []],
  ['6222020000111122223', CARD === '6222020000111122223' ? ['card'] : []],
  ['基金代码 000001、110022、519069', []],
  ['138001380001234567890', []],
])('[PV1] %s', (text, kinds) => {
  expect(findPersonalNumbers(text).map(({ kind }) => kind)).toEqual(kinds);
});

test('[PV1] what is told of a number does not repeat it, and long texts end', () => {
  expect(maskedNumber(findPersonalNumbers('13800138000')[0]!)).toBe('138******00');
  expect(findPersonalNumbers('1 '.repeat(1_000_000))).toEqual([]);
  expect(findPersonalNumbers('1'.repeat(2_000_000))).toEqual([]);
});

test('[PV2] the reason of a number is found among the lines of the history', () => {
  const shown = numberWords({ kind: 'mobile', digits: '13800138000' });
  const found = { check: 'personal-number', place: '《公告》的正文', shown } as const;
  expect(findingWords(found)).toBe('《公告》的正文（手机号 138******00）');
  const note =
    '请周五前审核\n《公告》的正文（身份证号 138******00）：别的\n《公告》的正文（手机号 138******00）：值班电话：须公示';
  expect(reasonIn(note, found)).toBe('值班电话：须公示');
  expect(reasonIn('请周五前审核', found)).toBe('');
});
