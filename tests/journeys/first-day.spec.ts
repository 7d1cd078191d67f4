import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { startEmptySite, type Running } from '../../src/tools/demonstration.ts';
import { buildSheet } from '../world/sheet-files.ts';
import { axe, expect, test } from '../world/browser.ts';
import { act } from '../world/console-browser.ts';

/**
 * docs/admin/first-day.md, step by step: from nothing to a site with its own name, logo, colours, three channels and a
 * register, approved and shown. With FIRST_DAY_PICTURES it takes that page's pictures on its way.
 */
const PASSWORD = 'vier kleine Boote';
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="168" height="40"><path d="M4 34 20 6l16 28z" fill="#0a4d3c"/><path d="M48 10h116v6H48zm0 14h80v6H48z" fill="#0a4d3c"/></svg>`;
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path d="M4 60 32 6l28 54z" fill="#0a4d3c"/></svg>`;

test.use({ actionTimeout: 20_000 });

const PEOPLE = [...'沈顾陆江叶苏程林何罗'].map((surname, at) => [
  `${surname}若知`,
  `S990112403${1000 + at}`,
  at % 2 ? '杭州营业部' : '上海营业部',
]);

let site: Running;
test.beforeAll(async () => {
  site = await startEmptySite();
});
test.afterAll(() => site.end());

async function picture(page: Page, name: string, of?: Locator): Promise<void> {
  const folder = process.env.FIRST_DAY_PICTURES;
  if (folder) await (of ?? page).screenshot({ path: join(folder, `first-day-${name}.png`) });
}

const deskOf = async (browser: Browser, path: string): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1200, height: 780 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
};

const choose = async (page: Page, box: Locator, option: string): Promise<void> => {
  await box.click();
  await page.locator(`.ant-select-item-option[title="${option}"]:visible`).click();
};

// an afternoon of two people, with a server of its own
test.setTimeout(480_000);

