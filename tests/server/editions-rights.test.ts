import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayDo, ROLES, type Role, type StaffRight } from '#rules/people/staff-rights.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import { errors } from '#server/errors.ts';
import { publicRevisions } from '#server/editions/publish/public-revisions.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const MAIN = '000100020001';
const NEWS = `${MAIN}0002`;
const LOSS = `${SECTION}0003`;

let site: TestSite;
let writer: Hand;
let done: { editionId: number };
let firstId: number;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '撰写甲');
  done = await approvedBy(site, writer, await hand(site, '审核丙'), [article(LOSS, '已发布的声明')]);
  await publishEdition(publishContextOf(site), writer, { ...done, version: 1 });
  firstId = (
    await site.database.db
      .selectFrom('article')
      .select('article_id')
      .where('channel_id', '=', LOSS)
      .where('public_to', 'is', null)
      .orderBy('article_id')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).article_id;
});
afterAll(() => site.end());

const ask = async (role: Role, channelId: string) =>
  consoleOf(site, await hand(site, `${role} ${channelId}`, [{ role, channelId }]), ORIGIN);
const draft = (title: string, changes: unknown[]) => ({
  title,
  changes: JSON.parse(JSON.stringify(changes)) as unknown[],
});
const notice = draft('声明', [article(LOSS, '新声明')]);

/** every call on an edition of a channel of the section, with the right that it asks for */
const doors = (): [method: 'GET' | 'POST', path: string, act: StaffRight, body?: object][] => [
  ['POST', '/editions', 'content.write', notice],
  ['POST', '/editions/roll-back', 'content.write', { no: 1, subjects: [`article:${firstId}`] }],
  ['GET', `/editions/${done.editionId}`, 'content.read'],
  ['GET', `/editions/${done.editionId}/check`, 'content.read'],
  ['GET', `/editions/${done.editionId}/compare?from=1&to=public`, 'content.read'],
  ['GET', `/public-content?subject=article:${firstId}`, 'content.read'],
  ['POST', `/editions/${done.editionId}`, 'content.write', { ...notice, version: 1 }],
  ...(['submit', 'discard'] as const).map((step): ['POST', string, StaffRight, object] => [
    'POST',
    `/editions/${done.editionId}/${step}`,
    'content.write',
    { version: 1 },
  ]),
  ['POST', `/editions/${done.editionId}/return`, 'content.return', { version: 1, note: '说明' }],
  ...(['approve', 'confirm'] as const).map((step): ['POST', string, StaffRight, object] => [
    'POST',
    `/editions/${done.editionId}/${step}`,
    'content.review',
    { version: 1, note: '说明' },
  ]),
  ...(['publish', 'schedule', 'unschedule', 'emergency', 'resume', 'end'] as const).map(
    (step): ['POST', string, StaffRight, object] => [
      'POST',
      `/editions/${done.editionId}/${step}`,
      'content.publish',
      { version: 1, note: '说明', publishAt: '2026-11-20T09:00:00+08:00' },
    ],
  ),
];

test('an edition tells what it ends by the last title', async () => {
  const withdrawn = await approvedBy(site, writer, await hand(site, '审核庚'), [
    { kind: 'article', id: String(firstId), withdraw: { reason: '有误' } },
  ]);
  const { title } = await site.database.db
    .selectFrom('article')
    .select('title')
    .where('article_id', '=', firstId)
    .where('public_to', 'is', null)
    .executeTakeFirstOrThrow();
  const call = await ask('reviewer', '');
  expect((await call('GET', `/editions/${withdrawn.editionId}`)).data.titles).toEqual({
    [`article:${firstId}`]: title,
  });
  expect((await call('GET', `/editions/${done.editionId}`)).data.titles).toEqual({});
});

test('whoever is to publish gives back what turned out wrong after it was approved, with a reason; a writer does not', async () => {
  const wrong = await approvedBy(site, writer, await hand(site, '审核辛'), [article(LOSS, '通过后发现有误')]);
  const back = `/editions/${wrong.editionId}/return`;
  const [asPublisher, editor] = [await ask('publisher', LOSS), await ask('editor', LOSS)];
  expect((await editor('POST', back, { version: 1, note: '日期有误' })).code).toBe(errors.rightMissing.code);
  expect((await asPublisher('POST', back, { version: 1, note: ' ' })).code).toBe(errors.invalidInput.code);
  expect((await asPublisher('POST', back, { version: 1, note: '日期有误' })).status).toBe(200);
  const { state, steps } = (await asPublisher('GET', `/editions/${wrong.editionId}`)).data;
  expect([state, steps.at(-1)]).toMatchObject([
    'returned',
    { act: 'returned', note: '日期有误', name: `publisher ${LOSS}` },
  ]);
});

