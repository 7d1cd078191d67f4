import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[PS1] a page is changed by form and by JSON, problems lead to their place, the preview follows, and it is saved as an edition', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('页面者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author);
  await page.getByRole('link', { name: '页面', exact: true }).click();
  await page.getByLabel('名称、栏目或地址').fill('company-info');
  await page.getByRole('button', { name: '查询' }).click();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '公司基本信息公示' }).first().click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();

  // opening a block is no change, though its form shows the defaults
  const heads = page.locator('.sortable-name');
  for (const head of await heads.all()) {
    await head.click();
    await expect(page.getByLabel('块标题')).toBeVisible();
    await expect(page.getByRole('button', { name: '保存为稿件' })).toBeDisabled();
  }

  // the form adds a block, names it, and moves it to the front by keys
  await page.getByLabel('添加块：部件').fill('开篇');
  await page.getByLabel('添加块：部件').press('Enter');
  await page.getByRole('button', { name: '添加', exact: true }).click();
  const count = await heads.count();
  await page.getByLabel('块标题').fill('先看这里');
  await page.getByLabel('主张').fill('信息公开，人人可查');
  await expect(heads.last()).toContainText('先看这里');
  expect(await axe(page, 'main form, main fieldset')).toEqual([]);
  await page.getByRole('button', { name: /^移动块“先看这里”/ }).focus();
  for (let at = 1; at < count; at += 1) await page.keyboard.press('ArrowUp');
  await expect(heads.first()).toContainText('先看这里');

  await expect(preview.getByText('信息公开，人人可查')).toBeVisible();

  // in JSON a full-width sign is reported with line and column, and a wrong value is marked and leads to its place
  await page.getByRole('tab', { name: 'JSON' }).click();
  const editor = page.getByLabel('页面的 JSON');
  await expect(editor).toContainText('先看这里');
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('“x');
  await expect(page.getByText('第 1 行第 2 列：全角符号 “ 应改为半角的 "')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('tab', { name: '表单' }).click();
  await page.getByLabel('标题', { exact: true }).fill('一'.repeat(101));
  const problem = page.getByRole('button', { name: /最多 100 个字/ });
  await problem.click();
  await expect(page.locator('.cm-lint-marker-error').first()).toBeVisible();
  await expect(editor).toBeFocused();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(problem).toHaveCount(0);

  // the same words while one writes and in the edition
  await page.getByRole('tab', { name: '与公开的差异' }).click();
  const differenceList = page.locator('.value-differences');
  await expect(differenceList).toContainText('“先看这里”');
  const differences = await differenceList.innerText();
  expect(differences).not.toMatch(/\b(heading|place|widget|props|source|blocks)\b/);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('修改页面');
  await expect(page.getByRole('region', { name: '差异' }).locator('.value-differences')).toHaveText(differences, {
    useInnerText: true,
  });
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await expect(page.getByText('正在修改第')).toBeVisible();
  await expect(heads.first()).toContainText('先看这里');
});

test('[PS1] the home page is put together by form: a block of several channels is added, chosen by name, moved and another taken away @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('首页者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author);
  await page.goto('/console/pages/home');
  const heads = page.locator('.sortable-name');
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { name: '业务板块' })).toBeVisible();
  await page.getByLabel('添加块：部件').fill('文章列表');
  await page.getByLabel('添加块：部件').press('Enter');
  await page.getByRole('button', { name: '添加', exact: true }).click();
  await page.getByLabel('块标题').fill('最近发布');
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).click();
    if (label === '数据来源') await page.getByLabel(label, { exact: true }).fill(option);
    await page.locator('.ant-select-item-option:visible').filter({ hasText: option }).first().click();
  };
  await choose('数据来源', '多个栏目的最新文章');
  await choose('栏目编号，逗号分隔', '固定为');
  const channels = page.getByRole('combobox', { name: '栏目编号，逗号分隔' }).last();
  for (const name of ['公司新闻', '遗失声明']) {
    await channels.fill(name);
    await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click();
  }
  await page.keyboard.press('Escape');
  await expect(preview.getByRole('heading', { name: '最近发布' })).toBeVisible();
  expect(await axe(page, 'main form, main fieldset')).toEqual([]);
  await page.getByRole('button', { name: /^移动块“最近发布”/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(heads.nth(-2)).toContainText('最近发布');
  await page.getByRole('button', { name: '删除“业务板块”' }).click();
  await expect(preview.getByRole('heading', { name: '业务板块' })).toHaveCount(0);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('修改页面：首页');
});

