import type { Change } from '#kinds/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { findInRegister } from '#server/store/rows/find-in-register.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const area: RegisterDefinition = {
  schemaVersion: 1,
  register: 'area',
  title: '地区',
  endpoints: [{ path: '/wscms/v1/test/areas' }],
  answer: { bare: true },
  key: ['id'],
  fields: { id: { title: '代码', type: 'text' }, name: { title: '名称', type: 'text' } },
  columns: ['id', 'name'],
  filters: [],
  order: ['id'],
};

const people: RegisterDefinition = {
  schemaVersion: 1,
  register: 'people',
  title: '核验人员',
  endpoints: [{ path: '/wscms/v1/test/people', when: { infoId: 'people' } }],
  key: ['certNo'],
  fields: {
    name: { title: '姓名', type: 'text', convert: false, sortable: true },
    certNo: { title: '证书编号', type: 'text', convert: false },
    area: { title: '地区', type: 'reference', reference: { register: 'area', label: 'name' } },
    level: { title: '类别', type: 'choice', choices: { '1': '管理人员', '0': '业务人员' } },
    score: { title: '得分', type: 'decimal', scale: 2, sortable: true },
    secret: { title: '内部备注', type: 'text', restricted: true },
  },
  columns: ['name', 'certNo', 'area', 'level', 'score', 'secret'],
  filters: [
    { field: 'area' },
    { field: 'level' },
    { field: 'score' },
    { field: 'name' },
    { fuzzy: ['name', 'certNo'], name: 'fuzzyItem', title: '姓名或编号' },
  ],
  order: ['certNo'],
  department: '人力资源部',
  verify: { kind: 'staff', show: ['name', 'area', 'score'] },
};

const ratio: RegisterDefinition = {
  schemaVersion: 1,
  register: 'ratio',
  title: '保证金比例',
  endpoints: [{ path: '/wscms/v1/notice/testratio' }],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text' },
    name: { title: '简称', type: 'text' },
    rate: { title: '比例', type: 'percent', scale: 2, fraction: true },
    hidden: { title: '内部', type: 'text', restricted: true },
  },
  columns: ['code', 'name', 'rate'],
  filters: [{ fuzzy: ['code', 'name'], name: 'fuzzyItem', title: '代码或简称' }, { field: 'rate' }],
  order: ['code'],
  history: { compare: ['rate'] },
};

const terms: RegisterDefinition = {
  schemaVersion: 1,
  register: 'terms',
  title: '期限',
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text' },
    ends: { title: '到期日', type: 'date', words: ['无固定期限', '待定'], sortable: true },
  },
  columns: ['code', 'ends'],
  filters: [{ field: 'ends' }],
  order: ['code'],
};

const person = (certNo: string, name: string, more: object = {}) => ({
  certNo,
  name,
  area: '31',
  level: '1',
  score: null,
  secret: `密${certNo}`,
  ...more,
});
const PEOPLE = [
  person('S9901000000001', '王谷雨', { score: '9.50' }),
  person('S9901000000002', '證券王國', { score: 10, area: '32' }),
  person('S9901000000003', 'Ａ股李清和', { level: '0' }),
  person('S9901000000004', '欧阳 明澈', { score: '-3' }),
];

const edition = (definition: RegisterDefinition): Change => ({
  kind: 'register',
  document: definition,
});
const rows = (
  definition: RegisterDefinition,
  list: Record<string, string | number | null>[],
  dataDate: string,
): Change => ({ kind: 'rows', document: { definition, rows: list, dataDate, department: '合规部' } });
const peoplePage: Change = {
  kind: 'page',
  id: 'people-page',
  document: {
    schemaVersion: 1,
    page: 'people-page',
    for: { url: 'publicChannel/people' },
    layout: 'channel',
    blocks: ['1', '0'].map((level) => ({
      id: `level${level}`,
      place: 'main',
      tab: level === '1' ? '管理' : '业务',
      widget: 'register-table',
      address: `l${level}`,
      source: { name: 'register', params: { register: 'people', level } },
    })),
  },
};

/** a channel below the section with a table of the register, or of its changes */
const shownAt = (
  number: number,
  { register: name, title }: RegisterDefinition,
  source: 'register' | 'register-changes' = 'register',
): Change[] => [
  channel(`${SECTION}00${number}`, `publicChannel/${name}`, title, { type: 2, classOrder: number }),
  {
    kind: 'page',
    id: `${name}-page`,
    document: {
      schemaVersion: 1,
      page: `${name}-page`,
      for: { url: `publicChannel/${name}` },
      layout: 'channel',
      blocks: [
        {
          id: 'rows',
          place: 'main',
          widget: source === 'register' ? 'register-table' : source,
          address: 'l1',
          source: { name: source, params: { register: name } },
        },
      ],
    },
  },
];

let site: TestSite;
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const call = async (path: string): Promise<{ code: string; msg: string; data: any }> =>
  JSON.parse(suite.decrypt((await site.app.inject({ url: CALL_BASE + path })).body));
const register = async (query: string, name = 'people') => (await call(`/wscms/v1/register/${name}?${query}`)).data;
const file = async (path: string) => {
  const { statusCode: status, body: text } = await site.app.inject({
    url: `/register-file/${encodeURI(decodeURI(path))}`,
  });
  return { status, text };
};
const names = async (query: string) => (await register(query)).list.map((row: { name: string }) => row.name);

const ratios = (rates: Record<string, string | null>, more: object = {}) =>
  Object.entries(rates).map(([code, rate]) => ({ code, name: `证券${code}`, rate, hidden: 'x', ...more }));

beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0030`, 'publicChannel/people', '人员', { type: 2, classOrder: 30 }),
      edition(area),
      edition(people),
      edition(ratio),
      edition(terms),
      ...shownAt(87, terms),
      peoplePage,
    ],
    at: new Date('2026-11-10T00:00:00Z'),
  });
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  await site.publish(
    '地区与人员',
    [
      rows(
        area,
        [
          { id: '31', name: '上海市' },
          { id: '32', name: '江苏省' },
        ],
        '2026-11-10',
      ),
      rows(people, PEOPLE, '2026-11-10'),
      rows(
        terms,
        ['2027-01-31', '无固定期限', '2028-02-02', null, '待定'].map((ends, at) => ({ code: `P${at}`, ends })),
        '2026-11-10',
      ),
    ],
    at(10),
  );
  await site.publish(
    '比例',
    [rows(ratio, ratios({ '001': '1.00', '002': '0.50', '003': '0.70', '004': null }), '2026-11-16')],
    at(16),
  );
  await site.publish(
    '比例',
    [rows(ratio, ratios({ '001': '1.10', '002': '0.40', '004': '0.60', '005': '1.00' }), '2026-11-17')],
    at(17),
  );
  await site.publish(
    '比例更正',
    [rows(ratio, ratios({ '001': '1.20', '002': '0.40', '004': '0.60', '005': '1.00' }), '2026-11-17')],
    at(18),
  );
  await site.publish(
    '比例',
    [rows(ratio, ratios({ '001': '1.20', '002': '0.40', '005': '1.00' }, { hidden: 'y' }), '2026-11-19')],
    at(19),
  );
});
afterAll(() => site.end());

describe('[RG3] [LG5] searches', () => {
  test.each([
    ['one character', 'fuzzyItem=王', ['王谷雨', '證券王國']],
    ['two characters', 'fuzzyItem=谷雨', ['王谷雨']],
    ['simplified typing finds traditional text', 'fuzzyItem=证券王国', ['證券王國']],
    ['traditional typing finds simplified text', 'fuzzyItem=歐陽', ['欧阳 明澈']],
    ['full width', 'fuzzyItem=ａ股', ['Ａ股李清和']],
    ['spaces on either side', 'fuzzyItem=阳%20明', ['欧阳 明澈']],
    ['codes, whatever their case', 'fuzzyItem=s99010%2000000003', ['Ａ股李清和']],
    ['pieces that stand apart are no match', 'fuzzyItem=王谷王', []],
    ['a part over two fields is no match', 'fuzzyItem=雨s9', []],
    ['signs of a pattern are signs', 'fuzzyItem=%25', []],
    ['a text field alike', 'name=證券', ['證券王國']],
    ['a choice', 'level=0', ['Ａ股李清和']],
    ['a reference by its key', 'area=32', ['證券王國']],
    ['numbers as numbers', 'scoreFrom=9.6', ['證券王國']],
    ['several at once', 'fuzzyItem=王&area=31&scoreTo=9.5', ['王谷雨']],
  ])('%s', async (_, query, found) => {
    expect(await names(query)).toEqual(found);
    expect(await register(query)).toMatchObject({
      total: found.length,
      wholeTotal: 4,
      dataDate: '2026-11-10',
      department: '合规部',
    });
  });
  test('restricted fields are neither answered nor found', async () => {
    expect(await names('fuzzyItem=密')).toEqual([]);
    expect(Object.keys((await register('fuzzyItem=王谷雨')).list[0])).not.toContain('secret');
  });
  test('a definition that is changed without its rows searches as it says, once the site is loaded', async () => {
    await site.publish('增加查询', [
      edition({ ...people, filters: [...people.filters, { fuzzy: ['name'], name: 'who', title: '姓名' }] }),
    ]);
    await expect.poll(() => names('who=歐陽')).toEqual(['欧阳 明澈']);
    await site.publish('恢复', [edition(people)]);
  });
});

describe('[RG3] an exact text filter', () => {
  const region = (id: string, parentid: string) => ({
    id,
    name: `地区${id}`,
    parentid,
    level: parentid === '0' ? '1' : '2',
  });
  test('branch/provinces?parentid=0 answers the provinces, not every row with a 0 in it', async () => {
    const definition = (await site.deps.siteAt('now')).registers.get('region')!;
    await site.publish('省份与城市', [
      rows(
        definition,
        [region('310000', '0'), region('310100', '310000'), region('320000', '0'), region('320100', '320000')],
        '2026-11-19',
      ),
    ]);
    const ids = async (query: string) =>
      (await call(`/wscms/v1/branch/provinces?${query}`)).data.map(({ id }: { id: string }) => id);
    expect(await ids('parentid=0')).toEqual(['310000', '320000']);
    expect(await ids('parentid=320000')).toEqual(['320100']);
    expect(await ids('parentid=32')).toEqual([]);
    expect(await ids('fuzzyItem=3201')).toEqual(['320100']);
  });
  test('a text of any length is found by all of it', async () => {
    const notes: RegisterDefinition = {
      ...area,
      register: 'notes',
      endpoints: [{ path: '/wscms/v1/notice/testnotes' }],
      answer: {},
      filters: [{ field: 'name', exact: true }],
    };
    const long = '长'.repeat(100);
    await site.publish('说明', [
      edition(notes),
      rows(
        notes,
        [
          { id: '1', name: long },
          { id: '2', name: `${long}些` },
          { id: '3', name: '短' },
        ],
        '2026-11-19',
      ),
    ]);
    const ids = async (name: string) =>
      (await register(`name=${encodeURIComponent(name)}`, 'notes')).list.map(({ id }: { id: string }) => id);
    expect(await ids(long)).toEqual(['1']);
    expect(await ids(`${long}些`)).toEqual(['2']);
    expect(await ids('短')).toEqual(['3']);
    expect(await ids('长'.repeat(60))).toEqual([]);
  });
});

describe('[RG3] order', () => {
  test('by a number either way, empty values last', async () => {
    expect(await names('sort=score')).toEqual(['欧阳 明澈', '王谷雨', '證券王國', 'Ａ股李清和']);
    expect(await names('sort=-score')).toEqual(['證券王國', '王谷雨', '欧阳 明澈', 'Ａ股李清和']);
    expect(await names('sort=-score&fuzzyItem=王')).toEqual(['證券王國', '王谷雨']);
  });
  test.each(['sort=level', 'sort=secret', 'sort=-nothing', 'area=99', 'asOf=2026-11-10', 'scoreFrom=x'])(
    '%s is refused in words',
    async (query) => {
      const { code, msg } = await call(`/wscms/v1/register/people?${query}`);
      expect([code, msg]).toEqual(['1001', expect.stringContaining(query.split('=')[0]!)]);
    },
  );
  test('a permalink leaves its row; one of no row leaves none', async () => {
    expect(await names('row=S9901000000003')).toEqual(['Ａ股李清和']);
    expect(await register('row=S9901000000003&level=1')).toMatchObject({ list: [], total: 0 });
    expect(await register('row=nobody')).toMatchObject({ list: [], total: 0, wholeTotal: 4 });
    expect(await register('row=a~b')).toMatchObject({ list: [], total: 0 });
  });
});

describe('[RG2] calls of a definition', () => {
  test('a path whose only register needs params answers without them, and refuses others', async () => {
    expect((await call('/wscms/v1/test/people')).data.total).toBe(4);
    expect((await call('/wscms/v1/test/people?infoId=people')).data.total).toBe(4);
    expect((await call('/wscms/v1/test/people?infoId=other')).code).toBe('1002');
  });
  test('a list that is the data itself is answered whole, and by name with what it states', async () => {
    expect((await call('/wscms/v1/test/areas')).data).toEqual([
      { id: '31', name: '上海市' },
      { id: '32', name: '江苏省' },
    ]);
    expect(await register('', 'area')).toMatchObject({
      list: [{ id: '31' }, { id: '32' }],
      total: 2,
      department: '合规部',
    });
  });
  test('[RG4] a register that was never published states its department and no rows', async () => {
    await site.publish('新表', [
      edition({
        ...ratio,
        register: 'never',
        endpoints: [{ path: '/wscms/v1/notice/testnever' }],
        department: '融资融券部',
      }),
    ]);
    expect(await register('', 'never')).toMatchObject({
      list: [],
      total: 0,
      wholeTotal: 0,
      dataDate: '',
      department: '融资融券部',
      dates: [],
    });
  });
  test('a series answers all rows that the filters leave, restricted fields apart', async () => {
    const { data } = await call('/wscms/v1/register/people/series?fuzzyItem=王');
    expect(data.list.map((row: object) => Object.keys(row))).toEqual(
      [1, 2].map(() => ['name', 'certNo', 'area', 'level', 'score']),
    );
    expect(data).toMatchObject({ wholeTotal: 4, department: '合规部' });
  });
});

describe('[RG2] the calls that callers know answer from definitions, by path and params', () => {
  test.each([
    '/wscms/v1/notice/privatefund',
    '/wscms/v1/notice/privateequity',
    '/wscms/v1/notice/bondinvestment',
    '/wscms/v1/notice/openacc?infoId=offsiteStaff',
    '/wscms/v1/notice/openacc?infoId=offsiteBranch',
    '/wscms/v1/notice/ibstaff?management=1&pageNum=1&pageSize=10',
    '/wscms/v1/notice/ibbranch?fuzzyItem=王',
    '/wscms/v1/notice/fundnet',
    '/wscms/v1/notice/companyinfo?companyType=3',
    '/wscms/v1/notice/management',
    '/market/v2/publicfunds/referrer/list?fuzzyItem=802377',
    '/market/v1/publicfunds/referrer/list?fuzzyItem=802377',
    '/market/v1/advisor/info',
    '/market/v1/marketer/announcement/info?marketerType=2',
    '/market/v1/front/announcement/info?infoId=fundSaleStaff',
    '/market/v1/front/announcement/info?infoId=advisoryStaff',
    '/wsfinmall/v2/fund/list?sortFlag=0&pageSize=10',
    '/product/v1/common/info/list?orderBy=0&internalProdMark=8',
    '/retail/v1/notice/etfpurchqlfy',
    '/wscms/v1/branch/provinces?parentid=0',
    '/wscms/v1/branch/list?pageNum=1&pageSize=10&status=2',
  ])('%s', async (path) => {
    expect(await call(path)).toMatchObject({ code: '0', data: expect.anything() });
  });
});

describe('[VA5] days with words in their place', () => {
  test.each([
    ['endsFrom=2027-06-01', ['2028-02-02']],
    ['endsTo=2027-06-01', ['2027-01-31']],
    ['endsFrom=2027-01-01&endsTo=2099-12-31', ['2027-01-31', '2028-02-02']],
    ['ends=无固定期限', ['无固定期限']],
    ['ends=2028-02-02', ['2028-02-02']],
    ['sort=ends', ['2027-01-31', '2028-02-02', '待定', '无固定期限', null]],
  ])('%s', async (query, expected) => {
    const { list } = await register(query, 'terms');
    expect(list.map(({ ends }: { ends: string | null }) => ends)).toEqual(expected);
  });
});

describe('[RG3] lists of past dates', () => {
  const rates = async (query: string) =>
    Object.fromEntries(
      (await register(query, 'ratio')).list.map((row: { code: string; rate: string | null }) => [row.code, row.rate]),
    );
  test('asOf answers the list as it last was under its date, corrections included', async () => {
    expect(await rates('asOf=2026-11-16')).toEqual({ '001': '1.00', '002': '0.50', '003': '0.70', '004': null });
    expect(await rates('asOf=2026-11-17')).toEqual({ '001': '1.20', '002': '0.40', '004': '0.60', '005': '1.00' });
    expect(await register('asOf=2026-11-17', 'ratio')).toMatchObject({
      total: 4,
      wholeTotal: 4,
      dataDate: '2026-11-17',
      asOf: '2026-11-17',
      dates: ['2026-11-19', '2026-11-17', '2026-11-16'],
    });
    expect(await register('', 'ratio')).toMatchObject({ total: 3, dataDate: '2026-11-19', asOf: '' });
  });
  test('past lists are searched, too', async () => {
    expect(await rates('asOf=2026-11-16&fuzzyItem=證券003')).toEqual({ '003': '0.70' });
    expect(await rates('asOf=2026-11-16&fuzzyItem=3')).toEqual({ '003': '0.70' });
    expect(await rates('fuzzyItem=003')).toEqual({});
  });
  test('of a fraction the percents that a page shows are asked for', async () => {
    expect(await rates('rateFrom=40&rateTo=100')).toEqual({ '002': '0.40', '005': '1.00' });
    expect(await rates('rateFrom=100.1')).toEqual({ '001': '1.20' });
  });
  test.each(['2026-11-18', '2026-11-99', 'yesterday'])(
    'a date that was never published is refused: %s',
    async (date) => {
      expect(await call(`/wscms/v1/register/ratio?asOf=${date}`)).toMatchObject({
        code: '1001',
        msg: expect.stringContaining('asOf'),
      });
      expect(await call(`/wscms/v1/register/ratio/changes?from=${date}`)).toMatchObject({
        code: '1001',
        msg: expect.stringContaining('from'),
      });
    },
  );
  const changes = async (query: string) => (await call(`/wscms/v1/register/ratio/changes?${query}`)).data;
  const countsOf = ({ items }: any) =>
    items.map((one: any) => `${one.kind} ${one.row.code} ${one.before?.rate ?? '-'} ${one.row.rate}`);
  test('a change list compares two dates by key', async () => {
    const list = await changes('from=2026-11-16&to=2026-11-17');
    expect(countsOf(list)).toEqual([
      'raised 001 1.00 1.20',
      'lowered 002 0.50 0.40',
      'removed 003 0.70 0.70',
      'changed 004 - 0.60',
      'added 005 - 1.00',
    ]);
    expect(list).toMatchObject({
      from: '2026-11-16',
      to: '2026-11-17',
      total: 5,
      counts: { added: 1, removed: 1, raised: 1, lowered: 1, changed: 1 },
    });
    expect(list.items[4].before).toBeNull();
    expect(countsOf(await changes('from=2026-11-16&to=2026-11-17&kind=added&pageSize=1'))).toEqual([
      'added 005 - 1.00',
    ]);
    expect(countsOf(await changes('from=2026-11-16&to=2026-11-17&pageSize=2&pageNum=2'))).toEqual([
      'removed 003 0.70 0.70',
      'changed 004 - 0.60',
    ]);
  });
  test('by default the newest two dates; a change of a hidden field alone is none', async () => {
    const list = await changes('');
    expect(list).toMatchObject({
      from: '2026-11-17',
      to: '2026-11-19',
      total: 1,
      dates: ['2026-11-19', '2026-11-17', '2026-11-16'],
    });
    expect(countsOf(list)).toEqual(['removed 004 0.60 0.60']);
    expect(JSON.stringify(list)).not.toContain('hidden');
    expect(await changes('to=2026-11-16')).toMatchObject({ from: '', items: [], total: 0 });
  });
  test.each(['kind=gone', 'from=2026-11-19&to=2026-11-16', 'to=2026-02-31', 'from=0000-01-01'])(
    '%s is refused in words',
    async (query) => {
      expect((await call(`/wscms/v1/register/ratio/changes?${query}`)).code).toBe('1001');
    },
  );
  test('a register without history has no change list', async () => {
    expect((await call('/wscms/v1/register/people/changes')).code).toBe('1002');
  });
});

test('[RG36] rows are counted by each value of a choice that visitors may ask for, with the way to them', async () => {
  const counted = await call('/wscms/v1/register/people/counts?field=area');
  expect(counted.data.items).toEqual([
    { value: '31', label: '上海市', total: expect.any(Number), path: '/publicChannel/people?area=31' },
    ...counted.data.items.slice(1),
  ]);
  const total = counted.data.items.reduce((sum: number, one: { total: number }) => sum + one.total, 0);
  expect(total).toBe((await register('')).wholeTotal);
  for (const field of ['name', 'score', 'secret', 'nothing', 'constructor'])
    expect((await call(`/wscms/v1/register/people/counts?field=${field}`)).code, field).toBe('1001');
});

describe('[RG2] a check of persons', () => {
  const check = async (words: string, kind = 'staff') =>
    (await call(`/wscms/v1/verify?kind=${kind}&words=${encodeURIComponent(words)}`)).data;
  test('[RG32] finds a name with 先生, 女士 or 经理 behind it, and never a single character of one', async () => {
    for (const words of ['欧阳明澈先生', '歐陽明澈 經理', '欧阳\u200b明澈女士'])
      expect((await check(words)).found, words).toMatchObject([{ exact: true }]);
    expect((await check('欧先生')).found).toEqual([]);
    expect((await check('欧阳明澈先生', 'product')).found).toEqual([]);
  });
  test('tells where a person stands, since when, and the page of the row', async () => {
    const { found, searched, more } = await check('歐陽明澈');
    expect(searched).toContain('核验人员');
    expect(more).toBe(false);
    expect(found).toEqual([
      {
        register: 'people',
        title: '核验人员',
        path: '/publicChannel/people?l1.row=S9901000000004',
        exact: true,
        since: '2026-11-10',
        dataDate: '2026-11-10',
        facts: [
          { field: 'name', title: '姓名', text: '欧阳 明澈', convert: false },
          { field: 'area', title: '地区', text: '上海市', convert: true },
          { field: 'score', title: '得分', text: '-3.00', convert: true },
        ],
        ended: null,
      },
    ]);
  });
  test('the path shows the row on the page, in the tab that does not filter it away', async () => {
    const { found } = await check('李清和 s9901000000003');
    expect(found[0].path).toBe('/publicChannel/people?tab=level0&l0.row=S9901000000003');
    const { html } = await site.get(`/swhysc${found[0].path}`);
    expect(html).toContain('Ａ股李清和');
    expect(html).not.toContain('王谷雨');
  });
  test('a part of a name or number is told from the whole', async () => {
    const countsOf = async (words: string) =>
      (await check(words)).found.map(({ exact, facts }: { exact: boolean; facts: { text: string }[] }) => [
        facts[0]!.text,
        exact,
      ]);
    expect(await countsOf('S990100000000')).toHaveLength(4);
    expect((await countsOf('S990100000000')).every(([, exact]: [string, boolean]) => !exact)).toBe(true);
    expect(await countsOf('s9901000000001')).toEqual([['王谷雨', true]]);
    expect(await countsOf('谷雨')).toEqual([['王谷雨', false]]);
  });
  test('since is the first day of the key, whatever was changed later', async () => {
    await site.publish('改名', [
      rows(
        people,
        PEOPLE.map((row) => (row.certNo === 'S9901000000001' ? { ...row, name: '王谷雨新' } : row)),
        '2026-11-19',
      ),
    ]);
    expect((await check('王谷雨新')).found[0]).toMatchObject({ since: '2026-11-10', dataDate: '2026-11-19' });
  });
  test('who left and came back stands since the return', async () => {
    const others = PEOPLE.filter(({ certNo }) => certNo !== 'S9901000000002');
    await site.publish('离开', [rows(people, others, '2026-11-20')], new Date());
    await site.publish('回来', [rows(people, PEOPLE, '2026-11-20')], new Date());
    const { found } = await check('S9901000000002');
    expect(found[0].since).toBe(shanghaiDate(Date.now()));
  });
  test('who has left is told by the state and the date that the definition names', async () => {
    const left: RegisterDefinition = {
      ...people,
      register: 'left',
      title: '离岗人员',
      endpoints: [{ path: '/wscms/v1/notice/testleft' }],
      fields: {
        ...people.fields,
        state: { title: '状态', type: 'choice', choices: { '0': '在岗', '1': '已离岗' } },
        changed: { title: '变动日期', type: 'date' },
      },
      verify: { kind: 'staff', show: ['name'], ended: { field: 'state', values: ['1'], since: 'changed' } },
    };
    const states = { state: '0', changed: null };
    await site.publish('离岗人员', [
      edition(left),
      ...shownAt(31, left),
      rows(
        left,
        [
          person('L1', '钱在岗', states),
          person('L2', '钱离岗', { state: '1', changed: '2026-09-16' }),
          person('L3', '钱不详', { ...states, state: '1' }),
        ],
        '2026-11-10',
      ),
    ]);
    const countsOf = async (words: string) => (await check(words)).found[0].ended;
    expect([await countsOf('钱在岗'), await countsOf('钱离岗'), await countsOf('钱不详')]).toEqual([
      null,
      { state: '已离岗', since: '2026-09-16', words: '公示的“状态”为“已离岗”，自 2026-09-16 起不再代表公司。' },
      { state: '已离岗', since: '', words: '公示的“状态”为“已离岗”，不再代表公司。' },
    ]);
    // its channel ends: the rows are kept, and nobody can look at them
    await site.publish(
      '停用离岗人员',
      [{ kind: 'channel', id: `${SECTION}0031`, withdraw: { reason: '不再公示' } }],
      new Date(),
    );
    expect(await check('钱在岗')).toMatchObject({
      found: [],
      searched: expect.not.arrayContaining(['离岗人员']) as string[],
    });
  });
  test('a name is found whatever dots are typed in it, by each way of searching', async () => {
    await site.publish(
      '有间隔号',
      [rows(people, [...PEOPLE, person('S9901000000005', '古丽米热·阿卜杜热合曼江')], '2026-11-20')],
      new Date(),
    );
    for (const typed of [
      '古丽米热·阿卜杜热合曼江',
      '古丽米热•阿卜杜热合曼江',
      '古丽米热．阿卜杜热合曼江',
      '古丽米热.阿卜杜热合曼江',
      '古丽米热・阿卜杜热合曼江',
      '古丽米热 阿卜杜热合曼江',
      '古丽米热阿卜杜热合曼江',
    ]) {
      expect((await check(typed)).found, typed).toMatchObject([{ exact: true }]);
      expect((await register(`fuzzyItem=${encodeURIComponent(typed)}`)).total, typed).toBe(1);
    }
  });
  test('hidden fields are not searched, fewer than two characters find nothing, products are another kind', async () => {
    expect((await check('密S9901000000001')).found).toEqual([]);
    expect(await check('王')).toMatchObject({ words: '王', found: [], more: false });
    for (const little of ['王 ', '王·', '··', '王\u200b', '\u2060王\u00ad'])
      expect((await check(little)).found).toEqual([]);
    expect((await check('')).found).toEqual([]);
    expect((await check('王谷雨', 'product')).searched).not.toContain('核验人员');
    expect((await call('/wscms/v1/verify?kind=person&words=王谷雨')).code).toBe('1001');
  });
  test('what is told of each row found does not cost a reading of the whole register', async () => {
    const crowd: RegisterDefinition = {
      ...people,
      register: 'crowd',
      title: '众多产品',
      verify: { kind: 'product', show: ['name'] },
      endpoints: [],
    };
    await site.publish(
      '众多产品',
      [
        edition(crowd),
        ...shownAt(32, crowd),
        rows(
          crowd,
          Array.from({ length: 20_000 }, (_, at) => person(`T${100_000 + at}`, `众人${at}`)),
          '2026-11-20',
        ),
      ],
      new Date(),
    );
    await expect.poll(async () => (await check('T100000', 'product')).found).toHaveLength(1);
    // the upkeep after a large publication has PostgreSQL look at it; making an index tells it the number of rows, and
    // nothing of what is in them
    const known = sql<{ known: boolean }>`select 'crowd' = any(most_common_vals::text::text[]) as known from pg_stats
      where tablename = 'register_row' and attname = 'register'`;
    await expect
      .poll(async () => (await known.execute(site.database.db)).rows[0]?.known, { timeout: 20_000 })
      .toBe(true);
    const read = await site.database.db.transaction().execute(async (trx) => {
      expect(await findInRegister(trx, 'now', crowd, 'T1000', 21)).toHaveLength(21);
      const { rows } = await sql<{
        read: number;
      }>`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'register_row'`.execute(
        trx,
      );
      return rows[0]!.read;
    });
    // at the price of a reading for each of the 21 rows it would be 420,000
    expect(read).toBeLessThan(60_000);
  });
});

test('[RG3] a register on demand answers nothing until a search is made, by no call', async () => {
  const { verify: _verify, ...shy } = {
    ...people,
    register: 'shy',
    endpoints: [{ path: '/wscms/v1/notice/testshy' }],
    onDemand: true,
  };
  await site.publish('查询后显示', [edition(shy), rows(shy, PEOPLE, '2026-11-10')]);
  expect(await register('', 'shy')).toMatchObject({ list: [], total: 0, wholeTotal: 4 });
  expect((await register('fuzzyItem=%20&sort=-score', 'shy')).list).toEqual([]);
  expect((await call('/wscms/v1/register/shy/series')).data.list).toEqual([]);
  expect((await register('fuzzyItem=谷雨', 'shy')).list).toHaveLength(1);
  expect((await register('row=S9901000000001', 'shy')).list).toHaveLength(1);
});

describe('[RG8] a number that has to be named wholly', () => {
  const { verify: _verify, ...plain } = people;
  const filters = [
    { fuzzy: ['name', 'certNo'], whole: ['certNo'], minLength: 2, name: 'fuzzyItem', title: '姓名或完整的证书编号' },
  ];
  const guarded: RegisterDefinition = {
    ...plain,
    register: 'guarded',
    title: '查询后显示的人员',
    endpoints: [{ path: '/wscms/v1/notice/testguarded' }],
    onDemand: true,
    filters,
  };
  const found = async (words: string) =>
    (await register(`fuzzyItem=${encodeURIComponent(words)}`, 'guarded')).list.map((row: { name: string }) => row.name);
  beforeAll(() =>
    site.publish('完整编号', [edition(guarded), rows(guarded, PEOPLE, '2026-11-10'), ...shownAt(40, guarded)]),
  );

  test.each([
    ['S9901000000001', ['王谷雨']],
    [' ｓ９９０１ 000000001', ['王谷雨']],
    ['S990100000000', []],
    ['01', []],
    ['谷雨', ['王谷雨']],
    ['证券', ['證券王國']],
  ])('is found by all of it, names by two characters: %s', async (words, list) => {
    expect(await found(words)).toEqual(list);
  });

  test.each(['9', '王', '王·'])(
    '[RG7] is not looked for by less than two characters, by call, series, page or file: %s',
    async (words) => {
      const query = `fuzzyItem=${encodeURIComponent(words)}`;
      for (const path of [`/wscms/v1/register/guarded?${query}`, `/wscms/v1/register/guarded/series?${query}`]) {
        expect(await call(path)).toMatchObject({
          code: '1001',
          msg: expect.stringContaining('请至少输入 2 个字') as string,
          data: { problems: [{ name: 'fuzzyItem' }] },
        });
      }
      const { status, html } = await site.get(`/swhysc/publicChannel/guarded?l1.${query}`);
      expect([status, html.includes('请至少输入 2 个字'), /S9901|register-file/.test(html)]).toEqual([
        200,
        true,
        false,
      ]);
      expect(await file(`guarded.csv?${query}`)).toMatchObject({
        status: 400,
        text: expect.stringContaining('请至少输入 2 个字') as string,
      });
    },
  );

  test('of a register on demand one client asks 120 times a minute, by calls and by pages together', async () => {
    const ask = (path: string, remoteAddress = '10.7.7.7') => site.app.inject({ url: path, remoteAddress });
    const name = encodeURIComponent('谷雨');
    const queries = [
      `${CALL_BASE}/wscms/v1/register/guarded?row=S9901000000001`,
      `${CALL_BASE}/wscms/v1/register/guarded/series?fuzzyItem=${name}`,
      `/swhysc/publicChannel/guarded?l1.fuzzyItem=${name}`,
      '/swhysc/publicChannel/guarded?l1.row=S9901000000001',
    ];
    for (let at = 0; at < 120; at += 1) expect((await ask(queries[at % 4]!)).statusCode).toBe(200);
    for (const path of queries) {
      const { statusCode, headers } = await ask(path);
      expect([statusCode, Number(headers['retry-after']) > 0], path).toEqual([429, true]);
      expect((await ask(path, '10.7.7.8')).statusCode, path).toBe(200);
    }
    // a search that shows nobody is answered
    expect((await ask('/swhysc/publicChannel/guarded')).statusCode).toBe(200);
    expect((await ask(`${CALL_BASE}/wscms/v1/register/people?row=S9901000000001`)).statusCode).toBe(200);
  });

  test('[RG36] is counted by nothing', async () => {
    for (const { field } of guarded.filters as { field?: string }[])
      expect((await call(`/wscms/v1/register/guarded/counts?field=${field ?? 'level'}`)).code).toBe('1001');
  });

  test('is no file before a search, and afterwards one of what was found', async () => {
    expect((await site.get('/swhysc/publicChannel/guarded')).html).not.toContain('register-file');
    const { html } = await site.get(`/swhysc/publicChannel/guarded?l1.fuzzyItem=${encodeURIComponent('谷雨')}`);
    expect([html.includes('下载查询结果'), html.includes('下载全部')]).toEqual([true, false]);
  });

  test('is found by the search of the site and by a check wholly, with a name before it too', async () => {
    const verified: RegisterDefinition = { ...guarded, verify: { kind: 'staff', show: ['name'] } };
    const by = async (words: string) =>
      (await findInRegister(site.database.db, 'now', verified, words, 20)).map(({ data, exact }) => [data.name, exact]);
    expect(await by('s9901000000001')).toEqual([['王谷雨', true]]);
    expect(await by('S99010000')).toEqual([]);
    expect(await by('王谷雨 S9901000000001')).toEqual([['王谷雨', true]]);
    expect(await by('王谷雨 S9901000000002')).toEqual([]);
  });
});

describe('[RG7] a condition that cannot be read is never dropped', () => {
  test.each([
    ['scoreFrom=９．５０', ['王谷雨', '證券王國']],
    ['scoreFrom=%2B9&scoreTo=1,000', ['王谷雨', '證券王國']],
    ['score=１０', ['證券王國']],
  ])('a number is read however it is typed: %s', async (query, list) => {
    expect(await names(query)).toEqual(list);
  });

  test.each([
    'scoreFrom=abc',
    'scoreTo=9%25',
    'score=abc',
    'area=火星',
    'level=7',
    'name=·',
    `fuzzyItem=${'王'.repeat(201)}`,
    'scoreFrom=9&scoreTo=1',
  ])('the call refuses it by its name, and so does the file: %s', async (query) => {
    const name = query.split('&').at(-1)!.split('=')[0]!;
    const answer = await call(`/wscms/v1/register/people?${query}`);
    expect(answer).toMatchObject({
      code: '1001',
      msg: expect.stringContaining(`参数 ${name}（`) as string,
      data: { problems: [{ name }] },
    });
    expect(await file(`people.csv?${query}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining(answer.data.problems[0].message) as string,
    });
  });

  test('all of them are told at once', async () => {
    const { msg, data } = await call('/wscms/v1/register/people?area=火星&scoreFrom=abc');
    expect(msg).toBe('参数 area（地区）应为 31、32 之一；参数 scoreFrom（得分（起））请输入数字，例如 30');
    expect(data.problems).toHaveLength(2);
  });

  test('the page keeps what was typed, says beside each field what would be right, and shows no rows, no file, no condition that is not applied', async () => {
    const { status, html } = await site.get(
      '/swhysc/publicChannel/people?l1.area=火星&l1.scoreFrom=abc&l1.fuzzyItem=王',
    );
    expect([
      status,
      html.includes('<meta name="robots" content="noindex">'),
      html.includes('查询条件无法识别'),
    ]).toEqual([200, true, true]);
    expect(/S9901|register-file|class="chips"|没有符合条件/.test(html)).toBe(false);
    expect(html).toMatch(
      /<select id="([^"]+)" name="l1.area" aria-invalid="true" aria-describedby="\1-wrong" autofocus="">/,
    );
    expect(html).toMatch(/<option value="火星" selected="">火星<\/option>/);
    expect(html).toMatch(
      /<input id="([^"]+)" aria-invalid="true" aria-describedby="\1-wrong"[^>]* name="l1.scoreFrom" value="abc"\/><small id="\1-wrong" class="field__wrong">请输入数字，例如 30<\/small>/,
    );
    expect(html).toMatch(/name="l1.fuzzyItem" value="王"/);
  });

  test('a page that says so is told in traditional script, too, and kept by nobody', async () => {
    const { html } = await site.get('/swhysc/publicChannel/people?l1.area=火星', { cookie: 'zh_choose=t' });
    expect(html).toContain('查詢條件無法識別');
    const ask = () => site.app.inject({ url: '/swhysc/publicChannel/people?l1.area=%E7%81%AB%E6%98%9F' });
    const before = site.cache.hits;
    await ask();
    await ask();
    expect(site.cache.hits).toBe(before);
  });

  test('of a day without a list the nearest is named', async () => {
    await site.publish('比例页', shownAt(41, ratio));
    const on = async (day: string) =>
      (await site.get(`/swhysc/publicChannel/ratio?l1.asOf=${encodeURIComponent(day)}`)).html;
    expect(await on('2026-11-18')).toContain('这一天没有公布名单，此前最近的是 2026-11-17，请从列表中选择');
    expect(await on('2026-13-01')).toContain('请输入日期，例如 2026-01-31');
    expect(await on('2026/11/16')).toContain('的历史数据');
  });

  test('of two dates to compare that stand the wrong way round, the later is told beside its field', async () => {
    const turned: RegisterDefinition = { ...ratio, register: 'turned', endpoints: [], title: '先后' };
    for (const day of ['2026-11-16', '2026-11-17'])
      await site.publish(day, [edition(turned), rows(turned, [{ code: '1', name: day, rate: '0.1' }], day)]);
    await site.publish('先后页', shownAt(42, turned, 'register-changes'));
    const compare = async (query: string) => (await site.get(`/swhysc/publicChannel/turned?${query}`)).html;
    const countsOf = await compare('l1.from=2026-11-17&l1.to=2026-11-16');
    expect(countsOf).toContain('应不早于起始日期 2026-11-17');
    expect(countsOf).toMatch(/<option value="2026-11-16" selected="">/);
    expect(countsOf).not.toContain('相比');
    expect(await compare('l1.from=2026-11-16&l1.to=2026-11-17')).toContain('2026-11-16<!-- --> 与 <!-- -->2026-11-17');
  });
});