test('[HD9] [SU2][SU4][SU5][SU7][SU8][SU9][SU10][SU11][SU12][SU15] a firm’s first afternoon, as the page for its project lead tells it @slow', async ({
  browser,
  expectFault,
}) => {
  expectFault(/503/);
  const visitor = await deskOf(browser, '/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('网站正在准备');

  // 1: the first administrator
  const { pathname, hash } = new URL(/http\S+\/console\/\S+#\S+/.exec(site.printed())![0]);
  const admin = await deskOf(browser, pathname + hash);
  await admin.getByLabel('姓名').fill('李敏');
  await admin.getByLabel('账号').fill('li.min');
  await typePassword(admin);
  await picture(admin, 'administrator');
  await admin.getByRole('button', { name: '建立账号' }).click();
  await expect(admin.getByRole('heading', { name: /新网站的准备/ })).toBeVisible();
  expect(await axe(admin)).toEqual([]);
  await picture(admin, 'work-bench');

  // 2: two more people, one of whom ends setting up
  await admin.getByRole('link', { name: '开始设置' }).click();
  // the step that waits for whoever goes on
  await expect(admin).toHaveURL(/\/setting-up\/people$/);
  await stage(admin, '机构信息').click();
  await expect(admin.getByText('这一步由有“栏目管理”角色的人填写')).toBeVisible();
  await admin.goBack();
  const author = await bringIn(browser, admin, { name: '周文', account: 'zhou.wen', roles: ['栏目管理'] });
  await admin.getByRole('button', { name: '再添加一位' }).click();
  const second = await bringIn(browser, admin, { name: '陈立', account: 'chen.li', roles: ['审核', '发布'] });
  const ending = second.getByRole('listitem').filter({ hasText: '结束初始设置' });
  await expect(ending).toContainText('待完成');
  await act(second, '结束初始设置');
  await expect(second.getByText('初始设置还没有结束')).toHaveCount(0);
  await expect(ending).toContainText('已完成');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('网站正在准备');

  // 3: who the firm is
  await author.goto('/console/');
  await author.getByRole('link', { name: '继续设置' }).click();
  await expect(author.locator('h1')).toHaveText('设置网站：机构信息');
  await expect(author.getByText('这里显示预览')).toBeVisible();
  await expect(author.locator('.ant-form-item-explain-error')).toHaveCount(0);
  // errors of a field are shown once it has been left
  await author.getByLabel('品牌名称', { exact: true }).focus();
  await author.keyboard.press('Tab');
  await expect(author.getByText('请填写“品牌名称”')).toBeVisible();
  await expect(author.getByText('请填写“客服热线”')).toHaveCount(0);
  await author.getByLabel('品牌名称', { exact: true }).fill('青禾证券');
  await author.getByLabel('客服热线').fill('400-555-0100');
  await author.getByLabel('未另行指明时的责任部门').fill('人力资源部');
  await expect(author.frameLocator('iframe').getByText('青禾证券').first()).toBeVisible();
  await picture(author, 'firm');
  await publish(author, second, { by: 'buttons' });
  // published by another person: the window of whoever wrote it says so once it is looked at again
  await author.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(author.getByRole('region', { name: '稿件', exact: true })).toContainText('已发布', { timeout: 40_000 });

  // 4: how it looks; left out at first, and taken up again by another person
  await next(author, '品牌');
  await author.getByRole('button', { name: '跳过', exact: true }).click();
  await expect(author.locator('h1')).toHaveText('设置网站：栏目结构');
  await admin.goto('/console/setting-up/brand');
  await expect(stage(admin, '品牌')).toContainText('已跳过');
  await admin.getByRole('button', { name: '不再跳过' }).click();
  await expect(stage(admin, '品牌')).toContainText('未开始');
  await author.goBack();
  await expect(author.locator('h1')).toHaveText('设置网站：品牌');
  const file = (name: string, text: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) });
  await author.locator('input[aria-label="选择标志"]').setInputFiles(file('logo.svg', LOGO));
  await expect(author.getByRole('img', { name: '现在的标志' })).toBeVisible();
  await author.locator('input[aria-label="选择网站图标"]').setInputFiles(file('icon.svg', ICON));
  await expect(author.getByRole('img', { name: '现在的网站图标' })).toBeVisible();
  await author.getByRole('button', { name: '使用自己的颜色' }).click();
  await author.getByLabel('主色：标题、页首和深色底').fill('#0a4d3c');
  await author.getByLabel('强调色：按钮、标记和指向').fill('#8a4b08');
  await author.getByRole('textbox', { name: '标语' }).fill('稳健经营\n久久为功');
  await expect(author.frameLocator('iframe').locator('.logo__mark').first()).toBeVisible();
  await picture(author, 'brand');
  await publish(author, second, { by: 'calls' });

  // 5: channels to begin with
  await next(author, '栏目结构');
  await author.getByRole('button', { name: '选用“只有公示”' }).click();
  await expect(author.getByRole('button', { name: '提交审核' })).toBeVisible();
  await expect(author.frameLocator('iframe').locator('.logo__mark').first()).toBeVisible();
  await picture(author, 'starter');
  await publish(author, second, { isNew: false, by: 'calls' });
  // many changes are folded; the address of one opens it
  const { searchParams } = new URL(author.url());
  await author.goto(`/console/editions/${searchParams.get('edition')}#change-3`);
  await expect(author.locator('#change-3')).toBeVisible();
  await expect(author.locator('#change-4')).toHaveCount(0);
  await author.goBack();
  await author.getByRole('link', { name: '公开的栏目、新建公示栏目' }).click();
  await expect(author.getByRole('heading', { name: /公开的栏目/ })).toBeVisible();
  await expect(author.getByRole('button', { name: /选用/ })).toHaveCount(0);

  // 6: a register from an Excel file
  await author.getByRole('link', { name: '新建公示栏目' }).last().click();
  await expect(author.getByRole('link', { name: '← 返回设置网站：栏目结构' })).toBeVisible();
  await author.getByRole('link', { name: /^表格/ }).click();
  await author.locator('input[type=file]').setInputFiles({
    name: '证券经纪人名单.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await buildSheet([['姓名', '证书编号', '营业部'], ...PEOPLE]),
  });
  await expect(author.locator('h1')).toHaveText('核对字段');
  await picture(author, 'fields');
  await author.getByRole('button', { name: '下一步' }).click();
  await expect(author.locator('h1')).toHaveText('显示和查询');
  await author.getByRole('button', { name: '下一步' }).click();
  await expect(author.locator('h1')).toHaveText('栏目和位置');
  await choose(author, author.getByLabel('上级栏目'), '信息公告');
  // SU15: no register beside it says whose they are
  await expect(author.getByLabel('责任部门')).toHaveValue('');
  await author.getByLabel('责任部门').fill('人力资源部');
  // proposed by position and name
  await expect(author.getByLabel('地址', { exact: true })).not.toHaveValue('');
  await author.getByRole('button', { name: '下一步' }).click();
  await expect(author.frameLocator('iframe[title="新栏目的预览"]').getByRole('heading', { level: 1 })).toBeVisible();
  await author.getByRole('button', { name: '提交审核' }).click();
  await expect(author.locator('h1')).toHaveText('已提交审核');
  await author.getByRole('link', { name: /稿件/ }).last().click();
  await pass(author, second);

  // 7: legal texts, whose gaps are filled in; what the firm says of its accessibility may wait (SU25)
  await author.getByRole('link', { name: '← 返回设置网站：栏目结构' }).click();
  await stage(author, '法律文本').click();
  await expect(author.getByRole('button', { name: '用范本撰写' })).toHaveCount(4);
  await picture(author, 'legal');
  for (const at of [0, 0, 0]) {
    await author.goto('/console/setting-up/legal');
    await author.getByRole('button', { name: '用范本撰写' }).nth(at).click();
    await expect(author).toHaveURL(/\/setting-up\/legal\?edition=\d+&edit=1$/);
    await fillGaps(author);
    await publish(author, second, { by: 'calls' });
  }

  // 8: the site is shown
  await next(author, '检查');
  await expect(author.getByText('开通前必须有的都有了')).toBeVisible();
  await next(author, '开通');
  await author.getByLabel('发布后访客看得到网站').check();
  expect(await axe(author)).toEqual([]);
  await picture(author, 'visible');
  await expect(author.getByText('还没有准备好')).toHaveCount(0);
  await publish(author, second, { told: '网站开通：已经发布的全部内容立即对所有人可见', by: 'buttons' });
  await expect(async () => {
    await visitor.goto('/');
    await expect(visitor.locator('.logo__mark').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // a first-time visitor is asked to agree to the texts of step 7
  await visitor.getByRole('button', { name: '下一步' }).click();
  await visitor.getByRole('button', { name: '我已阅读并同意' }).click();
  await expect(visitor.getByRole('heading', { level: 2, name: '稳健经营 久久为功' })).toBeVisible();
  await expect(visitor.getByRole('dialog')).toHaveCount(0);
  await picture(visitor, 'shown');
  await hasSearchAndHotline(visitor);
  // on a phone its name stands in one line beside the mark
  for (const width of [375, 320]) {
    await visitor.setViewportSize({ width, height: 812 });
    const [name, search] = await Promise.all(
      ['.header .logo b', '.header__search'].map(async (one) => (await visitor.locator(one).first().boundingBox())!),
    );
    expect(name!.height).toBeLessThan(32);
    expect(name!.x + name!.width).toBeLessThanOrEqual(search!.x);
  }
  await admin.goto('/console/');
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(admin.getByRole('heading', { name: /新网站的准备/ })).toHaveCount(0);
});

/** HD9: few entries leave room for both, which overlap nothing, at any width at which there is a menu. */
async function hasSearchAndHotline(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  const field = header.getByRole('searchbox', { name: '搜索全站' });
  for (const width of [1440, 1280, 1080]) {
    await page.setViewportSize({ width, height: 780 });
    await expect(field).toBeVisible();
    const parts = header.locator('.header__row > :visible');
    const boxes = await parts.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
    for (const [at, { left }] of boxes.entries())
      expect(left, `${width} px, part ${at}`).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0);
    await expect(header.getByRole('link', { name: '客服热线 400-555-0100' })).toBeInViewport({ ratio: 1 });
  }
  await field.fill('证券');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=/);
  await page.goto('/');
}

const stage = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: '设置网站的步骤' }).getByRole('link', { name });

