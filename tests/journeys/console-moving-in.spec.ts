import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';
import { gb18030 } from '#tests/world/gb18030.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('[MI11] [MI12] [MI13] [MI14] [MI15] a folder with a GB18030 list of odd titles is uploaded, mapped, tried, checked, mended and saved as drafts', async ({
  page,
  baseURL,
}) => {
  const outer = mkdtempSync(join(tmpdir(), 'moving-in-'));
  const folder = join(outer, 'export');
  mkdirSync(join(folder, 'html'), { recursive: true });
  const mark = Date.now();
  writeFileSync(
    join(folder, 'list.csv'),
    gb18030(
      [
        'WZBT,LMMC,FBSJ,NRWJ,WZ',
        `迁入一${mark},要闻,2020年1月5日,html/1.html,http://www.old.example/a.jsp?id=${mark}1`,
        `迁入二${mark},动态,2020-01-06,<p>第二篇</p>,http://www.old.example/a.jsp?id=${mark}2`,
      ].join('\r\n'),
    ),
  );
  writeFileSync(join(folder, 'html/1.html'), gb18030('<p>第一篇<img src="p.png" alt="图"></p><script>1</script>'));
  writeFileSync(join(folder, 'html/p.png'), PNG);
  writeFileSync(join(folder, '.DS_Store'), 'x');
  try {
    const admin = await adminOf(baseURL!);
    const editor = await admin.addReady('迁入者', [{ role: 'editor', channelId: CHANNEL.newsMedium }]);
    await admin.close();
    await openSignedIn(page, editor, '/console/moving-in');
    await page.getByRole('button', { name: '新的迁入' }).click();
    await page.getByLabel('名称').fill('原官网新闻');
    await page.getByRole('button', { name: '开始' }).click();
    await page.locator('input[type=file]').setInputFiles(folder);
    await expect(page.getByText('3 个，')).toBeVisible();
    await page.getByRole('button', { name: '下一步' }).click();

    await expect(page.getByLabel('列表文件')).toBeVisible();
    await page.getByRole('button', { name: '下一步' }).click();

    await expect(page.getByText('2 行，编码 GB18030')).toBeVisible();
    await expect(page.getByRole('list', { name: '列表的各列' }).getByText('猜测是标题')).toBeVisible();
    const choose = async (word: string): Promise<void> => {
      const field = page.getByLabel(`“${word}”对应的栏目`);
      await field.click();
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('option').first()).toBeAttached();
      await page.keyboard.press('Enter');
      await expect(field).toHaveAttribute('aria-expanded', 'false');
    };
    await choose('要闻');
    await page.getByRole('button', { name: '保存，试看前十篇' }).click();

    await expect(page.getByRole('heading', { name: '前 2 篇，共 2 篇' })).toBeVisible();
    await expect(page.locator('.moving-in-text').first().getByText('第一篇')).toBeVisible();
    const picture = page.locator('.moving-in-text img').first();
    await expect(picture).toHaveJSProperty('naturalWidth', 1);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: '去检查全部' }).click();

    await page.getByRole('button', { name: '开始检查' }).click();
    await expect(page.getByText('1 处错误，在 1 篇文章里，改正或略去以前不能保存')).toBeVisible();
    const wrong = page.getByRole('list', { name: '有错误的文章' });
    await expect(wrong).toContainText(`list.csv 第 3 行：迁入二${mark}`);
    await expect(wrong).toContainText('没有“动态”这个栏目');
    await expect(page.getByRole('list', { name: '问题' })).toContainText('list.csv 第 3 行');
    expect(await axe(page)).toEqual([]);
    // one is left out by name, and comes again
    await wrong.getByRole('button', { name: '略去 list.csv 第 3 行' }).click();
    const left = page.getByRole('list', { name: '略去的文章' });
    await expect(left).toContainText(`迁入二${mark}`);
    await page.getByRole('button', { name: '重新检查' }).click();
    await expect(page.getByText('没有错误，可以保存')).toBeVisible();
    await page.getByRole('button', { name: '全部恢复' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '全部恢复' }).click();
    await expect(left).toBeHidden();
    // the list alone is given again
    await page.locator('input[type=file]').setInputFiles(join(folder, 'list.csv'));
    await expect(page.getByText('列表已换成“list.csv”，请重新检查')).toBeVisible();
    // the way back is kept, as is what was chosen before, after a reload too
    await page.getByRole('link', { name: '3. 对应关系' }).click();
    await page.reload();
    await choose('动态');
    await page.getByRole('button', { name: '保存，试看前十篇' }).click();
    await page.getByRole('button', { name: '去检查全部' }).click();
    await page.getByRole('button', { name: '重新检查' }).click();
    await expect(page.getByText('没有错误，可以保存')).toBeVisible();
    await page.getByRole('button', { name: '保存 2 篇' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('全部文章已在稿件中')).toBeVisible();
    await page.getByRole('link', { name: /第 \d+ 号稿件/ }).click();
    await openTab(page, '全部内容');
    await expect(page.getByText(`迁入一${mark}`).first()).toBeVisible();
    await expect(page.getByText(`迁入二${mark}`).first()).toBeVisible();
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
});