describe('[RK6] a restricted field is told by no way out of a register', () => {
  test.each(['', '?l1.sort=-score', '?l1.row=S9901000000001', '?l1.fuzzyItem=S9901000000001', '?tab=level0'])(
    'a page and its state: %s',
    async (query) => {
      const { status, html } = await site.get(`/swhysc/publicChannel/people${query}`);
      expect(status).toBe(200);
      expect(html).toContain('S990100000000');
      expect(html).not.toContain('密S9901');
    },
  );
  test.each([
    'register/people?',
    'register/people?sort=-score&',
    'register/people?row=S9901000000001&',
    'register/people/series?',
    'verify?kind=staff&words=S9901000000001&',
    'test/people?',
  ])('a call: %s', async (path) => {
    const answer = JSON.stringify(await call(`/wscms/v1/${path}pageSize=100`));
    expect(answer).toContain('"code":"0"');
    expect(answer).toContain('S9901000000001');
    expect(answer).not.toContain('密S9901');
  });
  test.each(['csv', 'xlsx'])('a file: %s', async (format) => {
    const file = await site.app.inject({ url: `/register-file/people.${format}` });
    const { header, batches } = await readSheet(file.rawPayload, `people.${format}`);
    const rows: string[] = [];
    for await (const batch of batches) rows.push(...batch.flatMap(({ cells }) => cells.map(({ text }) => text)));
    expect(header.cells.map(({ text }) => text)).toEqual(['姓名', '证书编号', '地区', '类别', '得分']);
    expect(rows).toContain('S9901000000001');
    expect(rows.join()).not.toContain('密');
  });
});

