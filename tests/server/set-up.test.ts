import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { STARTERS } from '#kinds/channel/server/starters.ts';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Role } from '#rules/people/staff-rights.ts';
import type { SetUpAnswer, SetUpStep } from '#features/set-up/wire.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { consoleOf, hand, publishContextOf } from '../world/editions.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import {
  article,
  BOND_TRADER,
  channel,
  PAGES_DIR,
  SECTION,
  startSite,
  WIRE_KEY,
  type TestSite,
} from '../world/site.ts';

const ORIGIN = 'http://localhost';
let site: TestSite;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN, changes: [], isOpen: false });
});
afterAll(() => site.end());

const person = async (name: string, ...given: (Role | TestSite)[]) => {
  const roles = given.filter((one) => typeof one === 'string');
  const at = given.find((one) => typeof one !== 'string') ?? site;
  const made = await hand(
    at,
    name,
    roles.map((role) => ({ role, channelId: '' })),
  );
  await at.database.db.updateTable('staff').set({ password: 'set' }).where('staff_id', '=', made.staffId).execute();
  return { ...made, ask: await consoleOf(at, made, ORIGIN) };
};
type Ask = Awaited<ReturnType<typeof consoleOf>>;
const stepsOf = async (ask: Ask): Promise<string[]> =>
  ((await ask('GET', '/set-up')).data.steps as SetUpStep[]).map(({ title, isDone, words }) =>
    isDone ? title : `${title}：${words}`,
  );

