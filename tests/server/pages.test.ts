import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { joined } from '#server/pages/draw/document.ts';
import { renderAddress } from '#server/pages/draw/render.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

const NEWS = '/swhysc/news/company';

describe('a page of the site', () => {
  test('[RT3] [PC1] a channel with several articles answers a complete list: title, description, canonical address, one h1, the articles', async () => {
    const { status, html, headers } = await site.get(NEWS);
    expect(status).toBe(200);
    expect(html).toContain('<title>公司新闻 - ');
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
    expect(html).toContain('<link rel="canonical" href="http://site.test/swhysc/news/company">');
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const title of ['第23条新闻', '第14条新闻']) expect(html).toContain(title);
    expect(html).not.toContain('>第13条新闻<');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe/);
  });

  test('[PC1] a channel with exactly one article shows that article; one with none shows the empty state', async () => {
    expect((await site.get('/swhysc/publicChannel/complaint')).html).toContain('投诉渠道说明的正文。');
    const empty = await site.get('/swhysc/publicChannel/antiFraud');
    expect(empty.status).toBe(200);
    expect(empty.html).toContain('本栏目还没有发布内容');
  });

  test('the title of the search page begins with the searched words, escaped; that of a notice ends with the name of the site', async () => {
    const titleOf = async (path: string) => /<title>([^<]*)<\/title>/.exec((await site.get(path)).html)?.[1];
    expect(await titleOf(`/swhysc/search?q=${encodeURIComponent('</title><b>"债券"')}`)).toBe(
      '&lt;/title&gt;&lt;b&gt;&quot;债券&quot; - 全站搜索 - 示例证券',
    );
    expect(await titleOf('/swhysc/search')).toBe('全站搜索 - 示例证券');
    expect(await titleOf('/swhysc/nowhere')).toBe('没有找到这个页面 - 示例证券');
  });

  test('[PC3] pageNum in the address turns the page; what is no number is page 1', async () => {
    expect((await site.get(`${NEWS}?pageNum=3`)).html).toContain('第3条新闻');
    for (const nonsense of ['abc', '-1', '0', '1.5']) {
      const { status, html } = await site.get(`${NEWS}?pageNum=${nonsense}`);
      expect([status, html.includes('第23条新闻')]).toEqual([200, true]);
    }
  });

  test('[RL3] [WR6] a page size above 100 shows 100, and is the same kept page', async () => {
    const { html: hundred } = await site.get(`${NEWS}?pageSize=100`);
    expect(hundred).toContain('>第1条新闻<');
    for (const size of ['101', '9999'])
      expect((await site.get(`${NEWS}?pageSize=${size}`)).html === hundred, size).toBe(true);
  });

  test.each(['4', '1e9', '999999999'])(
    '[RL4] page %s of a list of three pages is not there, which the list says in its own frame with the way to the last one',
    async (beyond) => {
      const { status, html } = await site.get(`${NEWS}?pageNum=${beyond}`);
      expect(status).toBe(404);
      expect(html).toContain('<title>公司新闻 - 示例证券</title>');
      expect(html).toMatch(
        /id="block-[^>]+><div role="status">.*没有这一页.*href="\/swhysc\/news\/company\?pageNum=3"/s,
      );
      expect(html).toContain('noindex');
    },
  );

  test('[RT11] an unknown address offers the search of the site; another failure does not', async () => {
    const form = '<form role="search" class="site-search" aria-label="在全站查找" action="/swhysc/search">';
    expect((await site.get('/swhysc/nowhere')).html).toContain(form);
    expect((await site.get(NEWS)).html).not.toContain('在全站查找');
  });

  test('[RT9] a parent without content of its own redirects to its first child', async () => {
    const { status, headers } = await site.get('/swhysc/news');
    expect([status, headers.location]).toEqual([302, NEWS]);
  });

  test.each([
    ['/', 302, '/swhysc/'],
    ['/swhysc', 301, '/swhysc/'],
    ['/swhysc/news/company/', 301, NEWS],
    ['/swhysc//news//company?pageNum=2', 301, `${NEWS}?pageNum=2`],
  ])('[RT9] %s leads to its canonical address', async (path, status, location) => {
    const answer = await site.get(path);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  test.each([
    '/swhysc/nowhere',
    '/swhysc/news/company/detail/999999',
    '/swhysc/news/company/detail/abc',
    '/swhysc/%00',
    '/swhysc/news%2fcompany',
    '/swhysc/%E0%A4%A',
    '/elsewhere',
  ])('[RT9] %s is a designed 404 page with ways on', async (path) => {
    const { status, html } = await site.get(path);
    expect(status).toBe(404);
    expect(html).toContain('没有找到');
    expect(html).toContain('href="/swhysc/"');
  });

  test('an article asked for below another channel redirects to its own address', async () => {
    const { html } = await site.get('/swhysc/publicChannel/lossStatement');
    const id = /lossStatement\/detail\/(\d+)/.exec(html)![1]!;
    const answer = await site.get(`${NEWS}/detail/${id}`);
    expect([answer.status, answer.headers.location]).toEqual([301, `/swhysc/publicChannel/lossStatement/detail/${id}`]);
  });

  test('[RT3] /publicList/detail/{id} opens an article with the breadcrumb of its channel; its canonical address is there', async () => {
    const list = await site.get('/swhysc/publicList');
    const id = /publicList\/detail\/(\d+)/.exec(list.html)![1]!;
    const { status, html } = await site.get(`/swhysc/publicList/detail/${id}`);
    expect(status).toBe(200);
    const crumbs = /aria-label="当前位置">(.*?)<\/nav>/.exec(html)![1]!;
    expect(crumbs).toContain('信息公告');
    expect(crumbs).toMatch(/遗失声明|防范非法证券活动/);
    expect(html).toMatch(/<link rel="canonical" href="http:\/\/site.test\/swhysc\/publicChannel\//);
    expect((await site.get('/swhysc/publicList/detail/999999')).status).toBe(404);
  });

  test('[RT9] a withdrawn article answers 410 with the reason, since when, and its successor', async () => {
    const published = await site.publish('撤稿准备', [
      article(`${SECTION}0018`, '有误的提示'),
      article(`${SECTION}0018`, '另一则提示'),
    ]);
    const id = published.articleIds[0]!;
    expect((await site.get(`/swhysc/publicChannel/antiFraud/detail/${id}`)).status).toBe(200);
    await site.publish('撤稿', [
      {
        kind: 'article',
        id: String(id),
        withdraw: { reason: '数据有误，已更正重发', successor: '/publicChannel/complaint' },
      },
    ]);
    const { status, html } = await site.get(`/swhysc/publicChannel/antiFraud/detail/${id}`);
    expect(status).toBe(410);
    expect(html).toContain('数据有误，已更正重发');
    const [, moment, time] = /自 <time dateTime="([^"]+)">([^<]+)<\/time> 起不再公示/.exec(html)!;
    const { rows } = await site.database.pool.query<{ public_to: Date }>(
      'select public_to from article where article_id = $1',
      [id],
    );
    expect(moment).toBe(rows[0]!.public_to.toISOString());
    expect(time).toBe(shanghaiTime(moment!));
    expect(html).toContain('/swhysc/publicChannel/complaint');
  });

  test('[CH6] [RT9] a retired channel redirects to its successor', async () => {
    await site.publish('开栏', [channel(`${SECTION}0021`, 'publicChannel/oldPage', '旧栏目', { type: 2 })]);
    await site.publish('停用', [
      {
        kind: 'channel',
        id: `${SECTION}0021`,
        withdraw: { reason: '并入投诉渠道', successor: '/publicChannel/complaint' },
      },
    ]);
    const { status, headers } = await site.get('/swhysc/publicChannel/oldPage');
    expect([status, headers.location]).toEqual([301, '/swhysc/publicChannel/complaint']);
  });

  test('[RT9] an article of a channel that moved is led to from its old address; of one that ended the old address says why', async () => {
    const id = `${SECTION}0022`;
    const { articleIds } = await site.publish('开栏', [
      channel(id, 'publicChannel/early', '早期栏目', { type: 2 }),
      article(id, '早期文章'),
      article(id, '又一篇'),
    ]);
    const first = articleIds[1];
    await site.publish('迁移', [
      {
        kind: 'channel',
        document: {
          channelId: id,
          parentId: SECTION,
          url: 'publicChannel/late',
          name: '早期栏目',
          type: 2,
          classOrder: 1,
          moves: true,
        },
      },
    ]);
    const moved = await site.get(`/swhysc/publicChannel/early/detail/${first}`);
    expect([moved.status, moved.headers.location]).toEqual([301, `/swhysc/publicChannel/late/detail/${first}`]);
    expect((await site.get('/swhysc/publicChannel/early/detail/999999')).status).toBe(404);
    await site.publish('停用', [{ kind: 'channel', id: id, withdraw: { reason: '栏目不再更新' } }]);
    for (const address of ['early', 'late']) {
      const ended = await site.get(`/swhysc/publicChannel/${address}/detail/${first}`);
      expect([ended.status, ended.html.includes('栏目不再更新')]).toEqual([410, true]);
    }
  });
});

