import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergePages } from '#console/pages/page-merge.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { widgets } from '#widgets/index.ts';
import type { PageFacts, PageLine, PageSchemaAnswer } from '#wire/console-answers.ts';
import { errors } from '#server/errors.ts';
import { consoleOf, hand, publishContextOf } from '../world/editions.ts';
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

test('[PS7] drafts of pages from before a widget changed its props are opened, previewed, merged, submitted and published as today’s; what is stored stays', async () => {
  const db = site.database.db;
  const reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  const note = widgets.find(({ name }) => name === 'rich-note')! as { steps?: object[] };
  const pageOf = (page: string, url: string, blocks: object[], more: object = {}) => ({
    kind: 'page',
    id: page,
    document: { schemaVersion: 1, page, for: { url }, layout: 'channel', ...more, blocks },
  });
  const withNote = (props: object, more: object = {}) => ({
    id: 'note',
    place: 'main',
    widget: 'rich-note',
    props,
    ...more,
  });
  const LOSS = ['notes-a', 'publicChannel/lossStatement'] as const;
  const CALL = ['notes-b', 'publicChannel/complaint'] as const;
  const draftOf = async (change: object) =>
    (await ask('POST', '/editions', { title: '改页面', changes: [change] })).data as { editionId: number };
  // a page of an earlier release: today's `paragraphs` was `words`
  await site.publish('页面', [pageOf(...CALL, [withNote({ paragraphs: ['公开的说明'] })])] as never);
  const { mark } = (await ask('GET', '/page-schemas/notes-b')).data as PageSchemaAnswer;
  const first = await draftOf(pageOf(...LOSS, [withNote({ words: ['较早的说明'] })]));
  const second = (
    await ask('POST', '/editions', {
      title: '改页面',
      changes: [pageOf(...CALL, [withNote({ words: ['公开的说明', '又一段'] })])],
      base: { 'page:notes-b': mark },
    })
  ).data as { editionId: number };
  await site.publish('标题', [pageOf(...CALL, [withNote({ paragraphs: ['公开的说明'] })], { title: '投诉' })] as never);
  const stored = () =>
    db
      .selectFrom('edition_version')
      .select(['changes', 'content_hash'])
      .where('edition_id', 'in', [first.editionId, second.editionId])
      .where('version', '=', 1)
      .orderBy('edition_id')
      .execute();
  const before = await stored();
  expect(JSON.stringify(before)).toContain('"words"');
  note.steps = [
    {
      name: 'words become paragraphs',
      up: ({ words, ...props }: Record<string, unknown>) =>
        words === undefined ? props : { paragraphs: words, ...props },
    },
  ];
  try {
    // opened, and previewed
    const opened = (await ask('GET', `/editions/${first.editionId}`)).data.shown.changes[0].document;
    expect(opened.blocks).toEqual([withNote({ paragraphs: ['较早的说明'] }, { propsVersion: 1 })]);
    expect((await ask('GET', `/editions/${first.editionId}/page`)).body).toContain('较早的说明');
    const typed = await ask('POST', '/previews', { changes: [pageOf(...LOSS, [withNote({ words: ['还没保存'] })])] });
    expect([typed.data.problems, typed.data.page.includes('还没保存')]).toEqual([[], true]);
    // work stored in a browser
    const upgraded = await ask('POST', '/page-upgrades', {
      documents: [null, { blocks: [withNote({ words: ['留在浏览器里'] })] }],
    });
    expect(upgraded.data.documents).toEqual([
      null,
      { blocks: [withNote({ paragraphs: ['留在浏览器里'] }, { propsVersion: 1 })] },
    ]);

    // merged with a newer public one: one wrote a paragraph, the other a title, and nobody has to decide
    const [found] = (await ask('GET', `/editions/${second.editionId}/meanwhile`)).data;
    const mine = (await ask('GET', `/editions/${second.editionId}`)).data.shown.changes[0];
    const { changes, merged } = mergePages(found.was.document, mine.document, found.now.document);
    expect(changes.map(({ by }) => by).toSorted()).toEqual(['mine', 'theirs']);
    const both = merged(new Set());
    expect(both).toMatchObject({
      title: '投诉',
      blocks: [withNote({ paragraphs: ['公开的说明', '又一段'] }, { propsVersion: 1 })],
    });
    await ask('POST', `/editions/${second.editionId}`, {
      version: 1,
      title: '改页面',
      changes: [{ ...mine, document: both }],
      rebase: { 'page:notes-b': found.mark },
    });

    for (const [{ editionId }, version, path, words] of [
      [first, 1, '/publicChannel/lossStatement', '较早的说明'],
      [second, 2, '/publicChannel/complaint', '又一段'],
    ] as const) {
      expect((await ask('POST', `/editions/${editionId}/submit`, { version })).msg).toBe('');
      await approveEdition(db, reviewer, { editionId, version });
      await publishEdition(publishContextOf(site), reviewer, { editionId, version });
      await site.publications.refresh();
      expect((await site.get(`/swhysc${path}`)).html).toContain(words);
    }
    expect(await stored()).toEqual(before);
  } finally {
    delete note.steps;
  }
});
