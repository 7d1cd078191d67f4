import type { Page } from '@playwright/test';
import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';

const TEN = Array.from({ length: 10 }, (_, at) => at);

const articleOf = (channelId: string, title: string, more: object = {}) => ({
  kind: 'article',
  document: {
    channelId,
    title,
    content: `<p>${title}的正文</p>`,
    contentTime: '2026-11-20T09:00:00+08:00',
    ...more,
  },
});

type Calls = Awaited<ReturnType<typeof callsOf>>;

/**
 * People of one channel, ten articles that are public there, and for each an edition in review that changes a line. Nobody
 * else works in that channel: their lists have these ten alone.
 */
async function tenWaiting(
  baseURL: string,
  channelId: string,
  changed: (at: number) => string = () => '<p>改后的正文</p>',
) {
  const admin = await adminOf(baseURL);
  const editor = await admin.addReady('撰写者', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', channelId }]);
  const publisher = await admin.addReady('发布者', [{ role: 'publisher', channelId }]);
  await admin.close();
  const [writing, reviewing, publishing] = [
    await callsOf(baseURL, editor),
    await callsOf(baseURL, reviewer),
    await callsOf(baseURL, publisher),
  ];
  const run = Date.now().toString(36);
  const titles = TEN.map((at) => `逐份审核的说明（${run}）第${at + 1}篇`);
  const sent = async (title: string, changes: object[]): Promise<number> => {
    const { editionId, version } = await writing.post<{ editionId: number; version: number }>('/editions', {
      title,
      changes,
    });
    await writing.post(`/editions/${editionId}/submit`, { version });
    return editionId;
  };
  const first = await sent(
    `十篇（${run}）`,
    titles.map((title) => articleOf(channelId, title)),
  );
  await reviewing.post(`/editions/${first}/approve`, { version: 1 });
  const { articleIds } = await publishing.post<{ articleIds: number[] }>(`/editions/${first}/publish`, { version: 1 });
  const editionIds: number[] = [];
  for (const at of TEN)
    editionIds.push(
      await sent(titles[at]!, [articleOf(channelId, titles[at]!, { articleId: articleIds[at], content: changed(at) })]),
    );
  const close = () => Promise.all([writing, reviewing, publishing].map((calls: Calls) => calls.close()));
  return { editor, reviewer, publisher, titles, editionIds, reviewing, close };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const lines = (page: Page) => page.locator('.reading-list li').filter({ has: page.getByRole('link') });
const agree = (page: Page) => page.getByRole('button', { name: /^(同意|发布)并看下一份/ });

interface Step {
  act: string;
  name: string;
  version: number;
}
const stepsOf = async (page: Page, editionId: number): Promise<Step[]> => {
  const answer = await page.request.get(`/console/api/editions/${editionId}`);
  return ((await answer.json()) as { data: { steps: Step[] } }).data.steps;
};

test('[RV1] [RV2] [RV5] ten editions are read and agreed to by at most thirteen keys, the longest waiting first, ten separate approvals', async ({
  page,
  baseURL,
}) => {
  // the third is longer than the window
  const long = Array.from({ length: 60 }, (_, at) => `<p>第${at + 1}段是新写的。</p>`).join('');
  const ten = await tenWaiting(baseURL!, CHANNEL.newsReport, (at) => (at === 2 ? long : '<p>改后的正文</p>'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, ten.reviewer);
  await expect(page.getByRole('link', { name: /^从等得最久的开始审核/ })).toBeVisible();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('s');
  for (const [at, title] of ten.titles.entries()) {
    await expect(heading(page)).toHaveText(title);
    const isLong = at === 2;
    if (isLong) {
      await expect(page.getByRole('region', { name: '操作' })).toContainText('没有看到');
      await expect(agree(page)).toBeDisabled();
      await press('a');
      await expect(heading(page)).toHaveText(title);
      await expect(page.locator('.reading-list')).toContainText('还有 8 份');
      expect(await axe(page)).toEqual([]);
      // one reads down to the end
      await page.mouse.move(900, 500);
      await expect(async () => {
        await page.mouse.wheel(0, 400);
        await expect(agree(page)).toBeEnabled({ timeout: 100 });
      }).toPass();
    }
    await expect(agree(page)).toBeEnabled();
    await press('a');
  }
  await expect(page.getByRole('main')).toContainText('本次同意 10 份，退回 0 份');
  expect(keys).toBeLessThanOrEqual(13);
  await expect(page.locator('.reading-list')).toContainText('还有 0 份');
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /份等您处理$/ })).toHaveCount(
    0,
  );
  for (const editionId of ten.editionIds) {
    const approvals = (await stepsOf(page, editionId)).filter(({ act }) => act === 'approved');
    expect(approvals).toEqual([expect.objectContaining({ name: ten.reviewer.name, version: 1 })]);
  }
  await ten.close();
});