test('[PB3] of two who change one page the second takes the blocks that only one changed, and chooses the rest by field @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/409|page-schemas\/journey-merged/);
  const admin = await adminOf(baseURL!);
  const [first, second] = [
    await admin.addReady('先改页面', [{ role: 'channel-admin', channelId: '' }]),
    await admin.addReady('后改页面', [{ role: 'channel-admin', channelId: '' }]),
  ];
  await admin.close();
  const calls = await callsOf(baseURL!, first);
  const block = (id: string, heading: string, more: object = {}) => ({
    id,
    place: 'main',
    heading,
    widget: 'channel-content',
    source: { name: 'channel-content' },
    ...more,
  });
  const document = (blocks: object[], more: object = {}) => ({
    schemaVersion: 1,
    page: 'journey-merged',
    for: { url: 'publicChannel/antiFraud' },
    layout: 'channel',
    ...more,
    blocks,
  });
  const changes = (made: object) => [{ kind: 'page', id: 'journey-merged', document: made }];
  const { editionId } = await calls.post<{ editionId: number }>('/editions', {
    title: '两人同改页面',
    changes: changes(
      document([block('a', '甲块'), block('b', '乙块', { address: 'b' }), block('c', '丙块', { address: 'c' })]),
    ),
  });
  await openSignedIn(page, second, `/console/pages/journey-merged?edition=${editionId}`);
  await page.getByLabel('标题', { exact: true }).fill('我的标题');
  const heads = page.locator('.sortable-name');
  await heads.first().click();
  await page.getByLabel('块标题').fill('我的甲块');
  await page.getByRole('button', { name: '删除“丙块”' }).click();
  await calls.post(`/editions/${editionId}`, {
    version: 1,
    title: '两人同改页面',
    changes: changes(
      document([
        block('b', '乙块', { address: 'b' }),
        block('a', '他的甲块', { place: 'top' }),
        block('c', '他的丙块', { address: 'c' }),
        block('d', '新块', { address: 'd' }),
      ]),
    ),
  });
  await calls.close();
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `您修改期间，${first.name}在` })).toBeVisible();
  await expect(page.getByRole('radiogroup')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: '块“我的甲块” 块标题' })).toContainText('他的甲块');
  await expect(page.getByRole('row').filter({ hasText: '块“他的丙块”' })).toContainText('删除');
  for (const differenceList of ['块“我的甲块” 位置：上部', '块“新块”：新增', '块的顺序：', '标题：我的标题'])
    await expect(page.getByRole('listitem').filter({ hasText: differenceList })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('radiogroup', { name: '块“他的丙块”保留谁的内容' }).getByLabel('对方的').check();
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  await expect(page).toHaveURL(new RegExp(`/editions/${editionId}$`));
  const { data } = (await (await page.request.get(`/console/api/editions/${editionId}`)).json()) as {
    data: {
      version: number;
      shown: { changes: [{ document: { title: string; blocks: { id: string; heading: string; place: string }[] } }] };
    };
  };
  const made = data.shown.changes[0].document;
  expect([data.version, made.title, made.blocks.map(({ id, heading, place }) => [id, heading, place])]).toEqual([
    3,
    '我的标题',
    [
      ['b', '乙块', 'main'],
      ['a', '我的甲块', 'top'],
      ['c', '他的丙块', 'main'],
      ['d', '新块', 'main'],
    ],
  ]);
});
