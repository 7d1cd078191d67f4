import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkRows } from '#server/store/rows/check-rows.ts';
import { addDays } from '#demo/calendar.ts';
import { isBlocked } from '#demo/names.ts';
import { creditCheckSign } from '#demo/numbers.ts';
import { demoWorld } from '#demo/plan.ts';
import type { RegisterHistory, Row } from '#demo/registers/history.ts';
import { departmentOfRegister } from '#demo/departments.ts';
import { csvOf, definitionOf, importFile, importHistory } from '#demo/registers/import-rows.ts';
import {
  dailyRegisters,
  fundHistories,
  netValueArchive,
  photoSigns,
  seldomRegisters,
} from '#demo/registers/all-registers.ts';
import { ImportRefused } from '#server/registers/import/import-report.ts';

const OPENING = '2026-07-22';
const LAST = '2026-11-19';

function registers(share: number, last = LAST): RegisterHistory[] {
  const world = demoWorld(share, OPENING, last);
  const photos = new Map(
    photoSigns(world).map((sign) => [sign, `2026/07/${createHash('sha256').update(sign).digest('hex')}.svg`]),
  );
  const all = [
    ...seldomRegisters(world, { photos, annualReport: `2026/07/${'0'.repeat(64)}.pdf` }),
    ...fundHistories(world),
    ...dailyRegisters(world),
  ];
  // the archive of net values ends with all of them
  return all.map((history) =>
    history.register === 'fund-net'
      ? { ...history, versions: [...history.versions, ...netValueArchive(world).versions] }
      : history,
  );
}

const full = registers(1);
const newestOf = (histories: RegisterHistory[], register: string): Row[] =>
  histories
    .find((history) => history.register === register)!
    .versions.at(-1)!
    .rows();
const newest = (register: string) => newestOf(full, register);
const rowsOf = (register: string) => newestOf(full, register);
const texts = (rows: Row[], field: string) => rows.map((row) => String(row[field] ?? ''));
const countBy = (rows: Row[], field: string) =>
  Object.fromEntries([...Map.groupBy(texts(rows, field), (text) => text)].map(([text, list]) => [text, list.length]));

/** Rows of the recipe; registers that a small demonstration shows whole stand in the second list. */
const COUNTS: Record<string, number> = {
  branch: 328,
  'private-fund': 48,
  'private-equity-staff': 64,
  'bond-investment': 140,
  'ib-staff': 420,
  'ib-branch': 110,
  'fund-net': 60 * 250,
  'offsite-staff': 900,
  'offsite-branch': 300,
  'company-info': 341,
  'fund-referrer': 2400,
  'invest-advisor': 1600,
  marketer: 1000,
  'fund-sale-staff': 3200,
  'advisory-staff': 420,
  'etf-qualify': 420,
  'fund-list': 600,
  'income-certificate': 160,
  'fin-product': 520,
  'deposit-ratio': 1200,
  'conver-rate': 3000,
  stock: 1200,
  job: 40,
  question: 120,
};
const WHOLE: Record<string, number> = {
  region: 31 + 70,
  management: 20,
  concentration: 36,
  'interest-rate': 10,
  'warrant-ratio': 6,
  'org-unit': 51,
};