describe('the page cache', () => {
  test('a kept page is answered again, and never after a newer publication', async () => {
    const first = await site.get(NEWS);
    const hits = site.cache.hits;
    expect((await site.get(NEWS)).html).toBe(first.html);
    expect(site.cache.hits).toBe(hits + 1);
    await site.publish('新稿', [
      article('00010002000100020001', '刚刚发布的新闻', {
        contentTime: new Date('2026-11-19T00:00:00Z').toISOString(),
      }),
    ]);
    expect((await site.get(NEWS)).html).toContain('刚刚发布的新闻');
  });

  test('unknown parameters share one entry; free text is never kept', async () => {
    await site.get(`${NEWS}?pageNum=2`);
    const hits = site.cache.hits;
    await site.get(`${NEWS}?pageNum=2&utm_source=x`);
    expect(site.cache.hits).toBe(hits + 1);
    await site.get('/swhysc/publicChannel/bondInvestment?fuzzyItem=a');
    await site.get('/swhysc/publicChannel/bondInvestment?fuzzyItem=a');
    expect(site.cache.hits).toBe(hits + 1);
  });

  test('the first answer of a kept page has its ETag, like all later ones', async () => {
    await site.publish('首答', [
      article('00010002000100020001', '首答测试', { contentTime: new Date('2026-11-16T00:00:00Z').toISOString() }),
    ]);
    const first = await site.get(NEWS);
    expect(first.headers.etag).toMatch(/^"/);
    expect((await site.get(NEWS)).headers.etag).toBe(first.headers.etag);
  });

  test('an unchanged page answers 304 to its ETag, one a variant', async () => {
    const plain = await site.get(NEWS);
    await site.get(NEWS);
    const ask = (headers: Record<string, string>) => site.app.inject({ url: NEWS, headers });
    let compressed = await ask({ 'accept-encoding': 'br' });
    // the page is drawn anew once if something was published just before
    await expect
      .poll(async () => {
        const again = await ask({ 'accept-encoding': 'br', 'if-none-match': String(compressed.headers.etag) });
        if (again.statusCode === 200) compressed = again;
        return [again.statusCode, again.body];
      })
      .toEqual([304, '']);
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers.vary).toContain('Accept-Encoding');
    const other = await site.app.inject({ url: NEWS, headers: { 'if-none-match': String(compressed.headers.etag) } });
    expect(other.statusCode).toBe(200);
    expect(plain.status).toBe(200);
  });

  test('nonsense in one visitor’s address is not in the page that is kept for all', async () => {
    await site.publish('又一稿', [
      article('00010002000100020001', '清洁测试', { contentTime: new Date('2026-11-17T00:00:00Z').toISOString() }),
    ]);
    const first = await site.get(`${NEWS}?pageSize=EVIL%22%3E&pageNum=0x2&tab=EVIL`);
    const clean = await site.get(NEWS);
    for (const { html } of [first, clean]) {
      expect(html).not.toContain('EVIL');
      expect(html).toContain('<link rel="canonical" href="http://site.test/swhysc/news/company">');
    }
  });

  test(
    'a page rendered from before a publication is not given to those who came after it',
    { timeout: 60_000 },
    async () => {
      const id = (
        await site.publish('将撤', [
          article(`${SECTION}0003`, '将要撤下的声明', { contentTime: new Date('2026-11-19T00:00:00Z').toISOString() }),
        ])
      ).articleIds[0]!;
      const path = '/swhysc/publicChannel/lossStatement';
      const locker = await site.database.connectAsOwner();
      await locker.query('begin');
      await locker.query('lock table article in access exclusive mode');
      const early = site.get(path);
      await new Promise((done) => setTimeout(done, 300));
      await locker.query('rollback');
      await locker.end();
      await site.publish('撤下', [{ kind: 'article', id: String(id), withdraw: { reason: '有误' } }]);
      expect((await site.get(path)).html).not.toContain('将要撤下的声明');
      await early;
      expect((await site.get(path)).html).not.toContain('将要撤下的声明');
    },
  );

  test('requests that come while a page is rendered wait for the one render', async () => {
    await site.publish('再一稿', [
      article('00010002000100020001', '并发测试', { contentTime: new Date('2026-11-18T00:00:00Z').toISOString() }),
    ]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.get(NEWS)));
    const times = new Set(answers.map(({ html }) => /"renderedAt":(\d+)/.exec(html)?.[1]));
    expect(times.size).toBe(1);
  });

  test('a repeated Host header is refused', async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as { port: number };
    const { connect } = await import('node:net');
    const answer = await new Promise<string>((done) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /swhysc/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'),
      );
      socket.setEncoding('utf8').on('data', (text: string) => {
        done(text);
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1.1 400/);
  });
});

