import type { Browser, Page } from '@playwright/test';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn, type Account } from '#tests/world/console-browser.ts';

const deskOf = async (browser: Browser, baseURL: string, person: Account): Promise<Page> => {
  const context = await browser.newContext({
    baseURL,
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.2.${Math.floor(Math.random() * 250)}` },
  });
  const desk = await context.newPage();
  await openSignedIn(desk, person);
  return desk;
};

/** A midnight of Shanghai's in some days, as a field has it. */
const midnightIn = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00`;

test('[GR1] grey mode is planned with start and end in one act, reviewed one by one, and timed together', async ({
  page,
  baseURL,
  browser,
}) => {
  const [start, end] = [midnightIn(20), midnightIn(21)];
  const shown = end.replace('T', ' ');
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('设置者', [{ role: 'channel-admin', channelId: '' }]);
  const reviewer = await admin.addReady('设置审核', [{ role: 'reviewer', channelId: '' }]);
  const publisher = await admin.addReady('设置发布', [{ role: 'publisher', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author);
  await page.getByRole('link', { name: '设置', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '灰色模式' }).click();
  await page.getByLabel('灰色模式（黑白）').check();
  await page.getByLabel('开始（北京时间）').fill(start);
  await page.getByLabel('结束（北京时间）').fill(midnightIn(19));
  await expect(page.getByRole('alert').filter({ hasText: '结束时间应晚于开始时间' })).toBeVisible();
  await expect(page.getByRole('region', { name: '保存', exact: true })).toContainText('结束时间应晚于开始时间');
  await expect(page.getByRole('button', { name: '保存为 2 份稿件' })).toHaveCount(0);
  await page.getByLabel('结束（北京时间）').fill(end);
  await expect(page.getByRole('region', { name: '计划' })).toContainText(shown);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '保存为 2 份稿件' }).click();
  const plan = page.getByRole('region', { name: '计划' });
  await expect(plan.getByRole('listitem')).toHaveCount(2);
  expect(await axe(page)).toEqual([]);
  await plan.getByRole('button', { name: '2 份都提交审核' }).click();
  await expect(plan).toContainText(`审核中，计划 ${shown}`);
  const first = page.url();

  const review = await deskOf(browser, baseURL!, reviewer);
  const second = first.replace(/\d+$/, (no) => String(Number(no) + 1));
  for (const address of [first, second]) {
    await review.goto(address);
    await review.getByRole('button', { name: '同意', exact: true }).click();
    await review.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
    await expect(review.getByRole('region', { name: '概况' })).toContainText('已通过');
  }
  const press = await deskOf(browser, baseURL!, publisher);
  await press.goto(first);
  await press.getByRole('button', { name: '2 份都按计划定时' }).click();
  await expect(press.getByRole('region', { name: '计划' })).toContainText(`已定时 ${shown}`);
  await review.context().close();
  await press.context().close();
});

test('banners change their order by keys, what is wrong is told at its field, nothing typed is lost, and a draft is gone on with @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('横幅者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author, '/console/settings/banners');
  const handles = page.getByRole('button', { name: /^移动横幅/ });
  const names = () => page.locator('.sortable-name').allInnerTexts();
  await expect(handles.first()).toBeVisible();
  const before = await names();
  await handles.first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await names()).toEqual([before[1], before[0], ...before.slice(2)]);
  await expect(handles.nth(1)).toBeFocused();
  await page.locator('.sortable-name').first().click();
  await page.getByLabel('标题').fill('一'.repeat(41));
  await expect(page.getByText('最多 40 个字，现在有 41 个').first()).toBeVisible();
  await page.getByLabel('标题').fill('期货业务\n新上线');
  await expect(page.getByRole('region', { name: '与现在公开的内容相比' })).toContainText('期货业务');
  expect(await axe(page)).toEqual([]);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '继续填写' }).click();
  expect((await names())[0]).toContain('期货业务 新上线');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('修改设置：首页横幅');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('标题：期货业务');
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await expect(page.getByText('正在修改第')).toBeVisible();
  await expect(page.locator('.sortable-name').first()).toContainText('期货业务 新上线');
});

test('a hotline that changes tells which texts go on saying the former one, and the edition says what changed in the words of the form @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('热线者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author, '/console/settings/site');
  const hotline = page.getByLabel('客服热线');
  const former = await hotline.inputValue();
  const still = page.getByRole('region', { name: '还写着原来内容的地方' });
  await expect(still).toHaveCount(0);
  await hotline.fill('021-55501234');
  await page.getByLabel('投诉电话').fill('021-55501234');
  await expect(still.getByRole('region', { name: `客服热线 ${former}` })).toContainText(/共 \d+ 处/);
  await expect(still.getByRole('link', { name: /^《.+》$/ }).first()).toHaveAttribute(
    'href',
    /\/console\/content\/\d+\/edit$/,
  );
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('修改设置：机构信息');
  const differences = page.getByRole('region', { name: '差异' }).getByRole('listitem').filter({ hasText: '客服热线' });
  await expect(differences.locator('del')).toContainText(former);
  await expect(differences.locator('ins')).toContainText('021-55501234');
});

