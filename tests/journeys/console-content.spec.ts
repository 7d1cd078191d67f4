import type { APIRequestContext, Page } from '@playwright/test';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn, type Account } from '#tests/world/console-browser.ts';

const NEWS = '0001000200010002';
const COMPANY = `${NEWS}0001`;

const text = (page: Page) => page.getByRole('textbox', { name: '正文' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '正文格式' }).getByRole('button', { name, exact: true });

interface Draft {
  editionId: number;
  title: string;
  version: number;
  shown: { changes: [{ document: Record<string, unknown> }] };
}

/** The draft of the edition to which the page has led. */
async function savedBy(page: Page): Promise<Draft> {
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  return read<Draft>(page.request, `/editions/${page.url().split('/').at(-1)!}`);
}

async function read<T>(client: APIRequestContext, path: string): Promise<T> {
  return ((await (await client.get(`/console/api${path}`)).json()) as { data: T }).data;
}

async function editor(baseURL: string, name: string): Promise<Account> {
  const admin = await adminOf(baseURL);
  const person = await admin.addReady(name, [{ role: 'editor', channelId: NEWS }]);
  await admin.close();
  return person;
}

test('an editor writes an article with a heading, a list, a table and a link, and it is saved as an edition', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await editor(baseURL!, '撰写者'));
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '文章', exact: true }).click();
  await page.getByRole('link', { name: '新建文章' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新建文章');
  await page.getByLabel('栏目').click();
  await page.keyboard.type('公司新闻');
  await page.keyboard.press('Enter');
  await page.getByLabel('标题', { exact: true }).fill('用编辑器写的文章');
  await page.getByLabel('发布时间').fill('2026-11-20T09:30');
  await text(page).click();
  await tool(page, '二级标题').click();
  await page.keyboard.type('概况');
  await page.keyboard.press('Enter');
  await page.keyboard.type('第一段');
  await tool(page, '链接').click();
  await page.getByRole('dialog').getByLabel('地址').fill('javascript:alert(1)');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('dialog')).toContainText('地址应以');
  await page.getByRole('dialog').getByLabel('地址').fill('https://www.example.com/');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await tool(page, '项目列表').click();
  await page.keyboard.type('甲项');
  await page.keyboard.press('Enter');
  await page.keyboard.type('乙项');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  // arrow keys, for people who use no mouse
  await tool(page, '二级标题').focus();
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(tool(page, '插入表格')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('项目');
  await tool(page, '删列').click();
  await tool(page, '删行').click();
  await expect(text(page).locator('td, th')).toHaveCount(4);
  expect(await axe(page)).toEqual([]);
  // nothing that was typed is lost
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(text(page).getByRole('heading', { name: '概况' })).toBeVisible();
  await page.getByRole('link', { name: '我的工作台' }).click();
  await expect(page.getByRole('dialog')).toContainText('有未保存的修改');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByText(/已于 \d\d:\d\d:\d\d 保存为稿件/)).toBeVisible();
  const { shown, title } = await savedBy(page);
  expect(title).toBe('新文章：用编辑器写的文章');
  expect(shown.changes[0].document).toMatchObject({ channelId: COMPANY, contentTime: '2026-11-20T09:30:00+08:00' });
  expect(shown.changes[0].document.content).toMatch(
    /^<h2>概况<\/h2><p>第一段<a href="https:\/\/www\.example\.com\/">https:\/\/www\.example\.com\/<\/a><\/p><ul><li>甲项<\/li><li>乙项<\/li><\/ul><table><tbody><tr>(<td><\/td>){2}<\/tr><tr>(<td><\/td>){2}<\/tr><\/tbody><\/table>$/,
  );
});

