import { request, type APIRequestContext, type Page } from '@playwright/test';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type { TableProposal } from '#wire/wizard.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { act, adminOf, openSignedIn, type Account, openTab } from '#tests/world/console-browser.ts';
import { writtenSheet } from '#tests/world/sheet-files.ts';

const SECTION = '0001000200010008';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** People of the console: one who writes, one who reviews, one who publishes. */
async function people(baseURL: string) {
  const admin = await adminOf(baseURL);
  const keeper = await admin.addReady('栏目管理者', [{ role: 'channel-admin', channelId: '' }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', channelId: '' }]);
  const publisher = await admin.addReady('发布者', [{ role: 'publisher', channelId: '' }]);
  await admin.close();
  return { keeper, reviewer, publisher };
}

interface Calls {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, data: object) => Promise<T>;
  upload: (filename: string, bytes: Buffer) => Promise<string>;
  close: () => Promise<void>;
}

/** The console's calls beside the browser, files too. */
async function callsBy(baseURL: string, { account, password }: Account): Promise<Calls> {
  const digits = () => Math.floor(Math.random() * 250) + 1;
  const client: APIRequestContext = await request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, 'x-forwarded-for': `10.9.${digits()}.${digits()}` },
  });
  const dataOf = async <T>(answer: Awaited<ReturnType<APIRequestContext['get']>>): Promise<T> => {
    const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: T };
    expect(code, msg).toBe('0');
    return data;
  };
  const calls: Calls = {
    get: async (path) => dataOf(await client.get(`/console/api${path}`)),
    post: async (path, data) => dataOf(await client.post(`/console/api${path}`, { data })),
    upload: async (filename, bytes) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const path = `/console/api/files?filename=${encodeURIComponent(filename)}`;
      return (await dataOf<{ filepath: string }>(await client.post(path, { data: bytes, headers }))).filepath;
    },
    close: () => client.dispose(),
  };
  await calls.post('/session', { account, password });
  return calls;
}

const places = (count: number, word = '营业部'): Promise<Buffer> =>
  writtenSheet(
    ['网点编号', '网点名称', '城市', '联系电话'],
    Array.from({ length: count }, (_, at) => [
      `B${String(at + 1).padStart(4, '0')}`,
      `示例证券第${at + 1}${word}`,
      ['上海', '北京', '深圳'][at % 3]!,
      `0571-5550${1000 + at}`,
    ]),
  );

/** A new channel with a table, as the wizard sends it for review. */
async function sent(writing: Calls, count: number): Promise<MadeEdition & { name: string; url: string }> {
  const mark = `${Date.now() % 1_000_000}${Math.floor(Math.random() * 10)}`;
  const file = { filepath: await writing.upload('网点.xlsx', await places(count)), filename: '网点.xlsx', sheet: '' };
  const { table } = await writing.get<TableProposal>(`/wizard/table?${new URLSearchParams(file).toString()}`);
  const channel = {
    channelId: `${SECTION}${mark.slice(-4)}`,
    parentId: SECTION,
    classOrder: 990,
    url: `publicChannel/places${mark}`,
    name: `网点名录${mark}`,
    type: 2,
    department: '运营部',
  };
  const made = await writing.post<MadeEdition>('/wizard/send', { plan: { kind: 'table', channel, file, table } });
  return { ...made, name: channel.name, url: channel.url };
}

async function published(reviewing: Calls, publishing: Calls, { editionId, version }: MadeEdition): Promise<void> {
  await reviewing.post(`/editions/${editionId}/approve`, { version });
  await publishing.post(`/editions/${editionId}/publish`, { version });
}

/** A public channel without a page of its own. */
async function emptyChannel({
  writing,
  reviewing,
  publishing,
}: Record<'writing' | 'reviewing' | 'publishing', Calls>): Promise<string> {
  const mark = `${Date.now() % 1_000_000}`;
  const channelId = `${SECTION}${mark.slice(-4)}`;
  const document = {
    channelId,
    parentId: SECTION,
    classOrder: 991,
    url: `publicChannel/empty${mark}`,
    name: `空栏目${mark}`,
    type: 2,
    department: '运营部',
  };
  const changes = [{ kind: 'channel', document }];
  const made = await writing.post<MadeEdition>('/editions', { title: document.name, changes });
  await writing.post(`/editions/${made.editionId}/submit`, { version: made.version });
  await published(reviewing, publishing, made);
  return channelId;
}

