import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGateway, readUpstreams } from '#server/http/gateway.ts';
import type { Gateway } from '#server/http/gateway.ts';
import { nodeSuite, plainCbcSuite } from '#wire/cipher-node.ts';
import { openService } from '#tests/wire/open-service.ts';
import type { SeenRequest, Service } from '#tests/wire/open-service.ts';
import type { CallFailed } from '#wire/outcomes.ts';

const wireKey = randomBytes(64);
const aesKey = randomBytes(32);
const iv = randomBytes(16);
const good = JSON.stringify({ code: '0', msg: '', data: { list: [{ staffName: '示例甲' }] } });

let upstream: Service;
let other: Service;
let answer: (request: SeenRequest, response: ServerResponse) => void;

beforeAll(async () => {
  upstream = await openService((request, response) => answer(request, response));
  other = await openService((_request, response) => void response.end(good));
});
afterAll(() => Promise.all([upstream.close(), other.close()]));
beforeEach(() => {
  answer = body(good);
  upstream.requests.length = 0;
  other.requests.length = 0;
});

function body(text: string | Uint8Array, status = 200, headers: Record<string, string> = {}) {
  return (_request: SeenRequest, response: ServerResponse) => void response.writeHead(status, headers).end(text);
}

/** milliseconds after which an answer that does not come is given up; whoever answers gets the usual time, on a busy machine, too */
const SHORT = 400;

/** A gateway whose market calls go to the upstream, and nothing else. */
function openGateway(settings: Record<string, unknown> = {}): Gateway {
  const setting = { market: { address: `${upstream.origin}/swhy/service`, suite: 'none', ...settings } };
  const { upstreams, problems } = readUpstreams(JSON.stringify(setting));
  expect(problems).toEqual([]);
  return createGateway(upstreams);
}

async function failureOf(call: Promise<unknown>): Promise<CallFailed> {
  return call.then(
    (envelope) => expect.fail(`the gateway gave ${JSON.stringify(envelope)}`),
    (error: unknown) => error as CallFailed,
  );
}

const path = '/market/v1/advisor/info';

describe('the setting UPSTREAMS', () => {
  test('[WR7] may be absent: then everything is answered here', () => {
    for (const text of [null, undefined, '', ' ']) expect(readUpstreams(text)).toEqual({ upstreams: {}, problems: [] });
  });

  test('[WR7] tells every problem at once and repeats no key', () => {
    const secret = randomBytes(20).toString('base64');
    const { problems } = readUpstreams(
      JSON.stringify({
        markets: { address: 'https://a.example', suite: 'none' },
        content: 'https://a.example',
        user: { address: 'ftp://a.example', suite: 'aes', timeout: 5, keys: secret },
        market: { address: 'https://user:pass@a.example', suite: 'plain-cbc', key: secret },
        product: { address: 'https://a.example/?x=1', suite: 'signed-cbc', key: `${secret}!` },
        retail: { address: 'https://a.example', suite: 'none', key: secret },
        business: { address: 'https://a.example', suite: 'signed-cbc', key: secret, iv: secret },
      }),
    );
    expect(problems.map(({ en }) => en)).toEqual([
      'markets is not known; names are content, user, market, product, retail, business',
      'content is not an object with address, suite and key',
      'user has an unknown field keys; fields are address, key, iv, suite, timeout, keep, files, pages',
      'user has a timeout that is not a number from 100 to 30000 milliseconds',
      'user has no address of the form http(s)://host[:port][/path], without user, query and fragment',
      'user has no suite; suites are signed-cbc, plain-cbc, none',
      'market has no address of the form http(s)://host[:port][/path], without user, query and fragment',
      'market cannot be used: the key has 20 bytes instead of 16, 24 or 32',
      'product has no address of the form http(s)://host[:port][/path], without user, query and fragment',
      'product has no key in base64',
      'retail has a key, which the suite none does not take',
      'business has an iv, which only the suite plain-cbc takes',
    ]);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });

  test.each(['{', '[]', 'null', '"x"', '1'])('[WR7] %s is one problem', (text) =>
    expect(readUpstreams(text).problems).toHaveLength(1),
  );

  test('[WR7] a name from the prototype of objects is not known', () => {
    expect(readUpstreams('{"constructor":{}}').problems[0]!.en).toContain('constructor is not known');
  });
});