describe('counts', () => {
  test('the full demonstration has the rows of the recipe', () => {
    expect(Object.fromEntries(full.map(({ register }) => [register, newest(register).length]))).toEqual({
      ...COUNTS,
      ...WHOLE,
    });
  });

  test('the small one has a tenth of each, and of every kind at least one', () => {
    const small = registers(0.1);
    for (const { register } of small) {
      // two questions of each category: a chapter with one shows nothing of how they stand
      const tenth =
        register === 'question'
          ? 20
          : COUNTS[register] === undefined
            ? WHOLE[register]!
            : Math.max(1, COUNTS[register] / 10);
      expect(Math.abs(newestOf(small, register).length - tenth), register).toBeLessThan(1.5);
    }
    const kinds = [
      'branch branchType',
      'company-info companyType',
      'marketer marketerType',
      'ib-staff management',
      'bond-investment bizLine',
      'bond-investment status',
      'etf-qualify exchange',
      'conver-rate secuType',
      'conver-rate market',
      'stock status',
      'deposit-ratio market',
      'income-certificate type',
      'fin-product prodType',
      'private-fund fundType',
      'offsite-staff staffCategory',
      'management category',
      'fund-list fundType',
      'fund-list tradeStatus',
      'job category',
      'question category',
    ];
    for (const [register, field] of kinds.map((kind) => kind.split(' ') as [string, string])) {
      expect(Object.keys(countBy(newestOf(small, register), field)).sort(), `${register}.${field}`).toEqual(
        Object.keys(countBy(newest(register), field)).sort(),
      );
    }
    expect(Object.keys(countBy(newestOf(small, 'income-certificate'), 'status'))).toEqual(
      expect.arrayContaining(['募集中', '存续', '已兑付']),
    );
  });

  test('31 provinces hold 300 branches, 28 of them an office; the firm has 12 subsidiaries', () => {
    expect(countBy(newest('branch'), 'branchType')).toEqual({ 分公司: 28, 证券营业部: 300 });
    const provinces = countBy(
      newest('branch').filter(({ branchType }) => branchType === '证券营业部'),
      'provinceId',
    );
    expect(Object.keys(provinces)).toHaveLength(31);
    expect([provinces['310000'], provinces['110000'], provinces['540000']]).toEqual([48, 14, 1]);
    expect(countBy(newest('company-info'), 'companyType')).toEqual({ 1: 1, 2: 28, 3: 300, 4: 12 });
  });

  test('40 of the IB staff lead, 700 marketers stand beside 300 brokers, and margin groups are spread as the recipe says', () => {
    expect(countBy(newest('ib-staff'), 'management')).toEqual({ 1: 40, 0: 380 });
    expect(countBy(newest('marketer'), 'marketerType')).toEqual({ 1: 700, 2: 300 });
    const shares = newest('conver-rate').filter(({ secuType }) => secuType === '股票');
    expect(countBy(newest('conver-rate'), 'secuType')).toEqual({ 股票: 2250, 基金: 450, 债券: 300 });
    const groups = countBy(shares, 'secuClass');
    for (const [group, part] of Object.entries({ A: 8, B: 20, C: 30, D: 20, E: 12, F: 10 }))
      expect((groups[group]! / shares.length) * 100, group).toBeCloseTo(part, -0.7);
    expect(shares.filter(({ converRate }) => Number(converRate) === 0).length / shares.length).toBeCloseTo(0.28, 1);
  });
});

describe('rows', () => {
  test.each(full)(
    '[RG2] every row of $register is valid by its definition, in every version',
    ({ register, versions }) => {
      for (const { rows } of [versions[0]!, versions.at(-1)!])
        expect(checkRows(definitionOf(register), rows())).toEqual([]);
    },
  );

  test.each(registers(0.1))(
    '[RG6] rows of $register enter through the import and come out as they went in',
    async (history) => {
      const { versions, changeTo } = await importHistory(history, rowsOf);
      for (const version of [versions[0]!, versions.at(-1)!]) {
        const { rows, dataDate, department } = changeTo(version).document;
        const textOf = (row: Row) =>
          Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));
        expect(rows.map(textOf)).toEqual(version.rows().map(textOf));
        expect([dataDate, department]).toEqual([version.day, departmentOfRegister(history.register)]);
      }
    },
  );

  test('[RG6] a row that the import refuses stops the fill, with cell and reason', async () => {
    const [good] = newest('bond-investment');
    const refused = importFile(
      definitionOf('bond-investment'),
      [good!, { ...good!, employeeNo: '800999', certNo: '12' }],
      LAST,
      rowsOf,
    );
    await expect(refused).rejects.toThrow(ImportRefused);
    await expect(refused).rejects.toThrow('“12”');
  });

  test('edge rows are there: a long name, an empty phone, a day to come, a person who left, a restricted security, ST, a wide A', () => {
    expect(texts(newest('private-fund'), 'fundName').some((name) => name.length > 40)).toBe(true);
    expect(texts(newest('ib-staff'), 'staffName').some((name) => name.length > 10)).toBe(true);
    for (const register of ['ib-branch', 'branch', 'offsite-branch'])
      expect(texts(newest(register), 'phone').filter((phone) => phone === '')).toHaveLength(1);
    expect(texts(newest('etf-qualify'), 'effectiveDate').filter((day) => day > LAST)).toHaveLength(1);
    expect(countBy(newest('bond-investment'), 'status')['离岗']).toBeGreaterThan(5);
    const securities = newest('conver-rate');
    expect(securities.filter(({ converRate }) => converRate === null).length).toBeGreaterThan(0);
    const names = texts(securities, 'secuName');
    expect(names.filter((name) => /^\*?ST/.test(name)).length / names.length).toBeCloseTo(0.02, 1);
    for (const ending of ['A', 'Ａ'])
      expect(
        names.some((name) => name.endsWith(ending)),
        ending,
      ).toBe(true);
  });
});

