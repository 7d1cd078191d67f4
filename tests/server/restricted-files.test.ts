import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFile } from '#server/files/store.ts';
import { SECTION, article, startSite, type TestSite } from '../world/site.ts';

/** A user service as a broker has one: it knows two customers by their tokens. */
const customers: Record<string, object> = {
  steady: { custName: '甲', riskLevel: '04', riskValidDate: '20991231' },
  cautious: { custName: '乙', riskLevel: '02', riskValidDate: '20991231' },
};
let users: Server;
let site: TestSite;
let address: string;

beforeAll(async () => {
  users = createServer((request, response) => {
    const data = customers[String(request.headers.access_token)];
    response.end(JSON.stringify(data ? { code: '0', msg: '', data } : { code: '-0801107', msg: '', data: null }));
  });
  await new Promise<void>((done) => users.listen(0, '127.0.0.1', done));
  const { port } = users.address() as { port: number };
  site = await startSite({ upstreams: JSON.stringify({ user: { address: `http://127.0.0.1:${port}`, suite: 'none' } }) });
  const { filepath } = await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), extension: 'pdf' });
  await site.publish('受限附件', [article(`${SECTION}0018`, '受限公告', { riskLevel: '0001', attachments: [{ filename: '条款.pdf', filepath }] })]);
  address = `/static-file/${filepath}`;
});
afterAll(async () => {
  await site.end();
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
  ['a customer of a lower level', 'accessToken=cautious'],
  ['an unknown token', 'accessToken=stranger'],
  ['a token of another alphabet', 'accessToken=<x>'],
])('[RK6] a restricted file stays shut for %s', async (_who, cookie) => {
  const [code] = await status(cookie);
  expect(code).toBe(403);
});

test('[RK6] of a restricted item neither summary nor image leave the store', async () => {
  await site.publish('受限两则', [article(`${SECTION}0018`, '受限甲', { riskLevel: '0001', summary: '机密摘要' }), article(`${SECTION}0018`, '公开乙', { summary: '公开摘要' })]);
  const { html } = await site.get('/swhysc/publicChannel/antiFraud');
  expect(html).toContain('受限甲');
  expect(html).toContain('公开摘要');
  expect(html).not.toContain('机密摘要');
});

test('[RK6] the call does not answer a restricted text, whoever asks', async () => {
  const { html } = await site.get('/swhysc/publicChannel/antiFraud');
  expect(html).not.toContain('受限公告的正文');
});
