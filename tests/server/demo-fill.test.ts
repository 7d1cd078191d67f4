import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import { advertWordFinder, USUAL_ADVERT_WORDS } from '#rules/checks/advert-words.ts';
import { findingDoubt } from '#rules/checks/findings.ts';
import { findFindings } from '#server/editions/checks/find-findings.ts';
import { deadAmong, linksOfPage } from '#server/editions/checks/links.ts';
import { siteAfter } from '#server/editions/publish/site-after.ts';
import { publish } from '#server/store/publication/publish.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { findRegisterState } from '#server/store/rows/list-register-rows.ts';
import { tradingDaysUpTo } from '#demo/calendar.ts';
import { decideDemo, fillDemo, fillHistory } from '#demo/fill.ts';
import { demoPages } from '#demo/pages/all-pages.ts';
import { emptyStores, publications, TODAY } from '../world/demo-stores.ts';
import { PAGES_DIR } from '../world/site.ts';

const emptyStore = emptyStores();

describe('a small demonstration', () => {
  let fill: Awaited<ReturnType<typeof emptyStore>>;

  beforeAll(async () => {
    fill = await emptyStore();
    await fillDemo(fill);
    await fillHistory(fill);
  });

  const openArticles = (channelId: string) =>
    fill.database.db
      .selectFrom('article')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where('public_to', 'is', null)
      .execute();
  const channels = () => fill.database.db.selectFrom('channel').selectAll().where('public_to', 'is', null).execute();

  test('holds a tenth of each, and at least one of every kind', async () => {
    const count = async (channelId: string) => (await openArticles(channelId)).length;
    expect(await count('00010002000100020001')).toBe(24);
    expect(await count('00010002000100020002')).toBe(12);
    expect(await count('00010002000100020003')).toBe(18);
    for (const [register, rows] of Object.entries({
      'ib-staff': 42,
      'ib-branch': 11,
      'fund-sale-staff': 320,
      'bond-investment': 14,
      branch: 33,
      'fund-referrer': 240,
      'invest-advisor': 160,
      'conver-rate': 300,
      'deposit-ratio': 120,
      stock: 120,
      'fund-list': 60,
      'fund-net': 6 * 250,
    }))
      expect(await findRegisterState(fill.database.db, 'now', register)).toMatchObject({ rowCount: rows });
    const kinds = new Set((await channels()).map((channel) => channel.content_kind));
    expect([...kinds].sort()).toEqual(['downList', 'empty', 'html', 'htmlFile', 'list']);
  });

  test('[CK11] of its texts and rows nothing is stopped, and nothing is told', async () => {
    const { db } = fill.database;
    const articles = await db.selectFrom('article').selectAll().where('public_to', 'is', null).execute();
    expect(articles.length).toBeGreaterThan(200);
    // articles that somebody writes anew
    const changes = articles.map(({ channel_id: channelId, content_time: at, ...one }): Change => ({
      kind: 'article',
      document: {
        channelId,
        contentTime: at.toISOString(),
        title: one.title,
        summary: one.summary,
        content: one.content,
        source: one.source,
        attachments: one.attachments,
      },
    }));
    const context = { db, pagesDir: PAGES_DIR, filesDir: fill.filesDir };
    const all = (await findFindings(context, { title: '全部文章', changes })).findings;
    expect(all.map(findingDoubt)).toEqual([]);
    const find = advertWordFinder(USUAL_ADVERT_WORDS);
    const rows = await db
      .selectFrom('register_row')
      .select('data')
      .where('public_to', 'is', null)
      .where('register', '!=', 'fund-net')
      .execute();
    expect(rows.flatMap(({ data }) => find(Object.values(data).join('\n')))).toEqual([]);
    expect((await channels()).flatMap(({ name }) => find(name))).toEqual([]);
    const map = await siteAfter(db, PAGES_DIR);
    const links = [...map.pages.pages.values()].flatMap((page) => linksOfPage(0, page.page, page));
    expect(links.length).toBeGreaterThan(50);
    expect((await deadAmong(db, map, links)).map(findingDoubt)).toEqual([]);
  });

  test('[SU6] its own versions of pages are published with the channels', async () => {
    const first = (await publications(fill.database))[0]!;
    const pages = await fill.database.db.selectFrom('page').select(['page', 'document', 'opened_in']).execute();
    expect(pages.map(({ page }) => page).sort()).toEqual(
      demoPages()
        .map(({ id }) => id)
        .sort(),
    );
    expect(new Set(pages.map(({ opened_in }) => opened_in))).toEqual(new Set([first.no]));
    expect(JSON.stringify(pages)).toContain('成立年份');
  });

  test('[CH1] [CH2] both trees are there: every parent exists, and 信息公告 has its 22 channels, shown in its section only', async () => {
    const all = await channels();
    const ids = new Set(all.map(({ channel_id }) => channel_id));
    expect(all.filter(({ parent_id }) => parent_id !== '' && !ids.has(parent_id))).toEqual([]);
    expect(
      all
        .filter(({ parent_id }) => parent_id === '')
        .map(({ channel_id }) => channel_id)
        .sort(),
    ).toEqual(['000100020001', '000100170006']);
    const section = all.filter(({ parent_id }) => parent_id === '0001000200010008');
    expect(section).toHaveLength(22);
    expect(section.filter(({ type }) => type !== 2)).toEqual([]);
    expect(section.find(({ channel_id }) => channel_id === '00010002000100080008')).toMatchObject({
      name: '收益凭证',
      url: 'publicChannel/sypz',
    });
  });

  test('[PC2] 收费标准 is an article with files, 业务资料下载 files only, 组织架构 an article only', async () => {
    const kinds = new Map((await channels()).map(({ url, content_kind }) => [url, content_kind]));
    expect(kinds.get('publicChannel/feeStandard')).toBe('htmlFile');
    expect(kinds.get('publicChannel/formDownload')).toBe('downList');
    expect(kinds.get('aboutUs/orgStructure')).toBe('html');
    expect(kinds.get('publicChannel/companyInfo')).toBe('empty');
    expect(kinds.get('news/company')).toBe('list');
  });

  test('[FO5] exactly one attachment is missing; every other is stored with the bytes its name promises', async () => {
    const articles = await fill.database.db.selectFrom('article').select(['attachments', 'image']).execute();
    const attachments = articles.flatMap((article) => article.attachments);
    expect(attachments.filter(({ filepath }) => filepath === '').map(({ filename }) => filename)).toEqual([
      '历史业务规则汇编（2019年版）.pdf',
    ]);
    const endings = new Set<string>();
    for (const { filename, filepath } of attachments.filter((file) => file.filepath !== '')) {
      const ending = filename.split('.').at(-1)!;
      expect(filepath.endsWith(`.${ending}`), filename).toBe(true);
      expect((await readFile(join(fill.filesDir, filepath))).length).toBeGreaterThan(50);
      endings.add(ending);
    }
    expect([...endings].sort()).toEqual([
      'apk',
      'csv',
      'deb',
      'dmg',
      'docx',
      'exe',
      'mp3',
      'mp4',
      'pdf',
      'pkg',
      'png',
      'txt',
      'xlsx',
      'zip',
    ]);
  });

  test('[PC5] the organisation chart is an image wider than 1200 px and is public by its own use', async () => {
    const [article] = await openArticles('00010002000100090001');
    const filepath = /\/static-file\/(\S+\.svg)/.exec(article!.content)![1]!;
    const [, width] = /^<svg [^>]*?\bwidth="(\d+)"/.exec(String(await readFile(join(fill.filesDir, filepath))))!;
    expect(Number(width)).toBeGreaterThan(1200);
    const use = await fill.database.db
      .selectFrom('file_use')
      .select('used_by')
      .where('filepath', '=', filepath)
      .where('public_to', 'is', null)
      .execute();
    expect(use).toEqual([{ used_by: `article:${article!.article_id}` }]);
  });

  test('[PB1] a register as of an earlier day shows what was public then, and nothing before the opening', async () => {
    const { db } = fill.database;
    const states = await db
      .selectFrom('register_state')
      .selectAll()
      .where('register', '=', 'fund-sale-staff')
      .orderBy('public_from')
      .execute();
    expect(states).toHaveLength(3);
    for (const state of states)
      expect(await findRegisterState(db, state.public_from, 'fund-sale-staff')).toMatchObject({
        dataDate: state.data_date,
      });
    expect(
      await findRegisterState(db, new Date(states[0]!.public_from.getTime() - 1), 'fund-sale-staff'),
    ).toBeUndefined();
    const left = await db
      .selectFrom('register_row')
      .select('key')
      .where('register', '=', 'fund-sale-staff')
      .where('public_to', 'is not', null)
      .execute();
    expect(left.length).toBeGreaterThan(5);
  });

  test.each(['deposit-ratio', 'conver-rate', 'stock'])(
    '[PB1] %s was public on each of 40 trading days from before the opening of that day',
    async (register) => {
      const { db } = fill.database;
      const states = await db
        .selectFrom('register_state')
        .selectAll()
        .where('register', '=', register)
        .orderBy('public_from')
        .execute();
      expect(states.map(({ data_date }) => data_date)).toEqual(tradingDaysUpTo('2025-06-19', 40));
      for (const { data_date, public_from, row_count } of states) {
        expect(public_from).toEqual(new Date(`${data_date}T08:45:00+08:00`));
        const rows = await db
          .selectFrom('register_row')
          .select('key')
          .where('register', '=', register)
          .where('public_from', '<=', public_from)
          .where((row) => row.or([row('public_to', 'is', null), row('public_to', '>', public_from)]))
          .execute();
        expect(rows, data_date).toHaveLength(row_count);
      }
    },
  );

  test('every register file has public rows, and every file that a row names is public', async () => {
    const { db } = fill.database;
    const registers = readdirSync(new URL('../../page-schemas/registers/', import.meta.url)).map((file) =>
      file.replace('.json', ''),
    );
    for (const register of registers)
      expect((await findRegisterState(db, 'now', register))?.rowCount, register).toBeGreaterThan(0);
    const photos = await db
      .selectFrom('register_row')
      .select('data')
      .where('register', '=', 'ib-staff')
      .where('public_to', 'is', null)
      .execute();
    const named = photos.flatMap(({ data }) => (data.photo ? [String(data.photo)] : []));
    expect(named.length).toBeGreaterThan(2);
    for (const filepath of named)
      expect(
        await db
          .selectFrom('file_use')
          .select('used_by')
          .where('filepath', '=', filepath)
          .where('public_to', 'is', null)
          .execute(),
      ).toEqual([{ used_by: 'register:ib-staff' }]);
  });

  test('[PB1] no article is public before it was written, and none is dated on or after the day of the fill', async () => {
    const articles = await fill.database.db
      .selectFrom('article')
      .select(['title', 'content_time', 'public_from'])
      .execute();
    expect(articles.filter(({ content_time, public_from }) => content_time > public_from)).toEqual([]);
    expect(articles.filter(({ public_from }) => public_from >= new Date(`${TODAY}T00:00:00+08:00`))).toEqual([]);
  });

  test('a complete store is left alone, also on another day and in another size', async () => {
    const before = await publications(fill.database);
    await fillDemo({ ...fill, size: 'full', today: '2025-09-01' });
    await fillHistory({ ...fill, size: 'full', today: '2025-09-01' });
    expect(await publications(fill.database)).toEqual(before);
  });
});

