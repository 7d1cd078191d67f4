import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { FRONT_SIZE, writeFront, type Front } from '#features/transfer/server/front.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

const NOTE = 'webparam.journey.note';
type Lines = Record<string, unknown>[];

/** Files as another environment would have written them: with one setting more, and signed with a key of its own. */
function fromElsewhere(exported: Buffer): { key: string; fileOf: (note: string, more?: object) => Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'jwk' }).x!;
  const front = JSON.parse(exported.toString('utf8', 0, exported.indexOf('\n'))) as Front;
  const [head, ...lines] = gunzipSync(exported.subarray(FRONT_SIZE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)) as Lines;
  const fileOf = (note: string, more: object = {}): Buffer => {
    const listedThings = [
      { ...head, ...more, things: Number(head!.things) + 1 },
      { kind: 'setting', id: NOTE, document: note },
      ...lines,
    ];
    const text = Buffer.from(listedThings.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const packed = gzipSync(text);
    const facts: Front = {
      ...front,
      sender: { name: '测试', key },
      sha256: createHash('sha256').update(packed).digest('hex'),
      packed: packed.length,
      unpacked: text.length,
    };
    const signing = { sign: (digest: Buffer) => sign(null, digest, privateKey).toString('base64url') };
    return Buffer.concat([writeFront(facts, signing), packed]);
  };
  return { key, fileOf };
}

test('[BE4] [BE5] [BE6] a file leaves one environment, is refused by a stranger, and once its key is accepted becomes public as a draft that others approve; an older one takes nothing back', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('栏目', [{ role: 'channel-admin', channelId: '' }]);
  const reviewer = await admin.addReady('审核', [{ role: 'reviewer', channelId: '' }]);
  const publisher = await admin.addReady('发布', [{ role: 'publisher', channelId: '' }]);
  await admin.close();
  const [writing, reviewing, publishing] = await Promise.all(
    [author, reviewer, publisher].map((one) => callsOf(baseURL!, one)),
  );
  const publish = async (editionId: number): Promise<void> => {
    const version = { version: 1 };
    await writing!.post(`/editions/${editionId}/submit`, version);
    await reviewing!.post(`/editions/${editionId}/approve`, version);
    await publishing!.post(`/editions/${editionId}/publish`, version);
  };

  await openSignedIn(page, author);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '部件与参考' }).click();
  await page.getByRole('navigation', { name: '同组的页' }).getByRole('link', { name: '环境之间' }).click();
  await expect(page.getByRole('textbox', { name: '本环境的密钥' })).toHaveValue(/^[\w-]{43}$/);
  expect(await axe(page)).toEqual([]);
  // the keyboard alone is used
  await page.getByRole('button', { name: '生成导出文件' }).press('Enter');
  const link = page.getByRole('link', { name: '下载' });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^127\.0\.0\.1-\d+-\d{4}-\d\d-\d\d\.site$/);
  const { key, fileOf } = fromElsewhere(readFileSync(await download.path()));

  const bring = (buffer = fileOf('来自测试环境')) =>
    page
      .getByLabel('选择文件')
      .and(page.locator('input'))
      .setInputFiles({ name: 'test.site', mimeType: 'application/octet-stream', buffer });
  await bring();
  const refusal = page.getByRole('alert').filter({ hasText: '没有接收“test.site”' });
  await expect(refusal).toContainText('不认识的密钥');
  await expect(refusal.getByRole('textbox', { name: '文件的密钥' })).toHaveValue(key);
  await expect(refusal.getByRole('link', { name: '打开设置“其他环境的密钥”' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  const { editionId } = await writing!.post<{ editionId: number }>('/editions', {
    title: '测试环境的密钥',
    changes: [{ kind: 'setting', id: 'senders', document: [{ name: '测试环境', key }] }],
  });
  await publish(editionId);

  await bring();
  const things = page.getByRole('list', { name: '有差别的内容' });
  await expect(things).toBeVisible();
  expect(await axe(page)).toEqual([]);
  // publications of other journeys meanwhile are not part of this
  await page.getByRole('button', { name: '列出的全不选' }).press('Enter');
  await page.getByRole('searchbox', { name: '查找' }).fill(NOTE);
  const own = things.getByRole('checkbox');
  await expect(own).toHaveCount(1);
  await expect(things.getByRole('listitem')).toContainText('新增');
  await own.press('Space');
  await expect(page.getByText('选中 1 项')).toBeVisible();
  await page.getByRole('button', { name: '生成稿件' }).press('Enter');
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('从测试环境导入');
  await publish(Number(/\d+$/.exec(page.url())![0]));

  await page.goto(`/console/settings/${NOTE}`);
  await expect(page.getByText('来自测试环境').or(page.getByRole('textbox')).first()).toBeVisible();

  // a file of the day before takes nothing back by itself
  await page.goto('/console/environments');
  await bring(fileOf('前一天的', { at: new Date(Date.now() - 86_400_000).toISOString() }));
  await expect(page.getByRole('alert').filter({ hasText: '这份文件较旧' })).toContainText('以前从测试环境取用过');
  await page.getByRole('searchbox', { name: '查找' }).fill(NOTE);
  await expect(things.getByRole('listitem').first()).toContainText('文件较旧');
  await expect(things.getByRole('checkbox')).not.toBeChecked();
  expect(await axe(page)).toEqual([]);
  for (const calls of [writing, reviewing, publishing]) await calls!.close();
});
