/**
 * The browser's client against a real HTTP service. Here fetch, axios and Web Cryptography are those of Node.
 * Differences of a browser (cookies, navigator, refused connections) are shown again in Chromium by in-browser.test.ts.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Call } from '#page/define-source.ts';
import { createBrowserCall } from '#wire/call-browser.ts';
import type { BrowserCallSettings } from '#wire/call-browser.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import type { CallFailed } from '#wire/outcomes.ts';
import { TIMEOUT } from '#wire/paths.ts';
import { openService } from './open-service.ts';
import type { SeenRequest, Service } from './open-service.ts';

const key = randomBytes(64);
const suite = nodeSuite(key);
let service: Service;
let answer: (request: SeenRequest, response: ServerResponse) => void;

beforeAll(async () => {
  service = await openService((request, response) => answer(request, response));
});
afterAll(() => service.close());

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' });
  answer = sealed({ code: '0', msg: '', data: 'good' });
  service.requests.length = 0;
  return () => void vi.unstubAllGlobals();
});

/** Answers with this envelope, encrypted as the server does. */
function sealed(envelope: unknown, status = 200) {
  return (_request: SeenRequest, response: ServerResponse) =>
    void response.writeHead(status).end(suite.encrypt(JSON.stringify(envelope)));
}

function bare(body: string, status = 200, headers: Record<string, string> = {}) {
  return (_request: SeenRequest, response: ServerResponse) => void response.writeHead(status, headers).end(body);
}

function openCall(settings: Partial<BrowserCallSettings> = {}) {
  const requests: string[] = [];
  const call = createBrowserCall({
    wireKey: key.toString('base64'),
    port: {
      toast: (text) => requests.push(`toast ${text}`),
      tip: (text) => requests.push(`tip ${text}`),
      dialog: (text) => requests.push(`dialog ${text}`),
      login: (text) => requests.push(`login ${text}`),
    },
    origin: service.origin,
    ...settings,
  });
  return { call, told: requests };
}

async function failureOf(pending: Promise<unknown>): Promise<CallFailed> {
  return pending.then(
    (data) => expect.fail(`the call gave ${JSON.stringify(data)}`),
    (error: unknown) => error as CallFailed,
  );
}

const lastHeaders = () => service.requests.at(-1)!.headers;

describe('what is sent', () => {
  test('[WR1] a call goes below the base, and one that names the alias base skips it', async () => {
    const { call } = openCall();
    await call.get('/wscms/v1/cms/channellist', { channelId: '000100020001' });
    await call.get('wscms/v1/news/columns', { type: 1 });
    await call.get('/swhyscywbl/service/wscms/v1/cms/channellist');
    expect(service.requests.map((request) => request.url)).toEqual([
      '/swhy/service/wscms/v1/cms/channellist?channelId=000100020001',
      '/swhy/service/wscms/v1/news/columns?type=1',
      '/swhyscywbl/service/wscms/v1/cms/channellist',
    ]);
  });

  test('[WR1] the time limit is 30 000 ms', () => expect(TIMEOUT).toBe(30_000));

  test('[WR2] the access_token header is sent when the cookie exists, and only then', async () => {
    const { call } = openCall();
    await call.get('/user/v1/info');
    expect(lastHeaders()).not.toHaveProperty('access_token');
    vi.stubGlobal('document', { cookie: 'zh_choose=s; accessToken=abc.DEF-123' });
    await call.get('/user/v1/info');
    expect(lastHeaders().access_token).toBe('abc.DEF-123');
    vi.stubGlobal('document', { cookie: 'accessToken=' });
    await call.get('/user/v1/info');
    expect(lastHeaders()).not.toHaveProperty('access_token');
  });

  test('[WR2] a cookie that no header can carry is left out, and does not spoil the calls', async () => {
    const { call, told: requests } = openCall();
    for (const cookie of ['accessToken=%E4%BB%A4%E7%89%8C', 'accessToken=a%0D%0Ax-evil:%201', 'accessToken=a%20b']) {
      vi.stubGlobal('document', { cookie });
      expect(await call.get('/user/v1/info')).toBe('good');
      expect(lastHeaders()).not.toHaveProperty('x-evil');
      expect(lastHeaders()).not.toHaveProperty('access_token');
    }
    expect(requests).toEqual([]);
  });

  test.each([
    ['Win32', 'PW'],
    ['MacIntel', 'PM'],
    ['Linux x86_64', 'OH'],
  ])('[WR4] on %s the device header is %s', async (platform, device) => {
    await openCall({ platform }).call.get('/user/v1/info');
    expect(lastHeaders().device).toBe(device);
  });

  test('[WR3] a post is JSON unless it says otherwise', async () => {
    const { call } = openCall();
    expect(await call.post('wscms/v1/news/list', { columnId: '热点', pageNum: 1 })).toBe('good');
    expect(service.requests.at(-1)).toMatchObject({ method: 'POST', url: '/swhy/service/wscms/v1/news/list' });
    expect(lastHeaders()['content-type']).toBe('application/json');
    expect(JSON.parse(service.requests.at(-1)!.body)).toEqual({ columnId: '热点', pageNum: 1 });
  });

  test('[WR3] or a urlencoded form', async () => {
    await openCall().call.post(
      '/business/v1/professional/investor/confirm',
      { name: '张 三&', empty: '', none: null },
      'urlencoded',
    );
    expect(lastHeaders()['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(service.requests.at(-1)!.body)]).toEqual([
      ['name', '张 三&'],
      ['empty', ''],
    ]);
  });

  test('[WR3] or a multipart form, with its boundary', async () => {
    await openCall().call.post('/business/v1/professional/investor/confirm', { applyType: 'A类' }, 'multipart');
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(lastHeaders()['content-type']!)![1]!;
    const { body } = service.requests.at(-1)!;
    expect(body).toContain(
      `--${boundary}\r\nContent-Disposition: form-data; name="applyType"\r\n\r\nA类\r\n--${boundary}--`,
    );
  });

  test('[RG3] a query with any text arrives as it is', async () => {
    const params = {
      fuzzyItem: '欧阳 &+%#?=',
      half: '𠮷'.slice(0, 1),
      management: '0',
      ids: ['1', '2'],
      pageNum: undefined,
    };
    await openCall().call.get('/wscms/v1/notice/ibstaff', params);
    const query = new URL(service.requests.at(-1)!.url, service.origin).searchParams;
    expect([...query]).toEqual([
      ['fuzzyItem', '欧阳 &+%#?='],
      ['half', '\uFFFD'],
      ['management', '0'],
      ['ids', '1'],
      ['ids', '2'],
    ]);
  });
});

