import type { Change } from '#kinds/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { LOCKS } from '#server/db/locks.ts';
import { lockLog } from '#server/store/publication/publication-log.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { errors } from '#server/errors.ts';
import { record } from '#server/people/staff/audit.ts';
import { storeFile } from '#server/files/store.ts';
import { consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const NEW = `${SECTION}0055`;

let site: TestSite;
let writer: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '编辑甲', [{ role: 'channel-admin', channelId: SECTION }]);
  ask = await consoleOf(site, writer, ORIGIN);
});
afterAll(() => site.end());

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'open-day-places',
  title: '开放日地点',
  endpoints: [],
  department: '办公室',
  key: ['placeNo'],
  fields: {
    placeNo: { title: '编号', type: 'text', required: true },
    placeName: { title: '地点', type: 'text', required: true },
  },
  columns: ['placeNo', 'placeName'],
  filters: [],
  order: ['placeNo'],
};
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    placeNo: `P${String(at + 1).padStart(5, '0')}`,
    placeName: `第${at + 1}号会议室`,
  }));
const wizard = (count = 30): Change[] => [
  channel(NEW, 'publicChannel/day', '投资者开放日', { type: 2, classOrder: 55 }),
  { kind: 'register', document: definition },
  { kind: 'rows', document: { definition, rows: rows(count), dataDate: '2026-11-01', department: '办公室' } },
  {
    kind: 'page',
    id: 'open-day',
    document: {
      schemaVersion: 1,
      page: 'open-day',
      for: { channel: NEW },
      layout: 'channel',
      blocks: [
        {
          id: 'rows',
          place: 'main',
          widget: 'register-table',
          source: { name: 'register', params: { register: 'open-day-places' } },
        },
      ],
    },
  },
];
const preview = async (changes: unknown, look: object = {}) => ask('POST', '/previews', { changes, ...look });

