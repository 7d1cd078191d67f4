import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { storeFile } from '#server/files/store.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { article, channel, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const SERVE = '0001000200010005';
const HELP = `${SERVE}0001`;
const DOWNLOAD = `${SERVE}0005`;
const PROGRAM = Buffer.from([0, 1, 2, 3, 0, 255, 254, ...Array.from({ length: 90 }, (_, at) => at)]);
const release = { version: '4.2.0', platform: 'Windows 10 及以上', date: '2026-11-06', note: '只含下单' };
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

let site: TestSite;
let filepath: string;

beforeAll(async () => {
  site = await startSite();
  filepath = (await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes: PROGRAM, extension: 'exe' }))
    .filepath;
  const help = (title: string, category: string, more: object = {}) => article(HELP, title, { category, ...more });
  await site.publish('客户服务', [
    channel(SERVE, 'serve', '客户服务', { classOrder: 5 }),
    channel(HELP, 'serve/help', '帮助中心'),
    channel(DOWNLOAD, 'serve/download', '软件下载', { classOrder: 5 }),
    help('忘记交易密码怎么办', '登录与密码', { content: '<p>点击找回，输入驗證碼。</p>' }),
    help('账户被锁定后何时解锁', '登录与密码', { topFlag: 1 }),
    help('银证转账的时间与限额', '资金与银证转账'),
    article(DOWNLOAD, '软件下载', {
      content: '',
      attachments: [{ filename: '独立下单_4.2.0.exe', filepath, release }],
    }),
  ]);
});
afterAll(() => site.end());

async function catalogue(params: Record<string, string>) {
  const answer = await site.app.inject({ url: `${CALL_BASE}${paths.catalogue}?${new URLSearchParams(params)}` });
  const { data } = JSON.parse(suite.decrypt(answer.body)) as {
    data: { list: { title: string }[]; total: number; categories: { name: string; total: number }[] };
  };
  return {
    titles: data.list.map(({ title }) => title),
    total: data.total,
    categories: Object.fromEntries(data.categories.map(({ name, total }) => [name, total])),
  };
}

describe('articles of a channel by category and words', () => {
  test('[RT5] all of them, what is pinned first, with the number in each category', async () => {
    const all = await catalogue({ channelId: HELP });
    expect(all.titles[0]).toBe('账户被锁定后何时解锁');
    expect(all).toMatchObject({ total: 3, categories: { 登录与密码: 2, 资金与银证转账: 1 } });
  });

  test('[RT5] one category, and words in either script; the other categories still say what they hold', async () => {
    expect(await catalogue({ channelId: HELP, category: '资金与银证转账' })).toMatchObject({
      titles: ['银证转账的时间与限额'],
      total: 1,
    });
    for (const words of ['验证码', '驗證碼', '密码 找回'])
      expect(await catalogue({ channelId: HELP, words }), words).toEqual({
        titles: ['忘记交易密码怎么办'],
        total: 1,
        categories: { 登录与密码: 1 },
      });
    expect(await catalogue({ channelId: HELP, words: '验证码', category: '资金与银证转账' })).toEqual({
      titles: [],
      total: 0,
      categories: { 登录与密码: 1 },
    });
    expect(await catalogue({ channelId: HELP, words: '100%_' })).toMatchObject({ total: 0 });
  });
});

describe('pages of customer service', () => {
  test('[RT5] the help centre works without scripts: categories are links, the search is a form', async () => {
    const { status, html } = await site.get(
      '/swhysc/serve/help?category=%E7%99%BB%E5%BD%95%E4%B8%8E%E5%AF%86%E7%A0%81',
    );
    expect(status).toBe(200);
    expect(html).toContain('忘记交易密码怎么办');
    expect(html).not.toContain('银证转账的时间与限额');
    expect(html).toMatch(
      /<form[^>]*action="\/swhysc\/serve\/help"[\s\S]*?type="hidden" name="category" value="登录与密码"/,
    );
  });

  test('[RT5] a program is shown with its version and the hash of the file that is handed out', async () => {
    const { html } = await site.get('/swhysc/serve/download');
    for (const text of [release.version, release.platform, release.date, release.note]) expect(html).toContain(text);
    const file = await site.app.inject({ url: `/static-file/${filepath}` });
    const sum = createHash('sha256').update(file.rawPayload).digest('hex');
    expect(file.rawPayload.equals(PROGRAM)).toBe(true);
    expect(html).toContain(`<code>${sum}</code>`);
  });

  test('[PB3] category and release are proved by the log; what they replaced is proved as it was', async () => {
    expect(await verifyLog(site.database.db)).toEqual([]);
    await site.database.ownerDb
      .updateTable('article')
      .set({ category: '其他' })
      .where('title', '=', '银证转账的时间与限额')
      .execute();
    expect(await verifyLog(site.database.db)).not.toEqual([]);
    await site.database.ownerDb
      .updateTable('article')
      .set({ category: '资金与银证转账' })
      .where('title', '=', '银证转账的时间与限额')
      .execute();
    expect(await verifyLog(site.database.db)).toEqual([]);
  });

  test('a release that lacks its version or has no date is refused, and so is a long category', async () => {
    const wrong = (more: object) => site.publish('错误', [article(HELP, '某篇', more)]);
    await expect(
      wrong({
        attachments: [{ filename: 'a.exe', filepath, release: { ...release, version: ' ', date: '2026-02-30' } }],
      }),
    ).rejects.toThrow('版本不能为空');
    await expect(
      wrong({ attachments: [{ filename: 'a.exe', filepath, release: { ...release, date: '2026-02-30' } }] }),
    ).rejects.toThrow('版本日期');
    await expect(wrong({ category: '长'.repeat(21) })).rejects.toThrow('分类超过20字');
  });
});