test('[SU4][SU5][SU7][SU8] a site without channels begins with a tree that a second person approves, and is told what it lacks', async () => {
  const admin = await person('管理甲', 'system-admin');
  expect(await stepsOf(admin.ask)).toEqual([
    '人员：还没有编辑或栏目管理、审核、发布人员；已添加的人设置密码以后才计入',
    '结束初始设置：由第二位系统管理或发布人员进行，之后可以发布稿件，访客还看不到',
    '机构信息：名称、热线、地址、备案号，显示在每一页的页眉和页脚',
    '品牌：标志、图标、颜色和首页标语；没有设定时用程序自带的样子',
    '栏目：选用一套起步栏目，或自己新建',
    '法律文本：还没有公开：隐私政策、用户协议、法律声明',
    '适老化与无障碍说明：没有公开时，页面只说明网站本身的功能',
    '开通网站：前面的准备好了，由一人提出、他人审核，发布以后访客才看得到',
  ]);
  const writer = await person('撰写乙', 'channel-admin', 'reviewer', 'publisher');
  expect((await stepsOf(admin.ask))[0]).toBe('人员：撰写和审核须是两个人');
  const reviewer = await person('审核丙', 'reviewer', 'publisher');
  expect((await stepsOf(admin.ask))[0]).toBe('人员');

  const opening = (await admin.ask('GET', '/opening')).data;
  expect(opening.lacking).toEqual([expect.stringContaining('只有一位系统管理员')]);
  expect((await admin.ask('POST', '/starters/broker', {})).status).toBe(403);
  expect((await writer.ask('POST', '/starters/other', {})).status).toBe(422);
  const { starters } = (await writer.ask('GET', '/set-up')).data;
  expect(starters.map(({ name, channels }: { name: string; channels: number }) => [name, channels])).toEqual(
    Object.entries(STARTERS).map(([name, { channels }]) => [name, channels().length]),
  );
  expect((await reviewer.ask('POST', '/opening', {})).msg).toBe('');
  expect((await reviewer.ask('GET', '/opening')).data).toMatchObject({ isOpened: true, isShown: false });
  const made = (await writer.ask('POST', '/starters/disclosure', {})).data;
  expect((await writer.ask('POST', `/editions/${made.editionId}/submit`, { version: 1 })).msg).toBe('');
  await approveEdition(site.database.db, reviewer, made);
  await publishEdition(publishContextOf(site), reviewer, made);
  await site.publications.refresh();

  expect((await writer.ask('POST', '/starters/broker', {})).msg).toBe('网站已有栏目，起步栏目只用于还没有栏目的网站');
  const { data } = await writer.ask('GET', '/set-up');
  expect(data.starters).toEqual([]);
  expect(await stepsOf(writer.ask)).toEqual([
    '人员',
    '结束初始设置',
    '机构信息：名称、热线、地址、备案号，显示在每一页的页眉和页脚',
    '品牌：标志、图标、颜色和首页标语；没有设定时用程序自带的样子',
    '栏目',
    '法律文本：还没有公开：隐私政策、用户协议、法律声明',
    '适老化与无障碍说明：没有公开时，页面只说明网站本身的功能',
    '开通网站：前面的准备好了，由一人提出、他人审核，发布以后访客才看得到',
  ]);
  expect((await site.get('/swhysc/')).status).toBe(503);
  // SU9: what is public, while visitors do not see it
  const looked = (await writer.ask('POST', '/previews', { changes: [], path: '/' })).data;
  expect(looked.page).toContain('预览：已经发布的内容');
  expect(looked).toMatchObject({ problems: [], path: '/', page: expect.stringContaining('信息公告') });
  expect((await reviewer.ask('POST', '/previews', { changes: [], path: '/' })).status).toBe(403);

  // SU7: what only the firm knows is a gap, and a text with gaps is not published
  const skeleton = (await writer.ask('POST', '/legal-skeletons/privacy', {})).data;
  const [change] = (await writer.ask('GET', `/editions/${skeleton.editionId}`)).data.shown.changes;
  expect(change.document.content).toContain('【待填：客服热线】');
  const refused = await writer.ask('POST', `/editions/${skeleton.editionId}/submit`, { version: 1 });
  expect(refused.msg + JSON.stringify(refused.data)).toMatch(/还有 \d+ 处待填：“公司全称”/);
  expect((await reviewer.ask('POST', '/legal-skeletons/privacy', {})).status).toBe(403);

  const legal = STARTERS.disclosure.channels().filter(({ url }) => url.startsWith('legal/'));
  await site.publish('准备', [
    { kind: 'setting', id: 'site', document: { name: '新证券', hotline: '95500' } } as Change,
    { kind: 'setting', id: 'brand', document: {} } as Change,
    ...legal.map(({ channelId, name }) => article(channelId, name)),
  ]);
  expect((await stepsOf(writer.ask)).filter((step) => step.includes('：'))).toEqual([
    '适老化与无障碍说明：没有公开时，页面只说明网站本身的功能',
    '开通网站：前面的准备好了，由一人提出、他人审核，发布以后访客才看得到',
  ]);
  const filled = (await writer.ask('POST', '/legal-skeletons/notice', {})).data;
  const shown = (await writer.ask('GET', `/editions/${filled.editionId}`)).data.shown.changes[0].document;
  expect(shown).toMatchObject({ source: '新证券', content: expect.stringContaining('拨打客服热线 95500') });

  // SU25: the firm's own statement is begun in the same way, and is no condition
  const { stages } = (await writer.ask('GET', '/set-up')).data;
  expect(stages.find(({ name }: { name: string }) => name === 'legal').state).toBe('published');
  const begun = (await writer.ask('POST', '/legal-skeletons/accessibility', {})).data;
  const stated = (await writer.ask('GET', `/editions/${begun.editionId}`)).data.shown.changes[0].document;
  expect(stated.channelId).toBe(STARTERS.disclosure.channels().find(({ url }) => url === 'accessibility')!.channelId);
  expect(stated.content).toMatch(/【待填：由人协助的方式.*95500/s);

  // SU1: nothing tells whose site it is, whatever is asked for
  for (const url of [
    '/assets/x',
    '/healthz/x',
    '/metrics/x',
    '/qr/page.svg?path=/legal',
    '/%zz',
    '/swhysc/%E0%A4%A',
    '/x',
  ])
    for (const method of ['GET', 'POST'] as const) {
      const { body, statusCode } = await site.app.inject({ method, url });
      expect([url, method, statusCode, body.includes('新证券')]).toEqual([url, method, 503, false]);
    }

  // SU8: the site is shown by an edition of one, approved by another
  const draft = { title: '开通', changes: [{ kind: 'setting', id: 'site.visible', document: true }] };
  const made8 = (await writer.ask('POST', '/editions', draft)).data;
  await writer.ask('POST', `/editions/${made8.editionId}/submit`, { version: 1 });
  expect((await site.get('/swhysc/')).status).toBe(503);
  // an act that cannot be taken back needs another person's approval first
  const emergency = { ...made8, note: '今天必须开通，来不及等待审核' };
  await expect(emergencyPublish(publishContextOf(site), reviewer, emergency)).rejects.toThrow('不能紧急发布');
  expect((await site.get('/swhysc/')).status).toBe(503);
  await approveEdition(site.database.db, reviewer, made8);
  await publishEdition(publishContextOf(site), reviewer, made8);
  await vi.waitFor(async () => expect((await site.get('/swhysc/')).status).toBe(200), 5_000);
  expect(await stepsOf(writer.ask)).toContain('开通网站');
  expect((await reviewer.ask('GET', '/opening')).data).toMatchObject({ isShown: true });
  await expect(
    site.publish('关闭', [{ kind: 'setting', id: 'site.visible', document: false } as Change]),
  ).rejects.toThrow('开通以后不能关闭');
  // nor are the texts that its visitors agree to taken away
  const [text] = legal;
  await expect(
    site.publish('撤下', [{ kind: 'channel', id: text!.channelId, withdraw: { reason: '不再需要' } } as Change]),
  ).rejects.toThrow('网站已经开通，隐私政策不能撤下');
  await expect(
    site.publish('改地址', [{ kind: 'channel', document: { ...text!, url: 'legal/other', moves: true } } as Change]),
  ).rejects.toThrow('网站已经开通，隐私政策不能撤下或移走');
  await site.publish('新版本', [article(text!.channelId, text!.name)]);
});