/** Another state of the register, public. */
async function imported(
  { writing, reviewing, publishing }: Record<'writing' | 'reviewing' | 'publishing', Calls>,
  register: string,
  bytes: Buffer,
): Promise<void> {
  const made = await importOf(writing, register, bytes);
  await writing.post(`/editions/${made.editionId}/submit`, { version: made.version });
  await published(reviewing, publishing, made);
}

async function importOf(writing: Calls, register: string, bytes: Buffer): Promise<MadeEdition> {
  const filepath = await writing.upload('网点.xlsx', bytes);
  const { importId } = await writing.post<{ importId: number }>(`/registers/${register}/imports`, {
    filepath,
    filename: '网点.xlsx',
  });
  await expect
    .poll(async () => (await writing.get<{ state: string }>(`/imports/${importId}`)).state, { timeout: 30_000 })
    .toBe('done');
  return writing.post(`/imports/${importId}/edition`, { dataDate: '2026-11-20', department: '运营部' });
}

const registerOf = (url: string): string => url.split('/').at(-1)!;

/** Whether everything of the screen is within the window's width. */
const widerThanWindow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('[ED3] [ED2] a reviewer with a phone reads what differs, approves one edition and returns another; the menu and the tab say what waits', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution/);
  test.slow();
  const { keeper, reviewer } = await people(baseURL!);
  const writing = await callsBy(baseURL!, keeper);
  const [one, other] = [await sent(writing, 30), await sent(writing, 30)];
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, reviewer, `/console/editions/${one.editionId}`);
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await page.getByRole('button', { name: /^菜单 \d+ ?份等您处理$/ }).click();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('link', { name: /^稿件与内容 \d+ ?份等您处理$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('region', { name: '将会改变' })).toContainText(one.name);
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('示例证券第1营业部');
  expect(await widerThanWindow(page)).toBeLessThanOrEqual(0);
  // the acts are at hand wherever one reads
  const approve = page.getByRole('button', { name: '同意', exact: true });
  await expect(approve).toBeInViewport();
  await page.evaluate(() => window.scrollTo({ top: 900 }));
  await expect(approve).toBeInViewport();
  expect(await axe(page)).toEqual([]);
  await approve.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: '同意', exact: true })).toBeInViewport();
  const { x, width } = (await dialog.boundingBox())!;
  expect([x >= 0, x + width <= 390]).toEqual([true, true]);
  await dialog.getByRole('button', { name: '同意', exact: true }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('已通过');

  await page.goto(`/console/editions/${other.editionId}`);
  await act(page, '退回', '联系电话请补上区号以外的分机');
  await expect(page.getByRole('region', { name: '概况' })).toContainText('已退回');
  await expect(page.getByRole('alert').filter({ hasText: '联系电话请补上区号以外的分机' })).toBeVisible();
  expect(await widerThanWindow(page)).toBeLessThanOrEqual(0);
  await writing.close();
});

test('[ED4] [ED1] a returned channel with a table is told on the workbench with its reason, mended in the wizard and sent again as the same edition', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution/);
  test.slow();
  const { keeper, reviewer } = await people(baseURL!);
  const [writing, reviewing] = [await callsBy(baseURL!, keeper), await callsBy(baseURL!, reviewer)];
  const { editionId, version, name } = await sent(writing, 30);
  await reviewing.post(`/editions/${editionId}/return`, { version, note: '少了十个网点，请换成完整的文件' });

  await openSignedIn(page, keeper);
  const returnedList = page.getByRole('region', { name: /^被退回/ });
  await expect(returnedList).toContainText('少了十个网点，请换成完整的文件');
  await expect(page).toHaveTitle(/^\(1\) 我的工作台/);
  await returnedList.getByRole('link', { name: `新建栏目：${name}` }).click();
  await expect(page.getByRole('alert').filter({ hasText: '少了十个网点' })).toBeVisible();
  // the differences come before all else
  const headings = page.locator('.edition-columns > :first-child h2');
  await expect(headings).toHaveText(['差异', '将会改变']);
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await page.getByRole('button', { name: '从“上传文件”改起' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '网点全.xlsx', mimeType: XLSX, buffer: await places(40) });
  const next = page.getByRole('button', { name: '下一步' });
  const step = page.locator('h1');
  await expect(step).toHaveText('核对字段');
  for (const title of ['显示和查询', '栏目和位置', '预览和提交审核']) {
    await next.click();
    await expect(step).toHaveText(title);
  }
  await page.getByRole('button', { name: '提交审核' }).click();
  await expect(step).toHaveText('已提交审核');
  await page.getByRole('link', { name: '查看稿件' }).click();
  await expect(page).toHaveURL(new RegExp(`/editions/${editionId}$`));
  await expect(page.getByRole('region', { name: '概况' })).toContainText('审核中');
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('40 行');
  await Promise.all([writing.close(), reviewing.close()]);
});