describe('decideDemo', () => {
  const dev = { siteEnv: 'dev' } as const;

  test('fills an empty store unless DEMO is off', async () => {
    const { database } = await emptyStore();
    expect(await decideDemo(database, { demo: 'auto', ...dev })).toBe('open');
    expect(await decideDemo(database, { demo: 'on', ...dev })).toBe('open');
    expect(await decideDemo(database, { demo: 'off', ...dev })).toBe('none');
  });

  test('never mixes invented data into a store that holds something else', async () => {
    const { database } = await emptyStore();
    await publish(database, {
      title: '设置',
      writtenBy: '甲',
      approvedBy: '乙',
      changes: [{ kind: 'setting', id: 'note', document: 1 }],
    });
    expect(await decideDemo(database, { demo: 'auto', ...dev })).toBe('none');
    await expect(decideDemo(database, { demo: 'on', ...dev })).rejects.toThrow('already holds published content');
  });

  test('[LS10] fills nothing into a store that has staff, though nothing is published there', async () => {
    const { database } = await emptyStore();
    await addPerson(database.db, { account: 'li.min', name: '李敏', grants: [] });
    expect(await decideDemo(database, { demo: 'auto', ...dev })).toBe('none');
    expect(await decideDemo(database, { demo: 'off', ...dev })).toBe('none');
    await expect(decideDemo(database, { demo: 'on', ...dev })).rejects.toThrow('already holds accounts of staff');
    // a fill that has begun goes on
    await database.db.insertInto('kept').values({ name: 'demo.plan', value: '{}' }).execute();
    expect(await decideDemo(database, { demo: 'auto', ...dev })).toBe('open');
  });

  test('keeps a store that was filled, its doors open or closed, out of production', async () => {
    const { database } = await emptyStore();
    await database.db.insertInto('kept').values({ name: 'demo.plan', value: '{}' }).execute();
    expect(await decideDemo(database, { demo: 'auto', ...dev })).toBe('open');
    expect(await decideDemo(database, { demo: 'off', ...dev })).toBe('closed');
    for (const demo of ['auto', 'off'] as const)
      await expect(decideDemo(database, { demo, siteEnv: 'production' })).rejects.toThrow(
        /^SITE_ENV is production, but this store holds the invented data/,
      );
  });
});
