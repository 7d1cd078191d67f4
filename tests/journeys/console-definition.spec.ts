import { axe, BASE, expect, test } from '#tests/world/browser.ts';
import { act, adminOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';
import { effortOf } from '#tests/world/effort.ts';
import { writtenSheet } from '#tests/world/sheet-files.ts';

const REGISTER = '/console/registers/job';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADERS = ['岗位编号', '岗位', '部门', '地点', '招聘类别', '截止日期'];
const PAGE = `${BASE}/publicChannel/recruitJobs`;

test('[RG23] [RG26] [ED4] a column, a choice and a name are changed with their consequences in sight, published at once, and a file brings a choice of its own @slow', async ({
  page,
  baseURL,
  browser,
}) => {
  const admin = await adminOf(baseURL!);
  const [keeper, other] = [
    await admin.addReady('栏目管理者', [{ role: 'channel-admin', channelId: '' }]),
    await admin.addReady('审核和发布', [
      { role: 'reviewer', channelId: '' },
      { role: 'publisher', channelId: '' },
    ]),
  ];
  await admin.close();
  await openSignedIn(page, keeper, REGISTER);
  // other names where the journey is repeated
  const mark = String(Date.now() % 10_000);
  const [title, added] = [`工作性质${mark}`, `劳务派遣${mark}`];
  const column = effortOf(page);
  await column.click(page.getByRole('navigation', { name: '登记表' }).getByRole('link', { name: '定义' }));
  await column.fill(page.getByLabel('新的一列的标题'), title);
  await page.keyboard.press('Enter');
  const effects = page.locator('.effects');
  await expect(effects).toContainText(`新增列“${title}”`);
  await expect(effects).toContainText(/现在公示的 \d+ 个都不变/);

  // an empty cell gets a value, and a choice another name; both are shown before anything is saved
  await page.getByLabel('现有的行填写').fill('全职');
  await page.getByRole('button', { name: '更多：招聘类别' }).click();
  const label = await page.getByLabel(/^“招聘类别”的选项“社会招/).getAttribute('aria-label');
  const was = /选项“(.*)”$/.exec(label!)![1]!;
  const now = `社会招募${mark}`;
  const name = page.getByLabel(`“招聘类别”的选项“${was}”`);
  await name.fill(now);
  await name.press('Tab');
  await expect(effects).toContainText(`“招聘类别”的选项“${was}”改称“${now}”`);
  await expect(effects).toContainText(/\d+ 个随定义改写/);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(effects).not.toContainText(now);
  await page.getByRole('button', { name: '重做' }).click();
  await expect(effects).toContainText(now);

  // the same as JSON, with a mark where it is wrong
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(page.getByRole('textbox', { name: '登记表定义的 JSON' })).toContainText('招聘岗位');
  await page.getByRole('tab', { name: '字段' }).click();

  await column.click(page.getByRole('button', { name: '保存为稿件' }));
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByText(/另有 \d+ 行只随定义改写/)).toBeVisible();
  // changed rows come first, and other differences of the definition once, in titles
  const difference = page.getByRole('region', { name: '差异' });
  await expect(difference.locator('.effects')).toContainText(`“招聘类别”的选项“${was}”改称“${now}”`);
  await expect(difference.locator('.effects')).toHaveCount(1);
  await expect(difference).toContainText(`现有的行填写“${title}”`);
  await expect(difference).not.toContainText('定义 字段');
  await act(page, '提交审核');
  column.done.clicks += 2;
  await expect(page.getByText('审核中').first()).toBeVisible();
  expect(column.done.clicks, 'clicks for a new column').toBeLessThanOrEqual(8);

  const second = await browser.newPage({ baseURL: baseURL! });
  await openSignedIn(second, other, new URL(page.url()).pathname);
  await act(second, '同意');
  await act(second, '发布');
  await expect(second.getByText('已发布').first()).toBeVisible();
  await second.goto(PAGE);
  await expect(second.locator('main')).toContainText(now);
  const file = await (await second.request.get('/register-file/job.csv')).text();
  for (const words of [title, '全职', now]) expect(file).toContain(words);

  // a file with a value that is no choice yet
  await page.goto(`${REGISTER}/import`);
  const row = ['Z9901', '测试工程师', '信息技术部', '上海', added, '2026-12-31'];
  const choice = effortOf(page);
  await choice.upload('岗位.xlsx', await writtenSheet(HEADERS, [row]));
  await choice.click(page.getByRole('button', { name: `把“${added}”加为选项` }));
  await expect(page.getByText(`已按修改后的定义检查：“招聘类别”增加选项“${added}”`)).toBeVisible();
  expect(await axe(page)).toEqual([]);
  const removed = /中有 (\d+) 行将被删除/.exec(await page.locator('main').innerText())![1]!;
  await page.getByLabel('确认将被删除的行数').fill(removed);
  await choice.click(page.getByRole('button', { name: '保存为稿件' }));
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await act(page, '提交审核');
  choice.done.clicks += 2;
  await expect(page.getByText('审核中').first()).toBeVisible();
  expect(choice.done.clicks, 'clicks for a new choice').toBeLessThanOrEqual(5);

  // returned, it is mended where it stands: another file is checked by what the edition adds
  const edition = new URL(page.url()).pathname;
  await second.goto(edition);
  await act(second, '退回', '少了一个岗位');
  // the page is left with the answer only: what it has not sent yet would be lost
  await expect(second.getByRole('region', { name: '概况' })).toContainText('已退回');
  await second.close();
  await page.goto(edition);
  await page.getByRole('link', { name: '修改', exact: true }).click();
  // the reason stands on the edition's own screen, too
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^修改稿件：/);
  await expect(page.getByRole('alert').filter({ hasText: '少了一个岗位' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.locator('input[type=file]').setInputFiles({
    name: '改好.xlsx',
    mimeType: XLSX,
    buffer: await writtenSheet(HEADERS, [row, row.with(0, 'Z9902')]),
  });
  await expect(page.getByText(/已按修改后的定义检查：第 \d+ 号稿件里的定义/)).toBeVisible();
  await page.getByLabel('确认将被删除的行数').fill(removed);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(new RegExp(`${edition}$`));
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('2 行');
  await act(page, '作废');
});