/** The wizard goes on to its next step. */
async function next(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: '下一步' }).click();
  await expect(page.locator('h1')).toHaveText(`设置网站：${name}`);
}

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('新密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再输入一次').fill(PASSWORD);
}

interface NewPerson {
  name: string;
  account: string;
  roles: string[];
}

/** Added by the administrator, and at a desk of their own by the link. */
async function bringIn(browser: Browser, admin: Page, { name, account, roles }: NewPerson): Promise<Page> {
  await admin.getByLabel('姓名').fill(name);
  await admin.getByLabel('账号').fill(account);
  for (const [at, role] of roles.entries()) {
    if (at > 0) await admin.getByRole('button', { name: '添加角色' }).click();
    const line = admin.getByRole('group', { name: `第 ${at + 1} 个角色` });
    await choose(admin, line.getByRole('combobox', { name: '角色' }), role);
  }
  if (roles.length > 1) await picture(admin, 'person');
  await admin.getByRole('button', { name: '添加', exact: true }).click();
  const link = new URL(await admin.getByLabel('设置密码的一次性链接').inputValue());
  const page = await deskOf(browser, link.pathname + link.hash);
  await typePassword(page);
  await page.getByRole('button', { name: '设置密码' }).click();
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  return page;
}

const NOT_SHOWN = '访客要到“开通网站”以后才看得到';

