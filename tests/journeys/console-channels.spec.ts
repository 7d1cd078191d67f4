import { request, type Page } from '@playwright/test';
import { axe, BASE, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn, type Account } from '#tests/world/console-browser.ts';

const ROOT = '000100020001';
const DUTY = `${ROOT}0007`;
const ESG = `${DUTY}0001`;
// a menu of its own for a journey that publishes channels beside the others: in the same one it would change their
// results
const RESEARCH = `${ROOT}0004`;

interface Desk {
  post: <T>(path: string, data: object) => Promise<T>;
  close: () => Promise<void>;
}

async function deskOf(baseURL: string, { account, password }: Pick<Account, 'account' | 'password'>): Promise<Desk> {
  const client = await request.newContext({
    baseURL,
    extraHTTPHeaders: {
      origin: baseURL,
      'x-forwarded-for': `10.6.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    },
  });
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = (await (await client.post(`/console/api${path}`, { data })).json()) as {
      code: string;
      msg: string;
      data: T;
    };
    expect(answer.code, answer.msg).toBe('0');
    return answer.data;
  };
  await post('/session', { account, password });
  return { post, close: () => client.dispose() };
}

async function team(baseURL: string) {
  const admin = await adminOf(baseURL);
  const keeper = await admin.addReady('栏目管理者', [{ role: 'channel-admin', channelId: '' }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', channelId: '' }]);
  const publisher = await admin.addReady('发布者', [{ role: 'publisher', channelId: '' }]);
  await admin.close();
  return { keeper, reviewer, publisher };
}

const tree = (page: Page) => page.getByRole('tree', { name: '栏目树' });
const line = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name });
const save = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  return Number(page.url().split('/').at(-1));
};

test('[CH1] [RT9] a channel is made, moved by keyboard, ended with a redirect, each seen before it is saved and public after another person agreed', async ({
  page,
  baseURL,
}) => {
  // three publications, each through the hands of three people
  test.slow();
  const { keeper, reviewer, publisher } = await team(baseURL!);
  const [review, press] = [await deskOf(baseURL!, reviewer), await deskOf(baseURL!, publisher)];
  const name = `公益行动${Date.now() % 100_000}`;
  /** through the review of another person to the public */
  const pass = async (editionId: number): Promise<void> => {
    await page.getByRole('button', { name: '提交审核', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '提交审核', exact: true }).click();
    await expect(page.getByText('审核中').first()).toBeVisible();
    await review.post(`/editions/${editionId}/approve`, { version: 1 });
    await press.post(`/editions/${editionId}/publish`, { version: 1 });
  };
  await openSignedIn(page, keeper);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '栏目', exact: true }).click();
  await line(page, /^社会责任/).click();
  await page.getByRole('button', { name: '新建下级' }).click();
  await expect(page.getByLabel('栏目名称', { exact: true })).toBeFocused();
  await page.keyboard.type(name);
  // proposed from name and parent
  await expect(page.getByLabel('地址', { exact: true })).toHaveValue('socialDuty/charity');
  const id = await page.getByLabel('编号', { exact: true }).inputValue();
  expect(id).toMatch(new RegExp(`^${DUTY}\\d{4}$`));
  await page.getByRole('radio', { name: '2 只在栏目菜单和链接里' }).check();
  await expect(page.getByText(/“社会责任”的下拉菜单将不再展开/).first()).toBeVisible();
  await page.getByRole('radio', { name: '1 可进页眉菜单' }).check();
  await page.getByLabel('地址', { exact: true }).fill('socialDuty/ESG');
  await expect(page.getByText(/地址“socialDuty\/ESG”已被栏目/).first()).toBeVisible();
  const url = `socialDuty/charity${Date.now() % 100_000}`;
  await page.getByLabel('地址', { exact: true }).fill(url);
  await expect(page.getByText('由页面“默认页面”显示').first()).toBeVisible();
  // the save bar is in sight as soon as something was changed
  const bar = page.getByRole('region', { name: '保存', exact: true });
  await expect(bar).toContainText('有 1 项修改还没有保存');
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect(await axe(page)).toEqual([]);
  await bar.getByRole('button', { name: '核对并保存' }).click();
  await expect(page.getByRole('heading', { name: '待保存的修改（1）' })).toBeFocused();
  await expect(bar.getByRole('button', { name: '保存为稿件' })).toBeVisible();
  const effects = page.getByRole('region', { name: '将会改变' });
  await expect(effects).toContainText('页眉“社会责任”的下拉菜单');
  await expect(effects.getByRole('row', { name: new RegExp(`/${url} 没有页面`) })).toContainText(name);
  // nothing is lost by a reload
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '继续填写' }).click();
  await page.getByRole('tab', { name: '修改与保存（1）' }).click();
  const made = await save(page);
  await expect(page.getByRole('region', { name: '将会改变' })).toContainText(name);
  await pass(made);
  // without content no menu leads to it (SU16); its page is there
  const inMenu = page.getByRole('navigation', { name: '社会责任栏目' }).getByRole('link', { name });
  await page.goto(`${BASE}/socialDuty/ESG`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(inMenu).toHaveCount(0);
  await page.goto(`${BASE}/${url}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(inMenu).toHaveAttribute('href', `${BASE}/${url}`);

  // renamed, put first, and moved below another, all by keyboard
  await page.goto(`/console/channels?channel=${id}`);
  await tree(page).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(line(page, new RegExp(name))).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('栏目名称', { exact: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('专栏');
  await page.getByRole('button', { name: '移动…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('上级栏目').focus();
  await page.keyboard.type('关于我们');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '移动', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('在“关于我们”之下')).toBeVisible();
  await page.getByLabel('地址', { exact: true }).fill(url.replace('socialDuty', 'aboutUs'));
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: '待保存的修改（1）' })).toBeFocused();
  await expect(page.getByText(/改名，原为.*移到“关于我们”之下；地址改为/)).toBeVisible();
  await expect(effects.getByRole('row', { name: new RegExp(`^/${url} `) })).toContainText(
    `转到 /${url.replace('socialDuty', 'aboutUs')}`,
  );
  await expect(effects).toContainText('栏目菜单：关于我们');
  expect(await axe(page)).toEqual([]);
  await pass(await save(page));
  await page.goto(`${BASE}/${url}`);
  await expect(page).toHaveURL(`${BASE}/${url.replace('socialDuty', 'aboutUs')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}专栏`);

  // ended: the address leads on
  await page.goto(`/console/channels?channel=${id}`);
  await page.getByRole('button', { name: '停用…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('请填写停用的原因');
  await page.getByRole('dialog').getByLabel('原因（访问旧地址的人会看到）').fill('并入报告');
  await page
    .getByRole('dialog')
    .getByLabel(/^替代页面的路径/)
    .fill('/socialDuty/ESG');
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
  await page.getByRole('tab', { name: '修改与保存（1）' }).click();
  await expect(effects).toContainText('没有公开的文章');
  await expect(effects).toContainText('转到 /socialDuty/ESG');
  await pass(await save(page));
  await page.goto(`${BASE}/${url.replace('socialDuty', 'aboutUs')}`);
  await expect(page).toHaveURL(`${BASE}/socialDuty/ESG`);
  await Promise.all([review.close(), press.close()]);
});

test('the tree is searched with the way to what is found, walked by arrows, and changed only by those who may @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const keeper = await admin.addReady('分栏目管理者', [
    { role: 'channel-admin', channelId: DUTY },
    { role: 'reviewer', channelId: '' },
  ]);
  await admin.close();
  await openSignedIn(page, keeper, '/console/channels');
  await page.getByLabel('名称、地址、编号或部门').fill('ESG报告');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/words=ESG/);
  await expect(line(page, /ESG报告/)).toHaveAttribute('aria-level', '3');
  await expect(line(page, /^社会责任/)).toHaveAttribute('aria-expanded', 'true');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3);
  await tree(page).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'ESG报告', level: 2 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`channel=${ESG}`));
  await expect(page.getByLabel('栏目名称', { exact: true })).toBeEnabled();
  // renamed it stays where it was found, though nothing has the words any more
  await page.getByLabel('栏目名称', { exact: true }).fill('年度报告');
  await expect(line(page, /年度报告/)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('找到 1 个栏目')).toBeVisible();
  await page.getByLabel('栏目名称', { exact: true }).fill('ESG报告');
  await tree(page).focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('您对这个栏目没有“管理栏目”的权限')).toBeVisible();
  await expect(page.getByLabel('栏目名称', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: '新建下级' })).toBeDisabled();
  await page.getByRole('button', { name: '清除条件' }).click();
  await expect(page.getByRole('region', { name: '保存', exact: true })).toContainText('没有未保存的修改');
  // the mouse drops it before another, and not where one may not
  await line(page, /^社会责任/).dragTo(line(page, /^研究观点/), { targetPosition: { x: 80, y: 17 } });
  await expect(page.getByRole('tab', { name: '修改与保存（0）' })).toBeVisible();
  await line(page, /^社会责任/).dragTo(line(page, /^研究观点/), { targetPosition: { x: 80, y: 3 } });
  await expect(page.getByRole('tab', { name: '修改与保存（1）' })).toBeVisible();
  await expect(line(page, /^社会责任/)).toHaveAttribute('aria-posinset', '4');
  await page.getByRole('tab', { name: '修改与保存（1）' }).click();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('还没有修改')).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

