import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axe, BASE, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn, type Account, openTab } from '#tests/world/console-browser.ts';
import { effortOf } from '#tests/world/effort.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { readWhole } from '#tests/world/sheets.ts';

const SECTION = '0001000200010008';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const SURNAMES = '沈顾陆江叶苏程林何罗';
const HEADERS = ['姓名', '证书编号', '类别', '取得日期', '联系电话', '备注'];

const rowOf = (at: number): GivenCell[] => [
  `${SURNAMES[at % 10]!}${'若知怀安清'[at % 5]!}${'川远瑾澜和'[Math.floor(at / 5) % 5]!}`,
  `S990112403${1000 + at}`,
  at % 6 ? '营业部' : '分公司',
  `20${15 + (at % 11)}-0${1 + (at % 9)}-1${at % 9}`,
  `0571-5550${1000 + at}`,
  at % 7 ? '' : '兼任',
];
/** A list with a title over it, as a department keeps it, with these cells instead of others. */
const listOf = (title: string, cells: Record<string, GivenCell> = {}, count = 60): Promise<Buffer> =>
  buildSheet([
    [`${title}（截至2026年11月1日）`],
    HEADERS,
    ...Array.from({ length: count }, (_, at) =>
      rowOf(at).map((cell, place) => {
        const address = `${'ABCDEF'[place]!}${at + 3}`;
        return address in cells ? cells[address]! : cell;
      }),
    ),
  ]);

const step = (page: Page) => page.locator('h1');
const letters = (): string =>
  [...String(Date.now() % 100_000)].map((digit) => '甲乙丙丁戊己庚辛壬癸'[Number(digit)]).join('');

async function keeperOf(baseURL: string): Promise<Account> {
  const admin = await adminOf(baseURL);
  const keeper = await admin.addReady('栏目管理者', [{ role: 'channel-admin', channelId: SECTION }]);
  await admin.close();
  return keeper;
}

/** From the menu to the fields of a file. */
async function toFields(page: Page, me: ReturnType<typeof effortOf>, name: string, file: Buffer): Promise<void> {
  await me.click(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '新建公示栏目' }));
  await me.click(page.getByRole('link', { name: /^表格/ }));
  await expect(step(page)).toHaveText('上传文件');
  await me.upload(name, file);
  await expect(step(page)).toHaveText('核对字段');
}

/** From there to the edition, which waits for its reviewer. */
async function toReview(page: Page, me: ReturnType<typeof effortOf>, title: string): Promise<void> {
  await me.next();
  await expect(step(page)).toHaveText('显示和查询');
  await expect(page.getByLabel('表的名称')).toHaveValue(title);
  await me.next();
  await expect(step(page)).toHaveText('栏目和位置');
  await expect(page.getByLabel('栏目名称')).toHaveValue(title);
  await me.choose(page.getByLabel('上级栏目'), '信息公告');
  await expect(page.getByLabel('地址', { exact: true })).toHaveValue(/^publicChannel\//);
  await me.fill(page.getByLabel('责任部门'), '人力资源部');
  await me.next();
  await expect(page.frameLocator('iframe[title="新栏目的预览"]').getByRole('heading', { level: 1 })).toHaveText(title, {
    timeout: 15_000,
  });
  await me.click(page.getByRole('button', { name: '提交审核' }));
  await expect(step(page)).toHaveText('已提交审核');
}

test('[PB1] [RG18] a new channel from a clean file takes at most 9 clicks and 2 fields, and is called as the file is, without its day', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution in '[^']*\/previews\//);
  test.slow();
  await openSignedIn(page, await keeperOf(baseURL!));
  const me = effortOf(page);
  const title = `证券经纪人名单${letters()}`;
  await toFields(page, me, '数据20261101.xlsx', await listOf(title));
  await expect(page.getByRole('region', { name: '与其余不同的单元格' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: '检查结果' })).toHaveCount(0);
  await toReview(page, me, title);
  expect(me.done.clicks).toBeLessThanOrEqual(9);
  // one of them the department, which no neighbour has
  expect(me.done.fields).toBeLessThanOrEqual(2);
  expect(me.done.uploads).toBe(1);
});