test('[PB1] a page as of a past moment shows what was public then', async () => {
  const past = await startSite({ at: new Date('2026-01-01T00:00:00Z') });
  try {
    const id = (await past.publish('初稿', [article(`${SECTION}0018`, '最初的标题')], new Date('2026-02-01T00:00:00Z')))
      .articleIds[0]!;
    await past.publish(
      '更正',
      [article(`${SECTION}0018`, '更正后的标题', { articleId: id })],
      new Date('2026-03-01T00:00:00Z'),
    );
    await past.publish(
      '改名',
      [channel(`${SECTION}0018`, 'publicChannel/antiFraud', '防非专栏', { type: 2, classOrder: 18 })],
      new Date('2026-04-01T00:00:00Z'),
    );
    const at = async (moment: string) => {
      const rendered = await renderAddress(
        past.deps,
        { path: '/publicChannel/antiFraud', query: {}, search: '' },
        new Date(moment),
      );
      return rendered.kind === 'page' ? String(joined(rendered.html)) : '';
    };
    expect(await at('2026-01-15T00:00:00Z')).toContain('还没有发布内容');
    expect(await at('2026-02-15T00:00:00Z')).toContain('最初的标题');
    expect(await at('2026-03-15T00:00:00Z')).toContain('更正后的标题');
    expect(await at('2026-03-15T00:00:00Z')).toContain('防范非法证券活动');
    expect(await at('2026-04-15T00:00:00Z')).toContain('防非专栏');
    expect((await past.get('/swhysc/publicChannel/antiFraud')).html).not.toContain('最初的标题');
  } finally {
    await past.end();
  }
});