test('[RG3] an order that there is none of is as good as absent, never a fault', async () => {
  const { status, html } = await site.get('/swhysc/publicChannel/people?l1.sort=secret');
  expect([status, html.includes('欧阳 明澈')]).toEqual([200, true]);
});

test('[RG7] a date where no lists are kept is a condition that cannot be met, and is told', async () => {
  for (const day of ['2026-11-20', '2026-13-01']) {
    const { status, html } = await site.get(`/swhysc/publicChannel/people?l1.asOf=${day}`);
    expect([status, html.includes('欧阳 明澈'), html.includes('noindex')], day).toEqual([200, false, true]);
    expect(html).toContain('这里只有现行内容，没有往日的');
  }
});

test('[RG7] what cannot be seen alone is no condition; one value of a range leads to the range', async () => {
  for (const nothing of ['%E2%80%8B', '%C2%AD', '%20'])
    expect((await site.get(`/swhysc/publicChannel/people?l1.area=${nothing}`)).html, nothing).not.toContain('查询到');
  const queries = async (query: string) => {
    const { statusCode, headers } = await site.app.inject({ url: `/swhysc/publicChannel/people?${query}` });
    return [statusCode, headers.location];
  };
  expect(await queries('l1.score=3%25&foo=1')).toEqual([
    302,
    '/swhysc/publicChannel/people?l1.scoreFrom=3%25&l1.scoreTo=3%25&foo=1',
  ]);
  expect(await queries('l1.score=3&l1.scoreTo=4')).toEqual([200, undefined]);
  expect(await queries('l1.level=9')).toEqual([200, undefined]);
});

test('[RG31] a row that is not there answers 404 in the frame of its register, and no search engine keeps it', async () => {
  for (const row of ['nobody', '%00', 'a%00b']) {
    const { status, html } = await site.get(`/swhysc/publicChannel/people?l1.row=${row}`);
    expect([status, html.includes('没有这条记录'), html.includes('noindex')], row).toEqual([404, true, true]);
  }
  const there = await site.get('/swhysc/publicChannel/people?l1.row=S9901000000004');
  expect([there.status, there.html.includes('noindex')]).toEqual([200, false]);
});