test('[LG4] protected words are added many at once, twice ones are told, and found ones removed @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('词语者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author, '/console/settings/script.protected');
  // other journeys publish words of their own
  const counter = page.getByText(/^共 \d+ 个，最多 300 个$/);
  const before = Number(/\d+/.exec((await counter.textContent())!)![0]);
  const countIs = (added: number) => expect(counter).toHaveText(`共 ${before + added} 个，最多 300 个`);
  await page.getByLabel('加入词语').fill('范文冰、钟里谷业、钟里');
  await page.getByRole('button', { name: '加入', exact: true }).click();
  await expect(page.getByText('“钟里”在“钟里谷业”之中')).toBeVisible();
  await page.getByLabel('加入词语').fill('范文冰');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '没有重复加入：范文冰' })).toBeVisible();
  await page.getByLabel('查找').fill('钟里');
  await page.getByRole('button', { name: '移去“钟里”' }).click();
  await countIs(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await countIs(3);
  expect(await axe(page)).toEqual([]);
});

test('[PB3] of two who change one setting the second takes what only one changed, chooses the rest by field and entry, and loses nothing by going back @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/409/);
  const admin = await adminOf(baseURL!);
  const [first, second] = [
    await admin.addReady('先改设置', [{ role: 'channel-admin', channelId: '' }]),
    await admin.addReady('后改设置', [{ role: 'channel-admin', channelId: '' }]),
  ];
  await admin.close();
  const calls = await callsOf(baseURL!, first);
  const banner = (title: string, more: object = {}) => ({ title, text: '', drawing: 'waves', seed: 7, ...more });
  const banners = (value: unknown) => [{ kind: 'setting', id: 'banners', document: value }];
  const begun = [banner('期货'), banner('基金', { links: [{ title: '看看', path: '/a' }] })];
  const { editionId } = await calls.post<{ editionId: number }>('/editions', {
    title: '两人同改横幅',
    changes: banners(begun),
  });
  await openSignedIn(page, second, `/console/settings/banners?edition=${editionId}`);
  await page.locator('.sortable-name').first().click();
  await page.getByLabel('标题').fill('我的期货');
  await page.getByLabel('说明').fill('我的说明');
  await calls.post(`/editions/${editionId}`, {
    version: 1,
    title: '两人同改横幅',
    changes: banners([banner('他的期货', { drawing: 'rings' }), begun[1], banner('债券')]),
  });
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `您修改期间，${first.name}在` })).toContainText(
    '保存了第 2 版',
  );
  await expect(page.getByText('“我的期货” 底图：同心圆')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '“债券”：新增' })).toBeVisible();
  const title = page.getByRole('radiogroup', { name: '“我的期货” 标题保留谁的内容' });
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  await expect(page.getByRole('row').filter({ has: title })).toContainText('他的期货');
  expect(await axe(page)).toEqual([]);
  // leaving the comparison loses nothing
  await page.getByRole('button', { name: '返回表单' }).click();
  await expect(page.getByLabel('说明')).toHaveValue('我的说明');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await title.getByLabel('对方的').check();
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  await expect(page).toHaveURL(new RegExp(`/editions/${editionId}$`));
  const { data } = (await (await page.request.get(`/console/api/editions/${editionId}`)).json()) as {
    data: { version: number; shown: { changes: [{ document: object[] }] } };
  };
  expect([data.version, data.shown.changes[0].document]).toEqual([
    3,
    [banner('他的期货', { drawing: 'rings', text: '我的说明' }), begun[1], banner('债券')],
  ]);
  await calls.close();
});

