import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkRegister } from '#page/check-register.ts';
import { checkRegisters } from '#page/check-registers.ts';
import { formatProblem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { filterViews, sortableFields } from '#page/register-view.ts';
import { isEnded } from '#server/api/found-row.ts';
import { loadPages } from '#server/site/page-store.ts';
import { proposeEnded } from '#rules/registers/ended-mark.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

const dir = fileURLToPath(new URL('../../page-schemas', import.meta.url));
const files = readdirSync(`${dir}/registers`).filter((file) => file.endsWith('.json'));
const { registers } = loadPages({ dir, editions: [], widgets, sources });
const all = Object.values(registers);
const named = (register: string): RegisterDefinition => registers[register]!;

test('[RG40] of persons and products that can be verified each number that their table shows finds them', () => {
  for (const { register, verify, fields, columns, filters } of all.filter((one) => one.verify !== undefined)) {
    const searchedFields = filters.flatMap((filter) => ('fuzzy' in filter ? (filter.fuzzy ?? []) : []));
    const numbers = columns.filter((name) => /(编号|编码|代码|资格号)$/.test(fields[name]!.title));
    expect([register, numbers.filter((name) => !searchedFields.includes(name))]).toEqual([register, []]);
    expect([register, numbers.filter((name) => !verify!.show.includes(name))]).toEqual([register, []]);
  }
});

test('[RG9] a register says that somebody has left or something has ended by a column titled as a state, and by all of its values that mean so', () => {
  const checked = all.filter(({ verify }) => verify !== undefined);
  expect(checked.length).toBeGreaterThan(10);
  for (const { register, verify, fields, columns } of checked) {
    const open = columns.map((name) => ({
      name,
      header: fields[name]!.title,
      field: fields[name]!,
      visibility: fields[name]!.restricted ? 'by-level' : 'shown',
    }));
    const meant = proposeEnded(verify!.kind, open);
    expect([register, verify!.ended?.field, verify!.ended?.values.toSorted()]).toEqual([
      register,
      meant?.field,
      meant?.values.toSorted(),
    ]);
  }
});

test('[RG9] whoever works on the clearing desk of 债券投资交易人员 has not left', () => {
  const row = (post: string, status: string) => ({ staffName: '沈若川', post, status });
  const register = named('bond-investment');
  expect(['清算', '交易员'].map((post) => isEnded(register, row(post, '在岗')))).toEqual([false, false]);
  expect(isEnded(register, row('清算', '离岗'))).toBe(true);
});

interface Expected {
  /** first endpoint, as `path` or `path?when`; '' where the call is the register's own */
  call: string;
  list?: string;
  total?: string;
  key: string;
  columns: string;
  /** parameter names, in the order of the form */
  filters: string;
}

const EXPECTED: Record<string, Expected> = {
  'org-unit': {
    call: '',
    key: 'unitCode',
    columns: 'unitCode unitName parentCode unitKind duty',
    filters: 'unitKind fuzzyItem',
  },
  job: {
    call: '',
    key: 'jobNo',
    columns: 'title department place category headcount education duty deadline mail',
    filters: 'category education place fuzzyItem',
  },
  'private-fund': {
    call: '/wscms/v1/notice/privatefund',
    key: 'recordNo',
    columns: 'fundName recordNo managerName managerRegNo custodian fundType recordDate runStatus orgForm amacUrl',
    filters: 'fuzzyItem fundType runStatus',
  },
  'private-equity-staff': {
    call: '/wscms/v1/notice/privateequity',
    key: 'employeeNo',
    columns: 'staffName department position employeeNo certNo certType certDate',
    filters: 'fuzzyItem certType',
  },
  'bond-investment': {
    call: '/wscms/v1/notice/bondinvestment',
    key: 'employeeNo',
    columns: 'staffName department bizLine post employeeNo certNo status changeDate certType certDate officePhone',
    filters: 'bizLine status fuzzyItem',
  },
  'ib-staff': {
    call: '/wscms/v1/notice/ibstaff',
    key: 'futuresCertNo',
    columns: 'staffName photo branchName position futuresCertNo management regDate',
    filters: 'management fuzzyItem',
  },
  'ib-branch': {
    call: '/wscms/v1/notice/ibbranch',
    key: 'branchName',
    columns: 'province branchName address phone manager approveDate futuresCompany',
    filters: 'province fuzzyItem',
  },
  'fund-net': {
    call: '/wscms/v1/notice/fundnet',
    key: 'fundCode navDate',
    columns: 'fundCode fundName navDate unitNav accuNav dayGrowth tenThousandIncome sevenDayYield fundType fundStatus',
    filters: 'fundCode fuzzyItem fundType navDateFrom navDateTo',
  },
  'offsite-staff': {
    call: '/wscms/v1/notice/openacc?infoId=offsiteStaff',
    key: 'certNo',
    columns: 'branchName department staffName employeeNo certNo staffCategory',
    filters: 'staffCategory branchName fuzzyItem',
  },
  'offsite-branch': {
    call: '/wscms/v1/notice/openacc?infoId=offsiteBranch',
    key: 'branchName',
    columns: 'province branchName address phone bizScope',
    filters: 'province fuzzyItem',
  },
  'company-info': {
    call: '/wscms/v1/notice/companyinfo',
    key: 'companyType companyName',
    columns:
      'companyType companyName englishName creditCode principal regCapital estDate address zipCode phone licenseNo bizScope complaintPhone attachmentInfos',
    filters: 'companyType fuzzyItem',
  },
  'fund-referrer': {
    call: '/market/v2/publicfunds/referrer/list',
    list: 'referrerDataList',
    key: 'referrerId',
    columns: 'name referrerId orgName certNo',
    filters: 'fuzzyItem',
  },
  'invest-advisor': {
    call: '/market/v1/advisor/info',
    list: 'dataList',
    total: 'totalRow',
    key: 'certNo',
    columns: 'staffName certNo orgName regDate serviceType',
    filters: 'fuzzyItem orgName',
  },
  marketer: {
    call: '/market/v1/marketer/announcement/info',
    list: 'dataList',
    total: 'totalRow',
    key: 'marketerId',
    columns: 'name marketerId marketerType certNo orgName agencyScope contractPeriod region',
    filters: 'marketerType orgName fuzzyItem',
  },
  'fund-sale-staff': {
    call: '/market/v1/front/announcement/info?infoId=fundSaleStaff',
    list: 'frontOfficeList',
    key: 'staffId',
    columns: 'staffName staffId qualification orgName certDate',
    filters: 'fuzzyItem orgName',
  },
  'advisory-staff': {
    call: '/market/v1/front/announcement/info?infoId=advisoryStaff',
    list: 'frontAdviseList',
    key: 'staffId',
    columns: 'staffName staffId orgName qualification certDate',
    filters: 'fuzzyItem orgName',
  },
  'etf-qualify': {
    call: '/retail/v1/notice/etfpurchqlfy',
    list: 'dataList',
    key: 'exchange fundCode',
    columns:
      'exchange fundCode purchaseCode fundName managerName indexName etfType minUnit qualifyStatus effectiveDate',
    filters: 'fuzzyItem exchange etfType',
  },
  'fund-list': {
    call: '/wsfinmall/v2/fund/list?sortFlag=0',
    list: 'dataList',
    key: 'fundCode',
    columns:
      'fundCode fundName fundType managerName riskLevel unitNav navDate dayGrowth yearGrowth minAmount feeDiscount tradeStatus',
    filters: 'fuzzyItem fundType riskLevel managerName',
  },
  'income-certificate': {
    call: '',
    key: 'prodCode',
    columns:
      'prodCode prodName type riskCode termDays rate underlying minAmount raiseStart raiseEnd startDate endDate sizeLimit status attachmentInfos',
    filters: 'fuzzyItem type riskCode status startDateFrom startDateTo',
  },
  'fin-product': {
    call: '/product/v1/common/info/list?orderBy=0&internalProdMark=8',
    list: 'dataList',
    total: 'totalRow',
    key: 'prodCode',
    columns:
      'prodCode prodName prodType issuer recordNo riskLevel investorType saleStatus saleStart saleEnd verifyPhone',
    filters: 'fuzzyItem prodType issuer',
  },
  'deposit-ratio': {
    call: '',
    key: 'market secuCode',
    columns: 'market secuCode secuName rzRatio rqRatio bizDt',
    filters: 'fuzzyItem market rzRatioFrom rzRatioTo rqRatioFrom rqRatioTo',
  },
  'conver-rate': {
    call: '',
    key: 'market secuCode',
    columns: 'market secuCode secuName converRate secuType secuClass',
    filters: 'fuzzyItem market secuType secuClass converRateFrom converRateTo',
  },
  stock: {
    call: '',
    key: 'market secuCode',
    columns: 'market secuCode secuName isRz isRq status entryDate',
    filters: 'fuzzyItem market isRz isRq status',
  },
  concentration: {
    call: '',
    key: 'limitType secuClass warrantRange',
    columns: 'limitType secuClass warrantRange limitRatio',
    filters: 'limitType',
  },
  'interest-rate': {
    call: '',
    key: 'item effectiveDate',
    columns: 'item rate calcRule effectiveDate remark',
    filters: 'fuzzyItem',
  },
  'warrant-ratio': { call: '', key: 'name', columns: 'name ratio action topUpPeriod', filters: '' },
  question: { call: '', key: 'questionId', columns: 'questionId category question answer', filters: 'category q' },
  management: {
    call: '/wscms/v1/notice/management',
    list: '',
    key: 'category name',
    columns: 'name category position termFrom education profile',
    filters: 'category fuzzyItem',
  },
  region: {
    call: '/wscms/v1/branch/provinces',
    list: '',
    key: 'id',
    columns: 'id name parentid',
    filters: 'parentid fuzzyItem',
  },
  branch: {
    call: '/wscms/v1/branch/list',
    list: 'data',
    key: 'id',
    columns: 'name branchType provinceId cityId address phone services hours principal zip fax licenseNo',
    filters: 'provinceId cityId branchType services fuzzyItem',
  },
};

test.each(files)('[RG1] %s is a good definition', (file) => {
  expect(
    checkRegister(JSON.parse(readFileSync(`${dir}/registers/${file}`, 'utf8'))).problems.map(formatProblem),
  ).toEqual([]);
});

test('[RG1] no register refers to one that is not there, and no call is answered by two', () => {
  expect(checkRegisters(registers).map(formatProblem)).toEqual([]);
});

test('[RG1] the registers are those of the disclosure tables, no more and no less', () => {
  expect(all.map(({ register }) => register).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

test.each(Object.entries(EXPECTED))(
  '[RG1][RG2] %s: its call, the names of its answer, key, columns and filters',
  (register, expected) => {
    const { endpoints, answer, key, columns } = named(register);
    const [first] = endpoints;
    expect({
      call: first ? first.path + (first.when ? `?${new URLSearchParams(first.when)}` : '') : '',
      list: answer?.bare ? '' : (answer?.list ?? 'list'),
      total: answer?.total ?? 'total',
      key: key.join(' '),
      columns: columns.join(' '),
      filters: filterViews(named(register))
        .map(({ name }) => name)
        .join(' '),
    }).toEqual({ list: 'list', total: 'total', ...expected });
  },
);

describe('[WR6] every register call that the site’s client makes is answered by one register', () => {
  const CALLS: [path: string, params: Record<string, string>, register: string][] = [
    ['/wscms/v1/notice/privatefund', {}, 'private-fund'],
    ['/wscms/v1/notice/privateequity', {}, 'private-equity-staff'],
    ['/wscms/v1/notice/bondinvestment', {}, 'bond-investment'],
    ['/wscms/v1/notice/openacc', {}, 'offsite-staff'],
    ['/wscms/v1/notice/openacc', { infoId: 'offsiteBranch' }, 'offsite-branch'],
    ['/wscms/v1/notice/ibstaff', { management: '1' }, 'ib-staff'],
    ['/wscms/v1/notice/ibbranch', {}, 'ib-branch'],
    ['/wscms/v1/notice/fundnet', {}, 'fund-net'],
    ['/wscms/v1/notice/companyinfo', { companyType: '3' }, 'company-info'],
    ['/wscms/v1/notice/management', {}, 'management'],
    ['/wscms/v1/branch/provinces', {}, 'region'],
    ['/wscms/v1/branch/list', {}, 'branch'],
    ['/market/v2/publicfunds/referrer/list', { fuzzyItem: '赵思' }, 'fund-referrer'],
    ['/market/v1/publicfunds/referrer/list', { fuzzyItem: '赵思' }, 'fund-referrer'],
    ['/market/v1/advisor/info', {}, 'invest-advisor'],
    ['/market/v1/marketer/announcement/info', { marketerType: '2' }, 'marketer'],
    ['/market/v1/front/announcement/info', { infoId: 'fundSaleStaff' }, 'fund-sale-staff'],
    ['/market/v1/front/announcement/info', { infoId: 'advisoryStaff' }, 'advisory-staff'],
    ['/wsfinmall/v2/fund/list', { sortFlag: '0' }, 'fund-list'],
    ['/product/v1/common/info/list', { orderBy: '0', internalProdMark: '8' }, 'fin-product'],
    ['/retail/v1/notice/etfpurchqlfy', {}, 'etf-qualify'],
  ];

  test.each(CALLS)('%s %j: %s', (path, params, register) => {
    const filters = filterViews(named(register)).map(({ name }) => name);
    const fitting = all.flatMap((definition) =>
      definition.endpoints
        .filter(
          (one) => one.path === path && Object.entries(one.when ?? {}).every(([name, value]) => params[name] === value),
        )
        .map(({ when = {} }) => ({ register: definition.register, when: Object.keys(when) })),
    );
    const [strongest] = fitting.toSorted((a, b) => b.when.length - a.when.length);
    expect(strongest?.register).toBe(register);
    // a param either picks the register or filters it: none is passed for nothing
    expect(Object.keys(params).filter((name) => !strongest!.when.includes(name) && !filters.includes(name))).toEqual(
      [],
    );
  });

  test('[EN1] the fields that the specification names are answered by these names', () => {
    const FIELDS = {
      'advisory-staff': ['staffId', 'staffName', 'orgName'],
      'fund-sale-staff': ['staffName', 'staffId'],
      'fund-referrer': ['name', 'referrerId'],
      region: ['id', 'name', 'parentid'],
    };
    for (const [register, fields] of Object.entries(FIELDS))
      expect(named(register).columns, register).toEqual(expect.arrayContaining(fields));
  });
});

const withWord = (has: (definition: RegisterDefinition) => boolean) =>
  all
    .filter(has)
    .map(({ register }) => register)
    .toSorted();

test('every register of persons and of products takes part in the check, and tells name and number of what it finds', () => {
  expect(withWord(({ verify }) => verify?.kind === 'staff')).toEqual([
    'advisory-staff',
    'bond-investment',
    'fund-referrer',
    'fund-sale-staff',
    'ib-staff',
    'invest-advisor',
    'management',
    'marketer',
    'offsite-staff',
    'private-equity-staff',
  ]);
  expect(withWord(({ verify }) => verify?.kind === 'product')).toEqual([
    'etf-qualify',
    'fin-product',
    'fund-list',
    'income-certificate',
    'private-fund',
  ]);
  for (const { register, key, verify, fields } of all) {
    const shown = verify?.show ?? [];
    if (!verify) continue;
    expect(
      shown.some((field) => /(姓名|名称|简称)$/.test(fields[field]!.title)),
      register,
    ).toBe(true);
    expect(
      shown.some((field) => fields[field]!.convert === false && fields[field]!.pattern) || key.includes('category'),
      register,
    ).toBe(true);
    expect(
      shown.filter((field) => ['image', 'file'].includes(fields[field]!.type)),
      register,
    ).toEqual([]);
  }
});

test('[RG34][RG41] every list that is shown unasked keeps its past, those of persons without who has left, and numbers tell a raised one', () => {
  expect(withWord(({ history }) => history === undefined)).toEqual(['fund-referrer', 'region']);
  expect(withWord(({ history }) => history?.hideEnded === true)).toEqual(
    withWord(({ history, verify }) => history !== undefined && verify?.kind === 'staff'),
  );
  expect(
    all.flatMap(({ register, history }) => (history?.compare.length ? [[register, history.compare]] : [])).toSorted(),
  ).toEqual([
    ['concentration', ['limitRatio']],
    ['conver-rate', ['converRate']],
    ['deposit-ratio', ['rzRatio', 'rqRatio']],
    ['etf-qualify', ['minUnit']],
    ['warrant-ratio', ['ratio']],
  ]);
});

test('only the referrers wait for a search before they show anybody', () => {
  expect(withWord(({ onDemand }) => onDemand === true)).toEqual(['fund-referrer']);
});

test('[SU21] no register that comes with the program names a department, which another firm may not have', () => {
  expect(withWord(({ department }) => department !== undefined)).toEqual([]);
});

test('[LG4] codes, certificate numbers, names of persons, securities and products are never converted', () => {
  const NAMES = new Set(['staffName', 'principal', 'manager', 'secuName', 'fundName', 'prodName', 'indexName']);
  const persons = new Set(withWord(({ verify }) => verify?.kind === 'staff'));
  const converted = all.flatMap(({ register, fields }) =>
    Object.entries(fields)
      .filter(
        ([name, field]) =>
          field.type === 'text' &&
          (NAMES.has(name) || /(No|Id|Code|code|id)$/.test(name) || (name === 'name' && persons.has(register))) &&
          field.convert !== false,
      )
      .map(([name]) => `${register}.${name}`),
  );
  expect(converted).toEqual([]);
});

test('funds cannot be put into an order of past performance', () => {
  const PERFORMANCE = ['unitNav', 'accuNav', 'dayGrowth', 'yearGrowth', 'tenThousandIncome', 'sevenDayYield'];
  for (const register of ['fund-list', 'fund-net'])
    expect(
      sortableFields(named(register)).filter((field) => PERFORMANCE.includes(field)),
      register,
    ).toEqual([]);
});

test('[RK6] the yield of an income certificate and what it hangs on are restricted, and nothing else is', () => {
  const restricted = all.flatMap(({ register, fields }) =>
    Object.keys(fields).flatMap((name) => (fields[name]!.restricted ? [`${register}.${name}`] : [])),
  );
  expect(restricted).toEqual(['income-certificate.rate', 'income-certificate.underlying']);
});

test('[RG1] photographs and files never leave in a download', () => {
  const leaving = all.flatMap(({ register, fields }) =>
    Object.keys(fields).flatMap((name) =>
      ['image', 'file'].includes(fields[name]!.type) && fields[name]!.export !== false ? [`${register}.${name}`] : [],
    ),
  );
  expect(leaving).toEqual([]);
});