describe('which calls go to an upstream', () => {
  test('[WR7] those of its prefixes and no others', () => {
    const gateway = openGateway();
    expect([path, '/market/v2/publicfunds/referrer/list'].map(gateway.answers)).toEqual([true, true]);
    expect(
      ['/wscms/v1/cms/channellist', '/user/v1/info', '/markets/x', '/market', 'market/v1/x', '/'].map(gateway.answers),
    ).toEqual(Array(6).fill(false));
  });

  test('[WR7] product answers both of its prefixes', () => {
    const { upstreams } = readUpstreams(JSON.stringify({ product: { address: upstream.origin, suite: 'none' } }));
    const gateway = createGateway(upstreams);
    expect(['/product/v1/common/info/list', '/wsfinmall/v2/fund/list'].map(gateway.answers)).toEqual([true, true]);
  });

  test('[WR7] a path that would leave its prefix or carry a query of its own goes nowhere', async () => {
    const gateway = openGateway();
    const paths = [
      '/market/../user/v1/info',
      '/market/%2e%2e/user',
      '/market/..\\user',
      '/market/a%2Fb',
      '/market/a%5cb',
      '/market/x?y=1',
      '/market/x#y',
      '/market/ x',
    ];
    expect(paths.filter(gateway.answers)).toEqual([]);
    expect(await failureOf(gateway.get(paths[0]!, {}, {}))).toMatchObject({ outcome: 'http 404' });
    expect(upstream.requests).toEqual([]);
  });
});

describe('what is sent to an upstream', () => {
  test('[WR7] the path after its address, the query, and of the headers access_token and device only', async () => {
    await openGateway().get(
      path,
      { fuzzyItem: '张 &', pageNum: 1, none: undefined },
      {
        access_token: 'abc',
        device: 'PW',
        cookie: 'accessToken=abc; session=1',
        authorization: 'Bearer x',
        host: 'evil.example',
        'x-forwarded-for': '10.0.0.1',
      },
    );
    const [request] = upstream.requests;
    expect(request!.url).toBe('/swhy/service/market/v1/advisor/info?fuzzyItem=%E5%BC%A0+%26&pageNum=1');
    expect(request!.headers).toMatchObject({ access_token: 'abc', device: 'PW', host: new URL(upstream.origin).host });
    const ofTransport = [
      'host',
      'connection',
      'accept',
      'accept-encoding',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
    ];
    expect(
      Object.keys(request!.headers)
        .filter((name) => !ofTransport.includes(name))
        .sort(),
    ).toEqual(['access_token', 'device']);
  });

  test('[WR7] header values that are lists, empty, or no header text are left out', async () => {
    for (const access_token of [['a', 'b'], '', 'a\r\nx-evil: 1', '令牌', 'x'.repeat(4000), undefined]) {
      await openGateway().get(path, {}, { access_token });
      expect(upstream.requests.at(-1)!.headers).not.toHaveProperty('access_token');
      expect(upstream.requests.at(-1)!.headers).not.toHaveProperty('x-evil');
    }
  });

  test('[WR7] a post passes its body and content type on', async () => {
    await openGateway().post(path, { contentType: 'application/json', bytes: '{"a":"甲"}' }, { device: 'PM' });
    expect(upstream.requests[0]).toMatchObject({ method: 'POST', body: '{"a":"甲"}' });
    expect(upstream.requests[0]!.headers).toMatchObject({ 'content-type': 'application/json', device: 'PM' });
  });
});

