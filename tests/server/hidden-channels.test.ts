import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { publicRevisions } from '#server/editions/publish/public-revisions.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { article, channel, SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const NEWS = '0001000200010002';
const LOSS = `${SECTION}0003`;
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

let site: TestSite;
let before: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  before = await publicRevisions(site.database.db, [`channel:${LOSS}`]);
  await site.publish('隐藏', [
    channel(LOSS, 'publicChannel/lossStatement', '遗失声明', {
      type: 2,
      classOrder: 3,
      hidden: true,
      freshness: 'weekly',
    }),
    channel(NEWS, 'news', '新闻资讯', { classOrder: 2, hidden: true }),
    article(LOSS, '隐藏栏目的声明'),
    article(`${SECTION}0018`, '公开的提示'),
  ]);
});
afterAll(() => site.end());

async function listed(): Promise<Record<string, unknown>[]> {
  const answer = await site.app.inject({ url: `${CALL_BASE}/wscms/v1/cms/channellist?channelId=000100020001` });
  return (JSON.parse(suite.decrypt(answer.body)) as { data: Record<string, unknown>[] }).data;
}

test('[CH1] a hidden channel and what stands below it leave every menu, and keep their addresses', async () => {
  const { html, status } = await site.get('/swhysc/publicChannel/lossStatement');
  expect(status).toBe(200);
  expect(html).toContain('隐藏栏目的声明');
  const { html: other } = await site.get('/swhysc/publicChannel/complaint');
  expect(other).toContain('防范非法证券活动');
  expect(other).not.toContain('遗失声明');
  expect(other).not.toContain('新闻资讯');
  expect((await site.get('/swhysc/news/company')).status).toBe(200);
});

test('[CH2] it is in no list of channels, which tell nothing of what a channel is kept to', async () => {
  const names = (await listed()).map(({ name }) => name);
  expect(names).toContain('防范非法证券活动');
  expect(names).not.toContain('遗失声明');
  expect(names).not.toContain('公司新闻');
  for (const { isEmpty, ...one } of await listed()) {
    // SU16: maps of the site leave it out
    expect([one.name, isEmpty]).toEqual([
      one.name,
      ['ESG报告', '社会责任'].includes(String(one.name)) ? true : undefined,
    ]);
    expect(Object.keys(one)).toEqual([
      'channelId',
      'parentId',
      'classOrder',
      'url',
      'name',
      'type',
      'contentKind',
      'sameAs',
      'department',
    ]);
  }
  const overview = await site.app.inject({ url: `${CALL_BASE}/wscms/v1/site/section?channelId=${SECTION}` });
  expect(suite.decrypt(overview.body)).toContain('防范非法证券活动');
  expect(suite.decrypt(overview.body)).not.toContain('遗失声明');
});

test('it is not in the site map for search engines, nor are its articles', async () => {
  const pages = (await site.get('/sitemap-pages.xml')).html + (await site.get('/sitemap-articles-1.xml')).html;
  expect(pages).toContain('/publicChannel/antiFraud<');
  expect(pages).not.toContain('lossStatement');
  expect(pages).not.toContain('/news');
});

test('[PB3] the log proves it, and revisions of channels without it are what they were', async () => {
  expect(await verifyLog(site.database.db)).toEqual([]);
  expect(await publicRevisions(site.database.db, [`channel:${LOSS}`])).not.toEqual(before);
  await site.publish('显示', [channel(LOSS, 'publicChannel/lossStatement', '遗失声明', { type: 2, classOrder: 3 })]);
  expect(await publicRevisions(site.database.db, [`channel:${LOSS}`])).toEqual(before);
  await site.database.ownerDb
    .updateTable('channel')
    .set({ hidden: true })
    .where('channel_id', '=', `${SECTION}0016`)
    .execute();
  expect(await verifyLog(site.database.db)).not.toEqual([]);
});