test('[PB3] a channel that became public otherwise is merged into the draft by field, and where somebody saves meanwhile the rest is chosen @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/409/);
  const { keeper, reviewer, publisher } = await team(baseURL!);
  const [other, review, press] = [
    await deskOf(baseURL!, keeper),
    await deskOf(baseURL!, reviewer),
    await deskOf(baseURL!, publisher),
  ];
  const channelId = `${RESEARCH}8${String(Date.now() % 1_000).padStart(3, '0')}`;
  const changes = (more: object) => [
    {
      kind: 'channel',
      document: {
        channelId,
        parentId: RESEARCH,
        classOrder: 800,
        url: `merged${channelId}`,
        name: '起初的栏目',
        type: 2,
        department: '甲部',
        ...more,
      },
    },
  ];
  const publish = async (given: object[]): Promise<void> => {
    const { editionId } = await other.post<{ editionId: number }>('/editions', { title: '栏目', changes: given });
    await other.post(`/editions/${editionId}/submit`, { version: 1 });
    await review.post(`/editions/${editionId}/approve`, { version: 1 });
    await press.post(`/editions/${editionId}/publish`, { version: 1 });
  };
  await publish(changes({}));
  const { editionId } = await other.post<{ editionId: number }>('/editions', {
    title: '我改栏目',
    changes: changes({ name: '我的栏目' }),
  });
  await publish(changes({ name: '公开的栏目', department: '乙部' }));
  await openSignedIn(page, keeper, `/console/channels?edition=${editionId}`);
  await page.getByRole('button', { name: '核对并合并' }).click();
  await expect(page.getByRole('row').filter({ hasText: '我的栏目' })).toContainText('公开的栏目');
  await expect(page.getByRole('listitem').filter({ hasText: '的责任部门：乙部' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  // the same draft is saved at another place while it is compared
  await other.post(`/editions/${editionId}`, {
    version: 1,
    title: '我改栏目',
    changes: changes({ name: '别处的栏目', department: '丙部', freshness: 'weekly' }),
  });
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '您在另一个窗口于' })).toContainText('保存了第 2 版');
  await expect(page.getByRole('listitem').filter({ hasText: '的更新要求：每周更新' })).toBeVisible();
  // the merged changes are one's own now
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: '的责任部门' })).toContainText('乙部');
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  await expect(page).toHaveURL(new RegExp(`/editions/${editionId}$`));
  const { data } = (await (await page.request.get(`/console/api/editions/${editionId}`)).json()) as {
    data: { version: number; outdated: string[]; shown: { changes: [{ document: object }] } };
  };
  expect([data.version, data.outdated, data.shown.changes[0].document]).toMatchObject([
    3,
    [],
    { name: '别处的栏目', department: '乙部', freshness: 'weekly' },
  ]);
  for (const one of [other, review, press]) await one.close();
});