test('[SU3] a preview says in the place of each block that visitors do not see what is missing', async () => {
  const { data } = await preview([article(LOSS, '首页之外的公告')]);
  const shown = (await ask('GET', `/previews/${data.previewId}/page?path=%2F`)).body.replaceAll('<wbr>', '');
  expect(shown).toContain('这一块没有内容，访客看不到它');
  expect(shown).toContain('网站没有这一块要显示的栏目：请在页面中改用别的栏目');
  expect(shown).toMatch(/\/console\/pages\/home"[^>]*>修改页面“首页”/);
  // HN6: entries without content are not counted, and told below the page
  expect(shown).toContain('访客看不到的链接');
  expect(shown).not.toContain('（访客看不到：还没有内容）');
  const quickOf = (body: string) => [...body.matchAll(/quick__title">(.*?)<\/span>/g)].map(([, title]) => title);
  const { html } = await site.get('/swhysc/');
  expect(quickOf(shown)).toEqual(quickOf(html));
  for (const words of ['这一块没有内容', '不存在', '暂时无法显示', '/openAccount']) expect(html).not.toContain(words);
});

test('[SU17] a preview shows channels without content where visitors will find them, marked, each with the way to fill it', async () => {
  const FRAUD = `${SECTION}0018`;
  const { data } = await preview([
    article(LOSS, '首页之外的公告'),
    channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员公示', { type: 2, classOrder: 5 }),
  ]);
  const look = async (path: string) =>
    (await ask('GET', `/previews/${data.previewId}/page?path=${encodeURIComponent(path)}`)).body;
  const MARK = '（访客看不到：还没有内容）';
  const overview = await look('/publicChannel');
  const titles = [...overview.matchAll(/entry__title">(?:<span class="phrases">)?(.*?)<\/span>/g)].map(([, title]) =>
    title!.replaceAll('<wbr>', ''),
  );
  // channels with content come first
  expect(titles.slice(-2)).toEqual([`债券投资交易人员公示${MARK}`, `防范非法证券活动${MARK}`]);
  for (const path of ['/sitemap', '/publicChannel/complaint'])
    expect(await look(path)).toContain(`防范非法证券活动${MARK}`);
  const fraud = await look('/publicChannel/antiFraud');
  expect(fraud).toContain('“防范非法证券活动”还没有公开的内容');
  expect(fraud).toContain(`href="${ORIGIN}/console/content/new?channel=${FRAUD}"`);
  expect(await look('/publicChannel/bondInvestment')).toContain(`href="${ORIGIN}/console/registers/bond-investment"`);
  for (const path of ['', 'sitemap', 'publicChannel', 'publicChannel/antiFraud'])
    expect((await site.get(`/swhysc/${path}`)).html).not.toContain('访客看不到');
});

describe('of several previews at once', () => {
  test('one person has one drawn, and of those that wait the newest of a place; nobody else waits for them', async () => {
    const other = await consoleOf(
      site,
      await hand(site, '编辑乙', [{ role: 'channel-admin', channelId: SECTION }]),
      ORIGIN,
    );
    const draft = (title: string) => [article(LOSS, title)];
    const editionId = (await draftBy(site, writer, draft('稿件'))).editionId;
    const log = await site.database.db.startTransaction().execute();
    await lockLog(log);
    const began = async (count: number) =>
      expect
        .poll(async () => (await site.database.db.selectFrom('preview').select('preview_id').execute()).length)
        .toBe(count);
    const storedPreviews = (await site.database.db.selectFrom('preview').select('preview_id').execute()).length;
    const first = preview(draft('一'));
    await began(storedPreviews + 1);
    const second = preview(draft('二'));
    await began(storedPreviews + 2);
    // a request for another place waits beside it
    const frame = ask('GET', `/editions/${editionId}/page`);
    const third = preview(draft('三'));
    expect(await second).toMatchObject({ status: 409, code: '2047' });
    const theirs = other('POST', '/previews', { changes: draft('别人的') });
    const held = () =>
      site.database.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where not granted and locktype = 'advisory' and objid = ${LOCKS.publication}::oid`,
      );
    // theirs is drawn beside the first, and not after all of one person's
    await expect.poll(async () => (await held()).rows[0]!.count).toBe(2);
    await log.commit().execute();
    expect((await first).data.page).toContain('一的正文');
    expect((await theirs).data.page).toContain('别人的的正文');
    expect((await third).data.page).toContain('三的正文');
    expect((await frame).body).toContain('稿件的正文');
  });
});

describe('a preview is the site as it would be', () => {
  test('a new channel with its table is drawn by the site’s own renderer, in its menu, and nothing of it stays', async () => {
    const before = await site.publications.refresh();
    const { data, msg } = await preview(wizard());
    expect([msg, data.problems, data.path]).toEqual(['', [], '/publicChannel/day']);
    expect(data.page).toContain('预览：尚未公开的内容');
    expect(data.page).toContain('第10号会议室');
    expect(data.page).toContain('<title>投资者开放日');
    expect(data.page).not.toMatch(/<script type="module"/);
    expect((await site.get('/swhysc/publicChannel/day')).status).toBe(404);
    expect(await site.publications.refresh()).toBe(before);
    expect(
      (
        await site.database.db
          .selectFrom('register_row')
          .select('row_id')
          .where('register', '=', 'open-day-places')
          .execute()
      ).length,
    ).toBe(0);
  });

  test('links in the frame stay within the draft, also in the other script, on the other pages of a table', async () => {
    const { data } = await preview(wizard(), { traditional: true });
    expect(data.page).toContain('投資者開放日');
    const door = `/console/api/previews/${data.previewId}/page?traditional=true&amp;path=`;
    expect(data.page).toContain(`href="${door}%2F"`);
    expect(data.page).not.toMatch(/ href="\/swhysc/);
    const [, third = ''] = /href="\/console\/api(\/previews\/[^"]*%3D3)"/.exec(data.page) ?? [];
    const next = await ask('GET', third.replaceAll('&amp;', '&'));
    expect(next.body).toContain('第30號會議室');
  });

  test('[AC9] a new article is at one address however often its preview is drawn, and in the edition as well', async () => {
    const changes = [
      article(LOSS, '新的声明', { content: '<p>第一段</p>' }),
      article(LOSS, '另一份', { content: '<p>第二段</p>' }),
    ];
    const { data } = await preview(changes);
    expect([data.problems, data.path]).toEqual([[], expect.stringMatching(/\/detail\/\d+$/)]);
    const door = `/previews/${data.previewId}/page?path=${encodeURIComponent(data.path)}`;
    // each drawing takes numbers and gives them back
    for (const _ of [1, 2]) expect((await ask('GET', door)).body).toContain('第一段');
    // from the list of its channel, too
    const list = (
      await ask(
        'GET',
        `/previews/${data.previewId}/page?path=${encodeURIComponent(data.path.replace(/\/detail.*/, ''))}`,
      )
    ).body;
    const links = [...list.matchAll(/href="\/console\/api(\/previews\/[^"]*detail%2F\d+)"/g)].map(([, to]) =>
      to!.replaceAll('&amp;', '&'),
    );
    expect(links.length).toBeGreaterThanOrEqual(2);
    const texts = await Promise.all(links.slice(0, 2).map(async (to) => (await ask('GET', to)).body));
    expect([texts.some((body) => body.includes('第一段')), texts.some((body) => body.includes('第二段'))]).toEqual([
      true,
      true,
    ]);
    const { editionId } = await draftBy(site, writer, changes);
    for (const path of ['', `?path=${encodeURIComponent(data.path)}`])
      expect((await ask('GET', `/editions/${editionId}/page${path}`)).body).toContain('第一段');
    expect((await site.get(`/swhysc${data.path}`)).status).toBe(404);
  });

  test('pictures of the draft come through the door for editors, because they are not public yet; one that is not stored is told', async () => {
    const { filepath } = await storeFile(
      { db: site.database.db, dir: site.filesDir },
      {
        bytes: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
          'base64',
        ),
        extension: 'png',
      },
    );
    await record(site.database.db, writer, 'file.upload', { subject: `file:${filepath}` });
    const { data } = await preview([
      article(LOSS, '带图的声明', { content: `<p>见图</p><p><img src="/static-file/${filepath}" alt="印章"></p>` }),
    ]);
    expect(data.problems).toEqual([]);
    expect(data.page).toContain(` src="/console/api/files/${filepath}"`);
    expect(data.page).not.toContain('="/static-file/');
    expect((await ask('GET', `/files/${filepath}`)).status).toBe(200);
    expect((await site.get(`/static-file/${filepath}`)).status).toBe(404);
    const lost = filepath.replace(/[0-9a-f]{64}/, 'a'.repeat(64));
    const { problems } = (await preview([article(LOSS, '图丢了', { image: lost })])).data;
    expect(problems).toEqual([{ change: null, message: `文件“aaaaaaaaaaaa.png”不在文件库中，请重新上传（${lost}）` }]);
  });

  test('what keeps a draft from being published is told in place of a page; a bad page is told by pointer', async () => {
    const { data } = await preview([article(LOSS, '')]);
    expect([
      data.page,
      data.problems.map(({ change, message }: { change: number; message: string }) => [change, /标题/.test(message)]),
    ]).toEqual([null, [[0, true]]]);
    const page = { schemaVersion: 1, page: 'odd', for: { channel: LOSS }, layout: 'nowhere', blocks: [] };
    const odd = (await preview([{ kind: 'page', id: 'odd', document: page }])).data;
    expect([odd.page, odd.problems[0].pointer, odd.problems[0].change]).toEqual([null, '/layout', 0]);
  });

  test('of a large register the first thousand rows are written', async () => {
    const { data } = await preview(wizard(1500));
    expect(data.problems).toEqual([]);
    const { changes } = await site.database.db
      .selectFrom('preview')
      .select('changes')
      .where('preview_id', '=', data.previewId)
      .executeTakeFirstOrThrow();
    expect((changes as { document: { rows?: unknown[] } }[]).map(({ document }) => document.rows?.length)).toEqual([
      undefined,
      undefined,
      1000,
      undefined,
    ]);
  });
});

describe('who may look', () => {
  test('a draft that one may not write is not shown: it could lay open what the site holds back', async () => {
    const editor = await consoleOf(site, await hand(site, '编辑丁', [{ role: 'editor', channelId: LOSS }]), ORIGIN);
    expect((await editor('POST', '/previews', { changes: [article(LOSS, '自己的')] })).status).toBe(200);
    const others = [
      [article(`${SECTION}0018`, '别人的')],
      wizard(),
      [{ kind: 'setting', id: 'demo', document: false }],
    ];
    for (const changes of others) expect((await editor('POST', '/previews', { changes })).status).toBe(403);
    for (const id of ['x'.repeat(36), '-'.repeat(36)])
      expect((await ask('GET', `/previews/${id}/page`)).code).toBe(errors.badParameter.code);
  });

  test('of many people who ask at once each is answered', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, at) =>
        consoleOf(site, await hand(site, `编辑${at}`, [{ role: 'editor', channelId: SECTION }]), ORIGIN),
      ),
    );
    const answers = await Promise.all(
      people.map((by, at) => by('POST', '/previews', { changes: [article(LOSS, `同时的${at}`)] })),
    );
    expect(answers.map(({ data }, at) => data.page.includes(`同时的${at}`))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  test('a kept preview is its maker’s alone, and the newest ten of a person are kept', async () => {
    const { data } = await preview([article(LOSS, '新的声明')]);
    expect(data.path).toMatch(/^\/publicChannel\/lossStatement\/detail\/\d+$/);
    const other = await consoleOf(site, await hand(site, '编辑乙', [{ role: 'editor', channelId: SECTION }]), ORIGIN);
    expect((await other('GET', `/previews/${data.previewId}/page`)).code).toBe(errors.notFound.code);
    for (let time = 0; time < 10; time += 1) await preview([article(LOSS, `第${time}份`)]);
    const storedPreviews = await site.database.db
      .selectFrom('preview')
      .select('preview_id')
      .where('staff_id', '=', writer.staffId)
      .execute();
    expect(storedPreviews.length).toBe(10);
    expect((await ask('GET', `/previews/${data.previewId}/page`)).code).toBe(errors.notFound.code);
  });

  test('a reviewer sees the page of an edition; a person without a role for its channel, and one who only audits, does not write previews', async () => {
    const edition = await draftBy(site, writer, [article(LOSS, '待审核的声明')]);
    await submitEdition(publishContextOf(site), writer, edition);
    const reviewer = await consoleOf(
      site,
      await hand(site, '审核丙', [{ role: 'reviewer', channelId: SECTION }]),
      ORIGIN,
    );
    expect((await reviewer('GET', `/editions/${edition.editionId}/page`)).body).toContain('待审核的声明');
    expect((await reviewer('POST', '/previews', { changes: [article(LOSS, '甲')] })).status).toBe(403);
    const elsewhere = await consoleOf(
      site,
      await hand(site, '审核丁', [{ role: 'reviewer', channelId: '0001000200010002' }]),
      ORIGIN,
    );
    expect((await elsewhere('GET', `/editions/${edition.editionId}/page`)).status).toBe(403);
  });
});
