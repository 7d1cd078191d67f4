import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const LIST = `${SECTION}0018`;
const TWICE = 'publicChannel/antiFraud';
let site: TestSite;
let articleId: number;
const numbers: number[] = [];
beforeAll(async () => {
  site = await startSite({ at: new Date('2026-01-01T00:00:00Z') });
  const say = async (title: string, content: string, at: string, more = {}) => {
    const { no, articleIds } = await site.publish(
      '更新',
      [article(LIST, title, { content: `<p>${content}</p>`, ...(articleId && { articleId }), ...more })],
      new Date(at),
    );
    articleId ??= articleIds[0]!;
    numbers.push(no);
  };
  await say('风险提示', '最初的文字', '2026-02-01T01:00:00Z');
  await say('风险提示', '补充的文字', '2026-03-01T02:30:00Z');
  await say('风险提示', '补充的文字', '2026-03-02T00:00:00Z', { topFlag: 1 });
  await say('风险的提示', '限制阅读的文字', '2026-03-15T00:00:00Z', { riskLevel: '0002' });
  await say('风险提示函', '现在的文字', '2026-04-01T00:00:00Z');
  await site.publish('另一篇', [article(LIST, '没有更新过')]);
});
afterAll(() => site.end());

const page = () => site.get(`/swhysc/${TWICE}/detail/${articleId}`);
const former = (no: number) => site.get(`/former/${articleId}/${no}`);
const withLinks = (value: boolean) =>
  site.publish('设置', [{ kind: 'setting', id: 'article.formerTexts', document: value }]);

describe('an article that was updated', () => {
  test('shows when and what was changed, the newest first; what no reader sees is no update', async () => {
    const { html } = await page();
    const record = /<details class="article__updates">[^]*?<\/details>/
      .exec(html)![0]
      .replaceAll(/<!-- -->|<\/?(?:time|ul|details|summary)[^>]*>/g, '');
    expect(record.replaceAll(/<\/?li>/g, '|')).toBe(
      '更新记录|2026-04-01 08:00 更新：标题、正文 ||2026-03-15 08:00 更新：标题、正文 ||2026-03-01 10:30 更新：正文 ||2026-02-01 09:00 首次发布 |',
    );
  });

  test('one that says what it always said has no record', async () => {
    const { html } = await site.get(`/swhysc/${TWICE}`);
    const other = /href="(\/swhysc\/[^"]*detail\/\d+)"[^>]*>(?:(?!href)[^])*?没有更新过/.exec(html)![1]!;
    expect((await site.get(other)).html).not.toContain('更新记录');
  });

  test('former texts are public only where the setting says so, and never those that needed a level', async () => {
    expect((await former(numbers[0]!)).status).toBe(404);
    await withLinks(true);
    expect([...(await page()).html.matchAll(/href="\/former\/\d+\/(\d+)"/g)].map(([, no]) => Number(no))).toEqual([
      numbers[1],
      numbers[0],
    ]);
    const { status, html, headers } = await former(numbers[0]!);
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(html).toContain('最初的文字');
    expect(html).toContain('2026-02-01 09:00</time> 至 ');
    expect(html).toContain(`href="/swhysc/${TWICE}/detail/${articleId}"`);
    for (const no of [numbers[3]!, numbers[4]!, 1, 999_999]) expect((await former(no)).status).toBe(404);
    await withLinks(false);
    expect((await former(numbers[0]!)).status).toBe(404);
    expect((await page()).html).not.toContain('/former/');
  });

  test('of an article that is restricted now, or was withdrawn, nothing former is public', async () => {
    await withLinks(true);
    await site.publish('限制', [
      article(LIST, '风险提示函', { articleId, content: '<p>现在的文字</p>', riskLevel: '0003' }),
    ]);
    expect((await former(numbers[0]!)).status).toBe(404);
    await site.publish('撤下', [{ kind: 'article', id: String(articleId), withdraw: { reason: '内容有误' } }]);
    expect((await former(numbers[0]!)).status).toBe(404);
    expect((await page()).status).toBe(410);
  });

  test('where its channel only leaves the menus its former texts stay, as it stays itself; where the channel has ended nothing is left of them', async () => {
    await withLinks(true);
    const url = 'publicChannel/aside';
    const aside = (more = {}) => channel(`${SECTION}0088`, url, '旁栏', { type: 2, ...more });
    const { no, articleIds } = await site.publish('旁栏', [
      aside(),
      article(`${SECTION}0088`, '旁文', { content: '<p>旁文的初稿</p>' }),
    ]);
    const [id] = articleIds.filter((one) => one !== null);
    await site.publish('更新旁文', [
      article(`${SECTION}0088`, '旁文', { articleId: id!, content: '<p>旁文的定稿</p>' }),
    ]);
    await site.publish('隐藏', [aside({ hidden: true })]);
    const text = () => site.get(`/former/${id}/${no}`);
    expect([
      (await site.get(`/swhysc/${url}`)).html.includes('旁文的定稿'),
      (await text()).html.includes('旁文的初稿'),
    ]).toEqual([true, true]);
    await site.publish('结束', [{ kind: 'channel', id: `${SECTION}0088`, withdraw: { reason: '栏目已结束。' } }]);
    expect([(await site.get(`/swhysc/${url}`)).status, (await text()).status]).toEqual([410, 404]);
    expect((await text()).html).not.toContain('旁文的');
    await site.publish('再开', [aside()]);
    expect((await text()).status).toBe(404);
  });

  test('what was withdrawn stays so when the article comes back', async () => {
    const back = await site.publish('恢复', [article(LIST, '风险提示函', { articleId, content: '<p>恢复的文字</p>' })]);
    await site.publish('更正', [article(LIST, '风险提示函', { articleId, content: '<p>更正的文字</p>' })]);
    expect([...(await page()).html.matchAll(/href="\/former\/\d+\/(\d+)"/g)].map(([, no]) => Number(no))).toEqual([
      back.no,
    ]);
    expect([(await former(numbers[0]!)).status, (await former(back.no)).status]).toEqual([404, 200]);
  });
});