test('[PB3] what became public of a setting since its draft was begun is merged into the draft, which can then be published @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const whole = (role: 'channel-admin' | 'reviewer' | 'publisher') => [{ role, channelId: '' }];
  const [author, reviewer, publisher] = [
    await admin.addReady('合并者', whole('channel-admin')),
    await admin.addReady('审核者', whole('reviewer')),
    await admin.addReady('发布者', whole('publisher')),
  ];
  await admin.close();
  const [writing, reviewing, publishing] = [
    await callsOf(baseURL!, author),
    await callsOf(baseURL!, reviewer),
    await callsOf(baseURL!, publisher),
  ];
  const publish = async (changes: object[], title: string): Promise<void> => {
    const { editionId } = await writing.post<{ editionId: number }>('/editions', { title, changes });
    await writing.post(`/editions/${editionId}/submit`, { version: 1 });
    await reviewing.post(`/editions/${editionId}/approve`, { version: 1 });
    await publishing.post(`/editions/${editionId}/publish`, { version: 1 });
  };
  const terms = (...value: string[]) => [{ kind: 'setting', id: 'script.protected', document: value }];
  await publish(terms('范冰', '余里', '我去掉的'), '原来的词语');
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title: '我的词语',
    changes: terms('范冰', '余里', '我加的'),
  });
  await publish(terms('余里', '我去掉的', '他加的'), '另外的词语');
  await openSignedIn(page, author, `/console/editions/${editionId}`);
  await expect(page.getByRole('alert').filter({ hasText: '公开的内容已有变化' })).toBeVisible();
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await page.getByRole('button', { name: '核对并合并' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `稿件开始以后，${author.name}撰写的内容在` })).toBeVisible();
  await expect(page.getByText('两边的修改没有冲突')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '“他加的”：新增' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '“范冰”：删除' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '合并保存' }).click();
  await expect(page).toHaveURL(new RegExp(`/editions/${editionId}$`));
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 2 版');
  await expect(page.getByRole('alert').filter({ hasText: '公开的内容已有变化' })).toHaveCount(0);
  await writing.post(`/editions/${editionId}/submit`, { version: 2 });
  await reviewing.post(`/editions/${editionId}/approve`, { version: 2 });
  await publishing.post(`/editions/${editionId}/publish`, { version: 2 });
  const { data } = (await (await page.request.get('/console/api/settings/script.protected')).json()) as {
    data: { value: string[] };
  };
  expect(data.value).toEqual(['余里', '我加的', '他加的']);
  for (const one of [writing, reviewing, publishing]) await one.close();
});

test('in two windows of one person nothing overwrites and nothing mixes: each is told of the other, and what was kept from an older version is compared @slow', async ({
  page,
  baseURL,
  context,
  expectFault,
}) => {
  expectFault(/409/);
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('两窗者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author);
  const calls = await callsOf(baseURL!, author);
  const { editionId } = await calls.post<{ editionId: number }>('/editions', {
    title: '两个窗口',
    changes: [{ kind: 'setting', id: 'webparam.journey.windows', document: '起' }],
  });
  await calls.close();
  const address = `/console/settings/webparam.journey.windows?edition=${editionId}`;
  const other = await context.newPage();
  await page.goto(address);
  const value = page.getByLabel('参数的值');
  await value.fill('第一个窗口的');
  await other.goto(address);
  await expect(page.getByText('这个表单也在您的另一个窗口中打开')).toBeVisible();
  await expect(other.getByText('这个表单也在您的另一个窗口中打开')).toBeVisible();
  // work stored for one is not offered in the other
  await expect(other.getByText('上次填写的内容还没有提交')).toHaveCount(0);
  await expect(other.getByLabel('参数的值')).toHaveValue('起');
  await other.getByLabel('参数的值').fill('第二个窗口的');
  await expect(value).toHaveValue('第一个窗口的');
  await other.getByRole('button', { name: '保存为稿件' }).click();
  await expect(other).toHaveURL(new RegExp(`/editions/${editionId}$`));
  await expect(page.getByText('您在另一个窗口保存了这份稿件')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  // kept over a reload, it is still of the version that it was typed over
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(value).toHaveValue('第二个窗口的');
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(value).toHaveValue('第一个窗口的');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '您在另一个窗口于' })).toContainText('保存了第 2 版');
  await expect(page.getByRole('row').filter({ hasText: '第一个窗口的' })).toContainText('第二个窗口的');
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 3 版');
});

test('[SE1] what was searched in vain becomes a word of visitors, with the focus where the site’s word is missing @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('用词者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await page.route('**/console/api/search-missed', (route) =>
    route.fulfill({
      json: { code: '0', msg: '', data: [{ words: '红利税', count: 12, days: 4, lastDay: '2026-11-20' }] },
    }),
  );
  await openSignedIn(page, author, '/console/settings/search.words');
  const lines = page.getByRole('list').getByRole('listitem', { name: /^第 \d+ 组$/ });
  await expect(page.getByRole('button', { name: '“红利税”作为访客的说法' })).toBeVisible();
  await page.getByRole('button', { name: '“红利税”作为访客的说法' }).click();
  const line = lines.filter({ hasText: '红利税' });
  const means = line.getByRole('combobox', { name: /网站的用词$/ });
  await expect(means).toBeFocused();
  await expect(line).toContainText('至少 1 项');
  await expect(page.getByRole('region', { name: '没有结果的搜索' })).toContainText('已在表单中');
  await page.keyboard.type('股息红利差别化个人所得税、股息税');
  await page.keyboard.press('Enter');
  await expect(line).not.toContainText('至少 1 项');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '添加一组' }).click();
  await expect(lines.last().getByRole('combobox', { name: /访客的说法$/ })).toBeFocused();
  await lines
    .last()
    .getByRole('button', { name: /^移去第 \d+ 组“”$/ })
    .click();
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('修改设置：搜索用词');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('红利税');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('股息税');
});
