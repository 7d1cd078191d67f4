import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldAddressesSetting } from '#page/settings/old-addresses.ts';
import type { Change } from '#kinds/index.ts';
import type { EditionLine, FieldProblem, OldAddressHit } from '#wire/console-answers.ts';
import type { Grant } from '#rules/people/staff-rights.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { compareEditions } from '#server/editions/review/compare-editions.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { settleAfterPublications } from '#server/editions/draft/rebase-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { errors } from '#server/errors.ts';
import { verifyEditions } from '#server/record/verify-editions.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';

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

test('[OA1][OA3] an old address leads on with 301, by query in any order or by path, and hides no page that is there', async () => {
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
  // ED9: what leads on by a line for fewer params, and what a page answers, are told so
  const otherConsole = await consoleOf(
    site,
    await hand(site, '设置乙', [{ role: 'channel-admin', channelId: '' }]),
    ORIGIN,
  );
  const lines = ['/main/a.jsp /publicChannel', '/swhysc/publicChannel/lossStatement /news', '/swhysc/later?x=1 /news'];
  const { data } = await otherConsole('POST', '/channel-plan', { changes: [setting(lines)] });
  const to = (path: string) => ({ kind: 'redirect', to: path });
  const nothing = { kind: 'nothing' };
  expect(data.addresses).toEqual([
    { path: '/old/%E6%96%B0%E9%97%BB.html', before: to('/news/company'), after: nothing },
    { path: '/later?x=1', before: nothing, after: to('/news') },
    { path: '/main/a.jsp?b=2&id=1', before: to('/news/company'), after: to('/publicChannel') },
    { path: '/group', before: to('https://group.example.com/%E6%96%B0?y=1'), after: nothing },
    { path: '/main/search.jsp', before: to('/search?q=%E5%85%AC%E5%91%8A'), after: nothing },
  ]);
  expect(data.addressCount).toBe(5);
});

