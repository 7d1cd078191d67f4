import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { checkPattern } from '#page/check-pattern.ts';
import { checkRegister, readRegister } from '#page/check-register.ts';
import type { ProblemCode } from '#page/problems.ts';
import { registerProblemInWords } from '#page/problem-in-words.ts';
import { filterViews, registerOf, registerView } from '#page/register-view.ts';
import { asUsual, threadTime } from '#tests/world/thread-time.ts';
import { staff } from './world.ts';

type Json = Record<string, any>;
const withFields = (fields: Json): Json => ({ ...staff, fields: { ...staff.fields, ...fields } });

test('[RG1] a good register passes with its defaults', () => {
  const { register, problems } = checkRegister({ ...staff, $schema: '../register.schema.json' });
  expect(problems).toEqual([]);
  expect(register).toMatchObject({ onDemand: false, fields: { name: { convert: false, export: true } } });
});

const leaving = (ended: Json): Json => ({ ...staff, verify: { kind: 'staff', show: ['name'], ended } });

const broken: [ProblemCode, string, Json][] = [
  ['missing-field', '', (({ key: _key, ...rest }) => rest)(staff)],
  ['missing-field', '/fields/level', withFields({ level: { title: '类别', type: 'choice' } })],
  ['missing-field', '/filters/0', { ...staff, filters: [{ name: 'a', title: '甲' }] }],
  ['missing-field', '/filters/0', { ...staff, filters: [{ fuzzy: ['name'], name: 'a' }] }],
  ['unknown-field', '/fields/name/titel', withFields({ name: { ...staff.fields.name, titel: '姓名' } })],
  ['not-a-choice', '/fields/name/type', withFields({ name: { title: '姓名', type: 'txt' } })],
  ['newer-version', '/schemaVersion', { ...staff, schemaVersion: 2 }],
  ['unknown-register-field', '/columns/0', { ...staff, columns: ['nmae'] }],
  ['unknown-register-field', '/key/0', { ...staff, key: ['cert'] }],
  ['unknown-register-field', '/order/0', { ...staff, order: ['-sinse'] }],
  ['unknown-register-field', '/filters/0/field', { ...staff, filters: [{ field: 'nmae' }] }],
  [
    'unknown-register-field',
    '/filters/0/fuzzy/1',
    { ...staff, filters: [{ fuzzy: ['name', 'nmae'], name: 'a', title: '甲' }] },
  ],
  [
    'restricted-filter',
    '/filters/0/field',
    { ...withFields({ name: { title: '姓名', type: 'text', restricted: true } }), filters: [{ field: 'name' }] },
  ],
  [
    'unknown-field',
    '/filters/0/exact',
    { ...staff, filters: [{ fuzzy: ['name'], name: 'a', title: '甲', exact: true }] },
  ],
  ['unknown-field', '/filters/0/exact', { ...staff, filters: [{ field: 'since', exact: true }] }],
  ['unknown-field', '/filters/0/options', { ...staff, filters: [{ field: 'since', options: ['甲'] }] }],
  [
    'duplicate-filter',
    '/filters/1',
    { ...staff, filters: [{ field: 'name' }, { fuzzy: ['name'], name: 'name', title: '甲' }] },
  ],
  ['duplicate-filter', '/filters/0', { ...staff, filters: [{ fuzzy: ['name'], name: 'pageNum', title: '甲' }] }],
  ['duplicate-filter', '/filters/0', { ...staff, filters: [{ fuzzy: ['name'], name: 'asOf', title: '甲' }] }],
  ['missing-field', '/fields/place', withFields({ place: { title: '地区', type: 'reference' } })],
  [
    'unknown-field',
    '/fields/place/reference',
    withFields({ place: { title: '地区', type: 'text', reference: { register: 'region', label: 'name' } } }),
  ],
  [
    'unknown-register-field',
    '/fields/place/reference/within/parentid',
    withFields({
      place: {
        title: '地区',
        type: 'reference',
        reference: { register: 'region', label: 'name', within: { parentid: 'provinse' } },
      },
    }),
  ],
  [
    'not-a-choice',
    '/fields/place/reference/within/parentid',
    withFields({
      place: {
        title: '地区',
        type: 'reference',
        reference: { register: 'region', label: 'name', within: { parentid: 'name' } },
      },
    }),
  ],
  ['unknown-field', '/fields/since/fraction', withFields({ since: { title: '日期', type: 'date', fraction: true } })],
  [
    'restricted-filter',
    '/fields/rate/sortable',
    withFields({ rate: { title: '利率', type: 'percent', restricted: true, sortable: true } }),
  ],
  [
    'restricted-filter',
    '/order/1',
    { ...withFields({ rate: { title: '利率', type: 'percent', restricted: true } }), order: ['-since', '-rate'] },
  ],
  [
    'restricted-filter',
    '/key/0',
    { ...withFields({ certNo: { title: '编号', type: 'text', restricted: true } }), filters: [] },
  ],
  ['unknown-register-field', '/history/compare/0', { ...staff, history: { compare: ['ratio'] } }],
  ['not-a-choice', '/history/compare/0', { ...staff, history: { compare: ['since'] } }],
  [
    'not-a-choice',
    '/history/compare/0',
    { ...withFields({ rate: { title: '利率', type: 'percent' } }), history: { compare: ['rate'] } },
  ],
  ['unknown-register-field', '/verify/show/1', { ...staff, verify: { kind: 'staff', show: ['name', 'nmae'] } }],
  [
    'restricted-filter',
    '/restrictedBy',
    {
      ...withFields({ risk: { title: '等级', type: 'choice', choices: { '9999': '最低' }, restricted: true } }),
      restrictedBy: 'risk',
    },
  ],
  ['unknown-register-field', '/restrictedBy', { ...withFields({}), restrictedBy: 'risk' }],
  [
    'not-a-choice',
    '/restrictedBy',
    {
      ...withFields({ risk: { title: '等级', type: 'choice', choices: { '9999': '最低', R1: '低' } } }),
      restrictedBy: 'risk',
    },
  ],
  ['not-a-choice', '/restrictedBy', { ...withFields({ risk: { title: '等级', type: 'text' } }), restrictedBy: 'risk' }],
  ['unknown-register-field', '/verify/ended/field', leaving({ field: 'lavel', values: ['1'] })],
  ['not-a-choice', '/verify/ended/field', leaving({ field: 'name', values: ['1'] })],
  ['not-a-choice', '/verify/ended/since', leaving({ field: 'level', values: ['1'], since: 'name' })],
  ['unknown-choice', '/verify/ended/values/1', leaving({ field: 'level', values: ['1', '离岗'] })],
  [
    'restricted-filter',
    '/verify/ended/field',
    {
      ...leaving({ field: 'left', values: ['1'] }),
      fields: { ...staff.fields, left: { title: '状态', type: 'choice', choices: { '1': '离岗' }, restricted: true } },
    },
  ],
  [
    'restricted-filter',
    '/verify/show/0',
    {
      ...withFields({ rate: { title: '利率', type: 'percent', restricted: true } }),
      verify: { kind: 'staff', show: ['rate'] },
    },
  ],
  ['not-a-choice', '/verify/kind', { ...staff, verify: { kind: 'person', show: ['name'] } }],
  ['missing-field', '/verify', { ...staff, filters: [{ field: 'level' }], verify: { kind: 'staff', show: ['name'] } }],
  ['unknown-choice', '/fields/level/tags/2', withFields({ level: { ...staff.fields.level, tags: { '2': 'good' } } })],
  [
    'missing-field',
    '/fields/name',
    withFields({ name: { title: '姓名', type: 'text', pattern: '^\\d+$', example: '12' } }),
  ],
  [
    'missing-field',
    '/fields/name',
    withFields({ name: { title: '姓名', type: 'text', pattern: '^\\d+$', patternHint: '数字' } }),
  ],
  [
    'bad-format',
    '/fields/name/example',
    withFields({ name: { title: '姓名', type: 'text', pattern: '^\\d+$', patternHint: '数字', example: 'a' } }),
  ],
  [
    'bad-format',
    '/fields/name/patternHint',
    withFields({ name: { title: '姓名', type: 'text', pattern: '^\\d+$', patternHint: '\\d+', example: '12' } }),
  ],
  [
    'unknown-field',
    '/fields/name/patternHint',
    withFields({ name: { title: '姓名', type: 'text', patternHint: '数字' } }),
  ],
  ['bad-pattern', '/fields/name/pattern', withFields({ name: { title: '姓名', type: 'text', pattern: '^(a$' } })],
  [
    'unanchored-pattern',
    '/fields/name/pattern',
    withFields({ name: { title: '姓名', type: 'text', pattern: '\\d+' } }),
  ],
  ['slow-pattern', '/fields/name/pattern', withFields({ name: { title: '姓名', type: 'text', pattern: '^(a+)+$' } })],
];

