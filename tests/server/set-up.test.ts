import { afterAll, beforeAll, expect, test } from 'vitest';
import { STARTERS } from '#kinds/channel/starters.ts';
import type { Change } from '#kinds/index.ts';
import type { Role } from '#rules/staff-rights.ts';
import type { SetUpStep } from '#wire/console-answers.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { publishEdition } from '#server/editions/publish-edition.ts';
import { approveEdition } from '#server/editions/review-edition.ts';
import { consoleOf, hand, publishContextOf } from '../world/editions.ts';
import { article, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
let site: TestSite;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN, changes: [], isOpen: false });
});
afterAll(() => site.end());

const person = async (name: string, ...roles: Role[]) => {
  const made = await hand(
    site,
    name,
    roles.map((role) => ({ role, channelId: '' })),
  );
  await site.database.db.updateTable('staff').set({ password: 'set' }).where('staff_id', '=', made.staffId).execute();
  return { ...made, ask: await consoleOf(site, made, ORIGIN) };
};
type Ask = Awaited<ReturnType<typeof consoleOf>>;
const stepsOf = async (ask: Ask): Promise<string[]> =>
  ((await ask('GET', '/set-up')).data.steps as SetUpStep[]).map(({ title, isDone, words }) =>
    isDone ? title : `${title}：${words}`,
  );

test('[SU4][SU5] a site without channels begins with a tree that a second person approves, and is told what it lacks', async () => {
  const admin = await person('管理甲', 'system-admin');
  expect(await stepsOf(admin.ask)).toEqual([
    '人员：还没有编辑或栏目管理、审核、发布人员',
    '开放网站：由第二位系统管理或发布人员在本页开放，之后可以发布稿件',
    '公司信息：名称、热线、地址、备案号，显示在每一页的页眉和页脚',
    '品牌：标志、图标、颜色和首页标语；没有设定时用程序自带的样子',
    '栏目：选用一套起步栏目，或自己新建',
    '法律文本：还没有公开：隐私政策、用户协议、法律声明',
  ]);
  const writer = await person('撰写乙', 'channel-admin', 'reviewer', 'publisher');
  expect((await stepsOf(admin.ask))[0]).toBe('人员：撰写和审核须是两个人');
  const reviewer = await person('审核丙', 'reviewer', 'publisher');
  expect((await stepsOf(admin.ask))[0]).toBe('人员');

  expect((await admin.ask('POST', '/starters/broker', {})).status).toBe(403);
  expect((await writer.ask('POST', '/starters/other', {})).status).toBe(422);
  const { starters } = (await writer.ask('GET', '/set-up')).data;
  expect(starters.map(({ name, channels }: { name: string; channels: number }) => [name, channels])).toEqual(
    Object.entries(STARTERS).map(([name, { channels }]) => [name, channels().length]),
  );
  await markOpened(site.database.db);
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
    '开放网站',
    '公司信息：名称、热线、地址、备案号，显示在每一页的页眉和页脚',
    '品牌：标志、图标、颜色和首页标语；没有设定时用程序自带的样子',
    '栏目',
    '法律文本：还没有公开：隐私政策、用户协议、法律声明',
  ]);
  const legal = STARTERS.disclosure.channels().filter(({ url }) => url.startsWith('legal/'));
  await site.publish('准备', [
    { kind: 'setting', id: 'site', document: { name: '新证券', hotline: '95500' } } as Change,
    { kind: 'setting', id: 'brand', document: {} } as Change,
    ...legal.map(({ channelId, name }) => article(channelId, name)),
  ]);
  expect((await stepsOf(writer.ask)).every((step) => !step.includes('：'))).toBe(true);
});

test('[SU3][SU4] every channel of each starter opens on a site that has nothing else, and says nothing is missing that is not', async () => {
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
    } finally {
      await fresh.end();
    }
  }
});