test('a public article is found and changed; what the form does not show stays, and the list tells of the edition @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await editor(baseURL!, '修改者'), `/console/content?state=public&channel=${COMPANY}`);
  // one that no other journey has a draft of
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^复制/ }) })
    .filter({ hasNot: page.getByRole('link', { name: /^稿件：/ }) })
    .first();
  const heading = (await row.getByRole('link', { name: /^复制/ }).getAttribute('aria-label'))!.slice(3, -1);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: heading, exact: true }).click();
  // the list has a column of this name
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('修改文章');
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue(heading);
  const { change } = await read<{ change: { document: Record<string, unknown> } }>(
    page.request,
    `/public-content?subject=article:${/content\/(\d+)/.exec(page.url())![1]!}`,
  );
  const bar = page.getByRole('region', { name: '保存', exact: true });
  await page.getByLabel('标题', { exact: true }).fill('改了又还原的标题');
  await text(page).locator('p').first().click();
  await page.keyboard.type('改了又还原的正文');
  await expect(bar).toContainText('有修改还没有保存');
  await bar.getByRole('button', { name: '撤销' }).click();
  await expect(text(page)).not.toContainText('改了又还原的正文');
  await bar.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue(heading);
  await expect(bar).toContainText('没有未保存的修改');
  await bar.getByRole('button', { name: '重做' }).click();
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue('改了又还原的标题');
  await page.getByLabel('标题', { exact: true }).fill(heading);
  await page.getByLabel('来源').fill('修改后的来源');
  // the page as it would be stands beside the fields and follows them
  await bar.getByRole('button', { name: '预览' }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('修改后的来源')).toBeVisible();
  await page.getByLabel('来源').fill('再次修改的来源');
  await expect(preview.getByText('再次修改的来源')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('来源').fill('修改后的来源');
  await bar.getByRole('button', { name: '关闭预览' }).click();
  await page.getByRole('button', { name: '保存为稿件' }).click();
  const { shown } = await savedBy(page);
  expect(shown.changes[0].document).toEqual({ ...change.document, source: '修改后的来源' });
  await page.goto(`/console/content?words=${encodeURIComponent(heading)}`);
  await expect(
    page.getByRole('row').filter({ hasText: heading }).getByRole('link', { name: '稿件：草稿' }).first(),
  ).toBeVisible();
  await page.goto('/console/content?words=没有这样的标题');
  await expect(page.getByText('没有符合条件的内容')).toBeVisible();
});

test('[RT9] an article is withdrawn with its reason; returned, the form opens with what was written and why it came back @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('撤下者', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('撤下审核', [{ role: 'reviewer', channelId: '' }]);
  await admin.close();
  const [writing, reviewing] = [await callsOf(baseURL!, author), await callsOf(baseURL!, reviewer)];
  await openSignedIn(page, author);
  await page.goto(`/console/content?state=public&channel=${COMPANY}`);
  const address = await page.getByRole('row').nth(2).getByRole('link', { name: /^撤下/ }).getAttribute('href');
  await page.goto(address!);
  const bar = page.getByRole('region', { name: '保存', exact: true });
  await bar.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByText('请写明撤下的原因')).toBeVisible();
  await expect(page.getByLabel('撤下的原因')).toBeFocused();
  await page.getByLabel('撤下的原因').fill('内容有误，已另行发布');
  await expect(page.getByText('请写明撤下的原因')).toHaveCount(0);
  await page.getByRole('radio', { name: '一个栏目' }).check();
  await bar.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByText('请选择栏目')).toBeVisible();
  await page.getByLabel('替代的栏目').fill('公司新闻');
  await page.keyboard.press('Enter');
  expect(await axe(page)).toEqual([]);
  await bar.getByRole('button', { name: '保存为稿件' }).click();
  const { editionId, shown } = await savedBy(page);
  expect(shown.changes[0]).toMatchObject({ kind: 'article', withdraw: { reason: '内容有误，已另行发布' } });
  await writing.post(`/editions/${editionId}/submit`, { version: 1 });
  await reviewing.post(`/editions/${editionId}/return`, { version: 1, note: '请写明正确的文章' });
  await page.reload();
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await expect(page.getByText('退回：请写明正确的文章')).toBeVisible();
  await expect(page.getByLabel('撤下的原因')).toHaveValue('内容有误，已另行发布');
  await expect(page.getByRole('radio', { name: '一个栏目' })).toBeChecked();
  await page.getByLabel('撤下的原因').fill('数字有误，正确的见公司新闻');
  await page.keyboard.press('Control+s');
  const again = await savedBy(page);
  expect([again.editionId, again.version]).toEqual([editionId, 2]);
  expect(again.shown.changes[0]).toMatchObject({ withdraw: { reason: '数字有误，正确的见公司新闻' } });
});

