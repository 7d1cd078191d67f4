import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession, loginAddress } from '#site/answers/session.ts';
import { CallFailed } from '#wire/outcomes.ts';

/** Storage of the browser: cookies by name, local storage. */
let cookies: Map<string, string>;
let stored: Map<string, string>;
let written: string[];

beforeEach(() => {
  cookies = new Map();
  stored = new Map();
  written = [];
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [name, value] = text.split(';', 1)[0]!.split('=') as [string, string];
      if (Date.parse(/expires=([^;]*)/.exec(text)?.[1] ?? '') < Date.now()) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
  vi.stubGlobal('location', { hostname: 'www.shili.example', pathname: '/swhysc/news' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const customer = { custName: '演示客户甲', riskLevel: '01', riskValidDate: '20291120', isProInvestor: '0' };

function start(answer: () => Promise<unknown> = async () => customer) {
  const requests: string[] = [];
  const call = {
    get: (path: string, params?: object) => (requests.push(`${path} ${JSON.stringify(params)}`), answer()),
    post: async (path: string) => void requests.push(path),
  };
  const home = vi.fn();
  const session = createSession({ told: call, silent: call } as never);
  return { session, asked: requests, home, check: () => session.check(home) };
}

describe('on a change of route', () => {
  test('[LS2] [LS7] a token’s user info is fetched and cached', async () => {
    cookies.set('accessToken', 'abc');
    const { session, asked: requests, check } = start();
    expect(session.current()).toBeUndefined();
    await check();
    expect(requests).toEqual(['/user/v1/info {"queryType":1}']);
    expect(session.current()).toEqual(customer);
    expect(JSON.parse(stored.get('userInfo')!)).toEqual(customer);
    await check();
    expect(requests).toHaveLength(2);
  });

  test('[LS7] what was cached stands until the answer is here', async () => {
    cookies.set('accessToken', 'abc');
    stored.set('userInfo', JSON.stringify(customer));
    const { session, check } = start(() => new Promise(() => {}));
    void check();
    expect(session.current()).toEqual(customer);
  });

  test('[LS3] without a token nothing is asked, and what was cached goes', async () => {
    stored.set('userInfo', JSON.stringify(customer));
    const { session, asked: requests, home, check } = start();
    await check();
    expect([requests, session.current(), stored.size]).toEqual([[], null, 0]);
    expect(home).not.toHaveBeenCalled();
  });

  test('[LS3] what another tab has cached goes with the next change of route, too', async () => {
    const { check } = start();
    await check();
    stored.set('userInfo', JSON.stringify(customer));
    await check();
    expect(stored.size).toBe(0);
  });

  test('[LS1] two tokens that differ are none: nobody is asked about, and both cookies go', async () => {
    vi.stubGlobal('document', {
      get cookie() {
        return 'accessToken=mine; accessToken=a-strangers';
      },
      set cookie(text: string) {
        written.push(text);
      },
    });
    const { session, asked: requests, check } = start();
    await check();
    expect([requests, session.current()]).toEqual([[], null]);
    expect(written).toContainEqual(expect.stringMatching(/^accessToken=; path=\/swhysc; sameSite=Lax; expires=/));
  });

  test('[LS4] another code than 0 ends the login on every domain that may hold the cookie, and leads home', async () => {
    cookies.set('accessToken', 'abc');
    stored.set('userInfo', '{}');
    const { session, home, check } = start(async () => {
      throw new CallFailed('code -0801107', { status: 200, envelope: { code: '-0801107', msg: '', data: null } });
    });
    await check();
    expect([session.current(), cookies.size, stored.size, home.mock.calls.length]).toEqual([null, 0, 0, 1]);
    const at = (path: string) =>
      written.filter((text) => text.includes(`path=${path};`)).map((text) => /domain=([^;]*)/.exec(text)?.[1]);
    for (const path of ['/', '/swhysc', '/swhysc/'])
      expect(at(path)).toEqual([undefined, 'www.shili.example', 'shili.example']);
  });

  test.each([
    ['timeout', new CallFailed('timeout')],
    ['unreadable', new CallFailed('unreadable', { status: 200 })],
    ['too many calls', new CallFailed('http other', { status: 429, envelope: { code: '1429', msg: '', data: null } })],
    ['http 502', new CallFailed('http 502', { status: 502, envelope: { code: '1502', msg: '', data: null } })],
  ])('[LS4] %s says nothing about the token', async (_name, failure) => {
    cookies.set('accessToken', 'abc');
    const { home, check } = start(async () => {
      throw failure;
    });
    await check();
    expect([cookies.size, home.mock.calls.length]).toEqual([1, 0]);
  });

  test('an answer that comes after the next question counts no more', async () => {
    cookies.set('accessToken', 'abc');
    const answers: ((info: unknown) => void)[] = [];
    const { session, check } = start(() => new Promise((resolve) => answers.push(resolve)));
    const both = Promise.all([check(), check()]);
    answers[1]!(customer);
    answers[0]!({ ...customer, custName: '旧' });
    await both;
    expect(session.current()).toEqual(customer);
  });
});

test('[LS6] a logout ends the token on the server, the cookie and the cache, also when the line is down', async () => {
  cookies.set('accessToken', 'abc');
  const { session, asked: requests, check } = start();
  await check();
  await session.logOut();
  expect([requests.at(-1), session.current(), cookies.size, stored.size]).toEqual(['/user/v1/logout', null, 0, 0]);
});

test('[LS6] the login address carries the present one', () => {
  expect(loginAddress('/demo/login', 'https://a.example/swhysc/x?y=1#z')).toBe(
    'https://a.example/demo/login?url=https%3A%2F%2Fa.example%2Fswhysc%2Fx%3Fy%3D1%23z',
  );
  expect(loginAddress('https://login.example/in?app=7', 'https://a.example/')).toBe(
    'https://login.example/in?app=7&url=https%3A%2F%2Fa.example%2F',
  );
});
