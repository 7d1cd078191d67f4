import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[TP4] [TP5] a template is filled in from a row of a register, and what was forgotten is a gap of the draft', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const head = await admin.addReady('模板栏目', [{ role: 'channel-admin', channelId: '' }]);
  const writer = await admin.addReady('模板撰写', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  const name = `任职公告${Date.now()}`;
  const managing = await callsOf(baseURL!, head);
  await managing.post('/templates', {
    name,
    channelId: CHANNEL.newsMedium,
    document: {
      title: '关于【姓名】任职的公告',
      summary: '',
      content: '<p>【姓名】自【日期】起任职，联系人【联系人】。</p>',
      source: '',
      category: '',
      tags: [],
      attachments: [],
      register: 'bond-investment',
      fields: [
        { name: '姓名', type: 'column', column: 'staffName' },
        { name: '日期', type: 'date', column: '' },
        { name: '联系人', type: 'text', column: '' },
      ],
    },
  });
  await managing.close();

  await openSignedIn(page, writer, '/console/editions');
  await page.getByRole('link', { name: '用模板新建' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '模板' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: `使用模板“${name}”` }).click();
  const result = page.getByRole('region', { name: '结果' });
  await expect(result.getByRole('status')).toHaveText('还有 3 处待填：姓名、日期、联系人');
  await page.getByRole('combobox', { name: '登记表的行' }).click();
  const row = page.locator('.ant-select-item-option').first();
  await expect(row).toBeVisible();
  await row.click();
  const filled = page.getByRole('textbox', { name: '姓名', exact: true });
  await expect(filled).not.toHaveValue('');
  const person = await filled.inputValue();
  await page.getByRole('textbox', { name: '日期' }).fill('2026-12-01');
  await page.keyboard.press('Tab');
  await expect(result.getByRole('status')).toHaveText('还有 1 处待填：联系人');
  await expect(result).toContainText(`${person}自2026年12月1日起任职，联系人【待填：联系人】。`);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(`关于${person}任职的公告`);
  await expect(page.locator('.rich-text .gap')).toHaveText('【待填：联系人】');
  // TP1: the reason is asked for where a day of withdrawal stands
  await page.getByRole('textbox', { name: '撤下的日期' }).fill('2027-12-31');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: '撤下的原因' })).toBeVisible();
});