describe('[RG1] one problem, told by code and pointer', () => {
  test.each(broken)('%s at "%s"', (code, pointer, document) => {
    const { register, problems } = checkRegister(document);
    expect(problems.map((problem) => `${problem.code} ${problem.pointer}`)).toEqual([`${code} ${pointer}`]);
    expect(register).toBeNull();
  });

  test.each(broken)('%s at "%s" is told to editors in Chinese, with the place', (_code, pointer, document) => {
    for (const problem of checkRegister(document).problems) {
      const words = registerProblemInWords(problem, document);
      expect(words).toMatch(/^[“\p{Script=Han}].*[“（：，\p{Script=Han}]/u);
      expect(words).not.toMatch(/[A-Za-z]+ [A-Za-z]+ [A-Za-z]+|undefined|\/\d/);
      const [, part, name] = /^\/(fields|filters)\/([^/]+)/.exec(pointer) ?? [];
      if (part) expect(words).toContain(part === 'fields' ? `列“${name}”` : `第 ${Number(name) + 1} 个查询条件`);
    }
  });
});

describe('[RG1] words of other systems', () => {
  const problemsOf = (field: Json) =>
    checkRegister(withFields({ name: field })).problems.map(({ message, suggestion }) => [message, suggestion]);
  test.each([
    ['string', 'text'],
    ['文本', 'text'],
    ['Int', 'integer'],
    ['整数', 'integer'],
    ['日期', 'date'],
    ['datetime', 'date'],
    ['percentage', 'percent'],
  ])('the type %s is %s', (type, meant) => {
    expect(problemsOf({ title: '姓名', type })).toEqual([[expect.stringContaining('is not allowed'), meant]]);
  });
  test('a number is one of two types', () => {
    expect(problemsOf({ title: '姓名', type: 'number' })).toEqual([
      [expect.stringMatching(/Write integer or decimal\.$/), undefined],
    ]);
  });
  test('a list of choices is shown in the right form', () => {
    expect(problemsOf({ title: '姓名', type: 'choice', choices: ['国家级', '省级'] })).toEqual([
      ['"choices" says for each stored value what is shown: {"1": "国家级", "2": "省级"}.', undefined],
    ]);
  });
  test('a field with a Chinese name is told once, in words and with an example', () => {
    const named = {
      ...staff,
      fields: { ...staff.fields, 姓名: { title: '姓名', type: 'text' } },
      columns: ['姓名', 'name'],
      order: ['-姓名'],
    };
    expect(checkRegister(named).problems).toEqual([
      {
        pointer: '/fields/姓名',
        code: 'bad-format',
        message:
          '"姓名" should be Latin letters and digits, beginning with a letter, such as staffName; the Chinese words stand in "title".',
      },
    ]);
    expect(checkRegister({ ...staff, columns: ['姓名'] }).problems.map(({ code, pointer }) => [code, pointer])).toEqual(
      [['unknown-register-field', '/columns/0']],
    );
  });
});

