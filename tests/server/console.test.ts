import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { mayDo, ROLES, WHOLE_SITE, type Grant } from '#rules/people/staff-rights.ts';
import { consoleCalls } from '#server/console-api/calls.ts';
import { assertPolicy } from '#server/console-api/console-plugin.ts';
import { addPerson, makeLink } from '#server/people/staff/accounts.ts';
import { LOCK_OUT } from '#server/people/staff/sign-in.ts';
import { hashesAtOnce, queueForHash } from '#server/people/staff/passwords.ts';
import { Overloaded } from '#server/http/admission.ts';
import type { Place } from '#server/http/fair-queue.ts';
import { SESSION } from '#server/people/staff/sessions.ts';
import { codeAt } from '#server/people/staff/totp.ts';
import { cheapHash } from '../world/cheap-password.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';
import { proved } from '../world/proof.ts';

const ORIGIN = 'http://localhost';
const PASSWORD = 'a long walk by the river';

const cheap = cheapHash(PASSWORD);

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN, trustedProxies: ['127.0.0.1'] });
});
afterAll(() => site.end());

let made = 0;
async function person(grants: Grant[], { mustChange = false, db = site.database.db } = {}) {
  made += 1;
  const account = `person-${made}`;
  const staffId = (await addPerson(db, { account, name: `某人${made}`, grants }))!;
  await db
    .updateTable('staff')
    .set({ password: cheap, must_change: mustChange })
    .where('staff_id', '=', staffId)
    .execute();
  return { account, staffId };
}

interface Requested {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  cookie?: string;
  /** null: none */
  origin?: string | null;
  from?: string;
  host?: string;
}

