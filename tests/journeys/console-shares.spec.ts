import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';

test('[SH1] [SH3] [SH5] an editor shares a preview, somebody without an account reads and answers it, and the link is revoked', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const writer = await admin.addReady('分享撰写', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  const writing = await callsOf(baseURL!, writer);
  const title = `请外部看一看的文章${Date.now().toString(36)}`;
  const document = {
    channelId: CHANNEL.newsMedium,
    title,
    content: '<p>预览里的正文</p>',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title: '内部的稿件名',
    changes: [{ kind: 'article', document }],
  });
  await writing.close();

  await openSignedIn(page, writer, `/console/editions/${editionId}`);
  await openTab(page, '访客将看到的');
  const panel = page.getByRole('region', { name: '分享预览' });
  await panel.getByLabel('给谁').fill('某律师事务所');
  await panel.getByRole('button', { name: '生成第 1 版的链接' }).click();
  const link = await panel.getByRole('textbox', { name: '预览的链接' }).inputValue();
  expect(await axe(page)).toEqual([]);

  const outside = await browser.newContext({ baseURL: baseURL! });
  const faults: string[] = [];
  outside.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) faults.push(message.text());
  });
  const reader = await outside.newPage();
  await reader.goto(link);
  const bar = reader.getByRole('complementary', { name: '预览', exact: true });
  await expect(bar).toContainText('预览，第 1 版');
  await expect(reader.getByText('预览里的正文')).toBeVisible();
  await expect(reader.getByText('内部的稿件名')).toHaveCount(0);
  // the watermark lies over the page, on paper too, and takes no click
  const mark = reader.locator('.share-marks');
  for (const media of ['print', 'screen'] as const) {
    await reader.emulateMedia({ media });
    await expect(mark).toBeVisible();
    await expect(mark).toHaveCSS('position', 'fixed');
  }
  await bar.getByText('改动的页面（1）').click();
  await expect(bar.getByRole('link', { name: title })).toBeVisible();
  // a link of the site leads on in the preview
  await reader.getByRole('link', { name: '首页' }).first().click();
  await expect(reader).toHaveURL(/preview-path=/);
  await expect(bar).toBeVisible();
  await bar.getByRole('link', { name: '回复：无异议，或提出意见' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('对预览（第 1 版）的意见');
  expect(await axe(reader)).toEqual([]);
  await reader.getByLabel('您的姓名').fill('王律师');
  await reader.getByLabel('有意见').check();
  await reader.getByLabel(/^意见/).fill('第二段的日期写错了');
  await reader.getByRole('button', { name: '提交' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('已经收到');

  await openTab(page, '经过');
  const answers = page.getByRole('region', { name: '未核实的外部意见' });
  await expect(answers).toContainText('王律师（未核实）：有意见');
  await expect(answers).toContainText('第二段的日期写错了');
  await openTab(page, '访客将看到的');
  await expect(panel).toContainText('打开过 2 页');
  await panel.getByRole('button', { name: /^收回给某律师事务所的链接/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '收回' }).click();
  await expect(panel).toContainText('已收回');
  expect(faults).toEqual([]);
  expect((await reader.goto(link))?.status()).toBe(410);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('预览已经结束');
  await expect(reader.getByText('预览里的正文')).toHaveCount(0);
  await outside.close();
});