describe('what an upstream answers', () => {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

  test.each([
    ['none', () => ({ suite: 'none' }), (text: string) => text],
    ['signed-cbc', () => ({ suite: 'signed-cbc', key: base64(wireKey) }), nodeSuite(wireKey).encrypt],
    ['plain-cbc with the IV sent', () => ({ suite: 'plain-cbc', key: base64(aesKey) }), plainCbcSuite(aesKey).encrypt],
    [
      'plain-cbc with a fixed IV',
      () => ({ suite: 'plain-cbc', key: base64(aesKey), iv: base64(iv) }),
      plainCbcSuite(aesKey, iv).encrypt,
    ],
  ])('[WR7] in the suite %s is read, compressed or not', async (_suite, settings, encrypt) => {
    const gateway = openGateway(settings());
    for (const made of [body(encrypt(good)), body(gzipSync(encrypt(good)), 200, { 'content-encoding': 'gzip' })]) {
      answer = made;
      expect(await gateway.get(path, {}, {})).toEqual({
        code: '0',
        msg: '',
        data: { list: [{ staffName: '示例甲' }] },
      });
    }
  });

  test('[WR7] with a code other than 0 it is passed on as it is', async () => {
    answer = body(JSON.stringify({ code: '-0801107', msg: '未登录' }));
    expect(await openGateway().get(path, {}, {})).toEqual({ code: '-0801107', msg: '未登录', data: null });
  });

  test.each([
    ['markup', 'none', '<html>login</html>'],
    ['nothing', 'none', ''],
    ['a list', 'none', '[]'],
    ['bytes that are no UTF-8', 'none', Buffer.from('{"code":"0","msg":"\xff"}', 'latin1')],
    ['plain JSON where it should be encrypted', 'signed-cbc', good],
    ['a body of another key', 'signed-cbc', nodeSuite(randomBytes(64)).encrypt(good)],
    ['random bytes', 'plain-cbc', randomBytes(256).toString('base64')],
  ])('[ER2] %s is unreadable', async (_what, suite, sent) => {
    const keys = { none: {}, 'signed-cbc': { key: base64(wireKey) }, 'plain-cbc': { key: base64(aesKey) } }[suite];
    answer = body(sent);
    expect(await failureOf(openGateway({ suite, ...keys }).get(path, {}, {}))).toMatchObject({
      name: 'CallFailed',
      outcome: 'unreadable',
      status: 200,
    });
  });

  test.each([400, 401, 404, 500, 503])(
    '[ER4] with HTTP %i fails with that outcome, its body readable or not',
    async (status) => {
      for (const made of [body(good, status), body('<html>', status)]) {
        answer = made;
        expect(await failureOf(openGateway().get(path, {}, {}))).toMatchObject({ outcome: `http ${status}`, status });
      }
    },
  );

  test('[ER5] with another error status brings its words', async () => {
    answer = body(JSON.stringify({ code: '1', msg: '访问过于频繁' }), 429);
    expect(await failureOf(openGateway().get(path, {}, {}))).toMatchObject({
      outcome: 'http other',
      status: 429,
      message: '访问过于频繁',
    });
  });

  test('[WR7] a redirect is not followed, so the token goes to no other host', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      answer = body('', status, { location: `${other.origin}/steal` });
      expect(await failureOf(openGateway().get(path, {}, { access_token: 'abc' }))).toMatchObject({
        outcome: 'http 502',
      });
    }
    expect(other.requests).toEqual([]);
  });

  test.each([
    ['never', () => undefined],
    [
      'never to its end',
      (_request: SeenRequest, response: ServerResponse) => void response.writeHead(200).write('{"code":'),
    ],
  ])('[WR7] one that comes %s is given up at the time limit', async (_when, made) => {
    answer = made;
    const started = performance.now();
    const call = openGateway({ timeout: SHORT }).get(path, {}, {});
    expect(await failureOf(call)).toMatchObject({ outcome: 'http 504', status: 504 });
    expect(performance.now() - started).toBeGreaterThan(SHORT * 0.9);
  });

  test('[WR7] [US12] one that comes byte by byte is given up at the time limit of the whole, and its connection closed', async () => {
    const closed = new Promise<void>((done) => {
      answer = (_request, response) => {
        response.writeHead(200).write('{"code":"0","data":"');
        const byByte = setInterval(() => response.write('x'), 10);
        response.once('close', () => done(clearInterval(byByte)));
      };
    });
    const call = openGateway({ timeout: SHORT }).get(path, {}, {});
    expect(await failureOf(call)).toMatchObject({ outcome: 'http 504', status: 504 });
    await closed;
  });

  test.each([
    ['as sent', {}, (bytes: Uint8Array) => bytes],
    ['once unpacked', { 'content-encoding': 'gzip' }, gzipSync],
  ])('[WR7] one above 16 MB %s is unreadable', async (_how, headers, pack) => {
    const most = 16 * 1024 * 1024;
    const frame = '{"code":"0","data":""}';
    const enveloped = (size: number) => frame.replace('""', `"${'x'.repeat(size - frame.length)}"`);
    const gateway = openGateway();
    answer = body(pack(Buffer.from(enveloped(most))), 200, headers);
    expect((await gateway.get(path, {}, {})).code).toBe('0');
    answer = body(pack(Buffer.from(enveloped(most + 1))), 200, headers);
    expect(await failureOf(gateway.get(path, {}, {}))).toMatchObject({ outcome: 'unreadable' });
  });

  test('[WR7] an upstream that is down or hangs up is a gateway error', async () => {
    answer = (_request, response) => response.destroy();
    expect(await failureOf(openGateway().get(path, {}, {}))).toMatchObject({ outcome: 'http 502', status: 502 });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"code"');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await failureOf(openGateway().get(path, {}, {}))).toMatchObject({ outcome: 'http 502' });
    const closed = await openService(() => undefined);
    await closed.close();
    expect(await failureOf(openGateway({ address: closed.origin }).get(path, {}, {}))).toMatchObject({
      outcome: 'http 502',
    });
  });
});