describe('rights on editions', () => {
  test.each(
    ROLES.flatMap((role) =>
      [
        ['the whole site', ''],
        ['the section', SECTION],
        ['the channel', LOSS],
        ['another section', NEWS],
      ].map(([where, channelId]) => [role, where!, channelId!] as const),
    ),
  )('%s for %s passes the doors that the table opens, and no other', async (role, _where, channelId) => {
    if (role === 'system-admin' && channelId !== '') return;
    const call = await ask(role, channelId);
    for (const [method, path, act, body] of doors()) {
      const { status, code } = await call(method, path, body);
      const isAllowed = mayDo([{ role, channelId }], act, [[LOSS, SECTION, MAIN]]);
      expect([status === 403 && code === errors.rightMissing.code, status >= 500], `${method} ${path} ${code}`).toEqual(
        [!isAllowed, false],
      );
    }
  });

  test('what is done to channels, pages and settings asks for their own rights, and for all channels concerned', async () => {
    const inside = channel(`${SECTION}0044`, 'publicChannel/inside', '内栏', { type: 2, classOrder: 44 });
    const page = (claim: object) => ({
      kind: 'page',
      id: 'own-page',
      document: { schemaVersion: 1, page: 'own-page', for: claim, layout: 'channel', blocks: [] },
    });
    const cases: [
      changes: unknown[],
      section: [editor: boolean, admin: boolean],
      whole: [editor: boolean, admin: boolean],
    ][] = [
      [[article(LOSS, '文')], [true, true], [true, true]],
      [
        [article(LOSS, '文'), article(`${NEWS}0001`, '新闻')],
        [false, false],
        [true, true],
      ],
      [
        [inside, article(`${SECTION}0044`, '内文')],
        [false, true],
        [false, true],
      ],
      [
        [channel(LOSS, 'publicChannel/lossStatement', '遗失声明', { type: 2, classOrder: 3, parentId: NEWS })],
        [false, false],
        [false, true],
      ],
      [[{ kind: 'channel', id: LOSS, withdraw: { reason: '并入' } }], [false, true], [false, true]],
      [[{ kind: 'article', id: String(firstId), withdraw: { reason: '有误' } }], [true, true], [true, true]],
      [[article(`${NEWS}0001`, '移到新闻', { articleId: firstId })], [false, false], [true, true]],
      [[page({ channel: LOSS })], [false, true], [false, true]],
      [[page({ url: 'publicChannel/lossStatement' })], [false, true], [false, true]],
      [[page({ path: '/anywhere' })], [false, false], [false, true]],
      [[{ kind: 'setting', id: 'demo', document: true }], [false, false], [false, true]],
      [
        [article(LOSS, '文'), { kind: 'setting', id: 'demo', document: true }],
        [false, false],
        [false, true],
      ],
    ];
    const calls = {
      section: [await ask('editor', SECTION), await ask('channel-admin', SECTION)],
      whole: [await ask('editor', ''), await ask('channel-admin', '')],
    };
    for (const [changes, section, whole] of cases) {
      const got = async (two: typeof calls.section) =>
        Promise.all(two.map(async (call) => (await call('POST', '/editions', draft('稿件', changes))).status === 200));
      expect([await got(calls.section), await got(calls.whole)], JSON.stringify(changes)).toEqual([section, whole]);
    }
  });

  test('an edition cannot be saved into what its writer may not write, nor taken out of what they may not', async () => {
    const own = await ask('editor', SECTION);
    const { data } = await own('POST', '/editions', notice);
    expect(
      (
        await own('POST', `/editions/${data.editionId}`, {
          ...draft('声明', [article(`${NEWS}0001`, '新闻')]),
          version: 1,
        })
      ).code,
    ).toBe(errors.rightMissing.code);
    const foreign = await draftBy(site, writer, [article(`${NEWS}0001`, '新闻稿')]);
    expect((await own('POST', `/editions/${foreign.editionId}`, { ...notice, version: 1 })).code).toBe(
      errors.rightMissing.code,
    );
  });

  test('lists and counts hold what somebody may see and do, and nothing else', async () => {
    const publishContext = publishContextOf(site);
    const [here, there] = [
      await draftBy(site, writer, [article(LOSS, '这里')], '列表这里'),
      await draftBy(site, writer, [article(`${NEWS}0001`, '那里')], '列表那里'),
    ];
    for (const edition of [here, there]) await submitEdition(publishContext, writer, edition);
    const titles = async (call: Awaited<ReturnType<typeof ask>>, query: string) =>
      ((await call('GET', `/editions?words=列表&${query}`)).data as { list: { title: string }[] }).list
        .map(({ title }) => title)
        .sort();
    const [reviewer, everywhere, auditor] = [
      await ask('reviewer', SECTION),
      await ask('reviewer', ''),
      await ask('auditor', ''),
    ];
    expect(await titles(reviewer, 'view=to-review')).toEqual(['列表这里']);
    expect(await titles(everywhere, 'view=to-review')).toEqual(['列表这里', '列表那里']);
    expect(await titles(auditor, '')).toEqual(['列表这里', '列表那里']);
    expect(await titles(auditor, `channelId=${SECTION}`)).toEqual(['列表这里']);
    expect(await titles(everywhere, 'state=draft')).toEqual([]);
    const both = await hand(site, '又写又审', [
      { role: 'reviewer', channelId: '' },
      { role: 'editor', channelId: '' },
    ]);
    const call = await consoleOf(site, both, ORIGIN);
    const { data } = await call('POST', '/editions', draft('列表自己', [article(LOSS, '自己')]));
    await call('POST', `/editions/${data.editionId}/submit`, { version: 1 });
    expect([await titles(call, 'view=to-review'), await titles(call, 'view=mine')]).toEqual([
      ['列表这里', '列表那里'],
      ['列表自己'],
    ]);
    const counts = (await call('GET', '/editions/counts')).data as Record<string, number>;
    expect([counts.mine, counts['to-review'], counts['to-publish']]).toEqual([1, 2, undefined]);
    expect((await reviewer('GET', `/editions/${there.editionId}`)).status).toBe(403);
  });

  test('[RV1] what waits is listed from the one that has waited longest, with since when, and says what is outdated', async () => {
    const publishContext = publishContextOf(site);
    const submitted = async (title: string, changes: Parameters<typeof draftBy>[2], base = {}) => {
      const edition = await draftBy(site, writer, changes, title, base);
      await submitEdition(publishContext, writer, edition);
      return edition;
    };
    const { articleIds } = await site.publish('公开', [article(LOSS, '等候中的声明')]);
    const base = await publicRevisions(site.database.db, [`article:${articleIds[0]}`]);
    const first = await submitted('等候一', [article(LOSS, '等候中的声明（改）', { articleId: articleIds[0]! })], base);
    await submitted('等候二', [article(LOSS, '等候二')]);
    await submitted('等候三', [article(LOSS, '等候三')]);
    await site.publish('另行公开', [article(LOSS, '等候中的声明（他人）', { articleId: articleIds[0]! })]);
    const reviewer = await hand(site, '审核等候', [{ role: 'reviewer', channelId: '' }]);
    const call = await consoleOf(site, reviewer, ORIGIN);
    const listed = async () =>
      ((await call('GET', '/editions?words=等候&view=to-review&order=waiting')).data as { list: EditionLine[] }).list;
    const before = await listed();
    expect(before.map(({ title, isOutdated }) => [title, isOutdated])).toEqual([
      ['等候一', true],
      ['等候二', false],
      ['等候三', false],
    ]);
    expect(before.map(({ waitingSince }) => waitingSince)).toEqual(
      before.map(({ waitingSince }) => waitingSince).sort(),
    );
    expect(before.every(({ waitingSince }) => waitingSince !== '')).toBe(true);
    // one that came back waits anew
    const second = before[1]!;
    const { editionId } = second;
    await call('POST', `/editions/${editionId}/return`, { version: 1, note: '请补充' });
    await submitEdition(publishContext, writer, { editionId, version: 1 });
    const after = await listed();
    expect(after.map(({ title }) => title)).toEqual(['等候一', '等候三', '等候二']);
    expect(Date.parse(after[2]!.waitingSince)).toBeGreaterThan(Date.parse(second.waitingSince));
    expect((await call('POST', `/editions/${first.editionId}/approve`, { version: 1 })).code).toBe(
      errors.editionOutdated.code,
    );
  });

  test('a role that is taken away while its owner works ends their work with the next call', async () => {
    const one = await hand(site, '将失权', [{ role: 'editor', channelId: '' }]);
    const call = await consoleOf(site, one, ORIGIN);
    const { data } = await call('POST', '/editions', notice);
    await site.database.db
      .updateTable('staff_grant')
      .set({ ended_at: new Date() })
      .where('staff_id', '=', one.staffId)
      .execute();
    expect((await call('POST', `/editions/${data.editionId}/submit`, { version: 1 })).code).toBe(
      errors.rightMissing.code,
    );
  });
});