describe('what comes back', () => {
  test('[WR5] an encrypted envelope with code 0 or "0" gives its data', async () => {
    const { call, told: requests } = openCall();
    const data = { list: [{ newsId: '1', title: '关于“公告”的说明 𠮷' }] };
    for (const code of [0, '0']) {
      answer = sealed({ code, msg: '', data });
      expect(await call.get('/wscms/v1/cms/infobaselist')).toEqual(data);
    }
    expect(requests).toEqual([]);
  });

  test('[ER1] another code is a toast with its words, told once, and the failure carries the answer', async () => {
    const { call, told: requests } = openCall();
    answer = sealed({ code: '1001', msg: 'pageNum 应为正整数', data: { field: 'pageNum' } });
    const failure = await failureOf(call.get('/wscms/v1/cms/infobaselist', { pageNum: -1 }));
    expect(failure).toMatchObject({
      name: 'CallFailed',
      outcome: 'code other',
      code: '1001',
      status: 200,
      message: 'pageNum 应为正整数',
    });
    expect(failure.envelope?.data).toEqual({ field: 'pageNum' });
    expect(requests).toEqual(['toast pageNum 应为正整数']);
  });

  test('[ER9] a quiet call keeps such a code to itself, whether the call or the client says so', async () => {
    answer = sealed({ code: '1001', msg: '参数不正确', data: null });
    const byCall = openCall();
    await failureOf(byCall.call.get('/x', {}, { quiet: true }));
    expect(byCall.told).toEqual([]);
    const byClient = openCall({ quiet: true });
    await failureOf(byClient.call.get('/x'));
    expect(byClient.told).toEqual([]);
    await failureOf(byClient.call.get('/x', {}, { quiet: false }));
    expect(byClient.told).toEqual(['toast 参数不正确']);
  });

  test('[ER6] -0801107 leads to login, quiet or not', async () => {
    const { call, told: requests } = openCall({ quiet: true });
    answer = sealed({ code: '-0801107', msg: '', data: null });
    await failureOf(call.get('/x'));
    expect(requests).toEqual(['login 登录已失效，请重新登录']);
  });

  test.each([
    ['plain JSON', () => bare('{"code":"0","msg":"","data":1}')],
    ['markup', () => bare('<!doctype html><h1>Login</h1>')],
    ['nothing', () => bare('')],
    ['an envelope without a code', () => sealed({ msg: '', data: 1 })],
    ['encrypted text that is no JSON', () => bare(suite.encrypt('ok'))],
    ['a body of another key', () => bare(nodeSuite(randomBytes(64)).encrypt('{"code":"0"}'))],
    ['a body cut in the middle', () => bare(suite.encrypt('{"code":"0","msg":"","data":1}').slice(0, 60))],
  ])('[ER2] %s is told as 服务连接失败, quiet or not', async (_what, made) => {
    answer = made();
    const { call, told: requests } = openCall({ quiet: true });
    expect(await failureOf(call.get('/x'))).toMatchObject({
      outcome: 'unreadable',
      status: 0,
      message: '服务连接失败',
    });
    expect(requests).toEqual(['toast 服务连接失败']);
  });

  test.each([randomBytes(64).toString('base64'), randomBytes(32).toString('base64'), '', 'no key'])(
    '[ER2] with the wrong key %s every answer is told as 服务连接失败',
    async (wireKey) => {
      const { call, told: requests } = openCall({ wireKey });
      await failureOf(call.get('/x'));
      expect(requests).toEqual(['toast 服务连接失败']);
    },
  );

  test.each([
    [400, '请求配置错误'],
    [404, '请求的接口不存在'],
    [500, '服务器内部错误'],
    [503, '服务不可用，请稍后再试'],
  ])('[ER4] HTTP %i is told as %s, its body encrypted, plain or absent', async (status, text) => {
    for (const made of [
      sealed({ code: '1503', msg: 'store away', data: null }, status),
      bare('<html>nginx</html>', status),
      bare('', status),
    ]) {
      answer = made;
      const { call, told: requests } = openCall();
      expect(await failureOf(call.get('/x'))).toMatchObject({ outcome: `http ${status}`, status });
      expect(requests).toEqual([`toast ${text}`]);
    }
  });

  test('[WR5] the encrypted body of an HTTP error is read: the failure carries its envelope', async () => {
    answer = sealed({ code: '503', msg: '服务不可用', data: { retryAfter: 5 } }, 503);
    const failure = await failureOf(openCall().call.get('/x'));
    expect(failure.envelope).toEqual({ code: '503', msg: '服务不可用', data: { retryAfter: 5 } });
  });

  test.each([
    [
      'the msg of its envelope',
      () => sealed({ code: '1', msg: '访问过于频繁，请稍后再试', data: null }, 429),
      '访问过于频繁，请稍后再试',
    ],
    ['its plain words', () => bare('访问过于频繁', 429), '访问过于频繁'],
    [
      'a general sentence where the body is markup',
      () => bare('<h1>Too Many Requests</h1>', 429),
      '网络异常，请稍后再试',
    ],
    ['a general sentence where the body is JSON', () => bare('{"statusCode":429}', 429), '网络异常，请稍后再试'],
    [
      'a general sentence where the body cannot be decrypted',
      () => bare(nodeSuite(randomBytes(64)).encrypt('{}'), 429),
      '网络异常，请稍后再试',
    ],
    ['a general sentence where the body is long', () => bare('字'.repeat(201), 429), '网络异常，请稍后再试'],
    ['a general sentence where there is no body', () => bare('', 429), '网络异常，请稍后再试'],
  ])('[ER5] another status is told by %s', async (_what, made, text) => {
    answer = made();
    const { call, told: requests } = openCall();
    await failureOf(call.get('/x'));
    expect(requests).toEqual([`toast ${text}`]);
  });

  test('[ER4] the id of a failed request goes to the console and not to the visitor', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    answer = bare('', 500, { 'x-request-id': 'req-7f' });
    const { call, told: requests } = openCall();
    await failureOf(call.get('/x'));
    expect(info.mock.calls.flat().join()).toContain('req-7f');
    expect(requests).toEqual(['toast 服务器内部错误']);
    info.mockRestore();
  });
});

