import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldAddressesSetting } from '#page/settings/old-addresses.ts';
import type { Change } from '#kinds/index.ts';
import type { FieldProblem, OldAddressHit } from '#wire/console-answers.ts';
import { checkEdition } from '#server/editions/check-edition.ts';
import { consoleOf, hand, publishContextOf } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
let site: TestSite;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
});
afterAll(() => site.database.drop());

const setting = (lines: string[], hosts: string[] = []): Change => ({
  kind: 'setting',
  id: oldAddressesSetting.name,
  document: { hosts, lines },
});
const get = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const { statusCode, headers } = await site.app.inject({ method, url });
  return [statusCode, headers.location];
};

test('[OA1][OA4] an old address leads on with 301, by query in any order or by path, and hides no page that is there', async () => {
  await site.publish('旧地址', [
    setting(
      [
        '/main/a.jsp?id=1&b=2 /news/company',
        '/main/a.jsp /publicChannel',
        '/swhysc/publicChannel/lossStatement /news/company',
        '/swhysc/old/%E6%96%B0%E9%97%BB.html /news/company',
        '/group https://group.example.com/新?y=1',
        '/main/search.jsp /search?q=公告',
      ],
      ['group.example.com'],
    ),
  ]);
  expect(await get('/main/a.jsp?b=2&id=1')).toEqual([301, '/swhysc/news/company']);
  expect(await get('/main/a.jsp?id=1&b=2&from=timeline')).toEqual([301, '/swhysc/news/company']);
  expect(await get('/main/a.jsp?id=77')).toEqual([301, '/swhysc/publicChannel']);
  expect(await get('/swhysc/old/%E6%96%B0%E9%97%BB.html', 'HEAD')).toEqual([301, '/swhysc/news/company']);
  expect(await get('/group')).toEqual([301, 'https://group.example.com/%E6%96%B0?y=1']);
  expect(await get('/main/search.jsp')).toEqual([301, '/swhysc/search?q=%E5%85%AC%E5%91%8A']);
  expect(await get('/swhysc/publicChannel/lossStatement')).toEqual([200, undefined]);
  expect((await get('/main/b.jsp'))[0]).toBe(404);
  expect((await get('/main/a.jsp', 'POST'))[0]).not.toBe(301);
});

test('[OA1] how often each was used is shown to who may change settings, without who used it', async () => {
  await get('/main/a.jsp');
  await site.close();
  const again = await startSite({ siteUrl: ORIGIN, database: site.database, changes: [] });
  try {
    const person = await hand(again, '设置乙', [{ role: 'channel-admin', channelId: '' }]);
    const hits = (await (await consoleOf(again, person, ORIGIN))('GET', '/old-address-hits')).data as OldAddressHit[];
    expect(hits.find(({ address }) => address === '/main/a.jsp')).toMatchObject({
      count: 2,
      lastOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(hits.every((hit) => Object.keys(hit).join() === 'address,count,lastOn')).toBe(true);
  } finally {
    await again.close();
  }
});

test('[OA1] what is wrong is told by line, as one types and before it is published', async () => {
  const again = await startSite({ siteUrl: ORIGIN, database: site.database, changes: [] });
  try {
    const person = await hand(again, '设置丙', [{ role: 'channel-admin', channelId: '' }]);
    const asked = await consoleOf(again, person, ORIGIN);
    const json = JSON.stringify({ hosts: [], lines: ['/a /news/company', '/a /publicChannel', '/b /a'] });
    const { problems } = (await asked('POST', `/settings/${oldAddressesSetting.name}/check`, { json })).data as {
      problems: FieldProblem[];
    };
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/lines/1', '/lines/2']);
    const draft = (...lines: string[]) =>
      checkEdition(publishContextOf(again), { title: '旧地址', changes: [setting(lines)] });
    expect((await draft('/a /nowhere'))[0]!.message).toContain('旧地址第 1 行的新地址“/nowhere”在本站没有页面');
    expect((await draft('/a /news/company/detail/999999'))[0]!.message).toContain('所指的文章不存在');
    expect((await draft('/a /b', '/b /news'))[0]!.message).toContain('第 1 行：新地址又是第 2 行的旧地址');
    expect(await draft('/a /news/company')).toEqual([]);
    // as many as the setting takes, each as long as those of portals are
    const most = Array.from({ length: 20_000 }, (_, at) => `/main/a/${'x'.repeat(60)}.jsp?id=${at} /news/company`);
    const whole = await asked('POST', `/settings/${oldAddressesSetting.name}/check`, {
      json: JSON.stringify({ hosts: [], lines: most }),
    });
    expect([whole.msg, whole.data]).toEqual(['', { problems: [] }]);
    expect(await draft(...most)).toEqual([]);
    const saved = await asked('POST', '/editions', { title: '旧地址', changes: [setting(most)] });
    expect([saved.status, saved.msg]).toEqual([200, '']);
  } finally {
    await again.close();
  }
});