async function ask(
  path: string,
  { method = 'GET', body, cookie, origin = ORIGIN, from = '10.0.0.1', host = 'localhost' }: Requested = {},
) {
  const answer = await site.app.inject({
    method,
    url: `/console/api${path}`,
    headers: {
      host,
      'x-forwarded-for': from,
      ...(origin !== null && { origin }),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const json = answer.headers['content-type']?.toString().startsWith('application/json')
    ? (answer.json() as { code: string; msg: string; data: any })
    : { code: '', msg: '', data: null };
  return {
    status: answer.statusCode,
    ...json,
    body: answer.body,
    headers: answer.headers,
    cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0]!,
  };
}

const signIn = (account: string, password = PASSWORD, more: Requested & { code?: string } = {}) =>
  ask('/session', {
    method: 'POST',
    body: { account, password, ...(more.code !== undefined && { code: more.code }) },
    ...more,
  });

async function signedIn(...grants: Grant[]) {
  const one = await person(grants);
  const { cookie } = await signIn(one.account, PASSWORD, { from: `10.1.${made % 250}.1` });
  expect(cookie).toMatch(/^console=[\w-]{43}$/);
  return { ...one, cookie };
}

const admin = () => signedIn({ role: 'system-admin', channelId: '' });

describe('the doors of the console', () => {
  test('every call declares its policy, and one without does not start', () => {
    for (const call of consoleCalls) expect(() => assertPolicy(call)).not.toThrow();
    expect(() => assertPolicy({ method: 'GET', path: '/new' })).toThrow(
      'The console call GET /new declares no policy.',
    );
  });

  test.each(
    consoleCalls
      .filter(({ policy, knowsNobody }) => policy !== 'open' && !knowsNobody)
      .map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s: nobody without a session', async (_name, { method, path }) => {
    const { status, code, data } = await ask(path.replaceAll(/:\w+/g, '1'), {
      method,
      ...(method !== 'GET' && { body: {} }),
    });
    expect([status, code, data]).toEqual([401, '2001', null]);
  });

  test('who is there is the one question that nobody may ask: the answer is null, and that a session has ended is told', async () => {
    expect(
      consoleCalls.filter(({ knowsNobody }) => knowsNobody).map(({ method, path }) => `${method} ${path}`),
    ).toEqual(['GET /me']);
    expect(await ask('/me')).toMatchObject({ status: 200, code: '0', data: null });
    expect(await ask('/me', { cookie: `console=${'a'.repeat(43)}` })).toMatchObject({
      status: 401,
      code: '2001',
      data: null,
      msg: expect.stringContaining('登录已结束'),
    });
  });

  test.each(ROLES)(
    '%s passes those doors of the whole site that the table of rights opens, and is refused at all others, which is written down',
    async (role) => {
      const { cookie, account } = await signedIn({ role, channelId: '' });
      const doors = consoleCalls.flatMap((call) =>
        typeof call.policy === 'object' && 'right' in call.policy && !('of' in call.policy || 'ofOne' in call.policy)
          ? [{ ...call, right: call.policy.right }]
          : [],
      );
      let refused = 0;
      for (const { method, path, right } of doors) {
        // a person that there is not: whoever passes the door changes nothing
        const { status } = await ask(path.replaceAll(/:\w+/g, '999999'), {
          method,
          cookie,
          ...(method !== 'GET' && { body: { account: '?', name: '?', grants: [], state: 'active' } }),
        });
        const isAllowed = mayDo([{ role, channelId: '' }], right, [WHOLE_SITE]);
        expect(status === 403, `${method} ${path}`).toBe(!isAllowed);
        if (!isAllowed) refused += 1;
      }
      const lines = await site.database.db
        .selectFrom('audit')
        .select('act')
        .where('account', '=', account)
        .where('outcome', '=', 'refused')
        .execute();
      expect(lines).toHaveLength(refused);
      proved({
        fault: `calls of the whole site by the role ${role}`,
        tries: doors.length,
        outcome: `${refused} refused and written down, as the table of rights has it`,
      });
    },
  );

  test('an auditor reads people and records and changes nothing', async () => {
    const { cookie } = await signedIn({ role: 'auditor', channelId: '' });
    for (const path of ['/people', '/audit', '/publications', '/channels', '/me'])
      expect((await ask(path, { cookie })).status, path).toBe(200);
    expect(
      (await ask('/people', { method: 'POST', cookie, body: { account: 'someone', name: '某', grants: [] } })).code,
    ).toBe('2008');
  });

  test('what changes something comes from a page of this site, and not as another type of content', async () => {
    const { cookie } = await admin();
    for (const origin of [null, 'https://evil.example', 'http://localhost.evil.example', 'null'])
      expect(
        (await ask('/people', { method: 'POST', cookie, origin, body: { account: 'other', name: '他', grants: [] } }))
          .code,
        String(origin),
      ).toBe('2009');
    const odd = await site.app.inject({
      method: 'POST',
      url: '/console/api/people',
      headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect(odd.statusCode).toBe(400);
  });

  test('nothing of it is kept or found, and unknown calls and broken bodies are refused in words', async () => {
    const { headers } = await ask('/me');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await ask('/nothing')).toMatchObject({ status: 404, code: '404' });
    expect(await ask('/nothing', { method: 'POST', body: {} })).toMatchObject({ status: 404, code: '404' });
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    expect(
      (
        await site.app.inject({
          method: 'POST',
          url: '/console/api/session',
          headers: { host: 'localhost', origin: ORIGIN, 'content-type': 'application/json' },
          payload: `{"account":${deep},"password":""}`,
        })
      ).statusCode,
    ).toBe(400);
    expect(await ask('/session', { method: 'POST', body: { account: 'x' } })).toMatchObject({
      status: 422,
      msg: '缺少参数 password',
    });
  });

  test('[RT10] /console/ and every address below it is one page, never kept, with scripts of this origin alone', async () => {
    for (const url of ['/console/', '/console/people?role=editor']) {
      const { statusCode, headers, body } = await site.app.inject({ url, headers: { host: 'localhost' } });
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
      expect([statusCode, headers['cache-control'], headers['x-frame-options']]).toEqual([200, 'no-store', 'DENY']);
      expect(body).toContain(`nonce="${nonce}"`);
      expect(headers['content-security-policy']).toContain(`script-src 'self';`);
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
    expect((await site.app.inject({ url: '/console', headers: { host: 'localhost' } })).headers.location).toBe(
      '/console/',
    );
  });
});

describe('signing in', () => {
  test('by account in any case and password; the session is a cookie that no script reads and no other site sends', async () => {
    const { account } = await person([]);
    const { status, headers, data } = await signIn(account.toUpperCase());
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toMatch(
      /^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,console-browser=[\w.-]+; Path=\/console\/api; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect(data).toEqual({
      account,
      name: `某人${made}`,
      grants: [],
      ownGrants: [],
      mustChange: false,
      hasSecondFactor: false,
      needsSecondFactor: false,
      needsCode: false,
      byProvider: false,
    });
  });

  test('over https the cookie is bound to the host; over plain http only this machine may sign in', async () => {
    const { account } = await person([]);
    const abroad = await site.app.inject({
      method: 'POST',
      url: '/console/api/session',
      headers: { host: 'www.example.com', origin: 'http://www.example.com', 'content-type': 'application/json' },
      payload: JSON.stringify({ account, password: PASSWORD }),
    });
    expect([abroad.statusCode, abroad.json<{ code: string }>().code]).toEqual([403, '2006']);
    const safe = await site.app.inject({
      method: 'POST',
      url: '/console/api/session',
      headers: {
        host: 'www.example.com',
        origin: 'https://www.example.com',
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ account, password: PASSWORD }),
    });
    expect(String(safe.headers['set-cookie'])).toMatch(
      /^__Host-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure,__Secure-console-browser=[\w.-]+; Path=\/console\/api; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test('wrong password, unknown account and suspended person are answered alike', async () => {
    const { account, staffId } = await person([]);
    await site.database.db.updateTable('staff').set({ state: 'suspended' }).where('staff_id', '=', staffId).execute();
    const answers = [
      await signIn(account, 'wrong password', { from: '10.2.0.1' }),
      await signIn('nobody-here', PASSWORD, { from: '10.2.0.2' }),
      await signIn(account, PASSWORD, { from: '10.2.0.3' }),
    ];
    for (const { status, code, msg } of answers) expect([status, code, msg]).toEqual([401, '2002', '账号或密码不正确']);
  });

  test('after five wrong tries account and address wait, the right password too; from elsewhere the person signs in', async () => {
    const { account } = await person([]);
    for (let tries = 0; tries < LOCK_OUT.ofAccount; tries += 1)
      expect((await signIn(account, `wrong ${tries}`, { from: '10.3.0.1' })).code).toBe('2002');
    expect(await signIn(account, PASSWORD, { from: '10.3.0.1' })).toMatchObject({
      status: 429,
      code: '2005',
      msg: expect.stringContaining('15 分钟后'),
    });
    expect((await signIn(account, PASSWORD, { from: '10.3.0.2' })).status).toBe(200);
    // the wait is over
    await site.database.db
      .updateTable('staff_failure')
      .set({ at: new Date(Date.now() - LOCK_OUT.window - 1000) })
      .where('address', '=', '10.3.0.1')
      .execute();
    expect((await signIn(account, PASSWORD, { from: '10.3.0.1' })).status).toBe(200);
  });

  test('[ST8] a try that the database cut off counts for 30 seconds, not for the quarter of an hour of a wrong one', async () => {
    const { account } = await person([]);
    const from = '10.3.0.3';
    const { owner } = site.database;
    await owner.query('alter table staff rename to staff_away');
    try {
      for (let tries = 0; tries < LOCK_OUT.ofAccount; tries += 1)
        expect((await signIn(account, PASSWORD, { from })).status).toBe(500);
    } finally {
      await owner.query('alter table staff_away rename to staff');
    }
    const waits = await signIn(account, PASSWORD, { from });
    expect([waits.code, Number(waits.headers['retry-after']) <= LOCK_OUT.running / 1000]).toEqual(['2005', true]);
    await passed(from, LOCK_OUT.running + 1_000);
    expect((await signIn(account, PASSWORD, { from })).status).toBe(200);
    // a wrong one counts on
    for (let tries = 0; tries < LOCK_OUT.ofAccount; tries += 1) await signIn(account, `wrong ${tries}`, { from });
    await passed(from, LOCK_OUT.running + 1_000);
    expect((await signIn(account, PASSWORD, { from })).code).toBe('2005');
  });

  /** Advances the time for the tries from there. */
  const passed = (from: string, milliseconds: number) =>
    site.database.db
      .updateTable('staff_failure')
      .set({ at: new Date(Date.now() - milliseconds) })
      .where('address', '=', from)
      .execute();

  test('tries that come all at once are no more than those that come one after another', async () => {
    const { account } = await person([]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, no) => signIn(account, `guess ${no}`, { from: '10.5.0.1' })),
    );
    expect(answers.filter(({ code }) => code === '2002').length).toBeLessThanOrEqual(LOCK_OUT.ofAccount);
  });

  test('a password that was reset by a link ends the wait of its account, as the refusal promises', async () => {
    const { account, staffId } = await person([]);
    for (let tries = 0; tries < LOCK_OUT.ofAccount; tries += 1)
      await signIn(account, `wrong ${tries}`, { from: '10.3.0.9' });
    const link = await makeLink(site.database.db, staffId);
    expect((await signIn(account, PASSWORD, { from: '10.3.0.9' })).code).toBe('2005');
    expect(
      (await ask('/link/password', { method: 'POST', body: { link, password: 'another long password' } })).status,
    ).toBe(200);
    expect((await signIn(account, 'another long password', { from: '10.3.0.9' })).status).toBe(200);
  });

  test('[ST3] an address that tries thirty names is slowed down, told for how long, and locks no account', async () => {
    const { account } = await person([]);
    const at = new Date();
    await site.database.db
      .insertInto('staff_failure')
      .values(
        Array.from({ length: LOCK_OUT.ofAddress }, (_, no) => ({ account: `guess-${no}`, address: '10.4.0.1', at })),
      )
      .execute();
    const slowed = await signIn(account, PASSWORD, { from: '10.4.0.1' });
    expect([slowed.status, slowed.code]).toEqual([429, '1429']);
    const seconds = Number(slowed.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(LOCK_OUT.pause / 1000);
    // the pause is over, the quarter of an hour is not
    await site.database.db
      .updateTable('staff_failure')
      .set({ at: new Date(Date.now() - LOCK_OUT.pause) })
      .where('address', '=', '10.4.0.1')
      .execute();
    expect((await signIn(account, 'wrong', { from: '10.4.0.1' })).code).toBe('2002');
    expect((await signIn(account, PASSWORD, { from: '10.4.0.1' })).code).toBe('1429');
    await site.database.db
      .updateTable('staff_failure')
      .set({ at: new Date(Date.now() - LOCK_OUT.pause) })
      .where('address', '=', '10.4.0.1')
      .execute();
    expect((await signIn(account, PASSWORD, { from: '10.4.0.1' })).status).toBe(200);
  });

  test('[OL1] [ST3] the addresses of one IPv6 network of 64 bits count as one', async () => {
    const { account } = await person([]);
    for (let tries = 0; tries < LOCK_OUT.ofAccount; tries += 1)
      expect((await signIn(account, `wrong ${tries}`, { from: `2001:db8:0:5::${tries + 1}` })).code).toBe('2002');
    const locked = await signIn(account, PASSWORD, { from: '2001:db8::5:ab:cd:ef:1' });
    expect([locked.code, Number(locked.headers['retry-after']) > 60]).toEqual(['2005', true]);
    expect((await signIn(account, PASSWORD, { from: '2001:db8:0:6::1' })).status).toBe(200);
  });

  test('[ST4] a secret that the server did not offer to this session is not taken', async () => {
    const { cookie } = await signedIn();
    const named = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const step = Math.floor(Date.now() / 30_000);
    const set = (body: object, by = cookie) => ask('/me/second-factor', { method: 'POST', cookie: by, body });
    const code = codeAt(named, step);
    expect((await set({ secret: named, code, password: PASSWORD })).status).not.toBe(200);
    expect((await set({ code, password: PASSWORD })).code).toBe('2015');
    const { secret } = (await ask('/me/second-factor/new', { method: 'POST', cookie, body: {} })).data;
    expect((await set({ secret: named, code, password: PASSWORD })).status).not.toBe(200);
    const other = await signedIn();
    expect((await set({ code: codeAt(secret, step), password: PASSWORD }, other.cookie)).code).toBe('2015');
    expect((await set({ code: codeAt(secret, step), password: PASSWORD })).status).toBe(200);
    expect((await set({ code: codeAt(secret, step + 1), password: PASSWORD })).code, 'offered once').toBe('2015');
  });

  test('[ST4] a role that needs a second factor can do nothing before it is set up, and cannot remove it', async () => {
    const { cookie: by } = await admin();
    const auditor = await signedIn({ role: 'auditor', channelId: '' });
    const require = (roles: string[]) => ask('/second-factor-roles', { method: 'POST', cookie: by, body: { roles } });
    expect((await require(['auditor'])).status).toBe(200);
    expect((await ask('/second-factor-roles', { cookie: by })).data).toEqual(['auditor']);
    const { cookie } = auditor;
    expect((await ask('/me', { cookie })).data).toMatchObject({ needsSecondFactor: true });
    for (const path of ['/people', '/publications', '/audit'])
      expect((await ask(path, { cookie })).code, path).toBe('2016');
    const { secret } = (await ask('/me/second-factor/new', { method: 'POST', cookie, body: {} })).data;
    const code = codeAt(secret, Math.floor(Date.now() / 30_000));
    expect(
      (await ask('/me/second-factor', { method: 'POST', cookie, body: { code, password: PASSWORD } })).status,
    ).toBe(200);
    expect((await ask('/me', { cookie })).data).toMatchObject({ needsSecondFactor: false, hasSecondFactor: true });
    expect((await ask('/people', { cookie })).status).toBe(200);
    expect((await ask('/me/second-factor', { method: 'DELETE', cookie, body: { password: PASSWORD } })).msg).toMatch(
      /不能停用/,
    );
    expect((await require([])).status).toBe(200);
    const { facts } = await site.database.db
      .selectFrom('audit')
      .select('facts')
      .where('act', '=', 'people.second-factor-roles')
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow();
    expect(facts).toMatchObject({ before: ['auditor'], after: [] });
  });

  test('with a second factor the password is not enough, a code is taken once, and it goes only with the password', async () => {
    const { cookie, account } = await signedIn();
    const { secret } = (await ask('/me/second-factor/new', { method: 'POST', cookie, body: {} })).data;
    const step = () => Math.floor(Date.now() / 30_000);
    expect(
      (await ask('/me/second-factor', { method: 'POST', cookie, body: { code: '000000', password: PASSWORD } })).code,
    ).toBe('2004');
    expect(
      (
        await ask('/me/second-factor', {
          method: 'POST',
          cookie,
          body: { code: codeAt(secret, step()), password: 'wrong password' },
        })
      ).code,
    ).toBe('2002');
    expect(
      (
        await ask('/me/second-factor', {
          method: 'POST',
          cookie,
          body: { code: codeAt(secret, step()), password: PASSWORD },
        })
      ).status,
    ).toBe(200);
    expect((await signIn(account)).code).toBe('2003');
    expect((await signIn(account, PASSWORD, { code: codeAt(secret, step()) })).code, 'the code that set it up').toBe(
      '2004',
    );
    const next = codeAt(secret, step() + 1);
    const both = await Promise.all([
      signIn(account, PASSWORD, { code: next }),
      signIn(account, PASSWORD, { code: next }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await ask('/me/second-factor', { method: 'DELETE', cookie, body: { password: PASSWORD } })).status).toBe(
      200,
    );
    expect((await signIn(account)).status).toBe(200);
  });

  test('a password that was given has to be changed before anything else; other sessions of the person end', async () => {
    const { account } = await person([{ role: 'system-admin', channelId: '' }], { mustChange: true });
    const { cookie } = await signIn(account);
    const other = (await signIn(account)).cookie;
    expect((await ask('/people', { cookie })).code).toBe('2007');
    const change = (current: string, next: string) =>
      ask('/me/password', { method: 'POST', cookie, body: { current, next } });
    expect(await change('not the password', 'quiet morning in the hills')).toMatchObject({
      code: '2002',
      msg: '当前密码不正确',
    });
    expect(await change(PASSWORD, 'short')).toMatchObject({
      status: 422,
      code: '2010',
      msg: '密码至少 12 个字符，现在是 5 个',
    });
    expect((await change(PASSWORD, PASSWORD)).code).toBe('2010');
    expect((await change(PASSWORD, 'quiet morning in the hills')).status).toBe(200);
    expect((await ask('/people', { cookie })).status).toBe(200);
    expect((await ask('/me', { cookie: other })).status).toBe(401);
    expect((await signIn(account)).code).toBe('2002');
  });
});

test('a session left open is no way to guess the password', async () => {
  const { cookie, account } = await signedIn();
  const guess = (at: number) =>
    ask('/me/password', {
      method: 'POST',
      cookie,
      body: { current: `guess ${at}`, next: 'quiet morning in the hills' },
    });
  for (let at = 0; at < LOCK_OUT.ofAccount; at += 1) expect((await guess(at)).code).toBe('2002');
  expect((await guess(9)).msg).toContain('登录失败次数过多');
  expect((await ask('/me/second-factor', { method: 'DELETE', cookie, body: { password: PASSWORD } })).msg).toContain(
    '登录失败次数过多',
  );
  expect(account).not.toBe('');
});

describe('many strangers try passwords', () => {
  /** Takes all places that strangers have. @returns gives them back */
  function crowd(): () => void {
    const places: Place[] = [];
    try {
      for (let no = 0; ; no += 1) places.push(queueForHash({ lane: 'other', who: `stranger ${no}` }));
    } catch (error) {
      expect(error).toBeInstanceOf(Overloaded);
    }
    return () => places.splice(0).forEach((place) => place.leave());
  }
  const counted = async (from: string) =>
    (await site.database.db.selectFrom('staff_failure').selectAll().where('address', '=', from).execute()).length;

  test('[ST7] one more is told so at once by 503 with Retry-After, and is not counted', async () => {
    const { account } = await person([]);
    const leave = crowd();
    try {
      const { status, code, headers } = await signIn(account, PASSWORD, { from: '10.7.0.1' });
      expect([status, code, Number(headers['retry-after']) > 0]).toEqual([503, '1509', true]);
      expect(await counted('10.7.0.1')).toBe(0);
    } finally {
      leave();
    }
    expect((await signIn(account, PASSWORD, { from: '10.7.0.1' })).status).toBe(200);
  });

  test('[ST7] of a thousand addresses at once a lane’s worth gets a verdict, all others 503; who is known is in before them', async () => {
    const [{ account: tried }, { account }, { account: colleague }] = [
      await person([]),
      await person([]),
      await person([]),
    ];
    const before = await signIn(account, PASSWORD, { from: '10.9.0.1' });
    const cookie = (before.headers['set-cookie'] as unknown as string[])[1]!.split(';')[0]!;
    await signIn(colleague, PASSWORD, { from: '10.9.0.1' });
    const atOnce = hashesAtOnce(availableParallelism());
    // no hash ends before everybody has asked
    const held = Array.from({ length: atOnce }, (_, no) => queueForHash({ lane: 'network', who: `held ${no}` }));
    for (const place of held) place.ready();
    await Promise.all(held.map(({ turn }) => turn));
    const ended: string[] = [];
    const noted = async (who: string, answer: ReturnType<typeof signIn>) => {
      const { status, headers } = await answer;
      ended.push(`${who} ${status}${headers['retry-after'] === undefined ? '' : ' later'}`);
    };
    const strangers = Array.from({ length: 1_000 }, (_, no) =>
      noted('stranger', signIn(tried, `guess number ${no}`, { from: `172.${16 + (no >> 8)}.${no & 255}.1` })),
    );
    const waiting = 20 * atOnce;
    await until('all others are told so', () => ended.length === 1_000 - waiting, 30_000);
    expect(new Set(ended)).toEqual(new Set(['stranger 503 later']));
    const known = [
      noted('browser', signIn(account, PASSWORD, { from: '192.0.2.1', cookie })),
      noted('network', signIn(colleague, PASSWORD, { from: '10.9.0.77' })),
    ];
    await until('both wait', async () => (await counted('192.0.2.1')) + (await counted('10.9.0.77')) === 2, 30_000);
    for (const place of held) place.leave();
    await Promise.all([...strangers, ...known]);
    const verdicts = ended.slice(1_000 - waiting);
    expect(verdicts.toSorted()).toEqual(['browser 200', 'network 200', ...Array<string>(waiting).fill('stranger 401')]);
    expect(verdicts.at(-1)).toBe('stranger 401');
  });

  test('[ST7] a browser and a network that signed in before, a session and a link have places of their own', async () => {
    const { account } = await person([]);
    const before = await signIn(account, PASSWORD, { from: '10.8.0.1' });
    const browser = (before.headers['set-cookie'] as unknown as string[])[1]!.split(';')[0]!;
    const [{ staffId }, changing] = [await person([]), await signedIn()];
    const link = await makeLink(site.database.db, staffId);
    const leave = crowd();
    try {
      const answers = Promise.all([
        signIn(account, PASSWORD, { from: '192.0.2.1', cookie: browser }),
        signIn(account, PASSWORD, { from: '10.8.0.77' }),
        ask('/link/password', { method: 'POST', body: { link, password: 'another long password' } }),
        ask('/me/password', {
          method: 'POST',
          cookie: changing.cookie,
          body: { current: PASSWORD, next: 'quiet morning in the hills' },
        }),
      ]);
      // another network, with a token that was made up
      expect((await signIn(account, PASSWORD, { from: '10.8.1.1', cookie: `${browser}x` })).status).toBe(503);
      leave();
      expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    } finally {
      leave();
    }
  });
});

describe('sessions', () => {
  test('end by signing out, by rest, and by their own length; of two cookies none is believed', async () => {
    const { cookie, staffId } = await signedIn();
    expect((await ask('/me', { cookie: `${cookie}; ${cookie}` })).data).toBeNull();
    expect((await ask('/channels', { cookie: `${cookie}; ${cookie}` })).status).toBe(401);
    const past = async (column: 'seen_at' | 'began_at', milliseconds: number) =>
      site.database.db
        .updateTable('staff_session')
        .set({ [column]: new Date(Date.now() - milliseconds) })
        .where('staff_id', '=', staffId)
        .execute();
    await past('seen_at', SESSION.idle - 5_000);
    expect((await ask('/me', { cookie })).status).toBe(200);
    await past('seen_at', SESSION.idle + 1_000);
    expect(await ask('/me', { cookie })).toMatchObject({
      status: 401,
      msg: '登录已结束，请重新登录。未提交的内容还在本机。',
    });
    await past('seen_at', 0);
    await past('began_at', SESSION.whole + 1_000);
    expect((await ask('/me', { cookie })).status).toBe(401);
    await past('began_at', 0);
    const out = await ask('/session', { method: 'DELETE', cookie });
    expect(String(out.headers['set-cookie'])).toBe('console=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect((await ask('/me', { cookie })).status).toBe(401);
  });

  test('suspension, another role and a reset end all of a person’s sessions at once', async () => {
    const { cookie: by } = await admin();
    for (const [path, body] of [
      ['state', { state: 'suspended' }],
      ['grants', { grants: [{ role: 'auditor', channelId: '' }] }],
      ['link', {}],
    ] as const) {
      const { staffId, cookie } = await signedIn({ role: 'editor', channelId: '' });
      expect((await ask('/me', { cookie })).status).toBe(200);
      expect((await ask(`/people/${staffId}/${path}`, { method: 'POST', cookie: by, body })).status, path).toBe(200);
      expect((await ask('/me', { cookie })).status, path).toBe(401);
    }
    proved({
      fault: 'suspension, another role, a reset',
      tries: 3,
      outcome: 'the next call of the session is refused',
    });
  });

  test('a role that is gone is gone for the next call, also where the session stays', async () => {
    const { cookie, staffId } = await signedIn({ role: 'auditor', channelId: '' });
    await site.database.db
      .updateTable('staff_grant')
      .set({ ended_at: new Date() })
      .where('staff_id', '=', staffId)
      .execute();
    expect((await ask('/people', { cookie })).code).toBe('2008');
  });
});

describe('people', () => {
  test('[ST9] a new person sets a password by a link, once, is signed in by it, and not an old one', async () => {
    const { cookie } = await admin();
    const added = await ask('/people', {
      method: 'POST',
      cookie,
      body: { account: ' New.Person ', name: '新人', grants: [{ role: 'editor', channelId: '0001000200010002' }] },
    });
    expect(added.status).toBe(200);
    const link = /^http:\/\/localhost\/console\/set-password#([\w-]{43})$/.exec(added.data.link)![1]!;
    const set = (password: string) => ask('/link/password', { method: 'POST', body: { link, password } });
    expect((await ask('/link', { method: 'POST', body: { link } })).data).toEqual({
      account: 'new.person',
      name: '新人',
    });
    expect((await set('new.person 2026!')).code).toBe('2010');
    const both = await Promise.all([set(PASSWORD), set('another long password')]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '2011']);
    const own = both.find(({ code }) => code === '0')!;
    expect(own.data).toMatchObject({ account: 'new.person', mustChange: false });
    expect((await ask('/me', { cookie: own.cookie })).data).toEqual(own.data);
    expect(both.find(({ code }) => code !== '0')!.cookie).toBe('');
    expect((await ask('/link', { method: 'POST', body: { link } })).code).toBe('2011');
    const late = await makeLink(site.database.db, added.data.staffId);
    await site.database.db
      .updateTable('staff_link')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await ask('/link/password', { method: 'POST', body: { link: late, password: PASSWORD } })).code).toBe(
      '2011',
    );
  });

  test.each([
    [{ account: 'ab' }, '2015', 'account'],
    [{ account: '1person' }, '2015', 'account'],
    [{ account: 'li min' }, '2015', 'account'],
    [{ name: ' ' }, '2015', 'name'],
    [{ name: '某\u202e人' }, '2015', 'name'],
    [{ grants: [{ role: 'editor', channelId: '9999' }] }, '2015', 'grants'],
    [{ grants: [{ role: 'system-admin', channelId: '0001000200010002' }] }, '2015', 'grants'],
    [{ grants: [{ role: 'king', channelId: '' }] }, '1001', undefined],
    [{ grants: 'all' }, '1001', undefined],
  ])('%j is refused with the field that is wrong', async (wrong, code, field) => {
    const { cookie } = await admin();
    const answer = await ask('/people', {
      method: 'POST',
      cookie,
      body: { account: 'good.account', name: '某人', grants: [], ...wrong },
    });
    expect([answer.status, answer.code, answer.data?.field]).toEqual([422, code, field]);
  });

  test('a number that no person can have is refused, however large', async () => {
    const { cookie } = await admin();
    for (const [id, status] of [
      ['999999', 404],
      ['99999999999999999999', 422],
      ['0', 422],
      ['x', 422],
    ] as const)
      expect((await ask(`/people/${id}`, { cookie })).status, id).toBe(status);
  });

  test('an account is taken once, whoever comes first', async () => {
    const { cookie } = await admin();
    const both = await Promise.all(
      [1, 2].map(() =>
        ask('/people', { method: 'POST', cookie, body: { account: 'twice', name: '某人', grants: [] } }),
      ),
    );
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '2013']);
  });

  test('the last system administrator stays, also when two take the role from each other at once', async () => {
    const own = await startSite({ siteUrl: ORIGIN, changes: [] });
    try {
      const grants: Grant[] = [{ role: 'system-admin', channelId: '' }];
      const [one, two] = [await person(grants, own.database), await person(grants, own.database)];
      const post = (url: string, payload: object, cookie = '') =>
        own.app.inject({
          method: 'POST',
          url: `/console/api${url}`,
          headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/json' },
          payload,
        });
      const cookies = await Promise.all(
        [one, two].map(
          async ({ account }) =>
            String((await post('/session', { account, password: PASSWORD })).headers['set-cookie']).split(';')[0]!,
        ),
      );
      // a later caller would be out before the check, did not both wait for the same administrators
      const holder = await own.database.owner.connect();
      await holder.query(`begin; select from staff_grant where role = 'system-admin' and ended_at is null for update`);
      const responses = Promise.all([
        post(`/people/${two.staffId}/state`, { state: 'suspended' }, cookies[0]),
        post(`/people/${one.staffId}/grants`, { grants: [] }, cookies[1]),
      ]);
      await until(
        'both wait',
        async () => {
          const { rows } = await own.database.pool.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%staff_grant%for update%'`,
          );
          return rows[0]!.waiting === 2;
        },
        30_000,
      );
      await holder.query('commit');
      holder.release();
      const answers = await responses;
      const left = await own.database.db
        .selectFrom('staff')
        .innerJoin('staff_grant', 'staff_grant.staff_id', 'staff.staff_id')
        .select('account')
        .where('state', '=', 'active')
        .where('role', '=', 'system-admin')
        .where('ended_at', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    } finally {
      await own.end();
    }
  });
});

describe('records', () => {
  test('tell who did what, and of whom, without any secret; found by account, act, outcome and day', async () => {
    const { cookie, account } = await admin();
    const { staffId } = await person([]);
    await ask(`/people/${staffId}/grants`, {
      method: 'POST',
      cookie,
      body: { grants: [{ role: 'editor', channelId: '' }] },
    });
    await signIn(account, 'a wrong password', { from: '10.9.0.1' });
    const found = (await ask(`/audit?account=${account}`, { cookie })).data;
    expect(found.list.map(({ act, outcome }: { act: string; outcome: string }) => `${act} ${outcome}`)).toEqual([
      'sign-in refused',
      'people.grants done',
      'sign-in done',
    ]);
    expect(found.list[1]).toMatchObject({
      subject: `staff:${staffId}`,
      facts: { before: [], after: [{ role: 'editor', channelId: '' }] },
    });
    expect((await ask(`/audit?account=${account}&outcome=refused`, { cookie })).data.total).toBe(1);
    expect((await ask(`/audit?account=${account}&to=2020-01-01`, { cookie })).data.total).toBe(0);
    expect((await ask('/audit?from=2020-02-30', { cookie })).code).toBe('1001');
    await signIn('My Password!', 'x', { from: '10.9.0.3' });
    const everything = JSON.stringify(await site.database.db.selectFrom('audit').selectAll().execute());
    expect(everything).not.toContain(PASSWORD);
    expect(everything).not.toContain('a wrong password');
    expect(everything.toLowerCase(), 'typed into the wrong field').not.toContain('my password');
  });

  test('are files, too, in which nothing is a formula', async () => {
    const { cookie } = await admin();
    const { staffId } = await signedIn();
    await site.database.db.updateTable('staff').set({ name: '=1+1' }).where('staff_id', '=', staffId).execute();
    const { status, headers, body } = await ask('/audit.csv', { cookie });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(String(headers['content-disposition'])).toContain('attachment');
    expect(body).toContain(`'=1+1`);
    expect(body).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]*,[^,]*,登录,sign-in,[^,]*,[^,]*,成功,/);
    expect((await ask('/publications.csv', { cookie })).body).toContain('建站');
  });

  test('are only ever added to, whoever asks the database', async () => {
    for (const statement of [sql`update audit set account = 'x'`, sql`delete from audit`, sql`truncate audit`])
      await expect(statement.execute(site.database.db)).rejects.toThrow('permission denied');
  });
});