/** The author's text is saved, and goes the way of all editions: review and publication by another person. */
async function publish(
  author: Page,
  second: Page,
  { isNew = true, told: notice = NOT_SHOWN, by }: { isNew?: boolean; told?: string; by: 'buttons' | 'calls' },
): Promise<void> {
  if (isNew) await author.getByRole('button', { name: '保存为稿件' }).click();
  await expect(author).toHaveURL(/\?edition=\d+$/);
  await act(author, '提交审核');
  if (notice !== NOT_SHOWN) {
    const [, id] = /edition=(\d+)$/.exec(author.url())!;
    await second.goto(`/console/editions/${id}`);
    await expect(second.getByRole('region', { name: '将会改变' })).toContainText('网站向所有人开放');
  }
  if (by === 'buttons') await approve(author, second, notice);
  else await pass(author, second);
}

const overview = (page: Page) => page.getByRole('region', { name: /^(概况|稿件)$/ });

/** Uses the calls of the buttons, which were pressed for the first edition, and are for the last. */
async function pass(author: Page, second: Page): Promise<void> {
  await expect(overview(author)).toContainText('审核中');
  const [, id] = /edition(?:=|s\/)(\d+)/.exec(author.url())!;
  const calls = `/console/api/editions/${id}`;
  const { data } = (await (await second.request.get(calls)).json()) as { data: { shown: { version: number } } };
  const { version } = data.shown;
  for (const step of ['approve', 'publish']) {
    const answer = await second.request.post(`${calls}/${step}`, {
      data: { version },
      headers: { origin: site.origin },
    });
    expect(await answer.json()).toMatchObject({ code: '0' });
  }
}

/** At the same address, which tells both of them how far the edition is. */
async function approve(author: Page, second: Page, notice = NOT_SHOWN): Promise<void> {
  await expect(overview(author)).toContainText('审核中');
  await second.goto(author.url());
  await act(second, '同意');
  await expect(overview(second)).toContainText('已通过');
  await second.getByRole('button', { name: '发布', exact: true }).click();
  await expect(second.getByRole('dialog')).toContainText(notice);
  await second.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
  await expect(overview(second)).toContainText('已发布');
}

/** In the editor of a prepared text: each gap is written over. */
async function fillGaps(page: Page): Promise<void> {
  const text = page.locator('.ProseMirror');
  await expect(text).toContainText('【待填：');
  await text.evaluate((editor) => {
    const walk = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      node.textContent = node.textContent!.replace(/【待填：[^】]+】/g, '已填写');
  });
  await expect(text).not.toContainText('【待填：');
}