describe('by the calls', () => {
  test('from draft to public, and everybody is told what they need', async () => {
    const [editor, reviewer, publisher] = [
      await ask('editor', SECTION),
      await ask('reviewer', SECTION),
      await ask('publisher', SECTION),
    ];
    const begun = (await editor('GET', `/public-content?subject=article:${firstId}`)).data as {
      change: { document: object };
      mark: string;
    };
    const changes = [{ kind: 'article', document: { ...begun.change.document, content: '<p>改过的正文。</p>' } }];
    const { data: made } = await editor('POST', '/editions', {
      title: '改一则声明',
      changes,
      base: { [`article:${firstId}`]: begun.mark },
    });
    const path = `/editions/${made.editionId}`;
    expect((await editor('GET', `${path}/check`)).data).toMatchObject({ problems: [], redLines: { lines: [] } });
    const { data: compared } = await reviewer('GET', `${path}/compare?from=public&to=1`);
    expect(compared.subjects[0].fields.map((one: { path: string }) => one.path)).toEqual(['/document/content']);
    expect((await editor('POST', `${path}/submit`, { version: 1 })).status).toBe(200);
    expect((await reviewer('POST', `${path}/approve`, { version: 1 })).status).toBe(200);
    const { data: published } = await publisher('POST', `${path}/publish`, { version: 1 });
    expect(published.articleIds).toEqual([firstId]);
    expect((await site.get(`/swhysc/publicChannel/lossStatement/detail/${firstId}`)).html).toContain('改过的正文');
    const { data: found } = await editor('GET', path);
    expect([found.state, found.publishedIn, found.steps.length]).toEqual(['published', published.no, 4]);
  });

  test('a body of a large register is taken, one beyond all bounds is not', async () => {
    const editor = await ask('editor', '');
    const long = (length: number) =>
      draft(
        '长',
        Array.from({ length }, (_, at) => article(LOSS, `长文${at}`, { content: `<p>${'长'.repeat(100_000)}</p>` })),
      );
    expect((await editor('POST', '/editions', long(2))).status).toBe(200);
    const { status, code } = await editor('POST', '/editions', long(30));
    expect([status, code]).toEqual([413, errors.bodyTooLarge.code]);
  });

  test('what belongs to the whole site is not taken by saying that it is for one’s own channel', async () => {
    const admin = await ask('channel-admin', NEWS);
    const page = (name: string) => ({
      kind: 'page',
      id: name,
      document: {
        schemaVersion: 1,
        page: name,
        for: { channel: `${NEWS}0001` },
        layout: 'channel',
        blocks: [{ id: 'note', place: 'main', widget: 'rich-note', props: { html: '<p>"region"</p>' } }],
      },
    });
    const statusOf = async (changes: unknown[]) => (await admin('POST', '/editions', draft('改页面', changes))).status;
    expect(await statusOf([page('own-news')])).toBe(200);
    for (const name of ['verify', 'detail', 'search', 'home', 'default'])
      expect(await statusOf([page(name)]), name).toBe(403);
    const region = (await site.deps.siteAt('now')).registers.get('region')!;
    expect(
      await statusOf([
        page('own-news'),
        { kind: 'rows', document: { definition: region, rows: [], dataDate: '2026-11-01', department: '办公室' } },
      ]),
    ).toBe(403);
  });

  test('an older version is read by whoever may read what it was about', async () => {
    const { editionId } = await draftBy(site, writer, [article(LOSS, '先在这里')]);
    const news = `${NEWS}0001`;
    await saveBy(site, writer, { editionId, version: 1 }, [article(news, '后在那里')]);
    const elsewhere = await ask('editor', NEWS);
    const statusOf = async (path: string) => (await elsewhere('GET', `/editions/${editionId}${path}`)).status;
    expect(await Promise.all(['', '?version=2', '/page', '/compare?from=public&to=2'].map(statusOf))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(
      await Promise.all(
        ['?version=1', '/page?version=1', '/compare?from=1&to=2', '/rows?version=1&change=0'].map(statusOf),
      ),
    ).toEqual([403, 403, 403, 403]);
  });
});
