import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { materialsDirOf, sweepMaterials } from '#server/people/customers/materials.ts';
import { answerApplication } from '#server/people/customers/pro-applications.ts';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { fillApplications } from '#demo/applications.ts';
import { demoCustomers } from '#demo/customers.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { article, SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';
import { jpegHead, PNG } from '../world/pictures.ts';

const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const PDF = makePdf({ title: '资产证明', paragraphs: ['独特的证明内容九九八一'], signature: ['甲'] });
const JPG = jpegHead(9, 9);

let site: TestSite;
let customers = 0;
let customer: string;
let token: string;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());
beforeEach(async () => {
  customer = `customer-${(customers += 1)}`;
  await storeCustomers(site.database.db, [
    { customer_id: customer, cust_name: '客户', risk_level: '02', risk_valid_date: '20991231', is_pro_investor: '0' },
  ]);
  token = await issueToken(site.database.db, customer);
});

interface Answer {
  status: number;
  code: string;
  msg: string;
  data: any;
}
type Files = [field: string, name: string, bytes: Uint8Array][];

const good = {
  applyType: 'natural',
  assets: '600',
  income: '10',
  experienceYears: '3',
  jobType: 'none',
  riskNoticeRead: '1',
  sensitiveConsent: '1',
  signTime: new Date().toISOString(),
};
const proofs: Files = [
  ['assets', '资产证明.pdf', PDF],
  ['experience', '经历.png', PNG],
];
let requests = 0;

/** Each from a client of its own, so that the limit of one is not met by the others. */
const client = () => `10.9.${(requests += 1) >> 8}.${requests & 255}`;

async function body(fields: Record<string, string>, files: Files) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [field, name, bytes] of files) form.append(field, new Blob([Buffer.from(bytes)]), name);
  const response = new Response(form);
  return { payload: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type')! };
}

async function submit(
  fields: Record<string, string> = {},
  files: Files = proofs,
  { as = token, from = client(), at = site }: { as?: string; from?: string; at?: TestSite } = {},
): Promise<Answer> {
  const { payload, type } = await body({ requestId: `request-${(requests += 1)}`, ...good, ...fields }, files);
  const answer = await at.app.inject({
    method: 'POST',
    url: CALL_BASE + paths.proConfirm,
    remoteAddress: from,
    payload,
    headers: { 'content-type': type, ...(as && { access_token: as }) },
  });
  return { status: answer.statusCode, ...(JSON.parse(suite.decrypt(answer.body)) as Omit<Answer, 'status'>) };
}

async function query(as = token): Promise<any> {
  const answer = await site.app.inject({ url: CALL_BASE + paths.proQuery, headers: { access_token: as } });
  expect(answer.headers['cache-control']).toBe('private, no-store');
  return (JSON.parse(suite.decrypt(answer.body)) as Answer).data;
}

const staff = (
  to: 'in-review' | 'supplement' | 'accepted' | 'refused',
  more: { reason?: string; validTo?: string } = {},
) => answerApplication(site.database.db, { customerId: customer, to, at: new Date(), ...more });
const materialsOnDisk = async (dir = materialsDirOf(site.filesDir)) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile());
const fieldsOf = ({ data }: Answer): string[] => data.problems.map(({ field }: { field: string }) => field);

