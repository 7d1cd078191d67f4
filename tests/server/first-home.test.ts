import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANNEL } from '#kinds/channel/server/starters.ts';
import type { Change } from '#kinds/index.ts';
import { composed, COMPOSITIONS, type Composition } from '#kinds/page/home-compositions.ts';
import type { PageSchema } from '#page/page-schema.ts';
import { firstFirm, shippedHome } from '../world/first-firm.ts';
import { textOf } from '../world/draw.tsx';
import { startSite, type TestSite } from '../world/site.ts';

/** A firm's first home in each composition, over one store: what little it has published stands in it. */
let site: TestSite;
beforeAll(async () => {
  site = await startSite({ demo: false, changes: firstFirm('split') });
});
afterAll(() => site.end());

const main = async (): Promise<string> => {
  const { status, html } = await site.get('/swhysc/');
  expect(status).toBe(200);
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
};
const compose = (name: Composition, change: (home: PageSchema) => PageSchema = (home) => home) =>
  site.publish(name, [{ kind: 'page', id: 'home', document: change(composed(shippedHome(), name)) } as Change]);

describe.each(COMPOSITIONS)('[HN6] %s', (name) => {
  test('[HN7][HN8][HN9][HN10] all that the firm has stands in it, and nothing that it has not', async () => {
    await compose(name);
    const html = await main();
    const words = textOf(html);
    for (const phrase of [
      '把账算清楚',
      '费用逐项列明',
      '证券投资顾问 29 人 ，数据截至 2026-11-20',
      '29 人',
      '责任部门 合规管理部',
      '从委托到结算，每一步都有时间、金额和凭据。',
      '建议由登记在册的投资顾问作出，依据与风险一并写明。',
      '新一代交易系统完成全链路压力测试',
      '关于客户交易结算资金活期存款利率的公告',
      '400-555-0288',
    ])
      expect(words).toContain(phrase);
    for (const missing of ['软件下载', '融资融券', '营业网点', '研究观点', '暂无', '还没有'])
      expect(words).not.toContain(missing);
    expect(html).toMatch(/<h1[^>]*>序明证券<\/h1>/);
    // no style that the Content-Security-Policy would refuse
    expect(html).not.toContain(' style=');
  });

  test('the header lies over a dark hero alone', async () => {
    const { html } = await site.get('/swhysc/');
    expect(html.includes('header--over')).toBe(name === 'ground');
  });
});

test('[FT7] the footer begins with the logo and the full name, where no member companies and no app are beside it', async () => {
  const { html } = await site.get('/swhysc/');
  const footer = html.slice(html.indexOf('<footer'));
  expect(textOf(footer)).toMatch(/^序明证券 XUMING SECURITIES 序明证券有限责任公司 联系我们/);
  expect(footer).toContain('class="logo"');
});

test('[HN5] the one entry that is left is a button of the hero, until there is another', async () => {
  const only = (home: PageSchema): PageSchema => ({
    ...home,
    blocks: home.blocks.map((block) =>
      block.widget === 'quick-entries'
        ? {
            ...block,
            props: {
              entries: [
                { title: '信息公告', path: '/publicChannel', icon: 'document' },
                { title: '软件下载', path: '/serve/download', icon: 'download' },
              ],
            },
          }
        : block,
    ),
  });
  await compose('ground', only);
  const hero = (html: string) => html.slice(html.indexOf('class="hero"'), html.indexOf('id="content"'));
  const before = await main();
  expect(textOf(hero(before))).toContain('网上开户 信息公告');
  expect(before).not.toContain('class="quick');
  await site.publish('下载', [
    {
      kind: 'article',
      document: {
        channelId: CHANNEL.download,
        title: '交易软件',
        content: '<p>说明</p>',
        source: '办公室',
        contentTime: '2026-11-20T00:00:00.000Z',
      },
    } as Change,
  ]);
  const after = await main();
  expect(textOf(hero(after))).not.toContain('信息公告');
  expect(after).toContain('class="quick');
});

test('[HN6][HN10] without rows and a slogan the page speaks of none', async () => {
  const emptied = firstFirm('split').flatMap((change): Change[] => {
    if (change.kind === 'rows') return [{ ...change, document: { ...change.document, rows: [] } } as Change];
    if (change.kind !== 'setting' || change.id !== 'brand') return [];
    const { slogan: _slogan, ...brand } = change.document as { slogan: unknown };
    return [{ ...change, document: brand } as Change];
  });
  await site.publish('没有名册和标语', emptied);
  await compose('split');
  const words = textOf(await main());
  expect(words).toContain('欢迎访问');
  for (const missing of ['核验', '责任部门', '可查', '把账算清楚']) expect(words).not.toContain(missing);
});