/** Products as they are sold: amounts in 万元, shares, days, 无固定期限 and dashes, with a sum and a note below. */
function productsOf(title: string): Promise<Buffer> {
  const products = Array.from({ length: 40 }, (_, at): GivenCell[] => [
    at + 1,
    `SA${100 + at}`,
    `示例稳健${at + 1}号集合资产管理计划`,
    ['R1', 'R2', 'R3'][at % 3]!,
    at % 5 === 2 ? '12,500.00万元' : 1000.25 + at * 17,
    at % 7 === 3 ? '—' : { percent: 0.025 + at / 10_000 },
    { date: 44_000 + at * 9 },
    at % 4 === 1 ? '无固定期限' : { date: 46_500 + at * 11 },
    at % 6 === 5 ? '已到期' : '存续',
  ]);
  const gap: GivenCell[] = [null, null, null];
  return buildSheet(
    [
      [title],
      ['截至日期：2026-11-20'],
      [
        '序号',
        '产品代码',
        '产品名称',
        '风险等级',
        '募集规模（万元）',
        '业绩比较基准',
        '成立日期',
        '到期日期',
        '产品状态',
      ],
      ...products,
      ['合计', ...gap, 123_456, null, null, null, null],
      ['注：以上规模为初始募集规模，不代表最新规模。'],
    ],
    { mergedTitle: true },
  );
}

test('[EY5] [VA5] [VA7] a list of products with 万元, percent, dates and 无固定期限 takes at most 11 clicks, 2 fields and one upload', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution in '[^']*\/previews\//);
  test.slow();
  await openSignedIn(page, await keeperOf(baseURL!));
  const me = effortOf(page);
  const title = `代销金融产品信息公示${letters()}`;
  await toFields(page, me, '代销产品.xlsx', await productsOf(title));
  const report = page.getByRole('region', { name: /^检查结果/ });
  await me.click(report.getByRole('button', { name: '不导入这 2 行' }));
  await expect(report).toContainText('按您的要求不导入 2 行合计或附注');
  await toReview(page, me, title);
  expect(me.done.clicks).toBeLessThanOrEqual(11);
  expect(me.done.fields).toBeLessThanOrEqual(2);
  expect(me.done.uploads).toBe(1);
});

test('[RG15] [RG16] [RG17] from a file with errors it takes at most 13 clicks, 3 fields and 2 uploads: unusual cells are asked about, errors are marked in a copy, and the mended copy keeps what was set', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution in '[^']*\/previews\//);
  // a check that a later answer has made needless, where the machine is slow
  expectFault(/409.*\/wizard\/table/);
  test.slow();
  await openSignedIn(page, await keeperOf(baseURL!));
  const me = effortOf(page);
  const title = `客户经理名单${letters()}`;
  const mended = {
    B20: rowOf(17)[1]!,
    C31: '营业部',
    D41: '2024-03-11',
    D50: rowOf(47)[3]!,
  };
  const wrong = { B20: rowOf(4)[1]!, C31: '营业布', D41: '2204-03-11', D50: '去年' };
  await toFields(page, me, '名单.xlsx', await listOf(title, wrong));

  // settings made before the mended file comes
  await me.fill(page.getByLabel('姓名的标题', { exact: true }), '人员姓名');
  await me.pick(page.getByLabel('备注是否公开'), '不公开，只存档');
  const questions = page.getByRole('region', { name: '与其余不同的单元格' });
  await expect(questions.getByRole('listitem')).toHaveCount(2);
  await me.click(questions.getByRole('button', { name: 'C31：写错了，应为“营业部”' }));
  await me.click(questions.getByRole('button', { name: 'D41：写错了，应为“2024-03-11”' }));
  const report = page.getByRole('region', { name: /^检查结果/ });
  await expect(report).toContainText('共 60 行，其中 4 行有错误');
  for (const cell of Object.keys(wrong))
    await expect(report.getByRole('cell', { name: cell, exact: true })).toBeVisible();
  await expect(report.getByRole('row').filter({ hasText: 'B20' })).toContainText('与第 7 行重复');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '还不能进入下一步' })).toContainText('有 4 个单元格不正确');

  const saved = page.waitForEvent('download');
  await me.click(report.getByRole('button', { name: '下载标出错误的文件' }));
  const download = await saved;
  expect(download.suggestedFilename()).toBe('名单-错误标注.xlsx');
  const copy = await readWhole(readFileSync(await download.path()), 'a.xlsx');
  const marked = copy.rows.filter(({ cells }) => cells[6]?.text).map(({ number }) => number);
  expect(marked).toEqual([2, 20, 31, 41, 50]);
  // the copy is mended where it is marked, and given back as it is otherwise, with the column of its marks
  const lines = [copy.header, ...copy.rows].map(({ number, cells }) =>
    cells.map(({ text }, place) => mended[`${'ABCDEFG'[place]!}${number}` as keyof typeof mended] ?? text),
  );
  await me.upload('名单-错误标注.xlsx', await buildSheet(lines));
  const notice = page.getByRole('status').filter({ hasText: '原来的设置按列的标题保留' });
  await expect(notice).toContainText('“备注”（不公开，只存档）');
  await expect(page.getByText('已检查 60 行，都符合所选的类型')).toBeVisible();
  await expect(report).toHaveCount(0);
  await expect(questions).toHaveCount(0);
  await expect(page.getByLabel('姓名的标题', { exact: true })).toHaveValue('人员姓名');
  await expect(page.getByText('导入问题')).toHaveCount(0);
  await toReview(page, me, title);
  expect(me.done.clicks).toBeLessThanOrEqual(13);
  // one of them the department, which no neighbour has
  expect(me.done.fields).toBeLessThanOrEqual(3);
  expect(me.done.uploads).toBe(2);
  await page.getByRole('link', { name: '查看稿件' }).click();
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('人员姓名');
  expect(await (await page.request.get(`${BASE}/`)).text()).not.toContain(title);
});