describe('[RK7] an application', () => {
  test('is sent whole, its status is queried, every state is told, and a confirmation opens what is restricted', async () => {
    expect(await query()).toMatchObject({ status: '0', state: '', mayApply: true, steps: [] });
    expect(await submit()).toMatchObject({ status: 200, code: '0', data: { status: '1' } });
    expect(await query()).toMatchObject({
      status: '1',
      state: 'submitted',
      mayApply: false,
      applyType: 'natural',
      declare: { assets: 600, income: 10, experienceYears: 3, jobType: 'none' },
      reason: '',
      materials: [
        { kind: 'assets', filename: '资产证明.pdf', size: PDF.length },
        { kind: 'experience', filename: '经历.png', size: PNG.length },
      ],
      steps: [{ state: 'submitted', note: '' }],
    });
    await staff('in-review');
    expect(await query()).toMatchObject({ status: '1', state: 'in-review', mayApply: false });
    await staff('supplement', { reason: '请补充近一个月的证明' });
    expect(await query()).toMatchObject({
      status: '1',
      state: 'supplement',
      reason: '请补充近一个月的证明',
      mayApply: true,
    });
    // files sent before count: only the addition is needed
    expect((await submit({}, [['other', '补充.jpg', JPG]])).code).toBe('0');
    const again = await query();
    expect(again).toMatchObject({ state: 'submitted', reason: '' });
    expect(again.materials).toHaveLength(3);
    expect(again.steps.map(({ state }: { state: string }) => state)).toEqual([
      'submitted',
      'in-review',
      'supplement',
      'submitted',
    ]);

    const [id] = (await site.publish('受限', [article(`${SECTION}0018`, '受限', { riskLevel: '0004' })])).articleIds;
    const read = async () =>
      (
        JSON.parse(
          suite.decrypt(
            (
              await site.app.inject({
                url: `${CALL_BASE}${paths.infoContent}?id=${id}`,
                headers: { access_token: token },
              })
            ).body,
          ),
        ) as Answer
      ).code;
    expect(await read()).toBe('-0801108');
    await staff('accepted', { validTo: '2099-12-31' });
    expect(await query()).toMatchObject({ status: '2', state: 'accepted', validTo: '2099-12-31', mayApply: false });
    expect(await read()).toBe('0');
    expect(await submit()).toMatchObject({ code: '1022' });
  });

  test('that is refused says why and can be sent anew; one that has expired, too', async () => {
    await submit();
    await staff('refused', { reason: '证明不是金融资产' });
    expect(await query()).toMatchObject({ status: '3', state: 'refused', reason: '证明不是金融资产', mayApply: true });
    expect(
      (
        await submit({ income: '60', assets: '0' }, [
          ['income', '收入.pdf', PDF],
          ['experience', '经历.png', PNG],
        ])
      ).code,
    ).toBe('0');
    expect(await query()).toMatchObject({ state: 'submitted', reason: '', steps: [{ state: 'submitted' }] });
    await staff('accepted', { validTo: '2020-01-01' });
    expect(await query()).toMatchObject({ status: '4', state: 'expired', mayApply: true, validTo: '2020-01-01' });
    expect((await submit()).code).toBe('0');
  });

  test('whose confirmation is over reads no more as a professional investor', async () => {
    await submit();
    await staff('accepted', { validTo: '2020-01-01' });
    const answer = await site.app.inject({
      url: `${CALL_BASE}${paths.userInfo}?queryType=1`,
      headers: { access_token: token },
    });
    expect((JSON.parse(suite.decrypt(answer.body)) as Answer).data).toMatchObject({
      isProInvestor: '0',
      riskLevel: '02',
    });
  });

  test('sent twice is one, also at the same moment; a second one beside an open one is refused', async () => {
    const twice = await Promise.all([
      submit({ requestId: 'same-request' }),
      submit({ requestId: 'same-request' }),
      submit({ requestId: 'same-request' }),
    ]);
    expect(twice.map(({ code }) => code)).toEqual(['0', '0', '0']);
    expect((await query()).materials).toHaveLength(2);
    // the same one with other files is another: refused, and nothing of it stays
    const before = (await materialsOnDisk()).length;
    const other = await submit({ requestId: 'same-request' }, [
      ['assets', '另一份.pdf', Buffer.concat([Buffer.from(PDF), Buffer.from('\n')])],
      ['experience', '经历.png', PNG],
    ]);
    expect([other.code, (await materialsOnDisk()).length]).toEqual(['1021', before]);
    const rivals = await Promise.all([submit(), submit()]);
    expect(rivals.map(({ code }) => code)).toEqual(['1021', '1021']);
    expect(
      await site.database.db
        .selectFrom('pro_application')
        .select('application_id')
        .where('customer_id', '=', customer)
        .execute(),
    ).toHaveLength(1);
  });

  test('needs a customer: nobody’s is refused, the cookie alone sends nothing', async () => {
    expect(await submit({}, proofs, { as: '' })).toMatchObject({ code: '-0801107' });
    expect(await submit({}, proofs, { as: 'nobody' })).toMatchObject({ code: '-0801107' });
    const { payload, type } = await body({ requestId: 'request-cookie', ...good }, proofs);
    const forged = await site.app.inject({
      method: 'POST',
      url: CALL_BASE + paths.proConfirm,
      remoteAddress: client(),
      payload,
      headers: { 'content-type': type, cookie: `accessToken=${token}` },
    });
    expect((JSON.parse(suite.decrypt(forged.body)) as Answer).code).toBe('-0801107');
    expect(await query()).toMatchObject({ status: '0' });
  });

  test('of another customer is not seen', async () => {
    await submit();
    const other = `other-${customer}`;
    await storeCustomers(site.database.db, [
      { customer_id: other, cust_name: '另一位', risk_level: '', risk_valid_date: '', is_pro_investor: '0' },
    ]);
    expect(await query(await issueToken(site.database.db, other))).toMatchObject({ status: '0', materials: [] });
  });

  test('a customer confirmed elsewhere is told so', async () => {
    await site.database.db
      .updateTable('customer')
      .set({ is_pro_investor: '1' })
      .where('customer_id', '=', customer)
      .execute();
    expect(await query()).toMatchObject({ status: '2', state: 'accepted', mayApply: false });
    expect((await submit()).code).toBe('1022');
  });
});