test('[SU9] how far each stage is, and which is left out for now, is known to all administrators', async () => {
  const fresh = await startSite({ siteUrl: ORIGIN, changes: [], isOpen: false });
  try {
    const [first, second, auditor] = await Promise.all([
      person('管理丁', 'system-admin', fresh),
      person('栏目戊', 'channel-admin', fresh),
      person('审计己', 'auditor', fresh),
    ]);
    const states = async (ask: Ask) =>
      ((await ask('GET', '/set-up')).data as SetUpAnswer).stages.map(({ name, state }) => `${name} ${state}`);
    expect(await states(first.ask)).toEqual([
      'people begun',
      'firm none',
      'brand none',
      'channels none',
      'legal none',
      'check none',
      'open none',
    ]);
    expect((await first.ask('POST', '/set-up/skipped', { stage: 'brand', isSkipped: true })).msg).toBe('');
    expect((await auditor.ask('POST', '/set-up/skipped', { stage: 'firm', isSkipped: true })).status).toBe(403);
    expect((await second.ask('POST', '/set-up/skipped', { stage: 'other', isSkipped: true })).status).toBe(422);
    expect(await states(second.ask)).toContain('brand skipped');

    // a draft shows that it was taken up after all
    const changes = [{ kind: 'setting', id: 'brand', document: {} }];
    const made = (await second.ask('POST', '/editions', { title: '品牌', changes })).data;
    const { stages } = (await second.ask('GET', '/set-up')).data as SetUpAnswer;
    expect(stages[2]).toEqual({
      name: 'brand',
      state: 'draft',
      editions: [{ editionId: made.editionId, title: '品牌', state: 'draft' }],
    });
    // a person who may not read drafts does not see them
    expect(((await first.ask('GET', '/set-up')).data as SetUpAnswer).stages[2]!.editions).toEqual([]);
    await second.ask('POST', `/editions/${made.editionId}/submit`, { version: 1 });
    expect(await states(first.ask)).toContain('brand in-review');
    await second.ask('POST', `/editions/${made.editionId}/discard`, { version: 1 });
    expect(await states(first.ask)).toContain('brand skipped');
    expect((await second.ask('POST', '/set-up/skipped', { stage: 'brand', isSkipped: false })).msg).toBe('');
    expect(await states(first.ask)).toContain('brand none');
    const { data } = await auditor.ask('GET', '/audit');
    expect(data.list.map(({ act, account }: { act: string; account: string }) => [act, account])).toEqual(
      expect.arrayContaining([
        ['set-up.skip', first.account],
        ['set-up.take-up', second.account],
      ]),
    );
  } finally {
    await fresh.end();
  }
});

