import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFile } from '#server/files/store.ts';
import { SECTION, article, startSite, type TestSite } from '../world/site.ts';

/** A user service as a broker has one: it knows two customers by their tokens. */
const customers: Record<string, object> = {
  steady: { custName: '甲', riskLevel: '04', riskValidDate: '20991231' },
  cautious: { custName: '乙', riskLevel: '02', riskValidDate: '20991231' },
  past: { custName: '丙', riskLevel: '06', riskValidDate: '20200101' },
};
let users: Server;
let site: TestSite;
let address: string;

beforeAll(async () => {
  users = createServer((request, response) => {
    // never answers
    if (request.headers.access_token === 'silent') return;
    const data = customers[String(request.headers.access_token)];
    response.end(JSON.stringify(data ? { code: '0', msg: '', data } : { code: '-0801107', msg: '', data: null }));
  });
  await new Promise<void>((done) => users.listen(0, '127.0.0.1', done));
  const { port } = users.address() as { port: number };
  site = await startSite({
    upstreams: JSON.stringify({ user: { address: `http://127.0.0.1:${port}`, suite: 'none' } }),
  });
  const { filepath } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), extension: 'pdf' },
  );
  await site.publish('受限附件', [
    article(`${SECTION}0018`, '受限公告', { riskLevel: '0001', attachments: [{ filename: '条款.pdf', filepath }] }),
  ]);
  address = `/static-file/${filepath}`;
});
afterAll(async () => {
  await site.end();
  users.closeAllConnections();
  users.close();
});

const status = async (cookie?: string) => {
  const answer = await site.app.inject({ url: address, headers: cookie ? { cookie } : {} });
  return [answer.statusCode, answer.headers['cache-control']];
};

test('[RK6] a restricted file opens for a customer whose level suffices, and is never stored', async () => {
  expect(await status('zh_choose=s; accessToken=steady')).toEqual([200, 'private, no-store']);
});

test.each([
  ['nobody', undefined],
  ['an unknown token', 'accessToken=stranger'],
  ['a token of another alphabet', 'accessToken=<x>'],
])('[RK4] [RK6] %s is led to the login and back to the file', async (_who, cookie) => {
  const answer = await site.app.inject({ url: address, headers: { host: 'site.test', ...(cookie && { cookie }) } });
  expect([answer.statusCode, answer.headers['cache-control'], answer.headers.location]).toEqual([
    302,
    'private, no-store',
    `/demo/login?url=${encodeURIComponent(`http://site.test${address}`)}`,
  ]);
  expect(answer.body).not.toContain('%PDF');
});

test('[LS1] [RK4] whoever comes back from the login to a file arrives there: the key becomes the cookie, at the file and at its preview', async () => {
  for (const path of [address, address.replace('/static-file/', '/preview/')]) {
    const answer = await site.app.inject({ url: `${path}?key=steady`, headers: { host: 'site.test' } });
    expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
      303,
      path,
      'no-store',
    ]);
    expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('accessToken=steady; ')]);
    const unknown = await site.app.inject({ url: `${path}?key=stranger`, headers: { host: 'site.test' } });
    expect([unknown.statusCode, unknown.headers.location, unknown.headers['set-cookie']]).toEqual([
      302,
      '/swhysc/',
      undefined,
    ]);
  }
});

test.each([
  ['of a lower level', 'cautious', '风险等级为【C2（谨慎型）】及以上，您当前的风险等级为【C1（保守型）】'],
  ['whose evaluation is past', 'past', '测评已过期或尚未进行'],
  ['whom nobody can be asked about', 'silent', '暂时无法核对您的登录状态'],
])('[RK6] [RK3] a customer %s is told why in words, and the answer is kept nowhere', async (_who, token, words) => {
  for (const path of [address, address.replace('/static-file/', '/preview/')]) {
    const answer = await site.app.inject({ url: path, headers: { cookie: `accessToken=${token}` } });
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag]).toEqual([
      403,
      'private, no-store',
      undefined,
    ]);
    expect(answer.body).toContain(words);
    expect(answer.body).not.toContain('%PDF');
  }
});

test('[RK6] of a restricted item neither summary nor image leave the store', async () => {
  await site.publish('受限两则', [
    article(`${SECTION}0018`, '受限甲', { riskLevel: '0001', summary: '机密摘要' }),
    article(`${SECTION}0018`, '公开乙', { summary: '公开摘要' }),
  ]);
  const { html } = await site.get('/swhysc/publicChannel/antiFraud');
  expect(html).toContain('受限甲');
  expect(html).toContain('公开摘要');
  expect(html).not.toContain('机密摘要');
});
