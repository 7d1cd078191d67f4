import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_COLOURS } from '#rules/look/palette.ts';
import { storeFile } from '#server/files/store.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const SVG = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 0h120v40H0z" fill="${colour}"/></svg>`;

/** The head of a picture of this size. */
const png = (width: number, height: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

let site: TestSite;
let person: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
let logo = '';
let icon = '';
let large = '';
const store = async (bytes: Buffer, extension: string) =>
  (await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, extension })).filepath;
const brand = (document: object) => ({ kind: 'setting' as const, id: 'brand', document });
const get = (url: string) => site.app.inject({ url });

beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  person = await hand(site, '品牌甲', [{ role: 'channel-admin', channelId: '' }]);
  ask = await consoleOf(site, person, ORIGIN);
  logo = await store(Buffer.from(SVG('#123456')), 'svg');
  icon = await store(Buffer.from(SVG('#654321')), 'svg');
  large = await store(png(512, 512), 'png');
});
afterAll(() => site.end());

test('[BR1] logo, icons, share picture, colours and face are on the next page, without a build, within its policy', async () => {
  const before = await get('/swhysc/');
  expect(before.body).toContain('class="logo__frame"');
  expect(before.body).not.toContain('--ink:');
  await site.publish('品牌', [
    brand({
      logo: { file: logo, width: 120, height: 40, hasName: true },
      icon: { file: icon, large },
      share: large,
      colours: { main: '#0a4d3c', accent: '#a04000', grey: 'warm' },
      headings: 'serif',
    }),
  ]);
  const { body, headers } = await get('/swhysc/');
  expect(body).toContain(`<img src="/static-file/${logo}" width="120" height="40" alt="" class="logo__mark`);
  expect(body).not.toContain('class="logo__frame"');
  expect(body).toContain(`<link rel="icon" href="/static-file/${icon}" type="image/svg+xml">`);
  expect(body).toContain(`<meta property="og:image" content="${ORIGIN}/static-file/${large}">`);
  const css = /<style>(.*?)<\/style>/s.exec(body)![1]!;
  expect(css).toMatch(/^:root\{--ink:#0a4d3c;.*\.elder\.elder\{--ink:.*h1,h2.*Songti SC/);
  expect(headers['content-security-policy']).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  expect(body).not.toMatch(/\sstyle=/);
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({
    theme_color: '#0a4d3c',
    icons: [{ src: `/static-file/${large}` }],
  });
  expect((await get('/apple-touch-icon.png')).headers.location).toBe(`/static-file/${large}`);
  expect((await get('/favicon.ico')).headers.location).toBe(`/static-file/${icon}`);
  // the files are public because the brand names them
  expect((await get(`/static-file/${logo}`)).statusCode).toBe(200);
  // notices, too
  expect((await get('/swhysc/nowhere')).body).toContain(`/static-file/${logo}`);
});

test('[BR5] an accent for marks colours lines and marks of the next page, and nothing that is pressed', async () => {
  const colours = { main: '#0f4a3a', ink: '#0a3228', accent: '#c8a35a', accentFor: 'marks' };
  await site.publish('金色', [brand({ colours })]);
  const css = /<style>(.*?)<\/style>/s.exec((await get('/swhysc/')).body)![1]!;
  expect(css).toMatch(
    /^:root\{--ink:#0a3228;--accent:#0f4a3a;.*--accent-to:#0f4a3a;.*--mark:#c8a35a;.*\.elder\.elder\{/,
  );
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ theme_color: '#0f4a3a' });
  await expect(site.publish('浅', [brand({ colours: { ...colours, ink: '#c8a35a' } })])).rejects.toThrow(
    '深色 #c8a35a 太浅',
  );
});

test('[HD9] a header of two rows has the hotline above, and its second row alone covers the top of the window', async () => {
  const header = async (path: string) => /<header.*?<\/header>/s.exec((await get(path)).body)![0];
  await site.publish('一行', [brand({})]);
  const one = await header('/swhysc/news/company');
  expect(one).toMatch(
    /class="header__field" [^>]*action="\/swhysc\/search"><input[^>]* placeholder="搜索公告和名册"[^>]* name="q"/,
  );
  expect(one.indexOf('header__hotline')).toBeGreaterThan(one.indexOf('class="menu"'));
  await site.publish('两行', [brand({ header: 'two-rows' })]);
  const two = await header('/swhysc/');
  expect(two).toContain('<header class="header header--two">');
  expect(two.indexOf('header__hotline')).toBeLessThan(two.indexOf('class="menu"'));
  expect((await get('/swhysc/')).body).toContain('@media (min-width:1080px){:root{--row:57px}}');
  // larger letters leave no room
  const elder = (await site.get('/swhysc/', { cookie: 'elder=1' })).html;
  expect(elder).not.toMatch(/header--two|header__field/);
});

test('[BR1] the slogan stands in the place of banners, until there is one', async () => {
  const shown = async () => (await get('/swhysc/')).body;
  await site.publish('标语', [brand({ slogan: { title: '诚信为本\n行稳致远', text: '示例' } })]);
  expect(await shown()).toContain('<span>诚信为本</span><span>行稳致远</span>');
  await site.publish('横幅', [{ kind: 'setting', id: 'banners', document: [{ title: '开户有礼', seed: 3 }] }]);
  expect(await shown()).not.toContain('诚信为本');
});

test('[BR1] emptied, the site has the looks that come with the program again', async () => {
  await site.publish('空', [brand({})]);
  const { body } = await get('/swhysc/');
  expect(body).toContain('class="logo__frame"');
  expect(body).not.toContain('--ink:');
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ theme_color: OWN_COLOURS.main });
});