test('[RV1] [RV2] ten editions are published by at most twelve clicks; one that goes back keeps its place with its reason @slow', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const ten = await tenWaiting(baseURL!, CHANNEL.newsCompany);
  for (const editionId of ten.editionIds) await ten.reviewing.post(`/editions/${editionId}/approve`, { version: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, ten.publisher);
  let clicks = 0;
  const click = async (place: ReturnType<Page['getByRole']>): Promise<void> => {
    clicks += 1;
    await place.click();
  };
  await click(page.getByRole('link', { name: /^从等得最久的开始发布/ }));
  for (const title of ten.titles.slice(0, 9)) {
    await expect(heading(page)).toHaveText(title);
    await click(agree(page));
  }
  await expect(heading(page)).toHaveText(ten.titles[9]!);
  // Back leads through what was read, and keys of one letter do not act in a dialog or once they are turned off
  await page.goBack();
  await expect(heading(page)).toHaveText(ten.titles[8]!);
  await page.goForward();
  await expect(heading(page)).toHaveText(ten.titles[9]!);
  await page.keyboard.press('v');
  await expect(page.getByRole('region', { name: '发布后的样子' })).toBeVisible();
  await openTab(page, '差异');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: '使用单键操作' }).uncheck();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await page.keyboard.press('r');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: '全部按键' }).click();
  await dialog.getByRole('checkbox', { name: '使用单键操作' }).check();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await page.keyboard.press('r');
  await dialog.getByRole('textbox').fill('a 不是按键');
  await dialog.getByRole('button', { name: '退回', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('本次发布 9 份，退回 1 份');
  await expect(lines(page).last()).toContainText('已退回');
  expect(clicks).toBeLessThanOrEqual(12);
  expect(await axe(page)).toEqual([]);
  await ten.close();
});

test('[RV1] on a phone the list and the edition are two screens, with two acts in the bar @slow', async ({
  page,
  baseURL,
}) => {
  const ten = await tenWaiting(baseURL!, CHANNEL.marginGuide);
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, ten.reviewer, '/console/review');
  await expect(lines(page)).toHaveCount(10);
  await expect(page.locator('.reading-page')).toBeHidden();
  await page.locator('.reading-list a').nth(1).click();
  await expect(heading(page)).toHaveText(ten.titles[1]!);
  await expect(page.locator('.reading-list')).toBeHidden();
  await expect(page.getByRole('region', { name: '操作' }).getByRole('button')).toHaveCount(2);
  // differences may come after the page
  await expect(async () => {
    for (const place of await page.locator('[data-difference]').all())
      await place.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(agree(page)).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  await expect(agree(page)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await axe(page)).toEqual([]);
  await agree(page).click();
  await expect(heading(page)).toHaveText(ten.titles[2]!);
  await page.getByRole('navigation', { name: '所在位置' }).getByRole('link', { name: '待我审核' }).click();
  await expect(lines(page).nth(1)).toContainText('已同意');
  await ten.close();
});

test('[RV3] an edition that another wrote anew is agreed to in no version that was not before the reader @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/409/);
  const ten = await tenWaiting(baseURL!, CHANNEL.socialDuty);
  const writing = await callsOf(baseURL!, ten.editor);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, ten.reviewer, '/console/review');
  await expect(agree(page)).toBeEnabled();
  const [editionId] = ten.editionIds;
  const answer = await page.request.get(`/console/api/editions/${editionId}`);
  const { shown } = ((await answer.json()) as { data: { shown: { title: string; changes: object[] } } }).data;
  const { version } = await writing.post<{ version: number }>(`/editions/${editionId}`, {
    version: 1,
    title: `${shown.title}（再改）`,
    changes: shown.changes,
  });
  await writing.post(`/editions/${editionId}/submit`, { version });
  await writing.close();
  await page.keyboard.press('a');
  await expect(page.getByRole('alert').filter({ hasText: `${ten.editor.name}已在` })).toBeVisible();
  await page.getByRole('button', { name: '载入第 2 版' }).click();
  await expect(heading(page)).toHaveText(`${shown.title}（再改）`);
  await expect(page.getByRole('region', { name: '操作' })).toContainText('同意的是第 2 版');
  await ten.close();
});