test('of two editors the second is told who saved, chooses by field, and loses nothing @slow', async ({
  page,
  baseURL,
  browser,
  expectFault,
}) => {
  expectFault(/409/);
  const [first, second] = [await editor(baseURL!, '先保存者'), await editor(baseURL!, '后保存者')];
  await openSignedIn(page, second, `/console/content/new?channel=${COMPANY}`);
  await page.getByLabel('标题', { exact: true }).fill('两人同改');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await savedBy(page);
  const address = `${page.url()}/edit`;
  const other = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.8' } });
  const office = await other.newPage();
  await openSignedIn(office, first);
  for (const one of [page, office]) {
    await one.goto(address);
    await expect(text(one)).toBeVisible();
  }
  await office.getByLabel('标题', { exact: true }).fill('先者的标题');
  await office.getByLabel('来源').fill('先者的来源');
  await office.getByRole('button', { name: '保存为稿件' }).click();
  await savedBy(office);
  await other.close();
  await page.getByLabel('标题', { exact: true }).fill('后者的标题');
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByText(new RegExp(`您修改期间，${first.name}在 .* 保存了第 2 版`))).toBeVisible();
  // changes of one alone are taken
  await expect(page.getByRole('listitem').filter({ hasText: '来源：先者的来源' })).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: '标题保留谁的内容' }).getByLabel('我的')).toBeChecked();
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  // a form hidden meanwhile cannot be saved by its key
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: '保存', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '按所选内容保存' })).toBeEnabled();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  const { version, title, shown } = await savedBy(page);
  expect([version, title]).toEqual([3, '新文章：后者的标题']);
  expect(shown.changes[0].document).toMatchObject({ title: '后者的标题', source: '先者的来源' });
});

test('[PB3] what became public of an article since its draft was begun is merged by field and by tag, and the draft can then be published @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const on = (role: 'editor' | 'reviewer' | 'publisher') => [{ role, channelId: NEWS }];
  const [author, reviewer, publisher] = [
    await admin.addReady('续写者', on('editor')),
    await admin.addReady('审核者', on('reviewer')),
    await admin.addReady('发布者', on('publisher')),
  ];
  await admin.close();
  const [writing, reviewing, publishing] = [
    await callsOf(baseURL!, author),
    await callsOf(baseURL!, reviewer),
    await callsOf(baseURL!, publisher),
  ];
  const changes = (more: object) => [
    {
      kind: 'article',
      document: {
        channelId: COMPANY,
        title: '起初的标题',
        content: '<p>起初的正文</p>',
        source: '办公室',
        contentTime: '2026-11-20T09:00:00+08:00',
        ...more,
      },
    },
  ];
  const publish = async (given: object[], title: string): Promise<number> => {
    const { editionId } = await writing.post<{ editionId: number }>('/editions', { title, changes: given });
    await writing.post(`/editions/${editionId}/submit`, { version: 1 });
    await reviewing.post(`/editions/${editionId}/approve`, { version: 1 });
    await publishing.post(`/editions/${editionId}/publish`, { version: 1 });
    return editionId;
  };
  await openSignedIn(page, author);
  const first = await publish(changes({}), '起初');
  const { addresses } = await read<{ addresses: { path: string }[] }>(page.request, `/editions/${first}`);
  const articleId = Number(/detail\/(\d+)/.exec(addresses[0]!.path)![1]);
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title: '续写',
    changes: changes({ articleId, title: '我的标题', summary: '我的摘要' }),
  });
  await publish(changes({ articleId, title: '公开的标题', source: '公开的来源' }), '另一次');
  await page.goto(`/console/editions/${editionId}/edit`);
  await expect(text(page)).toBeVisible();
  await page.getByRole('button', { name: '核对并合并' }).click();
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: '我的标题' })).toContainText('公开的标题');
  await expect(page.getByRole('listitem').filter({ hasText: '来源：公开的来源' })).toBeVisible();
  await page.getByRole('radiogroup', { name: '标题保留谁的内容' }).getByLabel('公开的').check();
  await page.getByRole('button', { name: '按所选内容保存' }).click();
  const { version, shown } = await savedBy(page);
  expect([version, shown.changes[0].document]).toMatchObject([
    2,
    { articleId, title: '公开的标题', source: '公开的来源', summary: '我的摘要' },
  ]);
  await writing.post(`/editions/${editionId}/submit`, { version });
  await reviewing.post(`/editions/${editionId}/approve`, { version });
  await publishing.post(`/editions/${editionId}/publish`, { version });
  for (const one of [writing, reviewing, publishing]) await one.close();
});

