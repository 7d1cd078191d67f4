import { request } from '@playwright/test';
import { CHANNEL } from '#demo/channels.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { axe, expect, intercept, test } from '#tests/world/browser.ts';
import { buildDocx } from '#tests/world/office-files.ts';
import { adminOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const pdf = (words: string) => makePdf({ title: words, paragraphs: [Date.now().toString(36)], signature: [] });

test('an article with two attachments and a picture is written through a broken line, asked about before it is left, and goes public with its files, which nobody could open before', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/ERR_FAILED|answer 422|status of 422|answer 404|status of 404|requestfailed|failed/i);
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('撰写者', [{ role: 'editor', channelId: CHANNEL.newsMedium }]);
  const other = await admin.addReady('审核和发布', [
    { role: 'reviewer', channelId: '' },
    { role: 'publisher', channelId: '' },
  ]);
  await admin.close();
  await openSignedIn(page, editor, '/console/content');
  await page.getByRole('link', { name: '新建文章' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新建文章');
  const title = `带附件的文章${Date.now()}`;
  await page.getByLabel('栏目').click();
  await page.keyboard.press('Enter');
  await page.getByLabel('标题', { exact: true }).fill(title);

  const files = page.locator('.attachments input[type=file]');
  await expect(page.getByRole('button', { name: '添加附件' })).toBeVisible();
  for (const field of await page.locator('input[type=file]').all()) await expect(field).toBeHidden();
  await intercept(page, '**/console/api/files?**', (route) => route.abort(), { times: 1 });
  await files.setInputFiles({ name: '甲.pdf', mimeType: 'application/pdf', buffer: pdf('甲') });
  await expect(page.getByRole('alert').filter({ hasText: '上传中断' })).toBeVisible();
  await page.getByRole('button', { name: '重试上传 甲.pdf' }).click();
  const list = page.getByRole('list', { name: '附件' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await files.setInputFiles([
    { name: '乙.pdf', mimeType: 'application/pdf', buffer: pdf('乙') },
    {
      name: '改名的.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('PK\u0005\u0006' + '\0'.repeat(18), 'latin1'),
    },
    { name: '空.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
  ]);
  await expect(page.getByText('文件名以 .pdf 结尾，内容却是 .zip 文件')).toBeVisible();
  await expect(page.getByText('文件是空的（0 字节）')).toBeVisible();
  for (const name of ['改名的.pdf', '空.pdf']) await page.getByRole('button', { name: `从列表中去掉 ${name}` }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // AC3: what of a Word file is not seen is told below the list
  const hidden = '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>底价</w:t></w:r></w:p>';
  await files.setInputFiles({ name: '丙.docx', mimeType: DOCX, buffer: await buildDocx(hidden) });
  const notice = page.getByRole('status').filter({ hasText: '丙.docx：文件中有隐藏的文字 1 处（“底价”）' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: '知道了' }).click();
  await page.getByRole('button', { name: '移除 丙.docx' }).click();
  await page.getByRole('button', { name: '移除 甲.pdf' }).click();
  await page.getByRole('button', { name: '撤销移除' }).click();
  await page.getByRole('button', { name: '上移 乙.pdf' }).click();
  await page.getByRole('textbox', { name: '文件名：甲.pdf' }).fill('第二份');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '移除 第二份.pdf' })).toBeVisible();

  await page.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('图：');
  await page.getByRole('toolbar', { name: '正文格式' }).getByRole('button', { name: '图片', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: '图.png', mimeType: 'image/png', buffer: PNG });
  await expect(dialog.getByRole('img', { name: '选定的图片' })).toBeVisible();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toContainText('请用一句话说明图片的内容');
  await dialog.getByLabel('图片说明（替代文字）').fill('收入构成图');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('textbox', { name: '正文' }).getByRole('img', { name: '收入构成图' })).toHaveJSProperty(
    'naturalWidth',
    1,
  );
  expect(await axe(page)).toEqual([]);
  await page.goBack();
  await expect(dialog).toContainText('有未保存的修改');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(/\/console\/content\/new/);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  const edition = page.url();
  const { data } = (await (
    await page.request.get(`/console/api${edition.slice(edition.indexOf('/editions'))}`)
  ).json()) as {
    data: {
      shown: { changes: [{ document: { attachments: { filename: string; filepath: string }[]; content: string } }] };
    };
  };
  const { attachments, content: html } = data.shown.changes[0].document;
  expect(attachments.map(({ filename }) => filename)).toEqual(['乙.pdf', '第二份.pdf']);
  expect(html).toMatch(/<img src="\/static-file\/[^"]+\.png" alt="收入构成图"/);
  await openTab(page, '全部内容');
  const content = page.getByRole('region', { name: '内容' });
  await expect(content.getByText('第二份.pdf　PDF，')).toBeVisible();
  const link = (await content.getByRole('link', { name: '打开 第二份.pdf' }).getAttribute('href'))!;
  expect((await page.request.get(link)).headers()['content-type']).toBe('application/pdf');
  const open = async () => (await page.request.get(`/static-file/${attachments[0]!.filepath}`)).status();
  expect(await open()).toBe(404);
  await page.getByRole('button', { name: '提交审核', exact: true }).click();
  await dialog.getByRole('button', { name: '提交审核', exact: true }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('审核中');

  // approvers and publishers have screens of their own (console-editions.spec.ts)
  const desk = await request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: {
      origin: baseURL!,
      'x-forwarded-for': `10.5.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    },
  });
  await desk.post('/console/api/session', { data: { account: other.account, password: other.password } });
  for (const step of ['approve', 'publish'])
    expect(
      (
        await desk.post(`/console/api${edition.slice(edition.indexOf('/editions'))}/${step}`, { data: { version: 1 } })
      ).status(),
      step,
    ).toBe(200);
  await desk.dispose();
  expect(await open()).toBe(200);
  await page.reload();
  await page.goto((await page.getByRole('link', { name: `在网站上查看：${title}` }).getAttribute('href'))!);
  await expect(page.getByRole('main')).toContainText('第二份');
  await expect(page.getByRole('main').getByRole('img', { name: '收入构成图' })).toHaveJSProperty('naturalWidth', 1);
});
