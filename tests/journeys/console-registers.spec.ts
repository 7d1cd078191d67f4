import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { writeXlsx } from '#server/registers/sheets/write-xlsx.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';

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
  await openTab(page, '全部内容');
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

test('rows are added, changed and removed by forms that the server checks, kept through an ended session, and saved as one edition @slow', async ({
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
  await expect(page.getByRole('grid').getByText('不能为空').first()).toBeVisible();
  const form = page.getByRole('form', { name: '一行数据' });
  await page.getByRole('button', { name: '修改 新增的行' }).click();
  await form.getByRole('button', { name: '加入本次改动' }).click();
  await expect(form.getByText('不能为空').first()).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '删除 新增的行' }).click();
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

test('a file that takes many rows away waits for their number @slow', async ({ page, baseURL }) => {
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

test('[RG20] [RG21] cells are changed by keys alone and by a pasted block, taken back, and saved as an edition of the date that is public', async ({
  page,
  baseURL,
}) => {
  const { editor } = await people(baseURL!);
  const base = '/registers/ib-branch';
  await openSignedIn(page, editor, `/console${base}`);
  const facts = await read<Facts & { key: string[]; dataDate: string; columns: string[] }>(page, base);
  const { list } = await read<{ list: { key: string[]; row: Row }[] }>(page, `${base}/rows?pageSize=3`);
  const columns = [...new Set([...facts.key, ...facts.columns])];
  const at = (field: string): number => columns.indexOf(field);
  const grid = page.getByRole('grid', { name: facts.title });
  const cell = (line: number, field: string) =>
    grid
      .getByRole('row')
      .nth(line + 1)
      .getByRole('gridcell')
      .nth(at(field));
  const counts = page.getByRole('button', { name: /^本次改动/ });
  const expectSelected = (line: number, field: string, timeout?: number) =>
    expect(cell(line, field).and(grid.locator('td:focus-within:not(:has(.cell-editor))'))).toBeVisible({
      ...(timeout !== undefined && { timeout }),
    });

  // from above the table in by Tab, and by arrows to the phone of the second row
  await page.getByRole('button', { name: '新增一行' }).focus();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expectSelected(0, columns[0]!, 100);
  }).toPass();
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < at('phone'); step++) await page.keyboard.press('ArrowRight');
  await expectSelected(1, 'phone');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nobody answers');
  await page.keyboard.press('Escape');
  await expect(cell(1, 'phone')).toHaveText(list[1]!.row.phone!);
  await expect(counts).toHaveCount(0);
  await page.keyboard.type('021-55500999');
  // the next cell is selected, and keys move there
  await page.keyboard.press('Tab');
  const next = columns[at('phone') + 1]!;
  await expectSelected(1, next);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expectSelected(1, next);
  await expect(cell(1, 'phone')).toHaveText(`021-55500999，原为 ${list[1]!.row.phone!}`);
  await expect(counts).toHaveText('本次改动 1 行：修改 1');

  // a value that does not fit is marked in its cell, and prevents saving
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await expect(cell(1, 'phone')).toContainText('应为：电话号码');
  await expect(page.getByRole('button', { name: '先改正 1 处' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(grid.getByText('应为：电话号码')).toHaveCount(0);

  // a block of two rows from the first manager on: the second column is a date as a file may write it
  await page.keyboard.press('ControlOrMeta+Home');
  for (let step = 0; step < at('manager'); step++) await page.keyboard.press('ArrowRight');
  await grid.evaluate((shown, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    return shown.tagName;
  }, '甲经理\t2026/1/5\r\n乙经理\t2026年1月6日\r\n');
  await expect(cell(0, 'approveDate')).toContainText('2026-01-05');
  await expect(cell(1, 'approveDate')).toContainText('2026-01-06');
  await expect(counts).toHaveText('本次改动 2 行：修改 2');
  await expect(page.getByText('已粘贴 2 行 × 2 列，没有问题')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('已粘贴')).toHaveCount(0);
  await expect(cell(0, 'manager')).toHaveText(list[0]!.row.manager!);
  await expect(counts).toHaveText('本次改动 1 行：修改 1');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(cell(0, 'manager')).toContainText('甲经理');

  // turning to other rows and back loses nothing and asks nothing
  await page.getByLabel('查找').fill(list[2]!.key[0]!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/words=/);
  await expect(grid.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cell(1, 'manager')).toContainText('乙经理');

  await expect(page.getByText(`数据日期保持 ${facts.dataDate}`)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByRole('region', { name: '差异' })).toContainText('修改 2 行');
  const saved = await read<{ shown: { changes: { document: { dataDate: string } }[] } }>(
    page,
    `/editions/${/\d+$/.exec(page.url())![0]}`,
  );
  expect(saved.shown.changes[0]!.document.dataDate).toBe(facts.dataDate);
});

test('[RG20] an input method composes in the cell that is selected by key or by mouse, and what it gives up changes nothing @slow', async ({
  page,
  baseURL,
}) => {
  const { editor } = await people(baseURL!);
  const base = '/registers/ib-staff';
  await openSignedIn(page, editor, `/console${base}`);
  const facts = await read<Facts & { key: string[]; columns: string[] }>(page, base);
  const { list } = await read<{ list: { row: Row }[] }>(page, `${base}/rows?pageSize=2`);
  const columns = [...new Set([...facts.key, ...facts.columns])];
  const [name, choice] = [columns.indexOf('staffName'), columns.indexOf('management')];
  const grid = page.getByRole('grid', { name: facts.title });
  const cell = (line: number, column: number) =>
    grid
      .getByRole('row')
      .nth(line + 1)
      .getByRole('gridcell')
      .nth(column);
  const box = grid.locator('.cell-editor').getByRole('textbox');
  const ime = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

  // selected by the mouse: all of what is composed is in the box, and what it becomes stands for what was there
  await cell(0, name).click();
  await compose('z');
  await compose('zhong');
  await expect(box).toHaveValue('zhong');
  await ime.send('Input.insertText', { text: '钟' });
  await page.keyboard.type('A');
  await page.keyboard.press('Enter');
  await expect(cell(0, name)).toHaveText(`钟A，原为 ${list[0]!.row.staffName!}`);

  // the cell below is selected by the key
  await expect(cell(1, name)).toHaveAttribute('data-active', '');
  await compose('li');
  await expect(box).toHaveValue('li');
  await compose('');
  await expect(box).toHaveCount(0);
  await expect(cell(1, name)).toHaveText(list[1]!.row.staffName!);
  await compose('li');
  await ime.send('Input.insertText', { text: '李' });
  await page.keyboard.press('Enter');
  await expect(cell(1, name)).toHaveText(`李，原为 ${list[1]!.row.staffName!}`);

  // a key that an input method takes opens no list
  await cell(0, choice).click();
  await cell(0, choice).dispatchEvent('keydown', { key: 'Process', bubbles: true });
  await expect(grid.locator('.cell-editor')).toHaveCount(0);
  await page.keyboard.press('F2');
  await expect(grid.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(1, name)).toHaveText(list[1]!.row.staffName!);
  expect(await axe(page)).toEqual([]);
});

test('[RG22] the history of a row opens from its line and by its address, and visitors read theirs without scripts @slow', async ({
  page,
  baseURL,
  browser,
}) => {
  const { editor, other } = await people(baseURL!);
  const base = '/registers/ib-staff';
  await openSignedIn(page, editor, `/console${base}`);
  const facts = await read<Facts & { key: string[] }>(page, base);
  const { list } = await read<{ list: { key: string[]; row: Row }[] }>(page, `${base}/rows?pageSize=1`);
  const [{ key, row }] = list as [{ key: string[]; row: Row }];
  const [name] = key as [string];
  await page.getByRole('button', { name: `修改 ${name}` }).click();
  await page.getByRole('form', { name: '一行数据' }).getByLabel('职务').fill('改过的职务');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await act(page, '提交审核');
  const edition = page.url();
  const desk = await (
    await browser.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: { 'x-forwarded-for': `10.8.${Math.floor(Math.random() * 250)}.7` },
    })
  ).newPage();
  await openSignedIn(desk, other, edition);
  await act(desk, '同意');
  await act(desk, '发布');
  await expect(desk.getByRole('region', { name: '概况' })).toContainText('已发布');

  await page.goto(`/console${base}?words=${name}`);
  await page.getByRole('button', { name: `变更记录 ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`变更记录.*${name}`) });
  const newest = dialog.getByRole('listitem').first();
  await expect(newest).toContainText('改过的职务');
  await expect(newest).toContainText(`${editor.name} 编写，${other.name} 审批`);
  expect(await axe(page)).toEqual([]);
  const address = page.url();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goto(address);
  await expect(newest).toContainText('改过的职务');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const visitor = await (await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })).newPage();
  await visitor.goto(facts.path);
  const kind = row.management === '1' ? '管理人员' : '业务人员';
  await visitor
    .getByRole('navigation', { name: '期货IB业务公示' })
    .getByRole('link', { name: kind, exact: true })
    .click();
  await visitor.getByRole('link', { name: `${row.staffName} 的链接` }).click();
  const log = visitor.getByRole('region', { name: '变更记录' });
  await expect(log.getByRole('listitem').first()).toContainText('改过的职务');
  await expect(log.getByRole('listitem').first()).toContainText(row.position ?? '—');
  await expect(visitor.getByRole('main')).not.toContainText(editor.name);
});