describe('determinism', () => {
  const bytesOf = (histories: RegisterHistory[]) => {
    const hash = createHash('sha256');
    for (const { register, versions } of histories)
      for (const { day, rows } of [versions[0]!, versions.at(-1)!])
        hash.update(day).update(csvOf(definitionOf(register), rows()));
    return hash.digest('hex');
  };

  test('the same day gives the same bytes, another day others', () => {
    expect(bytesOf(registers(0.1))).toBe(bytesOf(registers(0.1)));
    expect(bytesOf(registers(0.1, '2026-11-18'))).not.toBe(bytesOf(registers(0.1)));
  });

  test('a row does not depend on how many there are: a small register of sellers and advisers names people of the full one', () => {
    const small = registers(0.1);
    const people = new Set(texts(newest('fund-sale-staff'), 'staffName'));
    expect(
      texts(newestOf(small, 'fund-sale-staff'), 'staffName').filter((name) => people.has(name)).length,
    ).toBeGreaterThan(300);
  });
});

describe('nothing could be taken for the real thing', () => {
  /** fields by how their invented values begin */
  const SHAPES: [register: string, field: string, shape: RegExp][] = [
    ['bond-investment', 'certNo', /^S9901[01]\d{8}$/],
    ['invest-advisor', 'certNo', /^S99016\d{8}$/],
    ['advisory-staff', 'staffId', /^S99016\d{8}$/],
    ['offsite-staff', 'certNo', /^S99010\d{8}$/],
    ['marketer', 'certNo', /^S9901[14]\d{8}$/],
    ['private-equity-staff', 'certNo', /^(F999\d{10}|S9901\d{9})$/],
    ['fund-sale-staff', 'staffId', /^F999\d{10}$/],
    ['fund-referrer', 'certNo', /^F999\d{10}$/],
    ['fund-referrer', 'referrerId', /^8\d{5}$/],
    ['ib-staff', 'futuresCertNo', /^F9\d{6}$/],
    ['private-fund', 'recordNo', /^SZZ\d{3}$/],
    ['private-fund', 'managerRegNo', /^P9\d{6}$/],
    ['income-certificate', 'prodCode', /^SZ[ZY]\d{3}$/],
    ['fund-list', 'fundCode', /^99\d{4}$/],
    ['fund-net', 'fundCode', /^99\d{4}$/],
    ['fin-product', 'prodCode', /^(99\d{4}|SZ[ZY]\d{3}|ZZ\d{4})$/],
    ['etf-qualify', 'fundCode', /^(559|158)\d{3}$/],
    ['conver-rate', 'secuCode', /^(60[6-9]|687|00[4-9]|305|929|559|158|299|119|129)\d{3}$/],
    ['company-info', 'creditCode', /^9999[0-9A-HJ-NPQRTUWXY]{14}$/],
    ['company-info', 'licenseNo', /^(9\d{13})?$/],
    ['branch', 'licenseNo', /^9\d{13}$/],
  ];

  test.each(SHAPES)('%s: %s begins as no real number does', (register, field, shape) => {
    expect(texts(newest(register), field).filter((text) => !shape.test(text))).toEqual([]);
  });

  test('no credit code has a right check sign, and no telephone number is a real or a mobile one', () => {
    expect(
      texts(newest('company-info'), 'creditCode').filter((code) => creditCheckSign(code.slice(0, 17)) === code[17]),
    ).toEqual([]);
    for (const { register } of full) {
      const phones = Object.entries(definitionOf(register).fields).filter(([, { type }]) => type === 'phone');
      for (const [field] of phones)
        expect(
          texts(newest(register), field).filter((phone) => !/^(|400-555-0000|0\d{2,3}-5550\d{4})$/.test(phone)),
          `${register}.${field}`,
        ).toEqual([]);
    }
  });

  test('no person bears a blocked name', () => {
    for (const [register, field] of [
      ['ib-staff', 'staffName'],
      ['fund-sale-staff', 'staffName'],
      ['invest-advisor', 'staffName'],
      ['marketer', 'name'],
      ['offsite-staff', 'staffName'],
      ['branch', 'principal'],
      ['management', 'name'],
    ] as const)
      expect(texts(newest(register), field).filter(isBlocked)).toEqual([]);
  });
});

