import type { Change } from '#kinds/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEdition } from '#server/editions/find-edition.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf } from '../world/editions.ts';
import { article, channel, SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';
import { proved } from '../world/proof.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const NEWS = '0001000200010002';
/** one of a kind in the whole store */
const MARK = '未公开标记九四一';
const URL_MARK = 'unpublished-mark-941';

let site: TestSite;
let articleId: number;
let editions: { editionId: number }[];
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  [articleId] = (await site.publish('公开', [article(LOSS, '公开的声明')])).articleIds as [number];
  const [writer, reviewer, publisher] = [
    await hand(site, '撰写甲'),
    await hand(site, '审核丙'),
    await hand(site, '发布丁'),
  ];
  const changes: Change[] = [
    channel(`${SECTION}0077`, `publicChannel/${URL_MARK}`, MARK, { type: 2, classOrder: 77 }),
    article(`${SECTION}0077`, `新文${MARK}`, { summary: MARK, content: `<p>${MARK}</p>` }),
    article(LOSS, `改文${MARK}`, {
      articleId,
      summary: MARK,
      content: `<p>${MARK}</p>`,
      attachments: [{ filename: `${MARK}.pdf`, filepath: '' }],
    }),
    {
      kind: 'setting',
      id: 'site',
      document: {
        name: `示例证券${MARK}`,
        englishName: 'SHILI',
        hotline: '400-555-0000',
        email: 'a@b.example',
        department: '办公室',
      },
    },
  ];
  const submitted = await draftBy(site, writer, changes, MARK);
  await submitEdition(publishContextOf(site), writer, submitted);
  const scheduled = await approvedBy(site, writer, reviewer, changes, MARK);
  await scheduleEdition(site.database.db, publisher, { ...scheduled, publishAt: new Date(Date.now() + 3_600_000) });
  editions = [
    await draftBy(site, writer, changes, MARK),
    submitted,
    await approvedBy(site, writer, reviewer, changes, MARK),
    scheduled,
  ];
});
afterAll(() => site.end());

const words = encodeURIComponent(MARK);
const found = (text: string, question: string): boolean => {
  // without what the asker has typed
  const shownText = question.includes(words) ? text.replaceAll(MARK, '').replaceAll(words, '') : text;
  const own = question.includes(URL_MARK) ? shownText.replaceAll(URL_MARK, '') : shownText;
  return own.includes(MARK) || own.includes(URL_MARK);
};

test('the marks are there to be found, in drafts of every state', async () => {
  for (const { editionId } of editions)
    expect(JSON.stringify(await findEdition(site.database.db, editionId, 1))).toContain(MARK);
  expect(
    await Promise.all(editions.map(async ({ editionId }) => (await findEdition(site.database.db, editionId, 1)).state)),
  ).toEqual(['draft', 'in-review', 'approved', 'approved']);
});

test('drafts leave by no door of the visitors: pages, feeds, search, site map, files, nor by what is kept of them', async () => {
  const addresses = [
    '/swhysc/', '/swhysc/publicChannel', '/swhysc/publicChannel/lossStatement', `/swhysc/publicChannel/lossStatement/detail/${articleId}`, `/swhysc/publicList/detail/${articleId}`, `/swhysc/publicChannel/${URL_MARK}`, `/swhysc/publicChannel/${URL_MARK}/detail/1`,
    '/swhysc/news/company', '/swhysc/publicList', `/swhysc/search?q=${words}`, `/swhysc/verify?kind=product&words=${words}`, '/swhysc/search?q=%E5%A3%B0%E6%98%8E', '/swhysc/publicChannel/lossStatement/rss.xml', '/swhysc/news/company/rss.xml', '/swhysc/rss.xml',
    '/sitemap.xml', '/swhysc/sitemap', '/robots.txt', `/static-file/${words}.pdf`, `/preview/${words}.pdf`, '/console/', '/metrics', '/readyz',
  ]; // prettier-ignore
  for (const address of addresses) {
    // twice: the second answer may come from a cache
    for (let time = 1; time <= 2; time += 1) {
      const { html, headers, status } = await site.get(address, { host: 'localhost' });
      expect(found(html + JSON.stringify(headers), address), `${address} ${status}`).toBe(false);
    }
  }
  proved({
    fault: 'an address of visitors asked, twice, while drafts of every state hold a mark',
    tries: 2 * addresses.length,
    outcome: 'the mark is in no body and no header',
  });
});