test('[OA2] [ED11] [ED12] drafts that only add lines go on from what is public; an approval of what changed ends, both are told, and what came is the only difference', async () => {
  const { db } = site.database;
  const people: Grant[] = [
    { role: 'channel-admin', channelId: '' },
    { role: 'reviewer', channelId: '' },
  ];
  const [writer, colleague, reviewer, publisher] = [
    await hand(site, '撰写甲', people),
    await hand(site, '撰写乙', people),
    await hand(site, '审核丙', people),
    await hand(site, '发布丁', people),
  ];
  await site.publish('旧地址', [setting(['/main/a.jsp /publicChannel'])]);
  const own = (...lines: string[]) => [setting(['/main/a.jsp /publicChannel', ...lines])];
  const linesOf = async ({ editionId }: { editionId: number }) => {
    const { version, shown, state, steps, outdated } = await findEdition(db, editionId, reviewer.staffId);
    const [{ document }] = shown.changes as unknown as [{ document: { lines: string[] } }];
    return { lines: document.lines, version, state, outdated, acts: steps.map(({ act, name }) => `${act} ${name}`) };
  };
  const first = await approvedBy(site, colleague, reviewer, own('/old/2 /news/company'));
  const waiting = await draftBy(site, writer, own('/old/3 /news/company'));
  const approved = await approvedBy(site, writer, reviewer, own('/old/4 /news/company'));
  const clashing = await approvedBy(site, writer, reviewer, own('/old/2 /publicChannel'));
  const removing = await draftBy(site, writer, [setting(['/old/5 /news/company'])]);
  await submitEdition(publishContextOf(site), writer, removing);
  await publishEdition(publishContextOf(site), publisher, first);
  const settle = settleAfterPublications();
  // somebody has one of them right then: it is settled once he has let go
  const holder = await site.database.connectAsOwner('holds an edition');
  await holder.query(`begin; select from edition where edition_id = ${waiting.editionId} for update`);
  const settled = settle({ db });
  await until('it waits', async () => {
    const { rows } = await site.database.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await holder.query('commit');
  await holder.end();
  await settled;

  expect(await linesOf(waiting)).toEqual({
    lines: ['/main/a.jsp /publicChannel', '/old/2 /news/company', '/old/3 /news/company'],
    version: 2,
    state: 'draft',
    outdated: [],
    acts: ['created 撰写甲', 'rebased '],
  });
  const again = await linesOf(approved);
  expect(again).toMatchObject({
    version: 2,
    state: 'in-review',
    outdated: [],
    acts: expect.arrayContaining(['rebased ', 'approval-ended ']),
  });
  const reader = { db };
  const { subjects } = await compareEditions(
    reader,
    await site.deps.siteAt('now'),
    { editionId: approved.editionId, version: 1 },
    { editionId: approved.editionId, version: 2 },
  );
  const [{ documents }] = subjects as unknown as [{ documents: Record<'before' | 'after', { lines: string[] }> }];
  expect(documents.after.lines.filter((line) => !documents.before.lines.includes(line))).toEqual([
    '/old/2 /news/company',
  ]);
  // one address that leads to two places is nobody's to choose but the writer's
  expect(await linesOf(clashing)).toMatchObject({
    version: 1,
    state: 'returned',
    acts: expect.arrayContaining(['approval-ended ', 'returned ']),
  });
  expect(await linesOf(removing)).toMatchObject({
    version: 1,
    state: 'in-review',
    outdated: ['setting:old.addresses'],
  });

  // told to the writer and to who had approved, until it goes on
  const outdatedFor = async (person: Hand) => {
    const ask = await consoleOf(site, person, ORIGIN);
    const { data } = await ask('GET', '/editions?view=approval-ended&pageNum=1&pageSize=20');
    expect((await ask('GET', '/editions/counts')).data['approval-ended']).toBe(data.total);
    return (data.list as EditionLine[]).map(({ editionId, approvalEnded }) => [editionId, approvalEnded !== '']);
  };
  expect(await outdatedFor(writer)).toEqual([[approved.editionId, true]]);
  expect(await outdatedFor(reviewer)).toEqual([
    [clashing.editionId, true],
    [approved.editionId, true],
  ]);
  expect(await outdatedFor(publisher)).toEqual([]);
  // neither the check, nor a submission, nor an approval takes it for publishable
  const ask = await consoleOf(site, reviewer, ORIGIN);
  for (const { editionId } of [removing, clashing])
    expect((await ask('GET', `/editions/${editionId}/check`)).data.problems[0]).toMatchObject({
      change: 0,
      message: expect.stringMatching(/^稿件开始以后，公开的内容已有变化.*旧地址 2.*核对/),
    });
  await expect(approveEdition(db, reviewer, removing)).rejects.toMatchObject({ code: errors.editionOutdated.code });
  await expect(submitEdition(publishContextOf(site), writer, clashing)).rejects.toMatchObject({
    code: errors.editionOutdated.code,
  });
  await approveEdition(db, reviewer, { ...approved, version: 2 });
  expect(await outdatedFor(writer)).toEqual([]);
  await publishEdition(publishContextOf(site), publisher, { ...approved, version: 2 });
  // a draft that was not settled yet is, when it is sent for review
  await submitEdition(publishContextOf(site), writer, { ...waiting, version: 2 });
  expect(await linesOf(waiting)).toMatchObject({
    version: 3,
    state: 'in-review',
    lines: ['/main/a.jsp /publicChannel', '/old/2 /news/company', '/old/4 /news/company', '/old/3 /news/company'],
  });
  await approveEdition(db, reviewer, { ...waiting, version: 3 });
  await publishEdition(publishContextOf(site), publisher, { ...waiting, version: 3 });
  expect(await db.transaction().execute((trx) => verifyEditions(trx))).toEqual([]);
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
    const otherConsole = await consoleOf(again, person, ORIGIN);
    const json = JSON.stringify({ hosts: [], lines: ['/a /news/company', '/a /publicChannel', '/b /a'] });
    const { problems } = (await otherConsole('POST', `/settings/${oldAddressesSetting.name}/check`, { json })).data as {
      problems: FieldProblem[];
    };
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/lines/1', '/lines/2']);
    const draft = (...lines: string[]) =>
      checkEdition(publishContextOf(again), { title: '旧地址', changes: [setting(lines)] });
    expect((await draft('/a /nowhere'))[0]!.message).toContain('旧地址第 1 行的新地址“/nowhere”在本站没有页面');
    expect((await draft('/a /news/company/detail/999999'))[0]!.message).toContain('所指的文章不存在');
    expect((await draft('/a /b', '/b /news'))[0]!.message).toContain('第 1 行：新地址又是第 2 行的旧地址');
    expect(await draft('/a /news/company')).toEqual([]);
    // the most lines that the setting takes, each as long as those of portals are
    const most = Array.from({ length: 20_000 }, (_, at) => `/main/a/${'x'.repeat(60)}.jsp?id=${at} /news/company`);
    const whole = await otherConsole('POST', `/settings/${oldAddressesSetting.name}/check`, {
      json: JSON.stringify({ hosts: [], lines: most }),
    });
    expect([whole.msg, whole.data]).toEqual(['', { problems: [] }]);
    expect(await draft(...most)).toEqual([]);
    const saved = await otherConsole('POST', '/editions', { title: '旧地址', changes: [setting(most)] });
    expect([saved.status, saved.msg]).toEqual([200, '']);
  } finally {
    await again.close();
  }
});