describe('registers agree with each other', () => {
  test.each([1, 0.1])(
    'every branch that a register of a %d demonstration names is in the register of branches',
    (share) => {
      const histories = registers(share);
      const branches = newestOf(histories, 'branch');
      const known = new Set(
        branches.flatMap(({ name }) => [String(name), String(name).replace('示例证券有限公司', '示例证券')]),
      );
      const named = [
        ['ib-staff', 'branchName'],
        ['ib-branch', 'branchName'],
        ['fund-sale-staff', 'orgName'],
        ['fund-referrer', 'orgName'],
        ['invest-advisor', 'orgName'],
        ['advisory-staff', 'orgName'],
        ['marketer', 'orgName'],
        ['offsite-staff', 'branchName'],
        ['offsite-branch', 'branchName'],
      ] as const;
      for (const [register, field] of named) {
        const strange = texts(newestOf(histories, register), field).filter(
          (name) => /(营业部|分公司)$/.test(name) && !known.has(name),
        );
        expect(strange, register).toEqual([]);
      }
      expect(
        texts(newestOf(histories, 'ib-staff'), 'branchName').filter(
          (name) => !texts(newestOf(histories, 'ib-branch'), 'branchName').includes(name),
        ),
      ).toEqual([]);
      for (const row of newestOf(histories, 'company-info').filter(
        ({ companyType }) => companyType === '2' || companyType === '3',
      )) {
        expect(
          branches.find(({ name }) => name === row.companyName),
          String(row.companyName),
        ).toMatchObject({ principal: row.principal, address: row.address, zip: row.zipCode, licenseNo: row.licenseNo });
      }
    },
  );

  test('each branch lies in a city of its province, near the place where that is', () => {
    const regions = new Map(newest('region').map((row) => [row.id, row]));
    for (const { provinceId, cityId, lng, lat } of newest('branch')) {
      expect(regions.get(cityId!)?.parentid).toBe(provinceId);
      expect(regions.get(provinceId!)?.parentid).toBe('0');
      expect(Number(lng) > 73 && Number(lng) < 136 && Number(lat) > 17 && Number(lat) < 54).toBe(true);
    }
  });

  test('who recommends funds may sell them, and who advises on funds is an adviser', () => {
    const sellers = new Map(newest('fund-sale-staff').map((row) => [row.staffId, row]));
    for (const { certNo, name, orgName } of newest('fund-referrer'))
      expect(sellers.get(certNo!)).toMatchObject({ staffName: name, orgName });
    const advisers = new Map(newest('invest-advisor').map((row) => [row.certNo, row]));
    for (const { staffId, staffName, orgName } of newest('advisory-staff'))
      expect(advisers.get(staffId!)).toMatchObject({ staffName, orgName });
  });

  test('[RG8] who recommends funds has a number that does not lead to the next', () => {
    for (const share of [1, 0.1]) {
      const numbers = texts(newestOf(registers(share), 'fund-referrer'), 'referrerId')
        .map(Number)
        .toSorted((a, b) => a - b);
      const steps = Map.groupBy(
        numbers.slice(1).map((number, at) => number - numbers[at]!),
        (step) => step,
      );
      expect(Math.max(...[...steps.values()].map((list) => list.length)) / numbers.length).toBeLessThan(0.1);
    }
  });

  test('no employee number is given twice', () => {
    const numbers = [
      ...texts(newest('bond-investment'), 'employeeNo'),
      ...texts(newest('private-equity-staff'), 'employeeNo'),
      ...texts(newest('offsite-staff'), 'employeeNo'),
      ...texts(newest('fund-referrer'), 'referrerId'),
      ...texts(newest('marketer'), 'marketerId'),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('a person on leave was at work in an earlier version', () => {
    const { versions } = full.find(({ register }) => register === 'bond-investment')!;
    const gone = versions
      .at(-1)!
      .rows()
      .filter(({ status }) => status === '离岗')
      .map(({ employeeNo }) => employeeNo);
    expect(
      versions[0]!.rows().filter(({ employeeNo, status }) => gone.includes(employeeNo!) && status === '在岗'),
    ).toHaveLength(gone.length);
  });

  test('a sold fund has the net value that the register of net values ends with', () => {
    const values = new Map(
      newest('fund-net')
        .filter(({ navDate }) => navDate === LAST)
        .map((row) => [row.fundCode, row]),
    );
    const both = newest('fund-list').filter(({ fundCode }) => values.has(fundCode!));
    expect(both).toHaveLength(40);
    for (const { fundCode, unitNav, navDate, dayGrowth, fundName } of both)
      expect(values.get(fundCode!)).toMatchObject({ unitNav, navDate, dayGrowth, fundName });
  });

  test('growth of a day follows from the two net values, and the yield of a money fund from the income of seven days', () => {
    const products = [...Map.groupBy(newest('fund-net'), ({ fundCode }) => fundCode).values()];
    expect(products).toHaveLength(60);
    for (const rows of products) {
      expect(rows).toHaveLength(250);
      for (let place = 1; place < rows.length; place++) {
        const [before, now] = [rows[place - 1]!, rows[place]!];
        expect(String(now.navDate) > String(before.navDate)).toBe(true);
        expect((now.dayGrowth === null) === (now.fundType === '货币')).toBe(true);
        if (now.dayGrowth !== null)
          expect(Number(now.dayGrowth)).toBeCloseTo((Number(now.unitNav) / Number(before.unitNav) - 1) * 100, 1.9);
      }
      for (let place = 6; place < rows.length && rows[0]!.fundType === '货币'; place++) {
        const week = rows.slice(place - 6, place + 1).reduce((sum, row) => sum + Number(row.tenThousandIncome), 0) / 7;
        expect(Number(rows[place]!.sevenDayYield)).toBeCloseTo((week * 365) / 100, 2.9);
      }
    }
  });

  test('products on sale are those of their own registers, under the same name and number', () => {
    const products = newest('fin-product');
    const named = (register: string, code: string, name: string) =>
      new Map(newest(register).map((row) => [row[code], row[name]]));
    const homes = {
      公募: named('fund-list', 'fundCode', 'fundName'),
      收益凭证: named('income-certificate', 'prodCode', 'prodName'),
      私募股权: named('private-fund', 'recordNo', 'fundName'),
    };
    for (const [type, home] of Object.entries(homes)) {
      const ofType = products.filter(({ prodType }) => prodType === type);
      expect(ofType.length, type).toBeGreaterThan(10);
      for (const { prodCode, prodName } of ofType) expect(home.get(prodCode!), String(prodCode)).toBe(prodName);
    }
  });

  test('a product is on sale as its own register says', () => {
    const states = new Map(newest('fin-product').map(({ prodCode, saleStatus }) => [prodCode, saleStatus]));
    const own = newest('fund-list').filter(({ fundCode }) => states.has(fundCode!));
    expect(own).toHaveLength(200);
    const expected: Record<string, string> = { 开放: '存续', 暂停申购: '暂停', 认购期: '募集中' };
    for (const { fundCode, tradeStatus } of own)
      expect(states.get(fundCode!), String(fundCode)).toBe(expected[String(tradeStatus)]);
    expect(texts(newest('fin-product'), 'saleStart').filter((day) => day > LAST)).toHaveLength(1);
  });

  test('a branch offers 期货IB if the register of such branches names it', () => {
    const named = new Set(texts(newest('ib-branch'), 'branchName'));
    for (const { name, services } of newest('branch'))
      expect(String(services).includes('IB'), String(name)).toBe(
        named.has(String(name).replace('示例证券有限公司', '示例证券')),
      );
  });

  test('an income certificate is raised before it begins, ends after its term, and its state is that of the day', () => {
    for (const { raiseStart, raiseEnd, startDate, endDate, termDays, status } of newest('income-certificate')) {
      expect(String(raiseStart) < String(raiseEnd) && String(raiseEnd) < String(startDate)).toBe(true);
      expect(endDate).toBe(addDays(String(startDate), Number(termDays)));
      expect(status === '已兑付').toBe(String(endDate) <= LAST);
      expect(status === '募集中').toBe(String(startDate) > LAST);
    }
  });
});