describe('[RK7] what is wrong is told field by field, and nothing of it stays', () => {
  test.each<[string, Record<string, string>, Files | undefined, string[]]>([
    ['too little of both', { assets: '499.9', income: '49' }, undefined, ['assets']],
    ['more years than a life has', { experienceYears: '200' }, undefined, ['experienceYears']],
    ['more than there is', { assets: '100000001', income: '1e9' }, undefined, ['assets', 'income']],
    ['no number', { assets: 'many' }, undefined, ['assets']],
    ['less than nothing', { income: '-1', experienceYears: '-0.1' }, undefined, ['income', 'experienceYears']],
    ['enough income instead of assets', { assets: '0', income: '50' }, undefined, ['materials.income']],
    ['too few years', { experienceYears: '1.9' }, undefined, ['experienceYears']],
    ['risks not read', { riskNoticeRead: '0' }, undefined, ['riskNoticeRead']],
    ['no consent to what is sensitive', { sensitiveConsent: '0' }, undefined, ['sensitiveConsent']],
    ['no time', { signTime: 'soon' }, undefined, ['signTime']],
    ['a time that is not now', { signTime: '1800-01-01T00:00:00Z' }, undefined, ['signTime']],
    ['a time beyond what can be stored', { signTime: '-271821-04-20T00:00:00Z' }, undefined, ['signTime']],
    ['no files', {}, [], ['materials.assets', 'materials.experience']],
    ['a firm without its licence', { applyType: 'A', assets: '0' }, [['other', 'x.pdf', PDF]], ['materials.licence']],
    [
      'conversion by work alone',
      { applyType: 'conversion', assets: '300', experienceYears: '0', jobType: 'finance' },
      undefined,
      ['experienceYears'],
    ],
    [
      'a program named as a picture',
      {},
      [
        ['assets', '资产.png', Buffer.from('MZ\x90\0program')],
        ['experience', 'x.png', PNG],
      ],
      ['materials.assets'],
    ],
    [
      'a web page named as a PDF',
      {},
      [
        ['assets', '资产.pdf', Buffer.from('<html><script>alert(1)</script>')],
        ['experience', 'x.png', PNG],
      ],
      ['materials.assets'],
    ],
    [
      'an svg',
      {},
      [
        ['assets', '资产.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
        ['experience', 'x.png', PNG],
      ],
      ['materials.assets'],
    ],
    [
      'an empty file',
      {},
      [
        ['assets', '资产.pdf', Buffer.alloc(0)],
        ['experience', 'x.png', PNG],
      ],
      ['materials.assets'],
    ],
    ['a file of no kind', {}, [...proofs, ['passport', 'x.png', PNG]], ['materials.other']],
  ])('%s', async (_what, fields, files, expected) => {
    const before = await materialsOnDisk();
    const answer = await submit(fields, files);
    expect(answer.code).toBe('1020');
    expect(fieldsOf(answer)).toEqual(expected);
    expect(answer.data.problems.every(({ text }: { text: string }) => /[一-鿿]/.test(text))).toBe(true);
    expect(await query()).toMatchObject({ status: '0' });
    expect(await materialsOnDisk()).toHaveLength(before.length);
  });

  test.each<[string, Record<string, string>]>([
    ['an unknown type', { applyType: 'B' }],
    ['a request without a name', { requestId: '' }],
    ['a prototype as a field', { __proto__x: '1', applyType: '__proto__' }],
  ])('%s', async (_what, fields) => {
    expect(await submit(fields)).toMatchObject({ status: 200, code: '1001' });
  });

  test('the words name the field and its limit, never a parameter', async () => {
    const { data } = await submit({ experienceYears: '200', income: '-1' });
    expect(data.problems).toEqual([
      { field: 'income', text: '近三年年均收入不能为负' },
      { field: 'experienceYears', text: '投资经历不能超过 80 年' },
    ]);
  });

  test('who reaches both amounts proves either; numbers count as they are written', async () => {
    expect(
      (
        await submit({ assets: '1,600', income: '６０' }, [
          ['income', '收入.pdf', PDF],
          ['experience', '经历.png', PNG],
        ])
      ).code,
    ).toBe('0');
    expect((await query()).declare).toEqual({ assets: 1600, income: 60, experienceYears: 3, jobType: 'none' });
  });

  test('an addition without a file is told so', async () => {
    await submit();
    await staff('in-review');
    await staff('supplement', { reason: '请补充' });
    expect((await submit({}, [])).data.problems).toEqual([
      { field: 'materials', text: '请至少上传一份需要补充的材料' },
    ]);
  });

  test('work stands for years, the least that is enough is enough', async () => {
    expect((await submit({ assets: '500', experienceYears: '0', jobType: 'licensed' })).code).toBe('0');
  });

  test.each<[string, () => Files]>([
    [
      'a file above 10 MB',
      () => [
        ['assets', '大.pdf', Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)])],
        ['experience', 'x.png', PNG],
      ],
    ],
    ['nine files', () => Array.from({ length: 9 }, (_, at): Files[number] => ['assets', `${at}.png`, PNG])],
    [
      'more than 40 MB together',
      () =>
        Array.from({ length: 5 }, (_, at): Files[number] => [
          'assets',
          `${at}.pdf`,
          Buffer.concat([PDF, Buffer.alloc(9 * 1024 * 1024, at)]),
        ]),
    ],
  ])('%s', async (_what, files) => {
    const before = await materialsOnDisk();
    expect(await submit({}, files())).toMatchObject({ status: 413, code: '1413' });
    expect(await materialsOnDisk()).toHaveLength(before.length);
  });

  test('a body that is no multipart, or broken, or of another call', async () => {
    const post = async (url: string, payload: Buffer | string, type: string) => {
      const answer = await site.app.inject({
        method: 'POST',
        url: CALL_BASE + url,
        remoteAddress: client(),
        payload,
        headers: { 'content-type': type, access_token: token },
      });
      return [answer.statusCode, (JSON.parse(suite.decrypt(answer.body)) as Answer).code];
    };
    const { payload, type } = await body({ requestId: 'request-broken', ...good }, proofs);
    expect(await post(paths.proConfirm, payload.subarray(0, payload.length - 200), type)).toEqual([400, '400']);
    expect(await post(paths.proConfirm, payload, 'multipart/form-data')).toEqual([400, '400']);
    expect(await post(paths.newsList, payload, type)).toEqual([400, '400']);
    expect(
      await post(paths.proConfirm, JSON.stringify({ requestId: 'request-json', ...good }), 'application/json'),
    ).toEqual([200, '1020']);
    expect((await materialsOnDisk()).filter(({ parentPath }) => parentPath.endsWith('.incoming'))).toEqual([]);
  });

  test('one client sends a dozen a minute', async () => {
    const from = '10.200.0.1';
    let last = await submit({}, [], { from });
    for (let tries = 0; tries < 14 && last.status !== 429; tries += 1) last = await submit({}, [], { from });
    expect(last).toMatchObject({ status: 429, code: '1429' });
  });
});

