import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageFacts, PageLine, PageSchemaAnswer } from '#wire/console-answers.ts';
import { errors } from '#server/errors.ts';
import { consoleOf, hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
let site: TestSite;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  ask = await consoleOf(site, await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]), ORIGIN);
});
afterAll(() => site.end());

const notice = (more: object = {}) => ({
  schemaVersion: 1,
  page: 'anti-fraud',
  for: { url: 'publicChannel/antiFraud' },
  layout: 'channel',
  blocks: [{ id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } }],
  ...more,
});

test('pages are listed with where they come from, what they are for, and the editions under way', async () => {
  const lines = (await ask('GET', '/page-schemas')).data as PageLine[];
  expect(lines.find(({ page }) => page === 'home')).toMatchObject({
    title: '首页',
    from: 'file',
    layout: 'home',
    problems: 0,
    editions: 0,
    claims: [
      { kind: 'path', value: '/', path: '/swhysc/' },
      { kind: 'path', value: '/home' },
    ],
  });
  await site.publish('页面', [{ kind: 'page', id: 'anti-fraud', document: notice() }]);
  const { editionId } = (
    await ask('POST', '/editions', {
      title: '改',
      changes: [{ kind: 'page', id: 'anti-fraud', document: notice({ title: '防骗' }) }],
    })
  ).data;
  const line = ((await ask('GET', '/page-schemas')).data as PageLine[]).find(({ page }) => page === 'anti-fraud');
  expect(line).toMatchObject({
    title: '防范非法证券活动',
    from: 'edition',
    editions: 1,
    claims: [{ name: '防范非法证券活动', path: '/swhysc/publicChannel/antiFraud' }],
  });
  const found = (await ask('GET', '/page-schemas/anti-fraud')).data as PageSchemaAnswer;
  expect(found).toMatchObject({
    from: 'edition',
    document: notice(),
    path: '/publicChannel/antiFraud',
    editions: [{ editionId }],
  });
  expect(found.file).toBeUndefined();
  expect((await ask('GET', '/page-schemas/home')).data).toMatchObject({
    from: 'file',
    file: { page: 'home' },
    document: { page: 'home' },
    mark: '',
  });
  expect((await ask('GET', '/page-schemas/nothing')).code).toBe(errors.notFound.code);
});

test('a page and a register of one name are told apart', async () => {
  expect((await ask('GET', '/page-schemas/bond-investment')).data.document).toMatchObject({ page: 'bond-investment' });
});

test('[PS1] what is wrong with a page that is being written is told in words, with its place', async () => {
  const changes = [
    {
      kind: 'page',
      id: 'anti-fraud',
      document: notice({ layout: 'chanel', blocks: [{ id: 'content', place: 'main', widget: 'channel-contnet' }] }),
    },
  ];
  const { problems, page } = (await ask('POST', '/previews', { changes })).data;
  expect(page).toBeNull();
  expect(problems).toEqual([
    {
      change: 0,
      pointer: '/layout',
      code: 'unknown-layout',
      message: '页面“anti-fraud”：没有版式“chanel”，可选：channel、overview、list、detail、home，是否应为“channel”？',
    },
    {
      change: 0,
      pointer: '/blocks/0/widget',
      code: 'unknown-widget',
      message: '页面“anti-fraud”：第 1 块“content”：没有部件“channel-contnet”，是否应为“channel-content”？',
    },
  ]);
});

test('what a page can be made of comes from the code', async () => {
  const facts = (await ask('GET', '/page-facts')).data as PageFacts;
  expect(facts.layouts.home).toContain('hero');
  expect(facts.widgets.find(({ name }) => name === 'register-table')).toMatchObject({
    accepts: 'rows',
    schema: { type: 'object' },
  });
  expect(facts.sources.find(({ name }) => name === 'register')).toMatchObject({
    gives: 'rows',
    takesRegisterFilters: true,
    params: { pageNum: { from: 'address' } },
  });
  expect(facts.registers.find(({ register }) => register === 'ib-staff')!.filters).toContain('management');
  const nobody = await consoleOf(site, await hand(site, '无权者', []), ORIGIN);
  expect((await nobody('GET', '/page-schemas')).status).toBe(403);
});
