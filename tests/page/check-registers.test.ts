import { expect, test } from 'vitest';
import { checkRegister } from '#page/check-register.ts';
import { checkRegisters } from '#page/check-registers.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { filterViews, registerView, type RegisterFacts } from '#page/register-view.ts';
import { staff } from './world.ts';

const region: RegisterDefinition = {
  schemaVersion: 1,
  register: 'region',
  title: '地区',
  endpoints: [{ path: '/region' }],
  key: ['id'],
  fields: {
    id: { title: '代码', type: 'text' },
    name: { title: '名称', type: 'text' },
    parentid: { title: '上级', type: 'text' },
    secret: { title: '内部', type: 'text', restricted: true },
  },
  columns: ['id', 'name'],
  filters: [],
  order: ['id'],
};
const branch: RegisterDefinition = {
  ...region,
  register: 'branch',
  endpoints: [{ path: '/branch' }],
  fields: {
    id: { title: '编号', type: 'text' },
    province: {
      title: '省份',
      type: 'reference',
      reference: { register: 'region', label: 'name', where: { parentid: '0' } },
    },
    city: {
      title: '城市',
      type: 'reference',
      reference: { register: 'region', label: 'name', within: { parentid: 'province' } },
    },
  },
  columns: ['province', 'city'],
  filters: [{ field: 'province' }, { field: 'city' }],
};
const withReference = (reference: object) => ({
  region,
  branch: {
    ...branch,
    fields: {
      ...branch.fields,
      city: { ...branch.fields.city!, reference: { ...branch.fields.city!.reference!, ...reference } },
    },
  },
});
const problemsOf = (registers: Record<string, RegisterDefinition>) =>
  checkRegisters(registers).map(({ register, code, pointer }) => `${register} ${code} ${pointer}`);

test('[RG1] a reference leads to a register that exists, by fields that it has and shows', () => {
  expect(checkRegister(branch).problems).toEqual([]);
  expect(problemsOf({ region, branch })).toEqual([]);
  expect(problemsOf(withReference({ register: 'regoin' }))).toEqual([
    'branch unknown-register /fields/city/reference/register',
  ]);
  expect(checkRegisters(withReference({ register: 'regoin' }))[0]?.suggestion).toBe('region');
  expect(problemsOf(withReference({ label: 'nmae' }))).toEqual([
    'branch unknown-register-field /fields/city/reference/label',
  ]);
  expect(problemsOf(withReference({ label: 'secret' }))).toEqual([
    'branch restricted-filter /fields/city/reference/label',
  ]);
  expect(problemsOf(withReference({ where: { level: '1' }, within: { parent: 'province' } }))).toEqual([
    'branch unknown-register-field /fields/city/reference/where/level',
    'branch unknown-register-field /fields/city/reference/within/parent',
  ]);
  expect(problemsOf({ region: { ...region, key: ['id', 'name'] }, branch })).toEqual([
    'branch not-a-choice /fields/province/reference/register',
    'branch not-a-choice /fields/city/reference/register',
  ]);
});

test('[RG1] two registers that one call cannot tell apart are told with both names', () => {
  const at = (register: string, when?: Record<string, string>): RegisterDefinition => ({
    ...region,
    register,
    endpoints: [{ path: '/notice', ...(when && { when }) }],
  });
  expect(problemsOf({ a: at('a', { infoId: '1', kind: 'x' }), b: at('b', { kind: 'x', infoId: '1' }) })).toEqual([
    'b equal-endpoints /endpoints/0',
  ]);
  expect(checkRegisters({ a: at('a'), b: at('b') })[0]?.message).toContain('a and b both answer /notice');
  expect(problemsOf({ a: at('a', { infoId: '1' }), b: at('b', { infoId: '2' }), c: at('c') })).toEqual([]);
});

test('[RG2] the choices of a reference are the rows of the other register, narrowed by the filter that it depends on', () => {
  const row = (id: string, name: string, parentid: string) => ({ key: id, row: { id, name, parentid } });
  const facts: RegisterFacts = {
    dates: new Map(),
    options: new Map([['region', [row('31', '上海市', '0'), row('32', '江苏省', '0'), row('3201', '南京市', '32')]]]),
  };
  expect(filterViews(branch, facts)).toEqual([
    { name: 'province', title: '省份', kind: 'choice', choices: { 31: '上海市', 32: '江苏省' } },
    {
      name: 'city',
      title: '城市',
      kind: 'choice',
      choices: { 31: '上海市', 32: '江苏省', 3201: '南京市' },
      within: { name: 'province', parents: { 31: '0', 32: '0', 3201: '32' } },
    },
  ]);
  expect(registerView(branch, facts).columns[0]).toEqual({
    field: 'province',
    title: '省份',
    type: 'reference',
    choices: { 31: '上海市', 32: '江苏省' },
  });
  // before the other register's rows are known nothing is a wrong choice
  expect(filterViews(branch)[0]).toEqual({ name: 'province', title: '省份', kind: 'choice' });
});

test('[RG3] a view says which columns sort, restricted ones never, and whether dates are kept', () => {
  const sortable: RegisterDefinition = {
    ...staff,
    history: { compare: [] },
    fields: {
      ...staff.fields,
      name: { title: '姓名', type: 'text', sortable: true },
      level: { ...staff.fields.level!, sortable: true, restricted: true },
    },
  };
  expect(registerView(sortable)).toMatchObject({ sortable: ['name'], history: true });
  expect(registerView(staff)).toMatchObject({ sortable: [], history: false });
});