test('[RG41] what is shown on demand keeps no past lists, whose changes would show it unasked', () => {
  const both = { ...staff, onDemand: true, history: { compare: [] } };
  expect(checkRegister(both).problems).toMatchObject([{ pointer: '/history', code: 'unknown-field' }]);
  // a public one that has both goes on
  expect(readRegister(both).problems).toEqual([]);
});

test('[RG1] a register check never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...Object.keys(staff)), (value, part) => {
      checkRegister(value);
      checkRegister({ ...staff, [part]: value });
    }),
    { numRuns: 300 },
  );
});

describe('[PS1] patterns that could backtrack without end are refused', () => {
  test.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(\\d{1,3}\\.)*x$',
    '^(a?){40}$',
    '^((ab)+c)+$',
    '^(.*)(\\1)$',
    '^(?=a)a$',
    '^a*b*c*$',
    '^a{0,100}a{0,100}a{0,100}a{0,100}b$',
    '^a{1,1000}[ab]{1,1000}[a-c]{1,1000}$',
    '^([a-z]+,?)+$',
    `^${'(a|a)'.repeat(24)}b$`,
    `^(${'(a|aa)'.repeat(24)})b$`,
  ])('%s', (pattern) => {
    expect(checkPattern(pattern)?.code).toBe('slow-pattern');
  });
  test.each([
    '^F\\d{7,8}$',
    '^0\\d{2,3}-\\d{4}-?\\d{4}$',
    '^(P\\d{7}|GC\\d{10}|PT\\d{10})$',
    '^\\d{6}$|^[A-Z0-9]{6}$',
    '^[^(]+$',
    '^(ab){3}$',
    '^\\p{Script=Han}{2,20}$',
    '^[-+*?{]$',
    `^(${['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].join('|')})\\d{2}$`,
    '^a\\$$',
  ])('%s is allowed', (pattern) => {
    expect(checkPattern(pattern)).toBeNull();
  });
  test.each(['a$', '^a', '^a|b$', '^a\\$'])('%s is not anchored', (pattern) => {
    expect(checkPattern(pattern)?.code).toBe('unanchored-pattern');
  });
  test('whatever passes ends within a blink on a long text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '[ab]', '(', ')', '|', '+', '*', '?', '{2,}', '{0,90}', '(?:', 'b'), {
          maxLength: 14,
        }),
        (parts) => {
          const pattern = `^${parts.join('')}$`;
          if (checkPattern(pattern)) return;
          const began = threadTime();
          new RegExp(pattern, 'u').test(`${'ab'.repeat(500)}c`);
          new RegExp(pattern, 'u').test(`${'a'.repeat(1000)}c`);
          expect(asUsual(threadTime() - began)).toBeLessThan(1000);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test('[RG3] a date filter is a range of two parameters; a fuzzy one has its own name', () => {
  expect(filterViews(staff).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'level choice',
    'sinceFrom date',
    'sinceTo date',
    'fuzzyItem fuzzy',
  ]);
});

test('[RG1] a view brings what the browser draws and no pattern; filters fixed by the page are left out', () => {
  const view = registerView(staff);
  expect(view).toMatchObject({
    endpoint: '/front/info',
    when: { infoId: 'staff' },
    answer: { list: 'frontList', total: 'total', bare: false },
    countWord: '条',
  });
  expect(view.columns[1]).toEqual({ field: 'certNo', title: '证书编号', type: 'text' });
  const block = {
    id: 'rows',
    place: 'main',
    widget: 'table-view',
    props: {},
    register: 'staff',
    source: { name: 'register', params: { level: { value: '1' } } },
  };
  expect(registerOf({ registers: { staff: view } }, block)?.filters.map(({ name }) => name)).toEqual([
    'sinceFrom',
    'sinceTo',
    'fuzzyItem',
  ]);
});

test('[RG36] a text with options is asked for by choosing one of them', () => {
  const chosen = { ...staff, filters: [{ field: 'name', options: ['两融', '期权'] }] };
  expect(checkRegister(chosen).problems).toEqual([]);
  expect(filterViews(chosen)).toEqual([
    { name: 'name', title: staff.fields.name!.title, kind: 'choice', choices: { 两融: '两融', 期权: '期权' } },
  ]);
});