test('[ED5] [ED4] a register goes back to an earlier publication by a new edition, and a returned import of many rows is mended where it stands @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution/);
  test.slow();
  const { keeper, reviewer, publisher } = await people(baseURL!);
  const [writing, reviewing, publishing] = [
    await callsBy(baseURL!, keeper),
    await callsBy(baseURL!, reviewer),
    await callsBy(baseURL!, publisher),
  ];
  const first = await sent(writing, 300);
  await published(reviewing, publishing, first);
  const register = registerOf(first.url);
  await imported({ writing, reviewing, publishing }, register, await places(300, '服务部'));

  await openSignedIn(page, keeper, `/console/registers/${register}`);
  await page.getByRole('link', { name: '发布历史' }).click();
  await expect(page.locator('tbody tr.ant-table-row')).toHaveCount(2);
  await expect(page.locator('tbody')).toContainText('修改 300 行');
  expect(await axe(page)).toEqual([]);
  const oldest = page.locator('tbody tr.ant-table-row').last();
  await oldest.getByRole('button', { name: /^以此版本新建稿件/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '新建稿件' }).click();
  await expect(page).toHaveURL(/\/editions\/\d+$/);
  await expect(page.getByRole('region', { name: '概况' })).toContainText('草稿');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('修改 300 行');
  await openTab(page, '访客将看到的');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('示例证券第1营业部').first()).toBeVisible();
  await expect(frame.locator('tr[data-changed]').first()).toBeVisible();
  const editionId = Number(/\/editions\/(\d+)/.exec(page.url())![1]);
  await act(page, '提交审核');
  await expect(page.getByRole('region', { name: '概况' })).toContainText('审核中');

  // returned, it is mended where it stands: first what it states, then another file
  await reviewing.post(`/editions/${editionId}/return`, { version: 1, note: '数据日期应为恢复当天' });
  await page.goto(`/console/editions/${editionId}`);
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '数据日期应为恢复当天' })).toBeVisible();
  await page.getByRole('textbox', { name: /责任部门/ }).fill('运营管理部');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 2 版');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('运营管理部');
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '改好.xlsx', mimeType: XLSX, buffer: await places(290, '网点') });
  await expect(page).toHaveURL(new RegExp(`into=${editionId}`));
  await expect(page.getByRole('radio', { name: new RegExp(`替换第 ${editionId} 号稿件`) })).toBeChecked();
  await expect(page.getByRole('textbox', { name: /责任部门/ })).toHaveValue('运营管理部');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(new RegExp(`/editions/${editionId}$`));
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 3 版');
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('290 行');

  // an earlier version of it is an edition of its own
  await openTab(page, '经过');
  const versions = page.getByRole('region', { name: '各版' });
  await versions.getByRole('button', { name: '以此版本新建稿件：第 1 版' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '新建稿件' }).click();
  await expect(page).not.toHaveURL(new RegExp(`/editions/${editionId}(?!\\d)`));
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('300 行');
  await Promise.all([writing.close(), reviewing.close(), publishing.close()]);
});

