import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { SharesAnswer } from '#features/shared-previews/wire.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { MOST_LINKS, MOST_OPENED } from '#rules/editions/shared-previews.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { storeFile } from '#server/files/store.ts';
import { consoleOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const PLACES = `${SECTION}0055`;

type Asking = Awaited<ReturnType<typeof consoleOf>>;

let site: TestSite;
let writer: Hand, reviewer: Hand, publisher: Hand;
let ask: Asking;
/** files by what shows them */
const files: Record<'own' | 'restricted' | 'other' | 'open', string> = { own: '', restricted: '', other: '', open: '' };

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
    phone: { title: '电话', type: 'text', restricted: true },
  },
  columns: ['placeNo', 'placeName', 'phone'],
  filters: [{ field: 'placeName' }],
  order: ['placeNo'],
};
const rows = ['北楼会议室', '南楼会议室'].map((placeName, at) => ({
  placeNo: `P${at}`,
  placeName,
  phone: '电话不应外传',
}));

/** A page with a table, an article with a file, and a restricted article with another. */
const draft = (): Change[] => [
  channel(PLACES, 'publicChannel/day', '投资者开放日', { type: 2, classOrder: 55 }),
  { kind: 'register', document: definition },
  { kind: 'rows', document: { definition, rows, dataDate: '2026-11-01', department: '办公室' } },
  {
    kind: 'page',
    id: 'open-day',
    document: {
      schemaVersion: 1,
      page: 'open-day',
      for: { channel: PLACES },
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
  article(LOSS, '将要公开的声明', {
    content: `<p>将要公开的正文</p><p><img src="/static-file/${files.own}" alt="印章"></p>`,
  }),
  article(LOSS, '受限的公告', {
    content: '<p>受限正文不应外传</p>',
    riskLevel: '0001',
    attachments: [{ filename: '条款.pdf', filepath: files.restricted }],
  }),
];

const stored = async (text: string) =>
  (
    await storeFile(
      { db: site.database.db, dir: site.filesDir },
      { bytes: Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`), extension: 'pdf' },
    )
  ).filepath;

beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '编辑甲', [
    { role: 'channel-admin', channelId: '' },
    { role: 'editor', channelId: '' },
  ]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  publisher = await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]);
  ask = await consoleOf(site, writer, ORIGIN);
  // notices begin with what comes after
  await site.run('notices');
  for (const name of ['own', 'restricted', 'other', 'open'] as const) files[name] = await stored(name);
  await site.publish('旧文件', [
    article(LOSS, '早已公开', { attachments: [{ filename: '旧.pdf', filepath: files.open }] }),
  ]);
  await draftBy(site, writer, [
    article(LOSS, '别的稿件', { attachments: [{ filename: '别.pdf', filepath: files.other }] }),
  ]);
});
afterAll(() => site.end());

let network = 0;
/** Each from a network of its own, so that no test takes another's turns. */
const open = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({
    url,
    headers: { host: 'localhost', ...headers },
    remoteAddress: `10.${1 + Math.floor(network / 250)}.${network++ % 250}.1`,
  });
const answer = (link: string, fields: Record<string, string>, { origin = ORIGIN, remoteAddress = '10.99.0.1' } = {}) =>
  site.app.inject({
    method: 'POST',
    url: '/preview/shared/answer',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost', origin },
    payload: new URLSearchParams({ 'preview-link': secretOf(link), ...fields }).toString(),
    remoteAddress,
  });
const secretOf = (link: string): string => new URL(link, ORIGIN).searchParams.get('preview-link')!;
const pageOf = (link: string, path: string): string => `${link}&preview-path=${encodeURIComponent(path)}`;
const shown = (text: string): string => text.replaceAll('<wbr>', '').replaceAll('&amp;', '&');

const share = async (
  edition: { editionId: number; version: number },
  { by = ask, days = 7, forWhom = '某律师事务所' } = {},
) => by('POST', `/editions/${edition.editionId}/shares`, { version: edition.version, days, forWhom });
/** The address of a new link, below the host. */
const linkTo = async (edition: { editionId: number; version: number }): Promise<string> =>
  (await share(edition)).data.link.slice(ORIGIN.length);
const sharesOf = async (editionId: number): Promise<SharesAnswer> =>
  (await ask('GET', `/editions/${editionId}/shares`)).data;

test('[SH1] [SH3] a link shows what an anonymous visitor would read, on each page that changes, and nothing that one would not', async () => {
  const edition = await draftBy(site, writer, draft());
  const link = await linkTo(edition);
  const first = await open(link);
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  const page = shown(first.body);
  expect(page).toContain('<meta name="robots" content="noindex,nofollow">');
  expect(page).toContain('<span>预览</span>');
  expect(page).toContain('第 1 版');
  expect(page).toContain('北楼会议室');
  // each changed page has a link, and what it shows is just what was told
  const listed = page.slice(page.indexOf('<details>'), page.indexOf('</details>'));
  const places = [...listed.matchAll(/<li><a href="(\/preview\/shared\?[^"]+)">([^<]+)<\/a><\/li>/g)];
  expect(places.map(([, , title]) => title)).toEqual(['投资者开放日', '遗失声明：将要公开的声明', '遗失声明']);
  const pages = await Promise.all(places.map(async ([, href]) => shown((await open(href!)).body)));
  expect(pages[1]).toContain('将要公开的正文');
  expect(pages[2]).toContain('受限的公告');
  for (const text of [page, ...pages]) {
    for (const hidden of [
      '电话不应外传',
      '受限正文不应外传',
      files.restricted,
      files.other,
      '别的稿件',
      '访客看不到',
      '/console/',
    ])
      expect(text).not.toContain(hidden);
    expect(text).not.toContain('<script type="module"');
  }
  // links and forms stay in the preview, those of other sites go there
  expect(page).not.toMatch(/ href="\/swhysc/);
  expect(page).toContain(`<input type="hidden" name="preview-path" value="/publicChannel/day">`);
  const found = shown(
    (await open(`${pageOf(link, '/publicChannel/day')}&placeName=${encodeURIComponent('南楼')}`)).body,
  );
  expect([found.includes('南楼会议室'), found.includes('北楼会议室')]).toEqual([true, false]);
  // nothing of it is public, or in what machines read
  for (const path of ['/swhysc/publicChannel/day', '/swhysc/publicChannel'])
    expect((await site.get(path)).html).not.toContain('投资者开放日');
  expect((await site.get('/sitemap.xml')).html).not.toContain('preview');
  expect((await site.get('/robots.txt')).html).toContain('Disallow: /preview/');
});

test('[SH4] the link opens the files that this edition makes public, and neither restricted ones nor those of another draft', async () => {
  const edition = await draftBy(site, writer, draft());
  const link = await linkTo(edition);
  const fileOf = (filepath: string) => `/preview/shared/file/${filepath}?preview-link=${secretOf(link)}`;
  const found = shown((await open(pageOf(link, '/publicChannel/lossStatement/detail/1'))).body);
  expect(found).not.toContain('="/static-file/');
  const own = await open(fileOf(files.own));
  expect([own.statusCode, own.body.includes('% own'), own.headers['cache-control']]).toEqual([
    200,
    true,
    'private, no-store',
  ]);
  expect(own.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringMatching(/noindex/),
  });
  for (const filepath of [files.restricted, files.other, files.own.replace(/[0-9a-f]{64}/, 'a'.repeat(64))]) {
    const refused = await open(fileOf(filepath));
    expect([refused.statusCode, refused.body.includes('%PDF')], filepath).toEqual([404, false]);
  }
  const openOne = await open(fileOf(files.open));
  expect([openOne.statusCode, openOne.headers.location]).toEqual([302, `/static-file/${files.open}`]);
  expect((await site.get(`/static-file/${files.own}`)).status).toBe(404);
  expect((await open(fileOf(files.own).replace(/link=.*/, `link=${'x'.repeat(43)}`))).statusCode).toBe(404);
  await ask(
    'POST',
    `/editions/${edition.editionId}/shares/${(await sharesOf(edition.editionId)).links[0]!.shareId}/revoke`,
  );
  const after = await open(fileOf(files.own));
  expect([after.statusCode, after.body.includes('%PDF')]).toEqual([410, false]);
});

test('[SH2] a link ends when it is revoked, past its days, or its edition is published or discarded, and then shows nothing', async () => {
  const { db } = site.database;
  const text = '只在预览里的正文';
  const begin = async () => {
    const edition = await draftBy(site, writer, [article(LOSS, '会结束的', { content: `<p>${text}</p>` })]);
    const link = await linkTo(edition);
    expect((await open(link)).body).toContain(text);
    return { edition, link };
  };
  const ends: [end: string, words: string, (edition: { editionId: number; version: number }) => Promise<unknown>][] = [
    [
      'revoked',
      '这个预览链接已被收回',
      async ({ editionId }) => {
        const { shareId } = (await sharesOf(editionId)).links[0]!;
        const revoke = () => ask('POST', `/editions/${editionId}/shares/${shareId}/revoke`);
        expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200]);
      },
    ],
    [
      'expired',
      '已经过期',
      () => site.database.owner.query(`update shared_preview set expires_at = now() - interval '1 second'`),
    ],
    ['discarded', '已经作废', (edition) => discardEdition(db, writer, edition)],
    [
      'published',
      '已经发布',
      async (edition) => {
        await submitEdition(publishContextOf(site), writer, edition);
        await approveEdition(db, reviewer, edition);
        await publishEdition(publishContextOf(site), publisher, edition);
      },
    ],
    ['used-up', '已到上限', () => db.updateTable('shared_preview').set({ opened: MOST_OPENED }).execute()],
  ];
  for (const [end, words, work] of ends) {
    const { edition, link } = await begin();
    await work(edition);
    for (const url of [link, pageOf(link, '/'), link.replace('shared?', 'shared/answer?')]) {
      const ended = await open(url);
      expect([ended.statusCode, ended.body.includes(words), ended.body.includes(text)], `${end} ${url}`).toEqual([
        410,
        true,
        false,
      ]);
      expect(ended.headers['cache-control']).toBe('no-store');
    }
    expect((await answer(link, { name: '王律师', answer: 'agrees' })).statusCode, end).toBe(410);
    const { links, answers } = await sharesOf(edition.editionId);
    expect([links[0]!.end, answers], end).toEqual([end, []]);
    await db.updateTable('shared_preview').set({ opened: 1 }).execute();
  }
  const { edition, link } = await begin();
  await db.updateTable('staff').set({ state: 'suspended' }).where('staff_id', '=', writer.staffId).execute();
  expect((await open(link)).statusCode).toBe(410);
  await db.updateTable('staff').set({ state: 'active' }).where('staff_id', '=', writer.staffId).execute();
  expect((await open(link)).statusCode).toBe(200);
  expect((await sharesOf(edition.editionId)).links[0]).toMatchObject({ end: null, opened: 2 });
});

test('[SH2] a link shows the version that it was made for; only its hash is stored; guesses are limited', async () => {
  const edition = await draftBy(site, writer, [article(LOSS, '原来的题目')]);
  const link = await linkTo(edition);
  await saveBy(site, writer, edition, [article(LOSS, '后来的题目')]);
  const page = shown((await open(link)).body);
  expect([page.includes('原来的题目'), page.includes('后来的题目'), page.includes('这里看到的仍是第 1 版')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await share(edition)).toMatchObject({ status: 422, code: '2015', msg: expect.stringContaining('第 2 版') });
  const secret = secretOf(link);
  expect(Buffer.from(secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  const everything = await site.database.pool.query<{ row: string }>(
    `select to_jsonb(one)::text as row from shared_preview one union all select to_jsonb(two)::text from audit two`,
  );
  expect(everything.rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  const guess = () =>
    site.app.inject({
      url: `/preview/shared?preview-link=${'g'.repeat(43)}`,
      headers: { host: 'localhost' },
      remoteAddress: '10.200.0.1',
    });
  const codes = [];
  for (let tries = 0; tries < 21; tries += 1) codes.push((await guess()).statusCode);
  expect([codes.slice(0, 20).every((code) => code === 404), codes[20]]).toEqual([true, 429]);
});

test('[SH5] an answer from outside is a line of the record, under a name that nobody verified, and no approval', async () => {
  const { db } = site.database;
  const edition = await draftBy(site, writer, [article(LOSS, '请看一看')]);
  await submitEdition(publishContextOf(site), writer, edition);
  const link = await linkTo(edition);
  const form = await open(link.replace('shared?', 'shared/answer?'));
  expect([form.statusCode, form.body.includes('name="remark"'), form.body.includes('一份稿件')]).toEqual([
    200,
    true,
    false,
  ]);
  const before = await db
    .selectFrom('edition')
    .selectAll()
    .where('edition_id', '=', edition.editionId)
    .executeTakeFirst();
  const wrong: [Record<string, string>, string][] = [
    [{ name: ' \u200b', answer: 'agrees' }, '请填写您的姓名'],
    [{ name: '王'.repeat(41), answer: 'agrees' }, '姓名不超过 40 个字'],
    [{ name: '王律师' }, '请选择无异议'],
    [{ name: '王律师', answer: 'remark' }, '请写下您的意见'],
    [{ name: '王律师', answer: 'agrees', remark: '其实有一点' }, '写了意见时'],
    [{ name: '王律师', answer: 'remark', remark: '长'.repeat(1_001) }, '现在是 1001 个字'],
  ];
  for (const [at, [fields, words]] of wrong.entries()) {
    const again = await answer(link, fields, { remoteAddress: `10.98.${at}.1` });
    expect([again.statusCode, again.body.includes(words)], words).toEqual([422, true]);
    if (fields.remark) expect(again.body).toContain(fields.remark);
  }
  expect(
    (await answer(link, { name: '王律师', answer: 'agrees' }, { origin: 'http://elsewhere.test' })).statusCode,
  ).toBe(403);
  expect((await sharesOf(edition.editionId)).answers).toEqual([]);
  for (const _ of [1, 2]) expect((await answer(link, { name: '王律师', answer: 'agrees' })).statusCode).toBe(200);
  const remark = '第二段的日期写错了\n应为 <b>11 月</b>';
  expect((await answer(link, { name: '李经理', answer: 'remark', remark })).statusCode).toBe(200);
  expect((await sharesOf(edition.editionId)).answers).toMatchObject([
    { name: '李经理', remark, version: 1, forWhom: '某律师事务所' },
    { name: '王律师', remark: '' },
  ]);
  for (const _ of [1, 2]) await site.run('notices');
  const notices = await db
    .selectFrom('staff_notice')
    .select('staff_id')
    .where('event', '=', 'outside-answer')
    .execute();
  // NT1: those who wrote it, once for each answer
  expect(notices).toEqual([{ staff_id: writer.staffId }, { staff_id: writer.staffId }]);
  const lines = await db
    .selectFrom('audit')
    .select(['staff_id', 'account', 'facts', 'address'])
    .where('act', '=', 'share.answer')
    .where('subject', '=', `edition:${edition.editionId}`)
    .execute();
  expect(lines).toMatchObject([
    { staff_id: null, account: '', address: '10.99.0.1', facts: { name: '王律师', answer: '无异议', version: 1 } },
    { facts: { name: '李经理', answer: '有意见', remark } },
  ]);
  const after = await db
    .selectFrom('edition')
    .selectAll()
    .where('edition_id', '=', edition.editionId)
    .executeTakeFirst();
  expect(after).toEqual(before);
  const steps = await db
    .selectFrom('edition_step')
    .select('act')
    .where('edition_id', '=', edition.editionId)
    .orderBy('step_id')
    .execute();
  expect(steps.map(({ act }) => act)).toEqual(['created', 'submitted']);
  const often = [];
  for (let at = 0; at < 11; at += 1)
    often.push(
      (await answer(link, { name: `第${at}人`, answer: 'agrees' }, { remoteAddress: '10.97.0.1' })).statusCode,
    );
  expect([often[9], often[10]]).toEqual([200, 429]);
});

test('[SH1] whoever may submit an edition makes its links, for at most thirty days, and so many at a time', async () => {
  const edition = await draftBy(site, writer, [article(LOSS, '谁可以分享')]);
  const elsewhere = await consoleOf(
    site,
    await hand(site, '别处编辑', [{ role: 'editor', channelId: `${SECTION}0018` }]),
    ORIGIN,
  );
  const reading = await consoleOf(site, reviewer, ORIGIN);
  for (const by of [elsewhere, reading]) expect((await share(edition, { by })).code).toBe('2008');
  expect((await elsewhere('GET', `/editions/${edition.editionId}/shares`)).status).toBe(403);
  // a draft of a page that an editor may read and not submit
  const setting = await draftBy(site, writer, [
    article(LOSS, '同一份里'),
    channel(`${SECTION}0077`, 'publicChannel/new', '新栏目', { type: 2, classOrder: 77 }),
  ]);
  const editor = await consoleOf(site, await hand(site, '只写内容', [{ role: 'editor', channelId: '' }]), ORIGIN);
  expect((await share(setting, { by: editor })).code).toBe('2008');
  for (const days of [0, 31]) expect((await share(edition, { days })).code).toBe('1001');
  expect((await share(edition, { forWhom: ' \u200b ' })).msg).toBe('请写明给谁');
  const made = await share(edition, { days: 30 });
  const { links } = await sharesOf(edition.editionId);
  expect(made.data.link).toMatch(/^http:\/\/localhost\/preview\/shared\?preview-link=[\w-]{43}$/);
  expect(links).toMatchObject([{ forWhom: '某律师事务所', madeBy: '编辑甲', version: 1, opened: 0, end: null }]);
  expect(Math.round((Date.parse(links[0]!.expiresAt) - Date.now()) / 86_400_000)).toBe(30);
  const wrong = await draftBy(site, writer, [
    article(LOSS, '缺少文件', { image: files.own.replace(/[0-9a-f]{64}/, 'b'.repeat(64)) }),
  ]);
  expect(await share(wrong)).toMatchObject({ code: '2024', msg: expect.stringContaining('现在还不能预览') });
  for (let count = 1; count < MOST_LINKS; count += 1)
    await site.database.pool.query(
      `insert into shared_preview (edition_id, version, secret_hash, for_whom, made_by, made_at, expires_at)
        select edition_id, version, secret_hash || ${count}, for_whom, made_by, made_at, expires_at from shared_preview where edition_id = ${edition.editionId} and length(secret_hash) = 64`,
    );
  expect((await share(edition)).msg).toContain(`已有 ${MOST_LINKS} 个有效的链接`);
});
