import { expect, test } from 'vitest';
import {
  requiredFiles,
  requiredMaterials,
  bodyOf,
  takeFiles,
  type Chosen,
  type Draft,
} from '#site/visitor/professional-investor/draft.ts';

const MB = 1024 * 1024;
const file = (name: string, size = 9, lastModified = 1) =>
  new File([new Uint8Array(size)], name, { type: 'application/pdf', lastModified });
const draft = (change: Partial<Draft> = {}): Draft => ({
  applyType: 'natural',
  assets: '',
  income: '',
  experienceYears: '3',
  jobType: 'none',
  riskNoticeRead: true,
  sensitiveConsent: true,
  ...change,
});
const none = { state: '', materials: [] as never[] } as const;

test('[RK7] a file that cannot be sent is refused when it is chosen, each with its reason, and those beside it are taken', () => {
  const chosen: Chosen = [{ kind: 'income', file: file('收入.pdf') }];
  const { taken, refused } = takeFiles(
    'assets',
    [
      file('收入.pdf'),
      file('收入.pdf', 9, 2),
      file('程序.exe'),
      file('空.pdf', 0),
      file('大.pdf', 10 * MB + 1),
      file('好.pdf'),
    ],
    chosen,
  );
  expect(taken.map((one) => [one.kind, one.file.name])).toEqual([
    ['assets', '收入.pdf'],
    ['assets', '好.pdf'],
  ]);
  expect(refused.map(({ name, why }) => [name, why])).toEqual([
    ['收入.pdf', '已经选择过'],
    ['程序.exe', '不是 PDF、JPG 或 PNG'],
    ['空.pdf', '是空文件'],
    ['大.pdf', '超过 10 MB'],
  ]);
});

test('[RK7] all files together stay within their number and size', () => {
  const names = (files: readonly File[]) => takeFiles('other', files, []).refused.map(({ name, why }) => [name, why]);
  expect(names(Array.from({ length: 9 }, (_, at) => file(`${at}.pdf`)))).toEqual([
    ['8.pdf', '超出一次最多 8 个文件的限制'],
  ]);
  expect(names(Array.from({ length: 5 }, (_, at) => file(`${at}.pdf`, 9 * MB)))).toEqual([
    ['4.pdf', '加上它合计超过 40 MB'],
  ]);
});

test('[RK7] what is typed takes no place away from files: it decides only which are needed', () => {
  const slots = (change: Partial<Draft>) =>
    requiredMaterials(draft(change), none).map(({ kind, needed, or }) => `${kind}${needed ? '!' : ''}${or.join()}`);
  expect(slots({})).toEqual(['assets!income', 'income!assets', 'experience!', 'other']);
  expect(slots({ assets: '600' })).toEqual(['assets!', 'income', 'experience!', 'other']);
  expect(slots({ income: '６０' })).toEqual(['assets', 'income!', 'experience!', 'other']);
  expect(slots({ assets: '1,000', income: '60' })).toEqual(['assets!income', 'income!assets', 'experience!', 'other']);
  expect(slots({ applyType: 'A' })).toEqual(['licence!', 'other']);
  const before = {
    state: 'supplement',
    materials: [
      { kind: 'assets', filename: 'x.pdf', size: 1 },
      { kind: 'experience', filename: 'y.pdf', size: 1 },
    ],
  } as const;
  expect(
    requiredMaterials(draft({ assets: '600' }), { ...before, materials: [...before.materials] }).some(
      ({ needed }) => needed,
    ),
  ).toBe(false);
});

test('[RK7] files of another type of application wait, and are not sent', () => {
  const chosen: Chosen = [
    { kind: 'assets', file: file('资产.pdf') },
    { kind: 'licence', file: file('许可证.pdf') },
  ];
  expect(requiredFiles(draft({ applyType: 'A' }), chosen).map(({ kind }) => kind)).toEqual(['licence']);
  expect(Object.keys(bodyOf(draft({ applyType: 'A' }), chosen, 'id', 'now'))).toEqual([
    'requestId',
    'applyType',
    'riskNoticeRead',
    'sensitiveConsent',
    'signTime',
    'licence[]',
  ]);
});