test('[BR2] colours that cannot be read are told as one types and not published', async () => {
  const document = { colours: { main: '#0a4d3c', accent: '#ffcc00' } };
  const { data } = await ask('POST', '/settings/brand/check', { json: JSON.stringify(document) });
  expect(data.problems).toEqual([
    {
      pointer: '/colours/accent',
      message: expect.stringMatching(/^强调色 #ffcc00 太浅.+最接近的可用颜色是 #[0-9a-f]{6}；金黄色/),
    },
  ]);
  await expect(site.publish('看不清', [brand(document)])).rejects.toThrow('太浅');
});

test('[BR3] a picture that is too large, not stored or no picture is told and not published', async () => {
  const huge = await store(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(600 * 1024)]), 'png');
  const vast = await store(
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(20 * 1024 * 1024)]),
    'png',
  );
  const withLogo = (file: string) => brand({ logo: { file, width: 10, height: 10 } });
  await expect(site.publish('大', [withLogo(huge)])).rejects.toThrow('标志有 600 KB，最大 500 KB，请换小一些的');
  await expect(site.publish('很大', [withLogo(vast)])).rejects.toThrow('标志有 20.0 MB，最大 500 KB，请换小一些的');
  const lost = large.replace(/[0-9a-f]{64}/, '0'.repeat(64));
  await expect(site.publish('没有', [withLogo(lost)])).rejects.toThrow('不在文件库中');
  await expect(site.publish('程序', [withLogo(large.replace('.png', '.exe'))])).rejects.toThrow(
    '“标志 图片”应为已上传的 SVG 或 PNG 图片',
  );
});

test('[SU13] pictures whose pixels do not fit their places are told as one types, and no edition with them is published', async () => {
  const [low, wide, small] = await Promise.all([
    store(png(200, 40), 'png'),
    store(png(300, 100), 'png'),
    store(png(640, 630), 'png'),
  ]);
  const document = {
    logo: { file: low, width: 200, height: 40, onDark: logo },
    icon: { file: icon, large: wide },
    share: small,
  };
  const messages = [
    '标志应高 80 像素以上，或用 SVG，这张是 200×40，请换一张',
    '网站图标应为正方形，这张是 120×40，请换一张',
    '手机桌面上的图标应为正方形，边长 180 像素以上，这张是 300×100，请换一张',
    '分享图片应为 1200×630 像素，这张是 640×630，请换一张',
  ];
  const { data } = await ask('POST', '/settings/brand/check', { json: JSON.stringify(document) });
  expect(data.problems).toEqual([
    { pointer: '/logo/file', message: messages[0] },
    { pointer: '/icon/file', message: messages[1] },
    { pointer: '/icon/large', message: messages[2] },
    { pointer: '/share', message: messages[3] },
  ]);
  const draft = await draftBy(site, person, [brand(document)]);
  await expect(submitEdition(publishContextOf(site), person, draft)).rejects.toMatchObject({
    data: { problems: messages.map((message) => ({ change: 0, message })) },
  });

  const square = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>');
  const good = {
    logo: { file: await store(png(400, 80), 'png'), width: 400, height: 80 },
    icon: { file: await store(square, 'svg'), large },
    share: await store(png(1200, 630), 'png'),
  };
  expect((await ask('POST', '/settings/brand/check', { json: JSON.stringify(good) })).data.problems).toEqual([]);
});