test('nor by the visitors’ calls', async () => {
  const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
  const calls: [path: string, body?: object][] = [
    [`${paths.infoContent}?id=${articleId}`], [`${paths.infoContent}?channelId=${LOSS}`], [`${paths.infoContent}?channelId=${SECTION}0077`], [`${paths.infoList}?channelId=${LOSS}`], [`${paths.latestInfo}?channelIds=${LOSS},${SECTION}0077`], [`${paths.catalogue}?channelId=${LOSS}`],
    [`${paths.sectionOverview}?channelId=${SECTION}`], [`${paths.sitePage}?path=/publicChannel/lossStatement`], [`${paths.sitePage}?path=/publicChannel/${URL_MARK}`], [`${paths.search}?words=${words}`], [`${paths.verify}?kind=product&words=${words}`], [paths.newsList, { columnId: 'company' }],
  ]; // prettier-ignore
  for (const [path, body] of calls) {
    const answer = await site.app.inject({
      url: CALL_BASE + path,
      method: body ? 'POST' : 'GET',
      headers: { host: 'localhost', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    });
    expect(answer.statusCode, path).toBe(200);
    expect(found(await suite.decrypt(answer.body), path), path).toBe(false);
  }
  proved({
    fault: 'a call of visitors asked while drafts hold a mark',
    tries: calls.length,
    outcome: 'the mark is in no answer',
  });
});

test('nor by the console’s doors to people who work elsewhere: one, list, counts, comparison, roll back, records', async () => {
  const stranger = await consoleOf(
    site,
    await hand(site, '别处的编辑', [
      { role: 'editor', channelId: NEWS },
      { role: 'reviewer', channelId: NEWS },
      { role: 'publisher', channelId: NEWS },
    ]),
    ORIGIN,
  );
  const own = await stranger('POST', '/editions', {
    title: '自己的',
    changes: [{ kind: 'article', document: { channelId: `${NEWS}0001`, title: '新闻', contentTime: '' } }],
  });
  expect(own.status).toBe(200);
  for (const { editionId } of editions) {
    const doors: [method: 'GET' | 'POST', path: string, body?: object][] = [
      ['GET', `/editions/${editionId}`], ['GET', `/editions/${editionId}?version=1`], ['GET', `/editions/${editionId}/check`], ['GET', `/editions/${editionId}/compare?from=public&to=1`],
      ['GET', `/editions/${own.data.editionId}/compare?from=1&to=1&fromEdition=${editionId}`], ['POST', `/editions/${editionId}`, { version: 9, title: 'x', changes: [{ kind: 'article', document: { channelId: `${NEWS}0001`, title: 'x', contentTime: '' } }] }],
      ...['submit', 'approve', 'return', 'publish', 'schedule', 'unschedule', 'discard', 'emergency', 'confirm'].map((step): ['POST', string, object] => ['POST', `/editions/${editionId}/${step}`, { version: 9, note: 'x', publishAt: 'x' }]),
    ]; // prettier-ignore
    for (const [method, path, body] of doors) {
      const answer = await stranger(method, path, body);
      expect([answer.status, found(answer.body, path)], `${method} ${path}`).toEqual([403, false]);
    }
  }
  const open = [
    '/editions',
    ...['mine', 'to-review', 'to-publish', 'scheduled', 'after-review'].map((view) => `/editions?view=${view}`),
    `/editions?words=${words}`,
    `/editions?channelId=${SECTION}`,
    '/editions/counts',
    '/publications',
    '/publications.csv',
    '/channels',
    '/audit',
  ];
  for (const path of open) expect(found((await stranger('GET', path)).body, path), path).toBe(false);
});
