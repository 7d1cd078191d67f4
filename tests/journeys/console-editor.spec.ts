import type { Page, Route } from '@playwright/test';
import { expect, intercept, test } from '#tests/world/browser.ts';
import type { ChannelLine } from '#wire/channel-answers.ts';
import { adminOf, callsOf, openSignedIn, type Account } from '#tests/world/console-browser.ts';

const COMPANY = '00010002000100020001';

const bar = (page: Page) => page.getByRole('region', { name: '保存', exact: true });
const undo = (page: Page) => bar(page).getByRole('button', { name: '撤销' });

async function read<T>(page: Page, path: string): Promise<T> {
  return ((await (await page.request.get(`/console/api${path}`)).json()) as { data: T }).data;
}

async function person(baseURL: string, role: 'editor' | 'channel-admin'): Promise<Account> {
  const admin = await adminOf(baseURL);
  const made = await admin.addReady('填写者', [{ role, channelId: '' }]);
  await admin.close();
  return made;
}

/** The next call of this path is answered when it is let go. */
async function held(page: Page, path: string, isIt: (route: Route) => boolean = () => true) {
  const [started, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  await intercept(page, `**/console/api${path}`, async (route) => {
    if (isHeld || !isIt(route)) return route.fallback();
    isHeld = true;
    started.resolve();
    await free.promise;
    await route.continue();
  });
  return { asked: started.promise, letGo: free.resolve };
}

test('what is typed while a new channel is being proposed stays beside it, and both are steps back @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'channel-admin'));
  await page.goto('/console/channels');
  await page.getByRole('treeitem').first().click();
  const name = page.locator('.channel-field input').first();
  const before = await name.inputValue();
  const proposed = await held(page, '/channel-plan', (route) =>
    (route.request().postData() ?? '').includes('"propose"'),
  );
  await page.getByRole('button', { name: /^新建/ }).first().click();
  await proposed.asked;
  await name.fill('等待时改的名称');
  await expect(page.getByRole('tab', { name: '修改与保存（1）' })).toBeVisible();
  proposed.letGo();
  await expect(page.getByRole('tab', { name: '修改与保存（2）' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: '等待时改的名称' })).toBeVisible();
  await undo(page).click();
  await expect(page.getByRole('tab', { name: '修改与保存（1）' })).toBeVisible();
  await undo(page).click();
  await expect(page.getByRole('tab', { name: '修改与保存（0）' })).toBeVisible();
  await expect(page.getByRole('treeitem').first()).toContainText(before);
});

test('a row that is typed is neither put in the place of another nor lost by saving, by another row or on the way out @slow', async ({
  page,
  baseURL,
}) => {
  const register = '/registers/offsite-branch';
  await openSignedIn(page, await person(baseURL!, 'editor'));
  const { list } = await read<{ list: { key: string[] }[] }>(page, `${register}/rows?pageSize=4`);
  const [first, second, third, fourth] = list.map(({ key }) => key.join(' / '));
  await page.goto(`/console${register}`);
  const form = page.getByRole('form', { name: '一行数据' });
  const changes = page.getByRole('list', { name: '本次改动' }).getByRole('listitem');
  const type = async (text: string): Promise<void> => form.getByRole('textbox').nth(1).fill(text);
  const add = form.getByRole('button', { name: '加入本次改动' });
  for (const [name, text] of [
    [first!, '第一处'],
    [second!, '第二处'],
  ] as const) {
    await page.getByRole('button', { name: `修改 ${name}`, exact: true }).click();
    await type(text);
    await add.click();
    await expect(form).toHaveCount(0);
  }
  // the first goes while it is gone on with, and the second is the first now
  await changes.nth(0).getByRole('button', { name: /^再改/ }).click();
  await changes.nth(0).getByRole('button', { name: /^不改/ }).click();
  await type('又改的一处');
  await add.click();
  await expect(changes).toHaveCount(2);
  await expect(changes.nth(0)).toContainText('第二处');
  await expect(changes.nth(1)).toContainText('又改的一处');

  await page.getByRole('button', { name: `修改 ${third!}`, exact: true }).click();
  await type('还没有加入的');
  await page.getByRole('button', { name: `修改 ${fourth!}`, exact: true }).click();
  await expect(page.getByText('请先把正在填写的行加入本次改动，或者取消')).toBeVisible();
  await expect(form.getByRole('textbox').nth(1)).toHaveValue('还没有加入的');
  await page.keyboard.press('Control+s');
  await expect(bar(page).getByRole('button', { name: '先填完这一行' })).toBeVisible();
  await expect(form.locator('input').first()).toBeFocused();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '文章', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // changes of the row, which are stored nowhere yet
  await expect(page.getByRole('dialog')).toContainText('这一行还没有加入本次改动，离开后不会保留');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await form.getByRole('button', { name: '取消' }).click();
  await expect(bar(page).getByRole('button', { name: '保存为稿件' })).toBeEnabled();
});

