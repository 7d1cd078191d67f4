import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, call, fieldOf, hrefOf, queryOf, wordsOf } from '#console/calls/call.ts';

const requests: [string, RequestInit][] = [];

function answer(status: number, body: string | Error): void {
  requests.length = 0;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push([address, init]);
    if (typeof body !== 'string') throw body;
    return new Response(body, { status });
  });
}
afterEach(() => vi.unstubAllGlobals());

const failure = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (reason: unknown) => reason,
  );

test('a call answers the data of its envelope; what a GET asks stands in its address, without what is empty', async () => {
  answer(200, '{"code":"0","msg":"","data":[1]}');
  expect(await call('GET /audit', { account: '李 敏', act: '', from: undefined, pageNum: 2 })).toEqual([1]);
  expect(requests[0]).toMatchObject(['/console/api/audit?account=%E6%9D%8E+%E6%95%8F&pageNum=2', { method: 'GET' }]);
  expect(requests[0]![1].body).toBeUndefined();
});

test('what is posted is JSON, and a deletion without anything to say has no body', async () => {
  answer(200, '{"code":"0","msg":"","data":null}');
  await call('POST /people/:staffId/link', { staffId: 3 });
  await call('DELETE /session', {});
  await call('DELETE /me/second-factor', { password: 'x' });
  expect(requests.map(([address]) => address)).toEqual([
    '/console/api/people/3/link',
    '/console/api/session',
    '/console/api/me/second-factor',
  ]);
  expect(requests.map(([, { body }]) => body)).toEqual(['{}', undefined, '{"password":"x"}']);
});

test('a refusal says the server’s own words, its code and the field that is wrong', async () => {
  answer(409, '{"code":"2013","msg":"账号“li”已被使用","data":{"field":"account"}}');
  const reason = await failure(call('POST /people', { account: 'li', name: '李', grants: [] }));
  expect([reason.code, reason.status, wordsOf(reason), fieldOf(reason)]).toEqual([
    '2013',
    409,
    '账号“li”已被使用',
    'account',
  ]);
});

test.each([
  ['no network', 0, new TypeError('Failed to fetch'), 'offline', '检查网络'],
  ['no answer in time', 0, new DOMException('late', 'TimeoutError'), 'timeout', '没有及时回答'],
  ['a page of a proxy', 502, '<html>Bad Gateway</html>', 'unreadable', '服务暂时不可用'],
  ['something that is no envelope', 200, '"hello"', 'unreadable', '刷新页面'],
])('%s is told in words, with something to do', async (_what, status, body, code, words) => {
  answer(status, body);
  const reason = await failure(call('GET /me', {}));
  expect(reason.code).toBe(code);
  expect(wordsOf(reason)).toContain(words);
});

test('code 0 with a status of failure is none the less a failure', async () => {
  answer(500, '{"code":"0","msg":"","data":{}}');
  expect((await failure(call('GET /me', {}))).status).toBe(500);
});

test('an address without anything to ask has no question mark', () => {
  expect(queryOf({ words: '', page: null })).toBe('');
});

test('params stand where the path of a call names them, as text that leaves the path as it is; the rest is asked for', () => {
  expect(addressOf('GET /registers/:register/rows', { register: 'a/b?', pageNum: 2 })).toBe(
    '/registers/a%2Fb%3F/rows?pageNum=2',
  );
  expect(hrefOf('GET /imports/:importId/errors.xlsx', { importId: 7 })).toBe('/console/api/imports/7/errors.xlsx');
});