test('[RV2] [RV3] what is loaded apart counts as seen once its words are there, and where it fails the edition keeps its own act', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/500/);
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('设置者', [{ role: 'channel-admin', channelId: '' }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', channelId: '' }]);
  await admin.close();
  const writing = await callsOf(baseURL!, author);
  const made = await writing.post<{ editionId: number; version: number }>('/editions', {
    title: '逐份审核的设置',
    changes: [{ kind: 'setting', id: 'webparam.sys.tracking', document: 'https://read.example.com' }],
  });
  await writing.post(`/editions/${made.editionId}/submit`, { version: made.version });
  const ways: Promise<unknown>[] = [];
  let isHeld = true;
  const release: (() => void)[] = [];
  await page.route('**/console/api/settings/webparam.sys.tracking', (route) => {
    if (!isHeld) return route.continue();
    const answered = new Promise<void>((done) => release.push(done)).then(() =>
      route.fulfill({ status: 500, json: { code: 'failed', msg: '没有成功' } }),
    );
    ways.push(answered);
    return answered;
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, reviewer, `/console/review?edition=${made.editionId}`);
  const acts = page.getByRole('region', { name: '操作' });
  await expect(page.locator('.differences [data-pending]')).toBeVisible();
  // all calls but the one that is held have come
  await expect(acts).toContainText('1 处差异，还有 1 处没有看到');
  await page.keyboard.press('a');
  expect((await stepsOf(page, made.editionId)).map(({ act }) => act)).not.toContain('approved');
  isHeld = false;
  for (const answer of release) answer();
  await Promise.all(ways);
  await expect(acts).toContainText('差异没有成功');
  await expect(acts.getByRole('button', { name: '同意…' })).toBeVisible();
  await page.locator('.differences').getByRole('button', { name: '重试' }).click();
  await expect(page.locator('.differences ins')).toContainText('https://read.example.com');
  await expect(acts).toContainText('1 处差异都已看过');
  await expect(agree(page)).toBeEnabled();
  await writing.post(`/editions/${made.editionId}/discard`, { version: made.version });
  await writing.close();
});

test('[RV3] [RV4] [RV5] a red line is ticked where it stands before A acts, rows that go keep an act with their number, and arrows lead through the editions', async ({
  page,
  baseURL,
}) => {
  const run = Date.now().toString(36);
  const definition = {
    schemaVersion: 1,
    register: `read-${run}`,
    title: `逐份审核的登记表${run}`,
    endpoints: [],
    department: '办公室',
    key: ['no'],
    fields: {
      no: { title: '编号', type: 'text', required: true },
      amount: { title: '规模', type: 'money', unit: '万元' },
    },
    columns: ['no', 'amount'],
    filters: [],
    order: ['no'],
  };
  const rows = (...amounts: string[]) => ({
    kind: 'rows',
    document: {
      definition,
      dataDate: '2026-11-01',
      department: '办公室',
      rows: amounts.map((amount, at) => ({ no: `N${at}`, amount })),
    },
  });
  const admin = await adminOf(baseURL!);
  const [author, reviewer, publisher] = [
    await admin.addReady('填表者', [{ role: 'channel-admin', channelId: '' }]),
    await admin.addReady('审核者', [{ role: 'reviewer', channelId: '' }]),
    await admin.addReady('发布者', [{ role: 'publisher', channelId: '' }]),
  ];
  await admin.close();
  const writing = await callsOf(baseURL!, author);
  const sent = async (title: string, changes: object[]): Promise<number> => {
    const { editionId, version } = await writing.post<{ editionId: number; version: number }>('/editions', {
      title,
      changes,
    });
    await writing.post(`/editions/${editionId}/submit`, { version });
    return editionId;
  };
  const begun = await sent(`登记表${run}`, [{ kind: 'register', document: definition }, rows('5', '6', '7', '8')]);
  for (const [person, act] of [
    [reviewer, 'approve'],
    [publisher, 'publish'],
  ] as const) {
    const calls = await callsOf(baseURL!, person);
    await calls.post(`/editions/${begun}/${act}`, { version: 1 });
    await calls.close();
  }
  const [tenfold, gone] = [
    await sent(`百倍${run}`, [rows('500', '6', '7', '8')]),
    await sent(`移除${run}`, [rows('5', '6')]),
  ];
  const acts = page.getByRole('region', { name: '操作' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, reviewer, `/console/review?edition=${tenfold}`);
  await expect(acts).toContainText('还有 1 处红线没有核对');
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).not.toHaveText(`百倍${run}`);
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page)).toHaveText(`百倍${run}`);
  await expect(acts).toContainText('还有 1 处红线没有核对');
  expect((await stepsOf(page, tenfold)).map(({ act }) => act)).not.toContain('approved');
  const tick = page.getByRole('alert').getByRole('checkbox', { name: '此处已核对' });
  await expect(tick).not.toBeChecked();
  await page.keyboard.press('x');
  await expect(tick).toBeChecked();
  await expect(acts).toContainText('红线已核对');
  await page.keyboard.press('a');
  await expect(heading(page)).not.toHaveText(`百倍${run}`);
  expect((await stepsOf(page, tenfold)).at(-1)).toMatchObject({
    act: 'approved',
    name: reviewer.name,
    note: expect.stringContaining('审核时逐处核对了 1 处红线'),
  });

  await page.goto(`/console/review?edition=${gone}`);
  await expect(acts).toContainText('有行将被移除，须点“同意…”输入行数');
  await expect(agree(page)).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await stepsOf(page, gone)).map(({ act }) => act)).not.toContain('approved');
  await acts.getByRole('button', { name: '同意…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '将移除的行数' }).fill('2');
  await dialog.getByRole('button', { name: '同意', exact: true }).click();
  await expect(heading(page)).not.toHaveText(`移除${run}`);
  expect((await stepsOf(page, gone)).at(-1)).toMatchObject({ act: 'approved', name: reviewer.name });
  for (const editionId of [tenfold, gone]) await writing.post(`/editions/${editionId}/discard`, { version: 1 });
  await writing.close();
});