describe('no answer', () => {
  test('[ER3] past the time limit: 请求超时，请稍后再试', async () => {
    answer = () => undefined;
    const { call, told: requests } = openCall({ timeout: 80 });
    expect(await failureOf(call.get('/x'))).toMatchObject({ outcome: 'timeout', status: 0 });
    expect(requests).toEqual(['toast 请求超时，请稍后再试']);
  });

  test('[ER3] a refused or broken connection: 网络连接异常，请检查网络设置', async () => {
    const closed = await openService(() => undefined);
    await closed.close();
    const refused = openCall({ origin: closed.origin });
    await failureOf(refused.call.get('/x'));
    answer = (_request, response) => response.destroy();
    const broken = openCall();
    await failureOf(broken.call.get('/x'));
    expect([...refused.told, ...broken.told]).toEqual(Array(2).fill('toast 网络连接异常，请检查网络设置'));
  });

  test('[ER3] a request that cannot be made is told by its own message', async () => {
    const { call, told: requests } = openCall();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const failure = await failureOf(call.post('/x', circular));
    expect(failure.outcome).toBe('unsent');
    expect(failure.message).not.toBe('');
    expect(requests).toEqual([`toast ${failure.message}`]);
    expect(service.requests).toEqual([]);
  });
});

test('a source can be given this client', () => {
  const call: Call = openCall().call;
  expect(Object.keys(call)).toEqual(['get', 'post']);
});