test('[RG16] an answer is changed, what is passed over stays passed over after a reload, and never keeps anybody from going on @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await keeperOf(baseURL!), '/console/new-channel/table/file');
  await page.locator('input[type=file]').setInputFiles({
    name: '名单.xlsx',
    mimeType: XLSX,
    buffer: await listOf('名单', { C31: '营业布', D41: '2204-03-11' }),
  });
  const questions = page.getByRole('region', { name: '与其余不同的单元格' });
  const report = page.getByRole('region', { name: /^检查结果/ });
  await questions.getByRole('button', { name: 'C31：没有写错' }).click();
  await questions.getByRole('button', { name: 'D41：写错了，应为“2024-03-11”' }).click();
  await expect(report).toContainText('应为');
  await expect(report.getByRole('cell', { name: 'D41', exact: true })).toBeVisible();
  await page.reload();
  await expect(questions.getByRole('button', { name: '改变回答：C31' })).toBeVisible();
  await questions.getByRole('button', { name: '改变回答：D41' }).click();
  await expect(report).toHaveCount(0);
  await expect(questions.getByRole('button', { name: 'D41：没有写错' })).toBeVisible();
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(step(page)).toHaveText('显示和查询');
});

test('[RG10] a heading that was renamed is offered the settings of the one that is gone @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await keeperOf(baseURL!), '/console/new-channel/table/file');
  const give = async (headers: readonly string[]): Promise<void> => {
    const rows = Array.from({ length: 12 }, (_, at) => rowOf(at));
    const buffer = await buildSheet([[...headers], ...rows]);
    await page.locator('input[type=file]').setInputFiles({ name: '名单.xlsx', mimeType: XLSX, buffer });
    await expect(step(page)).toHaveText('核对字段');
  };
  await give(HEADERS);
  await page.getByLabel('姓名的标题', { exact: true }).fill('人员姓名');
  await page.goBack();
  await give(HEADERS.with(0, '员工姓名'));
  await expect(page.getByLabel('员工姓名的标题')).toHaveValue('员工姓名');
  const notice = page.getByRole('status').filter({ hasText: '可能是同一列改了标题' });
  expect(await axe(page)).toEqual([]);
  await notice.getByRole('button', { name: '是改了标题，沿用“姓名”的设置' }).click();
  await expect(page.getByLabel('员工姓名的标题')).toHaveValue('人员姓名');
  await expect(page.getByText('“员工姓名”沿用了“姓名”的设置')).toBeVisible();
});