test('[ED4] a returned copy of a register is mended part by part before anything of it is public: definition, rows and page @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  // asked whether something is public of the page
  expectFault(/Blocked script execution|page-schemas\//);
  test.slow();
  const { keeper, reviewer, publisher } = await people(baseURL!);
  const [writing, reviewing, publishing] = [
    await callsBy(baseURL!, keeper),
    await callsBy(baseURL!, reviewer),
    await callsBy(baseURL!, publisher),
  ];
  const first = await sent(writing, 30);
  await published(reviewing, publishing, first);
  const name = `${registerOf(first.url)}-copy`;
  const made = await writing.post<MadeEdition>('/copy', {
    subject: `register:${registerOf(first.url)}`,
    title: '网点名录（副本）',
    channelId: await emptyChannel({ writing, reviewing, publishing }),
    name,
    withRows: true,
  });
  await writing.post(`/editions/${made.editionId}/submit`, { version: made.version });
  await reviewing.post(`/editions/${made.editionId}/return`, { version: made.version, note: '城市应称“所在城市”' });
  const edition = `/console/editions/${made.editionId}`;

  await openSignedIn(page, keeper, edition);
  await page.getByRole('link', { name: '修改', exact: true }).click();
  const parts = page.getByRole('region', { name: '这份稿件的 2 部分' });
  await expect(parts.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('alert').filter({ hasText: '城市应称“所在城市”' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await parts.getByRole('link', { name: /^修改定义/ }).click();
  const title = page.getByLabel('城市的标题', { exact: true });
  await title.fill('所在城市');
  const effects = page.locator('.effects');
  await expect(effects).toContainText('所在城市');
  await page.getByRole('button', { name: '更多：所在城市' }).click();
  await page.getByLabel('“所在城市”的选项“上海”').fill('上海市');
  await page.getByLabel('“所在城市”的选项“上海”').press('Tab');
  await expect(effects).toContainText('“所在城市”的选项“上海”改称“上海市”');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 2 版');
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('上海市');

  // a file is checked against the definition that the edition brings
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await parts.getByRole('link', { name: /^修改数据行/ }).click();
  const rows = Array.from({ length: 12 }, (_, at) => [`B90${at + 10}`, `示例网点${at}`, '上海市', '0571-55501000']);
  await page.locator('input[type=file]').setInputFiles({
    name: '改好.xlsx',
    mimeType: XLSX,
    buffer: await writtenSheet(['网点编号', '网点名称', '所在城市', '联系电话'], rows),
  });
  await expect(page.getByText(/12 行/).first()).toBeVisible();
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 3 版');
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('示例网点11');

  // the page has a form and a preview with the whole edition
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await parts.getByRole('link', { name: /^修改：/ }).click();
  await expect(page.frameLocator('iframe').getByText('示例网点1').first()).toBeVisible();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(page.getByRole('textbox', { name: /JSON/ })).toContainText(name);
  await page.getByRole('link', { name: '← 这份稿件的各部分' }).click();
  await expect(parts).toBeVisible();

  await page.goto(edition);
  await act(page, '提交审核');
  await expect(page.getByRole('region', { name: '概况' })).toContainText('审核中');
  await published(reviewing, publishing, { editionId: made.editionId, version: 3 });
  const file = await (await page.request.get(`/register-file/${name}.csv`)).text();
  for (const words of ['所在城市', '上海市', '示例网点11']) expect(file).toContain(words);
  await Promise.all([writing.close(), reviewing.close(), publishing.close()]);
});

test('[ED4] what an edition of several things shall not bring is left out of it, and the rest stays @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution/);
  const { keeper, reviewer } = await people(baseURL!);
  const [writing, reviewing] = [await callsBy(baseURL!, keeper), await callsBy(baseURL!, reviewer)];
  const document = {
    channelId: `${SECTION}0003`,
    content: '<p>内容。</p>',
    source: '办公室',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  const changes = ['甲文', '乙文', '丙文'].map((title) => ({ kind: 'article', document: { ...document, title } }));
  const { editionId, version } = await writing.post<MadeEdition>('/editions', { title: '三篇', changes });
  await writing.post(`/editions/${editionId}/submit`, { version });
  await reviewing.post(`/editions/${editionId}/return`, { version, note: '乙文先不发，丙文改题' });
  await openSignedIn(page, keeper, `/console/editions/${editionId}/edit`);
  await page.getByRole('button', { name: '移出稿件：文章《乙文》' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '移出稿件' }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 2 版');
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).not.toContainText('乙文');
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await page.getByRole('link', { name: '修改：文章《丙文》' }).click();
  await page.getByLabel('标题', { exact: true }).fill('丙文定稿');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 3 版');
  await openTab(page, '全部内容');
  const shown = page.getByRole('region', { name: '内容' });
  await expect(shown).toContainText('丙文定稿');
  await expect(shown).toContainText('甲文');
  await Promise.all([writing.close(), reviewing.close()]);
});

test('[ED6] [ED5] an article is copied into another channel, withdrawn, and restored from the list of what ended @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution/);
  test.slow();
  const { keeper, reviewer, publisher } = await people(baseURL!);
  const [writing, reviewing, publishing] = [
    await callsBy(baseURL!, keeper),
    await callsBy(baseURL!, reviewer),
    await callsBy(baseURL!, publisher),
  ];
  const title = `开放日安排${Date.now() % 1_000_000}`;
  const document = {
    channelId: `${SECTION}0003`,
    title,
    content: '<p>十二月五日上午九时。</p>',
    source: '办公室',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  const made = await writing.post<MadeEdition>('/editions', { title, changes: [{ kind: 'article', document }] });
  await writing.post(`/editions/${made.editionId}/submit`, { version: made.version });
  await published(reviewing, publishing, made);

  await openSignedIn(page, keeper, `/console/content?words=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: `复制《${title}》` }).click();
  await expect(page.locator('h1')).toHaveText('复制文章');
  await expect(page.getByLabel('标题')).toHaveValue(title);
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('标题').fill('');
  await page.getByRole('button', { name: '新建稿件' }).click();
  await expect(page.getByText('请填写', { exact: true })).toBeVisible();
  await page.getByLabel('标题').fill(`${title}（副本）`);
  await page.getByRole('button', { name: '新建稿件' }).click();
  await expect(page).toHaveURL(/\/editions\/\d+$/);
  await expect(page.locator('h1')).toContainText(`${title}（副本）`);
  await expect(page.getByRole('region', { name: '差异' })).toContainText('十二月五日上午九时。');

  const { list } = await writing.get<{ list: { articleId: number; path: string }[] }>(
    `/articles?words=${encodeURIComponent(title)}`,
  );
  const [{ articleId, path }] = list as [{ articleId: number; path: string }];
  await page.goto(`/console/content/${articleId}/withdraw`);
  await expect(page.locator('main')).toContainText('在“撤下和停用”中恢复');
  const withdraw = { kind: 'article', id: String(articleId), withdraw: { reason: '先撤下核对时间。' } };
  const gone = await writing.post<MadeEdition>('/editions', { title: `撤下${title}`, changes: [withdraw] });
  await writing.post(`/editions/${gone.editionId}/submit`, { version: gone.version });
  await published(reviewing, publishing, gone);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '栏目', exact: true }).click();
  await page.getByRole('navigation', { name: '同组的页' }).getByRole('link', { name: '撤下和停用' }).click();
  await page.getByLabel('标题或名称中的文字').fill(title);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.locator('tbody')).toContainText('先撤下核对时间。');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: `恢复“${title}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '新建稿件' }).click();
  await expect(page).toHaveURL(/\/editions\/\d+$/);
  await act(page, '提交审核');
  await expect(page.getByRole('region', { name: '概况' })).toContainText('审核中');
  await published(reviewing, publishing, { editionId: Number(page.url().split('/').at(-1)), version: 1 });
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200);
  await Promise.all([writing.close(), reviewing.close(), publishing.close()]);
});

test('[ED16] a publication is taken back as a whole, after it was told what becomes public again, what is restored and what goes', async ({
  page,
  baseURL,
}) => {
  const { keeper, reviewer, publisher } = await people(baseURL!);
  const writing = await callsBy(baseURL!, keeper);
  const [reviewing, publishing] = [await callsBy(baseURL!, reviewer), await callsBy(baseURL!, publisher)];
  const mark = `${Date.now() % 1_000_000}`;
  const publish = async (title: string, changes: object[]): Promise<void> => {
    const made = await writing.post<MadeEdition>('/editions', { title, changes });
    await writing.post(`/editions/${made.editionId}/submit`, { version: made.version });
    await published(reviewing, publishing, made);
  };
  const article = (title: string, more: object = {}) => ({
    kind: 'article',
    document: {
      channelId: `${SECTION}0003`,
      title: `${title}${mark}`,
      content: `<p>${title}的正文。</p>`,
      source: '办公室',
      contentTime: '2026-11-01T08:00:00.000Z',
      ...more,
    },
  });
  const idOf = async (title: string): Promise<number> =>
    (await writing.get<{ list: { articleId: number }[] }>(`/articles?words=${encodeURIComponent(title + mark)}`))
      .list[0]!.articleId;
  await publish(`初版${mark}`, [article('更正公告'), article('误撤公告')]);
  await publish(`有误${mark}`, [
    article('更正公告', { articleId: await idOf('更正公告'), content: '<p>写错的正文。</p>' }),
    { kind: 'article', id: String(await idOf('误撤公告')), withdraw: { reason: '误撤。' } },
    article('多发公告'),
  ]);

  await openSignedIn(page, keeper, `/console/publications?words=${encodeURIComponent(`有误${mark}`)}`);
  await page.getByRole('button', { name: /^整体收回/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: '重新公开：1 项' })).toContainText(`误撤公告${mark}`);
  await expect(dialog.getByRole('list', { name: '恢复原来的内容：1 项' })).toContainText(`更正公告${mark}`);
  await expect(dialog.getByRole('list', { name: /^撤下.*：1 项$/ })).toContainText(`多发公告${mark}`);
  await expect(dialog.getByRole('list', { name: /^其中曾经公开/ })).toContainText('起不再公开');
  expect(await axe(page)).toEqual([]);
  await dialog.getByLabel('撤下的原因，访客会看到').fill('内容有误。');
  await dialog.getByRole('button', { name: '新建稿件' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('收回第');
  await expect(page.getByRole('region', { name: '概况' })).toContainText('草稿');
  for (const calls of [writing, reviewing, publishing]) await calls.close();
});