describe('[RK7] materials', () => {
  test('are readable by no address, whoever asks', async () => {
    await submit();
    const { filepath } = await site.database.db
      .selectFrom('pro_material')
      .select('filepath')
      .where('kind', '=', 'assets')
      .executeTakeFirstOrThrow();
    for (const address of [
      `/static-file/${filepath}`,
      `/preview/${filepath}`,
      `/static-file/../materials/${filepath}`,
      `/materials/${filepath}`,
      `/swhysc/materials/${filepath}`,
      `/assets/site/${filepath}`,
    ]) {
      const answer = await site.app.inject({
        url: address,
        headers: { cookie: `accessToken=${token}`, access_token: token },
      });
      expect([address, answer.statusCode]).toEqual([address, 404]);
      expect(answer.rawPayload.includes(PDF.subarray(0, 200))).toBe(false);
    }
  });

  test('named by paths, controls and tricks keep their last part alone', async () => {
    const names: [string, string][] = [
      ['../../etc/passwd.pdf', 'passwd.pdf'],
      ['C:\\Users\\x\\证明.pdf', '证明.pdf'],
      ['甲\u202egnp.pdf', '甲gnp.pdf'],
      [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(110)}…${'长'.repeat(5)}.pdf`],
    ];
    await submit({}, [...names.map(([name]): Files[number] => ['assets', name, PDF]), ['experience', 'x.png', PNG]]);
    expect((await query()).materials.map(({ filename }: { filename: string }) => filename)).toEqual([
      ...names.map(([, storedNames]) => storedNames),
      'x.png',
    ]);
  });

  test('that a killed submission left are swept once they are a day old, those of applications stay', async () => {
    const dir = materialsDirOf(site.filesDir);
    await submit();
    await mkdir(join(dir, '2026/01'), { recursive: true });
    const orphan = join(dir, '2026/01', `${'a'.repeat(64)}.pdf`);
    await writeFile(orphan, 'left');
    expect(await sweepMaterials(site.database.db, dir, { isAlone: false })).toBe(0);
    await utimes(orphan, 0, 0);
    for (const { parentPath, name } of await materialsOnDisk()) await utimes(join(parentPath, name), 0, 0);
    expect(await sweepMaterials(site.database.db, dir, { isAlone: false })).toBe(1);
    expect((await materialsOnDisk()).length).toBeGreaterThan(0);
  });
});

test('[WR7] [RK7] where an upstream answers `business`, the body goes there as it came', async () => {
  const seen: { headers: IncomingHttpHeaders; bytes: Buffer; url: string }[] = [];
  const upstream = createServer(async (request, response) => {
    seen.push({ headers: request.headers, bytes: Buffer.concat(await request.toArray()), url: request.url! });
    response.end('{"code":"0","msg":"","data":{"status":"1"}}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const behind = await startSite({
    upstreams: JSON.stringify({
      business: { address: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, suite: 'none' },
    }),
  });
  expect(await submit({}, proofs, { as: 'broker-token', at: behind })).toMatchObject({
    code: '0',
    data: { status: '1' },
  });
  expect(seen[0]).toMatchObject({
    url: paths.proConfirm,
    headers: {
      access_token: 'broker-token',
      'content-type': expect.stringContaining('multipart/form-data; boundary='),
    },
  });
  expect(seen[0]!.bytes.includes(PDF)).toBe(true);
  expect(await materialsOnDisk(materialsDirOf(behind.filesDir))).toEqual([]);
  await behind.end();
  upstream.close();
});

test('[RK7] the demonstration has an application in every state, entered by the same doors, and taken up where it was left', async () => {
  const demo = await startSite();
  const { db } = demo.database;
  await storeCustomers(db, demoCustomers('2026-11-20'));
  for (let time = 0; time < 2; time += 1) await fillApplications(db, demo.filesDir, '2026-11-20');
  const states = await db
    .selectFrom('pro_application')
    .select(['customer_id', 'state'])
    .orderBy('customer_id')
    .execute();
  expect(states.map(({ state }) => state)).toEqual([
    'submitted',
    'in-review',
    'supplement',
    'refused',
    'accepted',
    'accepted',
  ]);
  const { html } = await demo.get('/demo/login');
  for (const stateWords of ['已提交', '审核中', '待补充材料', '已驳回', '已失效', '已确认'])
    expect(html).toContain(`专业投资者申请${stateWords}`);
  await demo.end();
});
