import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { writeXlsx } from '#server/registers/sheets/write-xlsx.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn } from '#tests/world/console-browser.ts';

const STAFF = '/registers/offsite-staff';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Facts {
  title: string;
  fields: Record<string, { title: string }>;
  path: string;
}
type Row = Record<string, string | null>;

const read = async <T>(page: Page, path: string): Promise<T> =>
  ((await (await page.request.get(`/console/api${path}`)).json()) as { data: T }).data;

const workbook = (titles: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<Buffer> =>
  buffer(
    writeXlsx([
      {
        name: '名单',
        columns: titles.map((title) => ({ title })),
        rows: rows.map((row) => row.map((cell) => cell ?? '')),
      },
    ]),
  );

const act = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

async function people(baseURL: string) {
  const admin = await adminOf(baseURL);
  const [editor, other] = [
    await admin.addReady('登记员', [{ role: 'editor', channelId: '' }]),
    await admin.addReady('审核和发布', [
      { role: 'reviewer', channelId: '' },
      { role: 'publisher', channelId: '' },
    ]),
  ];
  await admin.close();
  return { editor, other };
}

test('[RG6] a file with errors is told by cell, its marked copy mended and imported, the difference read, and the edition goes through four eyes to the public table', async ({
  page,
  baseURL,
  browser,
  expectFault,
}) => {
  expectFault(/answer 422|status of 422/);
  const { editor, other } = await people(baseURL!);
  await openSignedIn(page, editor);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '登记表' }).click();
  const facts = await read<Facts>(page, STAFF);
  await page.getByLabel('名称或责任部门').fill(facts.title);
  await page.getByRole('button', { name: '查询' }).click();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: facts.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(facts.title);

  const names = Object.keys(facts.fields);
  const { list } = await read<{ list: { row: Row }[] }>(page, `${STAFF}/rows?pageSize=100`);
  const rows = list.map(({ row }) => names.map((name) => row[name] ?? null));
  const [key] = (await read<{ key: string[] }>(page, STAFF)).key;
  const at = names.indexOf(key!);
  const mended = rows.map((row, index) => (index === 0 ? row.with(0, '改名后的人') : row));
  const wrong = mended.map((row, index) => (index === 1 ? row.with(at, '错误编号') : row));
  const titles = names.map((name) => facts.fields[name]!.title);
  const choose = async (content: Buffer): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name: '人员名单.xlsx', mimeType: XLSX, buffer: content });

  await page
    .getByRole('link', { name: '导入文件' })
    .or(page.getByRole('button', { name: '导入文件' }))
    .click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '名单.xlsx', mimeType: XLSX, buffer: Buffer.from('%PDF-1.4 renamed') });
  await expect(page.getByRole('list', { name: '正在上传的文件' })).toContainText('内容却是 .pdf 文件');
  await page.getByRole('button', { name: '从列表中去掉 名单.xlsx' }).click();
  await choose(await workbook(titles, wrong));
  const errors = page.getByRole('region', { name: /^检查结果/ });
  await expect(errors).toContainText('1 行有错误');
  await expect(errors.getByRole('row').filter({ hasText: '错误编号' })).toContainText(`3`);
  expect(await axe(page)).toEqual([]);
  await page.reload();
  await expect(errors).toContainText('错误编号');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: '下载标出错误的文件' })
      .or(page.getByRole('button', { name: '下载标出错误的文件' }))
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe('人员名单-错误标注.xlsx');
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  await choose(await workbook(titles, mended));
  await expect(page.getByRole('region', { name: '与现在公示的内容比较' })).toContainText('改名后的人');
  expect(await axe(page)).toEqual([]);
  const day = page.getByLabel('数据日期');
  const today = await day.inputValue();
  await day.fill('2999-01-31');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByText('数据日期不能晚于今天')).toBeVisible();
  await day.fill(today);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByRole('region', { name: '差异' })).toContainText('修改 1 行');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('改名后的人');
  await act(page, '提交审核');
  const edition = page.url();

  const desk = await (
    await browser.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: {
        'x-forwarded-for': `10.6.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      },
    })
  ).newPage();
  await openSignedIn(desk, other, edition);
  await act(desk, '同意');
  await act(desk, '发布');
  await expect(desk.getByRole('region', { name: '概况' })).toContainText('已发布');
  await desk.goto(facts.path);
  await expect(desk.getByRole('main')).toContainText('改名后的人');
});

test('rows are added, changed and removed by forms that the server checks, kept through an ended session, and saved as one edition', async ({
  page,
  baseURL,
  browser,
  expectFault,
}) => {
  expectFault(/answer 401|status of 401/);
  const { editor, other: reviewer } = await people(baseURL!);
  const base = '/registers/offsite-branch';
  await openSignedIn(page, editor);
  const facts = await read<Facts & { key: string[] }>(page, base);
  const { list } = await read<{ list: { key: string[]; row: Row }[] }>(page, `${base}/rows?pageSize=100`);
  await page.goto(`/console${base}`);
  await page.getByRole('button', { name: '新增一行' }).click();
  const form = page.getByRole('form', { name: '一行数据' });
  await form.getByRole('button', { name: '加入本次改动' }).click();
  await expect(form.getByText('不能为空').first()).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();
  const [first, second] = list;
  await page.getByRole('button', { name: `删除 ${first!.key.join(' / ')}` }).click();
  await page.getByRole('button', { name: `修改 ${second!.key.join(' / ')}` }).click();
  const [, other] = Object.keys(facts.fields).filter((name) => !facts.key.includes(name));
  await form.getByLabel(facts.fields[other!]!.title).fill('改过的内容');
  // a row that is being typed is asked about with the changes before it, once
  await page.getByRole('link', { name: '我的工作台' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toContainText('有未保存的修改');
  await page.keyboard.press('Escape');
  await form.getByLabel(facts.fields[other!]!.title).focus();
  await page.keyboard.press('Enter');
  const changes = page.getByRole('list', { name: '本次改动' });
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes.locator('ins')).toHaveText('［新增］改过的内容');
  await page.context().clearCookies();
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/sign-in/);
  await page.getByRole('textbox', { name: '账号' }).fill(editor.account);
  await page.getByLabel('密码', { exact: true }).fill(editor.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`/console${base}`);
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByRole('region', { name: '差异' })).toContainText('修改 1 行，删除 1 行');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('改过的内容');
  const edition = page.url();

  await page.goto(`/console${base}`);
  await expect(page.getByText('这个登记表已有一份未发布的稿件')).toBeVisible();

  // returned, it opens where it was: with its own rows, and what the reviewer wants otherwise
  await page.goto(edition);
  await act(page, '提交审核');
  const desk = await browser.newPage();
  await openSignedIn(desk, reviewer);
  await desk.goto(edition);
  await desk.getByRole('button', { name: '退回' }).click();
  await desk.getByRole('dialog').getByLabel('退回的原因').fill('这一行不应删除');
  await desk.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await expect(desk.getByRole('region', { name: '概况' })).toContainText('已退回');
  await page.goto(edition);
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await expect(page.getByText('退回：这一行不应删除')).toBeVisible();
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes.locator('ins')).toHaveText('［新增］改过的内容');
  const removal = changes.getByRole('button', { name: /^不改：删除/ });
  await removal.click();
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  const bar = page.getByRole('region', { name: '保存', exact: true });
  await bar.getByRole('button', { name: '撤销' }).click();
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await bar.getByRole('button', { name: '重做' }).click();
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  expect(await axe(page)).toEqual([]);
  await bar.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(edition);
  await expect(page.getByRole('region', { name: '概况' })).toContainText('第 2 版');
  await expect(page.getByRole('region', { name: '差异' })).toContainText('修改 1 行');
  await expect(page.getByRole('region', { name: '差异' })).not.toContainText('删除 1 行');
});

test('a file that takes many rows away waits for their number', async ({ page, baseURL }) => {
  const { editor } = await people(baseURL!);
  const base = '/registers/ib-branch';
  await openSignedIn(page, editor);
  const facts = await read<Facts>(page, base);
  const { list } = await read<{ list: { row: Row }[] }>(page, `${base}/rows?pageSize=100`);
  const [first] = list;
  await page.goto(`/console${base}/import`);
  const names = Object.keys(facts.fields);
  await page.locator('input[type=file]').setInputFiles({
    name: '少了.xlsx',
    mimeType: XLSX,
    buffer: await workbook(
      names.map((name) => facts.fields[name]!.title),
      [names.map((name) => first!.row[name] ?? null)],
    ),
  });
  await expect(page.getByText('超过五分之一')).toBeVisible();
  await page.getByLabel('确认将被删除的行数').fill('1');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByText(`请核对后输入 ${list.length - 1}`)).toBeVisible();
  await page.getByLabel('确认将被删除的行数').fill(String(list.length - 1));
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
});
