import { describe, expect, test } from 'vitest';
import {
  APPLICATION_STATES,
  checkDeclaration,
  checkMaterial,
  MATERIAL_LIMITS,
  mayApply,
  mayFollow,
  neededMaterials,
  readDeclaredNumber,
  stateOn,
  STATUS_OF,
  type ApplicationState,
  type Declaration,
} from '#rules/people/professional-investor.ts';

const declare = (change: Partial<Declaration> = {}): Declaration => ({
  assets: 0,
  income: 0,
  experienceYears: 0,
  jobType: 'none',
  ...change,
});
const wrong = (...args: Parameters<typeof checkDeclaration>) => checkDeclaration(...args).map(({ field }) => field);

describe('[RK7] who may ask to be confirmed', () => {
  test.each([
    ['natural', { assets: 500, experienceYears: 2 }, []],
    ['natural', { assets: 499.99, income: 49.99, experienceYears: 2 }, ['assets']],
    ['natural', { income: 50, experienceYears: 2 }, []],
    ['natural', { income: 50, experienceYears: 1.9 }, ['experienceYears']],
    ['natural', { income: 50, jobType: 'executive' }, []],
    ['natural', {}, ['assets', 'experienceYears']],
    ['conversion', { assets: 300, experienceYears: 1 }, []],
    ['conversion', { income: 30, experienceYears: 1 }, []],
    ['conversion', { assets: 299, income: 29, experienceYears: 1 }, ['assets']],
    ['conversion', { assets: 300, jobType: 'licensed' }, ['experienceYears']],
    ['A', {}, []],
  ] as const)('%s with %j: %j', (type, change, fields) => {
    expect(wrong(type, declare(change))).toEqual(fields);
  });

  test.each([
    ['assets', { assets: 100_000_000.01 }, '金融资产不能超过 100,000,000 万元'],
    ['assets', { assets: -5 }, '金融资产不能为负'],
    ['income', { assets: 500, income: NaN }, '近三年年均收入应为数字，不必写单位'],
    ['income', { income: 200_000_000 }, '近三年年均收入不能超过 100,000,000 万元'],
    ['experienceYears', { assets: 500, experienceYears: 80.1 }, '投资经历不能超过 80 年'],
    ['experienceYears', { assets: 500, experienceYears: -1 }, '投资经历不能为负'],
  ] as const)('what nobody can have is told at %s alone: %j', (field, change, text) => {
    expect(checkDeclaration('natural', declare({ experienceYears: 2, ...change }))).toEqual([{ field, text }]);
    expect(checkDeclaration('A', declare(change))).toEqual([]);
  });

  test('numbers are read as people write them', () => {
    const written = {
      '': 0,
      ' 600 ': 600,
      '1,000': 1000,
      '1，234，567.5': 1_234_567.5,
      '１００': 100,
      '１．５': 1.5,
      '.5': 0.5,
      '-5': -5,
      '－5': -5,
      '\u22125': -5,
      '100,000,000': 100_000_000,
    };
    for (const [text, value] of Object.entries(written))
      expect([text, readDeclaredNumber(text)]).toEqual([text, value]);
    for (const [text, value] of Object.entries({
      '0.0000001': 0,
      '0.000001': 0.000001,
      '499.99': 499.99,
      '33333.333333333': 33333.333333,
      '0.00000149': 0.000001,
    })) {
      expect([text, readDeclaredNumber(text)]).toEqual([text, value]);
      expect(readDeclaredNumber(String(value)), 'what is sent is read as what was typed').toBe(value);
    }
    for (const text of ['1,00', '1,0000', ',100', '六百', '600万', '1e3', '0x10', 'Infinity', '1 2', '--5', '.'])
      expect([text, readDeclaredNumber(text)]).toEqual([text, NaN]);
  });

  test('what a declaration rests on has to be proved; where either would do, or neither yet, either is proof', () => {
    expect(neededMaterials('natural', { assets: 500, income: 0 })).toEqual([['assets'], ['experience']]);
    expect(neededMaterials('natural', { assets: 499, income: 50 })).toEqual([['income'], ['experience']]);
    expect(neededMaterials('natural', { assets: 500, income: 50 })).toEqual([['assets', 'income'], ['experience']]);
    expect(neededMaterials('natural', { assets: NaN, income: 0 })).toEqual([['assets', 'income'], ['experience']]);
    expect(neededMaterials('conversion', { assets: 300, income: 29 })).toEqual([['assets'], ['experience']]);
    expect(neededMaterials('A', { assets: 0, income: 0 })).toEqual([['licence']]);
  });

  test('files are judged by what is known of them before they are read', () => {
    const refused: [name: string, type: string, size: number, why: string][] = [
      [
        '证明.docx',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        9,
        '不是 PDF、JPG 或 PNG',
      ],
      ['证明.pdf.exe', '', 9, '不是 PDF、JPG 或 PNG'],
      ['证明', '', 9, '不是 PDF、JPG 或 PNG'],
      ['网页.png', 'text/html', 9, '不是 PDF、JPG 或 PNG'],
      ['空.pdf', 'application/pdf', 0, '是空文件'],
      ['大.pdf', 'application/pdf', MATERIAL_LIMITS.bytesEach + 1, '超过 10 MB'],
    ];
    for (const [name, type, size, why] of refused)
      expect([name, checkMaterial({ name, type, size })]).toEqual([name, why]);
    for (const [name, type] of [
      ['A.PDF', ''],
      ['a.jpeg', 'image/jpeg'],
      ['a.jfif', 'image/jpeg'],
      ['image:17', 'image/png'],
      ['a.b.png', 'image/x-png'],
    ] as const)
      expect([name, checkMaterial({ name, type, size: MATERIAL_LIMITS.bytesEach })]).toEqual([name, '']);
  });
});

describe('[RK7] the states of an application', () => {
  test('go where they may and nowhere else', () => {
    const ways = APPLICATION_STATES.flatMap((from) =>
      APPLICATION_STATES.filter((to) => mayFollow(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(ways).toEqual([
      'submitted → in-review', 'submitted → supplement', 'submitted → accepted', 'submitted → refused',
      'in-review → supplement', 'in-review → accepted', 'in-review → refused',
      'supplement → submitted', 'supplement → refused', 'accepted → expired',
    ]); // prettier-ignore
  });

  test('a new one may be sent when there is none or the last one is over', () => {
    expect(
      [undefined, ...APPLICATION_STATES].filter(mayApply as (state: ApplicationState | undefined) => boolean),
    ).toEqual([undefined, 'refused', 'expired']);
    expect(Object.values(STATUS_OF)).toEqual(['1', '1', '1', '2', '3', '4']);
  });

  test('a confirmation ends with its last day, others know no day', () => {
    expect([
      stateOn('accepted', '2026-11-20', '2026-11-20'),
      stateOn('accepted', '2026-11-20', '2026-11-21'),
      stateOn('accepted', null, '2099-01-01'),
      stateOn('refused', '2020-01-01', '2026-01-01'),
    ]).toEqual(['accepted', 'expired', 'accepted', 'refused']);
  });
});