test('[SU8] a site that was never hidden has no such setting, and is shown as it was', async () => {
  const shown = await startSite({ siteUrl: ORIGIN });
  try {
    const admin = await hand(shown, '栏目甲', [{ role: 'channel-admin', channelId: '' }]);
    const ask = await consoleOf(shown, admin, ORIGIN);
    const names = ((await ask('GET', '/settings')).data as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('site');
    expect(names).not.toContain('site.visible');
    expect((await shown.get('/swhysc/')).status).toBe(200);
  } finally {
    await shown.end();
  }
});

/** Links of a page by their path, in its order. */
const linksIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/ href="\/swhysc(\/[^"?#]*)/g)].map(([, path]) => path!)),
];
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const EMPTY = 'class="empty"';
const BOND = JSON.parse(readFileSync(join(PAGES_DIR, 'registers/bond-investment.json'), 'utf8')) as RegisterDefinition;

test('[SU4] who begins with nothing has a home page of the channels of one’s own, and no starter warns of itself', async () => {
  const fresh = await startSite({ siteUrl: ORIGIN, changes: [] });
  try {
    const writer = await person('撰写庚', 'channel-admin', fresh);
    const reviewer = await person('审核辛', 'reviewer', 'publisher', fresh);
    for (const name of Object.keys(STARTERS)) {
      const begun = await writer.ask('POST', `/starters/${name}`, {});
      expect([name, begun.msg, begun.data?.problems]).toEqual([name, '', undefined]);
      const { editionId } = begun.data;
      const answer = await writer.ask('GET', `/editions/${editionId}/channel-plan?version=1`);
      expect([name, answer.msg]).toEqual([name, '']);
      const plan = answer.data;
      expect([name, plan.problems, plan.warnings]).toEqual([name, [], []]);
    }
    const made = (await writer.ask('POST', '/starters/blank', {})).data;
    await writer.ask('POST', `/editions/${made.editionId}/submit`, { version: 1 });
    await approveEdition(fresh.database.db, reviewer, made);
    await publishEdition(publishContextOf(fresh), reviewer, made);
    const own = channel('0001000200010021', 'ourNews', '本公司动态', { parentId: '000100020001', type: 1 });
    await fresh.publish('自己的栏目', [own]);
    expect((await fresh.get('/swhysc/')).html).not.toContain('本公司动态');
    await fresh.publish('第一篇', [article('0001000200010021', '开业')]);
    const { html } = await fresh.get('/swhysc/');
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(main).toMatch(/href="\/swhysc\/ourNews"[^>]*>(?:<[^>]*>)*本公司动态/);
    for (const other of ['法律文件', '新闻资讯', '>首页<']) expect(main).not.toContain(other);
  } finally {
    await fresh.end();
  }
});