test('leaving asks about a row that is typed whatever was changed after it, and about the form once the row is closed', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.goto('/console/registers');
  const register = '/registers/offsite-branch';
  const { list } = await read<{ list: { key: string[] }[] }>(page, `${register}/rows?pageSize=4`);
  const { title } = await read<{ title: string }>(page, register);
  await page.getByLabel('名称或责任部门').fill(title);
  await page.getByRole('button', { name: '查询' }).click();
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: `修改 ${list[1]!.key.join(' / ')}`, exact: true }).click();
  const form = page.getByRole('form', { name: '一行数据' });
  await form.getByRole('textbox').nth(1).fill('不再需要的');
  await page.getByRole('button', { name: `删除 ${list[0]!.key.join(' / ')}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const ofRow = '这一行还没有加入本次改动，离开后不会保留';
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '文章', exact: true }).click();
  await expect(dialog).toContainText(ofRow);
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.goBack();
  await expect(dialog).toContainText(ofRow);
  await dialog.getByRole('button', { name: '取消' }).click();
  await form.getByRole('button', { name: '取消' }).click();
  await expect(form).toHaveCount(0);
  await page.goBack();
  await expect(dialog).toContainText('已填写的内容留在当前浏览器标签页里');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(new RegExp(register));
});

const storedForms = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));

test('while it is saved nothing is typed that would be lost, nothing is saved twice, and where it fails one goes on', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/ERR_FAILED/);
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.goto(`/console/content/new?channel=${COMPANY}`);
  const title = page.getByLabel('标题', { exact: true });
  // another one where the journey is repeated
  const name = `只保存一次${Date.now() % 1_000_000}`;
  await title.fill(name);
  let isOff = true;
  let posts = 0;
  await intercept(page, '**/console/api/editions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    return isOff ? route.abort() : route.fallback();
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: '连接不到服务器' })).toBeVisible();
  await expect(title).toBeFocused();
  isOff = false;
  const saving = await held(page, '/editions', (route) => route.request().method() === 'POST');
  posts = 0;
  await page.keyboard.press('Control+s');
  await saving.asked;
  await page.keyboard.press('Control+s');
  await page.keyboard.type('保存时写的');
  await expect(title).toHaveValue(name);
  await expect(undo(page)).toBeDisabled();
  saving.letGo();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  expect(await storedForms(page)).toEqual([]);
  const { list } = await read<{ list: { title: string }[] }>(page, '/editions?pageSize=100');
  expect(list.filter((one) => one.title.includes(name))).toHaveLength(1);
});

test('who leaves while it is saved is not taken back @slow', async ({ page, baseURL }) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.goto(`/console/content/new?channel=${COMPANY}`);
  await page.getByLabel('标题', { exact: true }).fill('离开以后保存完的');
  const saving = await held(page, '/editions', (route) => route.request().method() === 'POST');
  await page.keyboard.press('Control+s');
  await saving.asked;
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '登记表' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '离开' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登记表');
  saving.letGo();
  await expect(page.getByText('保存为稿件')).toBeVisible();
  await expect(page).toHaveURL(/\/console\/registers$/);
});

test('a step back empties what was empty @slow', async ({ page, baseURL }) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.goto('/console/content/new');
  await page.getByLabel('栏目').click();
  await page.keyboard.type('公司新闻');
  await page.keyboard.press('Enter');
  const fields = page.getByRole('form', { name: '文章' });
  await expect(fields).toContainText('公司新闻');
  await undo(page).click();
  await expect(fields).not.toContainText('公司新闻');
  await page.getByLabel('摘要').fill('一句话');
  await page.keyboard.press('Control+s');
  await expect(fields.getByText('请选择栏目')).toBeVisible();
});

test('what an earlier release has kept breaks nothing, and what is typed beside an offer outlives it @slow', async ({
  page,
  baseURL,
}) => {
  const editor = await person(baseURL!, 'editor');
  await openSignedIn(page, editor);
  await page.evaluate(
    (key) => sessionStorage.setItem(key, JSON.stringify({ work: 'a', values: { title: '旧版的' } })),
    `draft:${editor.account}:article-new`,
  );
  await page.goto('/console/content/new');
  const title = page.getByLabel('标题', { exact: true });
  await expect(title).toBeVisible();
  await expect(page.getByText('上次填写的内容还没有提交')).toHaveCount(0);
  await title.fill('上次填写的');
  await page.reload();
  await title.fill('这次填写的');
  await page.getByRole('button', { name: '丢弃' }).click();
  await page.reload();
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(title).toHaveValue('这次填写的');
});

test('work that is offered again stays until somebody has decided about it, also when other work is saved @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  const address = `/console/content/new?channel=${COMPANY}`;
  await page.goto(address);
  const title = page.getByLabel('标题', { exact: true });
  await title.fill('早先写的');
  await page.reload();
  await expect(page.getByText('上次填写的内容还没有提交')).toBeVisible();
  await title.fill('这次写的');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '登记表' }).click();
  await expect(page.getByRole('dialog')).toContainText('上次没有提交的内容仍会保留，这次填写的不会');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(page.getByText('选定之前，这次填写的内容没有留存')).toBeVisible();
  const saving = await held(page, '/editions', (route) => route.request().method() === 'POST');
  await page.keyboard.press('Control+s');
  await saving.asked;
  // nothing is decided about while it is saved
  await page.getByRole('button', { name: '丢弃' }).click({ force: true });
  saving.letGo();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await page.goto(address);
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(title).toHaveValue('早先写的');
});

test('nothing is saved while a file is on its way, and it is saved with the file once it is there @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.goto(`/console/content/new?channel=${COMPANY}`);
  await page.getByLabel('标题', { exact: true }).fill('等附件传完');
  const uploading = await held(page, '/files?**');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '大.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 大\n%%EOF') });
  await uploading.asked;
  await expect(bar(page)).toContainText('文件还在上传，传完再保存');
  await page.keyboard.press('Control+s');
  await expect(bar(page).getByRole('button', { name: '保存为稿件' })).toBeDisabled();
  uploading.letGo();
  await expect(page.getByRole('list', { name: '附件' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByText('大.pdf').first()).toBeVisible();
});

test('a row waits for its file: until then it is not added, and no other row takes its place @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  const register = '/registers/ib-staff';
  const { list } = await read<{ list: { key: string[] }[] }>(page, `${register}/rows?pageSize=4`);
  const [first, second] = list.map(({ key }) => key.join(' / '));
  await page.goto(`/console${register}`);
  // a file is opened, and not spelled
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: '查看图片' }).first().click();
  await (await opened).close();
  await page.getByRole('button', { name: `修改 ${first!}`, exact: true }).click();
  const form = page.getByRole('form', { name: '一行数据' });
  const photo = form.getByRole('textbox', { name: /^照片/ });
  const before = await photo.inputValue();
  const uploading = await held(page, '/files?**');
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  await form.locator('input[type=file]').setInputFiles({ name: '照片.gif', mimeType: 'image/gif', buffer: picture });
  await uploading.asked;
  await expect(bar(page)).toContainText('文件还在上传，传完再保存');
  await expect(form.getByRole('button', { name: '加入本次改动' })).toBeDisabled();
  await page.getByRole('button', { name: `修改 ${second!}`, exact: true }).click();
  await expect(page.getByText('请先把正在填写的行加入本次改动，或者取消')).toBeVisible();
  uploading.letGo();
  await expect(photo).not.toHaveValue(before);
  await form.getByRole('button', { name: '加入本次改动' }).click();
  await expect(page.getByRole('list', { name: '本次改动' }).getByRole('listitem')).toHaveCount(1);
});

test('on a phone the field to be filled in first stands above the save bar, and a preview that opens is in sight @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/console/content/new');
  await expect(bar(page)).toBeVisible();
  const field = page.getByRole('combobox', { name: '栏目' });
  // the field is far away, and then behind the bar
  for (const place of ['end', 'behind']) {
    await field.blur();
    await field.evaluate((node, where) => {
      if (where === 'end') scrollTo(0, document.body.scrollHeight);
      else scrollBy(0, node.getBoundingClientRect().bottom - innerHeight + 20);
    }, place);
    await page.keyboard.press('Control+s');
    await expect(field).toBeFocused();
    const [of, under] = [await field.boundingBox(), await bar(page).boundingBox()];
    expect(of!.y).toBeGreaterThan(0);
    expect(of!.y + of!.height).toBeLessThan(under!.y);
  }
  // Tab brings the next ones into sight, too
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('Tab');
    const [focused, below] = [await page.locator(':focus').boundingBox(), await bar(page).boundingBox()];
    expect(focused!.y + Math.min(focused!.height, 40)).toBeLessThan(below!.y);
  }
  await bar(page).getByRole('button', { name: '预览' }).click();
  await expect(page.getByRole('heading', { name: '预览' })).toBeInViewport();
});

test('a title that was not touched is the newer one after a merge of channels @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/answer 409|status of 409/);
  const admin = await person(baseURL!, 'channel-admin');
  const { post, close } = await callsOf(baseURL!, admin);
  await openSignedIn(page, admin);
  const { channels } = await read<{ channels: ChannelLine[] }>(page, '/channel-tree');
  const { channelId, parentId, classOrder, url, type } = channels.find((one) => one.channelId === COMPANY)!;
  const document = { channelId, parentId, classOrder, url, type };
  const named = (name: string) => [{ kind: 'channel', document: { ...document, name } }];
  const { editionId } = await post<{ editionId: number }>('/editions', {
    title: '原来的标题',
    changes: named('第一次改名'),
  });
  await page.goto(`/console/editions/${editionId}/edit`);
  await expect(page.getByLabel('稿件标题')).toHaveValue('原来的标题');
  await post(`/editions/${editionId}`, { title: '另一窗口的标题', version: 1, changes: named('第二次改名') });
  await close();
  await page.getByRole('button', { name: '第一次改名', exact: true }).click();
  await page.locator('.channel-field input').first().fill('第三次改名');
  await page.getByRole('tab', { name: /^修改与保存/ }).click();
  await page.keyboard.press('Control+s');
  const merge = page.getByRole('region', { name: '核对两边的修改' });
  await expect(merge).toBeVisible();
  await merge.getByRole('button', { name: /^(合并保存|按所选内容保存)$/ }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  expect((await read<{ shown: { title: string } }>(page, `/editions/${editionId}`)).shown.title).toBe('另一窗口的标题');
});

test('while two versions are compared or a question is asked, no key reaches the form behind @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/answer 409|status of 409/);
  const editor = await person(baseURL!, 'editor');
  await openSignedIn(page, editor);
  const { post, close } = await callsOf(baseURL!, editor);
  const document = { channelId: COMPANY, title: '两个窗口', contentTime: '2026-11-20T09:30:00+08:00' };
  const given = { title: '新文章：两个窗口', changes: [{ kind: 'article', document }] };
  const { editionId } = await post<{ editionId: number }>('/editions', given);
  await page.goto(`/console/editions/${editionId}/edit`);
  const summary = page.getByLabel('摘要');
  await summary.fill('我的摘要');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '文章', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).focus();
  await page.keyboard.press('Control+z');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(summary).toHaveValue('我的摘要');
  await post(`/editions/${editionId}`, {
    ...given,
    version: 1,
    changes: [{ kind: 'article', document: { ...document, summary: '另一窗口的' } }],
  });
  await close();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: '核对两边的修改' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: '返回表单' }).click();
  await expect(summary).toHaveValue('我的摘要');
});

test('what was found wrong is said no more as soon as it is another, and again after a step back @slow', async ({
  page,
  baseURL,
}) => {
  const editor = await person(baseURL!, 'editor');
  const { post, close } = await callsOf(baseURL!, editor);
  const document = {
    channelId: COMPANY,
    title: '分类太长',
    contentTime: '2026-11-20T09:30:00+08:00',
    category: '长'.repeat(21),
  };
  const { editionId } = await post<{ editionId: number }>('/editions', {
    title: '新文章：分类太长',
    changes: [{ kind: 'article', document }],
  });
  await close();
  await openSignedIn(page, editor);
  await page.goto(`/console/editions/${editionId}/edit`);
  const fields = page.getByRole('form', { name: '文章' });
  await expect(fields).toContainText('分类超过20字');
  await expect(bar(page)).toContainText('有 1 处须改正');
  await page.getByLabel('分类').fill('账户与开户');
  await expect(fields).not.toContainText('分类超过20字');
  await expect(bar(page)).not.toContainText('须改正');
  await undo(page).click();
  await expect(fields).toContainText('分类超过20字');
  await expect(bar(page)).toContainText('有 1 处须改正');
});

test('an attachment is saved by the name that stands in its field, and put back once @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await person(baseURL!, 'editor'));
  await page.goto(`/console/content/new?channel=${COMPANY}`);
  await page.getByLabel('标题', { exact: true }).fill('带附件的');
  const content = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF';
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '甲.pdf', mimeType: 'application/pdf', buffer: Buffer.from(content) });
  const files = page.getByRole('list', { name: '附件' }).getByRole('listitem');
  await expect(files).toHaveCount(1);
  await files.getByRole('button', { name: /^移除/ }).click();
  await expect(page.getByRole('button', { name: '撤销移除' })).toBeVisible();
  await undo(page).click();
  await expect(files).toHaveCount(1);
  await expect(page.getByRole('button', { name: '撤销移除' })).toHaveCount(0);
  const name = page.getByLabel('文件名：甲.pdf');
  await name.fill('');
  await expect(files).toContainText('请填写文件名');
  await name.pressSequentially('乙');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  const { shown } = await read<{ shown: { changes: [{ document: { attachments: { filename: string }[] } }] } }>(
    page,
    `/editions/${page.url().split('/').at(-1)!}`,
  );
  expect(shown.changes[0].document.attachments.map(({ filename }) => filename)).toEqual(['乙.pdf']);
});