test('[AC2] [AC8] what a paste did not take is said, until it is read or another paste takes all @slow', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await editor(baseURL!, '粘贴者'), '/console/content/new');
  const paste = (html: string) =>
    text(page).evaluate((area, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', copied);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await text(page).click();
  await paste('<p style="text-align:justify;color:red">从文档粘贴的一段</p><img src="file:///C:/a.png">');
  await expect(text(page)).toContainText('从文档粘贴的一段');
  const note = page.locator('.paste-note').filter({ hasNotText: '正在读取' });
  await expect(note).toHaveText(
    '粘贴的内容中没有带过来的：图片 1 处（图片请用工具栏的“图片”插入）。没有保留外观：文字的颜色 1 处',
  );
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '知道了' }).click();
  await expect(note).toHaveCount(0);
  await paste('<p style="color:red">又一段</p>');
  await expect(note).toHaveText('没有保留外观：文字的颜色 1 处');
  // AC8: a long one is read in a thread of its own
  await paste(
    `<p>很长的一段<span style="mso-hide:all">内部批注</span></p>${'<p style="font-size:12pt">文</p>'.repeat(4_000)}`,
  );
  await expect(note).toHaveText('粘贴的内容中没有带过来的：隐藏的文字 1 处（“内部批注”）');
  await expect(text(page)).toContainText('很长的一段');
  await expect(text(page)).not.toContainText('内部批注');
  await paste('<p>全部带过来的一段</p>');
  await expect(note).toHaveCount(0);
  // AC8: what is dropped goes the same way, a saved page too, and no file makes the browser leave
  const drop = (html: string, file?: { name: string; type: string }) =>
    text(page).evaluate(
      (area, [dropped, given]) => {
        const dataTransfer = new DataTransfer();
        if (given) dataTransfer.items.add(new File([dropped], given.name, { type: given.type }));
        else dataTransfer.setData('text/html', dropped);
        const { left, top } = area.querySelector('p')!.getBoundingClientRect();
        const at = { clientX: left + 2, clientY: top + 2 };
        const event = new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true });
        area.dispatchEvent(event);
        return event.defaultPrevented;
      },
      [html, file] as const,
    );
  const dropped = `<p>拖入的一段<span style="mso-hide:all">内部批注</span></p>${'<p style="font-size:12pt">文</p>'.repeat(4_000)}`;
  for (const [html, file] of [
    [dropped],
    [dropped.replace('拖入', '文件'), { name: '公告.html', type: 'text/html' }],
  ] as const) {
    expect(await drop(html, file)).toBe(true);
    await expect(note).toHaveText('粘贴的内容中没有带过来的：隐藏的文字 1 处（“内部批注”）');
    await page.getByRole('button', { name: '知道了' }).click();
  }
  await expect(text(page)).toContainText('拖入的一段');
  await expect(text(page)).toContainText('文件的一段');
  await expect(text(page)).not.toContainText('内部批注');
  expect(await drop('%PDF-1.7', { name: '公告.pdf', type: 'application/pdf' })).toBe(true);
  await expect(note).toHaveText('正文里不能放“公告.pdf”：请在“附件”中上传，或复制其中的内容粘贴');
});