test('[SU3][SU4][SU16] every channel of each starter opens on a site that has nothing else, no page leads to one without content, and each has its ways again while it has some', async () => {
  for (const { channels } of Object.values(STARTERS)) {
    const fresh = await startSite({
      siteUrl: ORIGIN,
      changes: channels().map((document): Change => ({ kind: 'channel', document })),
    });
    try {
      for (const { url } of channels()) {
        const path = url === '' ? '/swhysc/' : `/swhysc/${url}`;
        const { status, html } = await fresh.get(path);
        expect([path, status < 400]).toEqual([path, true]);
        for (const words of ['不存在', '暂时无法显示']) expect([path, html.includes(words)]).toEqual([path, false]);
      }
      const waysIn = async (path: string) => linksIn((await fresh.get(`/swhysc${path}`)).html);
      for (const from of ['/', '/sitemap', '/nowhere'])
        for (const to of await waysIn(from)) {
          const { html } = await fresh.get(`/swhysc${to}`);
          expect([from, to, html.includes(EMPTY)]).toEqual([from, to, false]);
        }
      if (!channels().some(({ channelId }) => channelId === SECTION)) continue;

      const CRIME = '/publicChannel/antiFraud';
      const STAFF = '/publicChannel/bondInvestment';
      const suggested = async (words: string): Promise<string[]> => {
        const { body } = await fresh.app.inject({
          url: `${CALL_BASE}${paths.suggest}?words=${encodeURIComponent(words)}`,
        });
        const { data } = JSON.parse(suite.decrypt(body)) as { data: { list: { kind: string; path: string }[] } };
        return data.list.flatMap(({ kind, path }) => (kind === 'channel' ? [path] : []));
      };
      const ways = async () => ({
        overview: (await waysIn('/publicChannel')).filter((to) => [CRIME, STAFF].includes(to)),
        home: (await waysIn('/')).filter((to) => ['/publicChannel', CRIME, STAFF].includes(to)),
        map: (await waysIn('/sitemap')).filter((to) => [CRIME, STAFF].includes(to)),
        beside: (await waysIn('/publicChannel/complaint')).filter((to) => [CRIME, STAFF].includes(to)),
        crawled: [CRIME, STAFF].filter((to) => crawled.includes(`${to}<`)),
        suggested: [...(await suggested('防范非法')), ...(await suggested('债券投资'))],
      });
      let crawled = '';
      const look = async () => {
        crawled = (await fresh.get('/sitemap-pages.xml')).html;
        return ways();
      };
      const none = { overview: [], home: [], map: [], beside: [], crawled: [], suggested: [] };
      expect(await look()).toEqual(none);
      for (const path of [CRIME, STAFF, '/publicChannel']) {
        const { status, html } = await fresh.get(`/swhysc${path}`);
        // one frame says it, not several
        expect([path, status, html.split(EMPTY).length]).toEqual([path, 200, 2]);
      }

      const { articleIds } = await fresh.publish('第一篇', [article(`${SECTION}0018`, '谨防假冒')]);
      const both = { overview: [CRIME], map: [CRIME], beside: [CRIME], crawled: [CRIME], suggested: [CRIME] };
      expect(await look()).toEqual({ ...both, home: expect.arrayContaining(['/publicChannel', CRIME]) });
      const rows = async (list: Record<string, string>[]) =>
        fresh.publish('登记表', [
          {
            kind: 'rows',
            document: {
              definition: BOND,
              rows: list,
              dataDate: '2026-11-01',
              department: '固定收益总部',
            },
          },
        ]);
      await rows([{ ...BOND_TRADER, department: '固定收益总部' }]);
      expect(await look()).toEqual({
        overview: [STAFF, CRIME],
        home: expect.arrayContaining(['/publicChannel', STAFF, CRIME]),
        map: [STAFF, CRIME],
        beside: [STAFF, CRIME],
        crawled: [CRIME, STAFF],
        suggested: [CRIME, STAFF],
      });
      const staff = (await fresh.get(`/swhysc${STAFF}`)).html;
      expect([staff.includes(EMPTY), linksIn(staff).includes(CRIME)]).toEqual([false, true]);

      await rows([]);
      await fresh.publish('撤下', [{ kind: 'article', id: String(articleIds[0]), withdraw: { reason: '内容有误' } }]);
      expect(await look()).toEqual(none);
    } finally {
      await fresh.end();
    }
  }
});
