import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#demo/files/pdf.ts';
import type { Grant } from '#rules/people/staff-rights.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { beginSession, endSessions } from '#server/people/staff/sessions.ts';
import { storeFile } from '#server/files/store.ts';
import { consoleOf, draftBy, hand, saveBy, type Hand } from '../world/editions.ts';
import { buildDocx, buildXlsx, buildZip } from '../world/office-files.ts';
import { jpegHead } from '../world/pictures.ts';
import { article, SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const PDF = makePdf({ title: '公告', paragraphs: [], signature: [] });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let site: TestSite;
let writer: Hand;
let cookie: string;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: SECTION }]);
  cookie = `console=${await beginSession(site.database.db, writer.staffId, '10.0.0.1')}`;
});
afterAll(() => site.end());

async function upload(filename: string, payload: Buffer | string, headers: Record<string, string> = {}) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/console/api/files?filename=${encodeURIComponent(filename)}`,
    headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/octet-stream', ...headers },
    payload,
  });
  return {
    status: answer.statusCode,
    ...(answer.json() as {
      code: string;
      msg: string;
      data: { filepath: string; filename: string; bytes: number; mediaType: string; told: string };
    }),
  };
}

const remainingFiles = async () =>
  (await readdir(site.filesDir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const known = async () => (await site.database.db.selectFrom('file').select('filepath').execute()).length;

describe('uploads', () => {
  test('[AC3] whoever uploads a Word file or workbook is told what in it is not seen', async () => {
    const hidden = '<w:p><w:r><w:t>甲</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>底价</w:t></w:r></w:p>';
    const { data } = await upload('说明.docx', await buildDocx(hidden));
    expect(data.told).toMatch(/^文件中有隐藏的文字 1 处（“底价”），预览和搜索中不出现/);
    const row = '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>底价</t></is></c></row>';
    const workbook = await buildXlsx({ 名单: `<sheetData>${row}</sheetData>` });
    expect((await upload('名单.xlsx', workbook)).data.told).toContain('工作表“名单”中隐藏的行 2（开头是“底价”）');
  });

  test('[PV3] whoever uploads a file that is not searched for numbers of persons is told so, of a picture nothing', async () => {
    const messageOf = async (filename: string, bytes: Buffer) => (await upload(filename, bytes)).data.told;
    expect(await messageOf('名单.zip', await buildZip({ 'a.txt': 'b' }))).toBe(
      '没有查找其中的个人号码：读不了这种格式的内容；提交审核时须说明必须公开的理由，由审核人同意',
    );
    expect(await messageOf('大.pdf', Buffer.concat([PDF, Buffer.alloc(40 * 1024 * 1024, 0x20)]))).toContain(
      '文件超过 40 MB',
    );
    expect(await messageOf('图.png', PNG)).toBe('');
  });

  test('a file is stored by its content, told as what it is, and written down', async () => {
    const { status, data } = await upload('公告.pdf', PDF);
    expect([status, data]).toEqual([
      200,
      {
        filepath: expect.stringMatching(/^\d{4}\/\d\d\/[0-9a-f]{64}\.pdf$/),
        filename: '公告.pdf',
        bytes: PDF.length,
        mediaType: 'application/pdf',
        told: '',
      },
    ]);
    const line = await site.database.db
      .selectFrom('audit')
      .select(['act', 'subject', 'facts', 'account'])
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      act: 'file.upload',
      subject: `file:${data.filepath}`,
      facts: { filename: '公告.pdf', bytes: PDF.length },
      account: writer.account,
    });
    expect((await upload('另一个名字.pdf', PDF)).data.filepath).toBe(data.filepath);
  });

  test('more than other calls may send', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(12 * 1024 * 1024, 0x20)]);
    expect(await upload('大.pdf', large)).toMatchObject({ status: 200, data: { bytes: large.length } });
  });

  test('pictures, office files and archives; jpeg and jpg are one', async () => {
    expect((await upload('图.PNG', PNG)).data.mediaType).toBe('image/png');
    expect((await upload('照片.jpeg', jpegHead(4, 3))).data.filepath).toMatch(/\.jpg$/);
    expect((await upload('表.xlsx', await buildXlsx({ 一: '<sheetData/>' }))).status).toBe(200);
    expect((await upload('包.zip', await buildZip({ 'a.txt': 'a' }))).status).toBe(200);
    expect(
      (await upload('图.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')).data.mediaType,
    ).toBe('image/svg+xml');
  });

  test.each([
    ['空.pdf', '', '2041', '文件是空的（0 字节），请核对后重新选择'],
    [
      '年报.pdf',
      buildZipBytes(),
      '2041',
      '文件名以 .pdf 结尾，内容却是 .zip 文件；请改正文件名，或另存为 .pdf 后再上传',
    ],
    [
      '年报.pdf',
      'MZ\0\0 program',
      '2041',
      '文件名以 .pdf 结尾，内容却不是这种文件，可能已损坏或被改名；请核对后重新选择',
    ],
    [
      '名单.xls',
      '<html><body><table></table></body></html>',
      '2041',
      '文件名以 .xls 结尾，内容却是网页；请用 Office 打开，另存为真正的 .xlsx 文件后再上传',
    ],
    ['页面.html', '<html></html>', '2041', '网页和代码文件不能上传；请把内容粘贴到正文，或另存为 PDF'],
    ['页面.txt', '<script>alert(1)</script>', '2041', expect.stringContaining('内容却是网页')],
    ['图.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', '2041', expect.stringContaining('内容却是 .svg 文件')],
    [
      '图.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '2041',
      expect.stringContaining('含有脚本'),
    ],
    [
      '图.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '2041',
      expect.stringContaining('含有脚本'),
    ],
    [
      '图.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><a x:href="javascript:alert(1)"/></svg>',
      '2041',
      expect.stringContaining('含有脚本'),
    ],
    [
      '图.svg',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<svg><script/></svg>', 'utf16le')]),
      '2041',
      expect.stringContaining('不是 UTF-8'),
    ],
    [
      '标志.svg',
      Buffer.concat([
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
        Buffer.alloc(20 * 1024 * 1024, 32),
        Buffer.from('</svg>'),
      ]),
      '2041',
      '图片有 20.0 MB，最大 10.0 MB；请压缩或拆分后再上传',
    ],
    ['../../etc/passwd.pdf', PDF, '2041', expect.stringContaining('文件名不能含有')],
    ['公\u202egnp.pdf', PDF, '2041', expect.stringContaining('控制符 U+202E（第 2 个字符）')],
    ['.htaccess', PDF, '2041', expect.stringContaining('不能以点开头')],
    ['~$表.xlsx', PDF, '2041', expect.stringContaining('临时文件')],
    ['公告', PDF, '2041', expect.stringContaining('没有扩展名')],
    ['配置.php', PDF, '2041', expect.stringContaining('不接受 .php 文件')],
    ['公告.toString', PDF, '2041', expect.stringContaining('不接受')],
    [`${'长'.repeat(121)}.pdf`, PDF, '2041', expect.stringContaining('最多 120 个')],
  ])('%s is refused in words, and nothing of it stays', async (name, bytes, code, words) => {
    const before = [await remainingFiles(), await known()];
    const answer = await upload(name, bytes);
    expect([answer.code, answer.msg]).toEqual([code, words]);
    expect([await remainingFiles(), await known()]).toEqual(before);
    const line = await site.database.db
      .selectFrom('audit')
      .select(['act', 'outcome'])
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ act: 'file.upload', outcome: 'refused' });
  });

  test('what announces more than the limit is not begun, and a body that is no file is none', async () => {
    const announced = await upload('大.pdf', PDF, { 'content-length': String(200 * 1024 * 1024) }).catch(
      (error: Error) => error,
    );
    expect(announced).toMatchObject({ status: 413, code: '2042' });
    const json = await site.app.inject({
      method: 'POST',
      url: '/console/api/files?filename=a.pdf',
      headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(json.statusCode).toBe(400);
    const other = await site.app.inject({
      method: 'POST',
      url: '/console/api/editions',
      headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/octet-stream' },
      payload: 'x',
    });
    // a body that another call takes for its params is none
    expect(other.statusCode).toBe(422);
  });

  test('nobody, a reader, and a page of another origin bring nothing', async () => {
    const before = [await remainingFiles(), await known()];
    const auditor = await hand(site, '审计', [{ role: 'auditor', channelId: '' }]);
    expect((await upload('a.pdf', PDF, { cookie: '' })).status).toBe(401);
    expect(
      (
        await upload('a.pdf', PDF, {
          cookie: `console=${await beginSession(site.database.db, auditor.staffId, '10.0.0.1')}`,
        })
      ).code,
    ).toBe('2008');
    expect((await upload('a.pdf', PDF, { origin: 'http://evil.test' })).code).toBe('2009');
    expect([await remainingFiles(), await known()]).toEqual(before);
  });

  test.each([
    ['logged out', '2001', (who: Hand) => endSessions(site.database.db, who.staffId)],
    [
      'suspended',
      '2001',
      (who: Hand) =>
        site.database.db.updateTable('staff').set({ state: 'suspended' }).where('staff_id', '=', who.staffId).execute(),
    ],
    [
      'without the role',
      '2008',
      (who: Hand) =>
        site.database.db
          .updateTable('staff_grant')
          .set({ ended_at: new Date() })
          .where('staff_id', '=', who.staffId)
          .execute(),
    ],
  ])('who is %s while the file is on its way brings nothing', async (_what, code, happens) => {
    if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    const who = await hand(site, '编辑乙', [{ role: 'editor', channelId: SECTION }]);
    const headers = {
      host: 'localhost',
      origin: ORIGIN,
      cookie: `console=${await beginSession(site.database.db, who.staffId, '10.0.0.1')}`,
      'content-type': 'application/octet-stream',
    };
    const before = [await remainingFiles(), await known()] as const;
    const body = Buffer.concat([PDF, Buffer.alloc(200_000), Buffer.from(who.account)]);
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/console/api/files?filename=a.pdf',
      headers: { ...headers, 'content-length': body.length },
    });
    const answered = new Promise<string>((resolve, reject) =>
      sent.on('error', reject).on('response', (answer) =>
        answer
          .setEncoding('utf8')
          .toArray()
          .then((parts) => resolve(parts.join('')), reject),
      ),
    );
    sent.write(body.subarray(0, 100_000));
    await expect.poll(async () => (await remainingFiles()).length).toBe(before[0].length + 1);
    await happens(who);
    sent.end(body.subarray(100_000));
    expect(JSON.parse(await answered)).toMatchObject({ code });
    expect([await remainingFiles(), await known()]).toEqual(before);
    const lines = await site.database.db
      .selectFrom('audit')
      .select('outcome')
      .where('account', '=', who.account)
      .where('act', '=', 'file.upload')
      .execute();
    expect(lines).toEqual([{ outcome: 'refused' }]);
  });

  test('a line that breaks leaves nothing, and the server goes on', async () => {
    if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    const before = [await remainingFiles(), await known()] as const;
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/console/api/files?filename=a.pdf',
      headers: {
        host: 'localhost',
        origin: ORIGIN,
        cookie,
        'content-type': 'application/octet-stream',
        'content-length': 1_000_000,
      },
    });
    sent.on('error', () => {});
    sent.write(Buffer.concat([PDF, Buffer.alloc(200_000)]));
    await expect.poll(async () => (await remainingFiles()).length).toBe(before[0].length + 1);
    sent.destroy();
    await expect.poll(remainingFiles).toEqual(before[0]);
    expect(await known()).toBe(before[1]);
    expect((await upload('好.pdf', PDF)).status).toBe(200);
  });
});

function buildZipBytes(): Buffer {
  return Buffer.from('PK\x05\x06' + '\0'.repeat(18), 'latin1');
}

describe('svg', () => {
  const svg = (inside: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inside}</svg>`;
  const PICTURE = `data:image/png;base64,${PNG.toString('base64')}`;

  test.each([
    [
      'what refers to its own parts',
      svg(
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient><path id="p" d="M0 0"/></defs><use href="#p" fill="url(#a)"/><use xlink:href="#p" style="fill: url(\'#a\')"/>',
      ),
    ],
    [
      'a picture that stands in it',
      svg(`<image href="${PICTURE}" width="1" height="1"/><rect fill="url(${PICTURE})"/>`),
    ],
    [
      'styles, declaration, remarks and the folders that programs write down',
      `<?xml version="1.0" encoding="utf-8"?><!-- https://example.com -->${svg('<style>.a { fill: #d7000f; background: url("#a") }</style><metadata>年报的 data，once = 1</metadata><text>甲 &amp; 乙</text>', ' xmlns:x="urn:x" x:name="C:\\图\\a.svg"')}`,
    ],
    ['a motion', svg('<circle><animateTransform attributeName="transform" type="rotate"/></circle>')],
  ])('%s is taken', async (_what, text) => {
    expect(await upload('图.svg', text)).toMatchObject({ status: 200, data: { mediaType: 'image/svg+xml' } });
  });

  test.each([
    ['含有脚本（<script>）', svg('<script>1</script>')],
    ['含有脚本（<x:script>）', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>')],
    ['含有脚本：事件属性（onload）', svg('', ' onload="1"')],
    ['含有脚本：事件属性（onbegin）', svg('<g><animateTransform\nonbegin = "1"/></g>')],
    ['的注释中有标记或引号', svg('<!-- <a " --><script>alert(1)</script><!-- " -->')],
    ['的属性没有写引号', svg('<g onload=1/>')],
    ['样式引用了图片以外的内容', svg(`<rect style='background: image-set("https://evil.example/a.png" 1x)'/>`)],
    ['含有脚本的地址（javascript:）', svg('<a href="javascript:1"><path d="M0 0"/></a>')],
    ['含有字符实体（&#106;）', svg('<a href="&#106;avascript:1"/>')],
    ['含有字符实体（&x;）', svg('<text>&x;</text>')],
    ['内嵌的数据不是 PNG、JPEG、GIF 或 WebP 图片（data:text/html）', svg('<a href="data:text/html,<b>1"/>')],
    [
      '内嵌的数据不是 PNG、JPEG、GIF 或 WebP 图片（data:image/svg+xml）',
      svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
    ],
    [
      '内嵌的数据不是 PNG、JPEG、GIF 或 WebP 图片（DATA:application/xhtml+xml）',
      svg('<image href="DATA:application/xhtml+xml,1"/>'),
    ],
    ['内嵌的数据不是 PNG、JPEG、GIF 或 WebP 图片（data:）', svg('<style>a { background: url(data:,1) }</style>')],
    ['引用了图片以外的内容（href="https://evil.example/a.png"）', svg('<image href="https://evil.example/a.png"/>')],
    ['引用了图片以外的内容（xlink:href="//evil.example/a.png"）', svg('<image xlink:href="//evil.example/a.png"/>')],
    ['引用了图片以外的内容（href="http://evil.example"）', svg(`<a href='http://evil.example'><path d="M0 0"/></a>`)],
    ['中的 <use> 引用了图片以外的内容（href="other.svg#a"）', svg('<use href="other.svg#a"/>')],
    [
      '中的 <use> 引用了图片以外的内容（xlink:href="https://evil.example/a.svg#x"）',
      svg('<use xlink:href="https://evil.example/a.svg#x"/>'),
    ],
    ['引用了图片以外的内容（xml:base="https://evil.example/"）', svg('', ' xml:base="https://evil.example/"')],
    [
      '含有其他文档的内容（<foreignObject>）',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">1</p></foreignObject>'),
    ],
    ['含有其他文档的内容（<iframe>）', svg('<iframe src="#"/>')],
    ['含有可以改变引用的动画（<set>）', svg('<a><set attributeName="href" to="#"/></a>')],
    ['样式中引用了外部的样式表（@import）', svg('<style>@import "a.css";</style>')],
    [
      '样式引用了图片以外的内容（url(https://evil.example/a.woff）',
      svg('<style>@font-face { src: url(https://evil.example/a.woff) }</style>'),
    ],
    ['样式引用了图片以外的内容（url("//evil.example/a.png）', svg(`<rect style='fill: url("//evil.example/a.png")'/>`)],
    ['样式引用了图片以外的内容（url(b.svg#x）', svg('<rect fill="url(b.svg#x)"/>')],
    [
      '样式引用了图片以外的内容，或用反斜杠改写（https://evil.example/a.png") }）',
      svg('<style>a { background: image-set("https://evil.example/a.png") }</style>'),
    ],
    [
      '样式引用了图片以外的内容，或用反斜杠改写（',
      svg('<style><![CDATA[a { x: "</style>"; background: image-set("//evil.example/a.png") }]]></style>'),
    ],
    ['样式引用了图片以外的内容，或用反斜杠改写（\\69mport "a.css";）', svg('<style>@\\69mport "a.css";</style>')],
    ['含有用反斜杠改写的内容（', svg(`<rect fill='u\\72l("a")'/>`)],
    [
      '含有文档类型或实体的声明（<!DOCTYPE）',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
    ],
    ['含有文档类型或实体的声明（<!ENTITY）', svg('<!ENTITY x "1">')],
    ['含有样式表等处理指令（<?xml-stylesheet）', `<?xml version="1.0"?>${svg('<?xml-stylesheet href="a.css"?>')}`],
    ['声明的编码不是 UTF-8（', `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`],
  ])('refused: %s', async (words, text) => {
    const before = await remainingFiles();
    const { code, msg } = await upload('图.svg', text);
    expect([code, msg]).toEqual([
      '2041',
      expect.stringMatching(/^这个 SVG 图片.*，不能上传；请导出为 PNG，或去掉后再上传$/),
    ]);
    expect(msg).toContain(words);
    expect(await remainingFiles()).toEqual(before);
  });
});

describe('files of drafts', () => {
  test('whoever may read drafts opens them; pictures are shown, all else is only saved; nothing is kept or run', async () => {
    const read = async (filepath: string, as = cookie) =>
      site.app.inject({
        url: `/console/api/files/${filepath}?filename=${encodeURIComponent('草稿.pdf')}`,
        headers: { host: 'localhost', cookie: as },
      });
    const { data: pdf } = await upload('公告.pdf', PDF);
    const answer = await read(pdf.filepath);
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, PDF]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^attachment; .*%E8%8D%89%E7%A8%BF\.pdf/),
    });
    const { data: png } = await upload('图.png', PNG);
    expect((await read(png.filepath)).headers['content-disposition']).toMatch(/^inline/);
    const { data: svg } = await upload('图.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await read(svg.filepath)).headers['content-disposition']).toMatch(/^attachment/);
    expect((await read(pdf.filepath, '')).statusCode).toBe(401);
    const admin = await hand(site, '系统管理员', [{ role: 'system-admin', channelId: '' }]);
    expect(
      (await read(pdf.filepath, `console=${await beginSession(site.database.db, admin.staffId, '10.0.0.1')}`))
        .statusCode,
    ).toBe(403);
    for (const path of [
      `2026/01/${'0'.repeat(64)}.pdf`,
      '2026/01/..%2f..%2fdata',
      `2026/13/${'0'.repeat(64)}.pdf`,
      'a/b/c',
    ])
      expect((await read(path)).statusCode, path).toBe(404);
  });

  test('[PD18] only who uploaded a file, and who may read an edition that shows it, opens it', async () => {
    const as = async (person: Hand) => `console=${await beginSession(site.database.db, person.staffId, '10.0.0.1')}`;
    const reader = (name: string, channelId: string, role: 'editor' | 'reviewer' = 'editor') =>
      hand(site, name, [{ role, channelId }]);
    const read = async (filepath: string, person: Hand) =>
      (
        await site.app.inject({
          url: `/console/api/files/${filepath}`,
          headers: { host: 'localhost', cookie: await as(person) },
        })
      ).statusCode;
    const { data: pdf } = await upload('未公开.pdf', Buffer.concat([PDF, Buffer.from('%未公开\n')]));
    const [beside, elsewhere, reviewer, whole] = [
      await reader('同栏目', SECTION),
      await reader('别的栏目', '0001000200010002'),
      await reader('审核', SECTION, 'reviewer'),
      await reader('全站', ''),
    ];
    const statuses = () =>
      Promise.all([writer, beside, elsewhere, reviewer, whole].map((one) => read(pdf.filepath, one)));
    // nothing names it yet: it is its uploader's alone
    expect(await statuses()).toEqual([200, 403, 403, 403, 403]);
    const drafting = await consoleOf(site, elsewhere!, ORIGIN);
    const attached = (channelId: string) =>
      article(channelId, '附件', { attachments: [{ filename: '未公开.pdf', filepath: pdf.filepath }] });
    // nor does a draft of one's own give it
    const named = { title: '别人的附件', changes: [attached('00010002000100020001')] };
    expect((await drafting('POST', '/editions', named)).code).toBe('2008');
    const sheet = { filepath: pdf.filepath, filename: '名单.xlsx' };
    const keeping = await consoleOf(
      site,
      await hand(site, '栏目管理', [{ role: 'channel-admin', channelId: '' }]),
      ORIGIN,
    );
    expect((await keeping('GET', `/wizard/table?${new URLSearchParams(sheet)}`)).code).toBe('2008');
    expect((await keeping('POST', '/registers/bond-investment/imports', sheet)).code).toBe('2008');
    expect((await drafting('POST', '/previews', { changes: named.changes })).code).toBe('2008');
    expect(
      (
        await (
          await consoleOf(site, writer, ORIGIN)
        )('POST', '/editions', { ...named, changes: [attached(`${SECTION}0003`)] })
      ).status,
    ).toBe(200);
    const { editionId, version } = await draftBy(site, writer, [attached(`${SECTION}0003`)]);
    expect(await statuses()).toEqual([200, 200, 403, 200, 200]);
    // files that only an older version shows are readable to readers of that version
    await saveBy(site, writer, { editionId, version }, [article(`${SECTION}0003`, '没有附件')]);
    expect(await statuses()).toEqual([200, 200, 403, 200, 200]);
    const { filepath } = pdf;
    const rows = await site.database.db
      .selectFrom('audit')
      .select('subject')
      .where('outcome', '=', 'refused')
      .execute();
    expect(rows.map(({ subject }) => subject)).toContain(`file:${filepath}`);
    await site.publish('受限', [
      article('00010002000100020001', '受限', { riskLevel: '0004', attachments: [{ filename: '受限.pdf', filepath }] }),
    ]);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  });

  test('[PD18] a file that visitors may have is open to every reader; one of a restricted article is not', async () => {
    const other = await hand(site, '别的', [{ role: 'editor', channelId: SECTION }]);
    const cookieOf = `console=${await beginSession(site.database.db, other.staffId, '10.0.0.1')}`;
    const read = async (filepath: string) =>
      (
        await site.app.inject({
          url: `/console/api/files/${filepath}`,
          headers: { host: 'localhost', cookie: cookieOf },
        })
      ).statusCode;
    for (const [riskLevel, status] of [
      ['', 200],
      ['0004', 403],
    ] as const) {
      const bytes = Buffer.concat([PDF, Buffer.from(`%${riskLevel}`)]);
      const { filepath } = await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, extension: 'pdf' });
      await site.publish('附件', [
        article('00010002000100020001', `附件${riskLevel}`, {
          attachments: [{ filename: 'a.pdf', filepath }],
          ...(riskLevel && { riskLevel }),
        }),
      ]);
      expect([riskLevel, await read(filepath)]).toEqual([riskLevel, status]);
    }
  });

  test('an edition tells of its files what they are, and of whoever asks what they may do with it', async () => {
    const { data: pdf } = await upload('公告.pdf', PDF);
    const { data: png } = await upload('图.png', PNG);
    const gone = `2026/01/${'a'.repeat(64)}.pdf`;
    const ask = await consoleOf(site, writer, ORIGIN);
    const article = {
      channelId: `${SECTION}0003`,
      title: '有附件的草稿',
      contentTime: '2026-11-01T08:00:00+08:00',
      image: png.filepath,
      attachments: [
        { filename: '公告.pdf', filepath: pdf.filepath },
        { filename: '缺失.pdf', filepath: gone },
      ],
    };
    const { data: made } = await ask('POST', '/editions', {
      title: '草稿',
      changes: [{ kind: 'article', document: article }],
    });
    const found = (await ask('GET', `/editions/${made.editionId}`)).data;
    expect(found.files).toEqual({
      [pdf.filepath]: { bytes: PDF.length, mediaType: 'application/pdf' },
      [png.filepath]: { bytes: PNG.length, mediaType: 'image/png' },
    });
    expect(found.rights).toEqual(['content.read', 'content.write']);
    const rightsOf = async (grants: Grant[], editionId = made.editionId) =>
      (await (await consoleOf(site, await hand(site, '某人', grants), ORIGIN))('GET', `/editions/${editionId}`)).data
        ?.rights ?? null;
    expect(await rightsOf([{ role: 'publisher', channelId: '' }])).toContain('content.publish');
    expect(await rightsOf([{ role: 'reviewer', channelId: '0001000200010002' }])).toBeNull();
    // the channel above counts for one that is not public yet
    const admin = await consoleOf(
      site,
      await hand(site, '栏目管理', [{ role: 'channel-admin', channelId: SECTION }]),
      ORIGIN,
    );
    const added = await admin('POST', '/editions', {
      title: '新栏目',
      changes: [
        {
          kind: 'channel',
          document: {
            channelId: `${SECTION}0099`,
            parentId: SECTION,
            classOrder: 99,
            url: 'publicChannel/new',
            name: '新栏目',
            type: 2,
          },
        },
        { kind: 'article', document: { ...article, channelId: `${SECTION}0099`, attachments: [] } },
      ],
    });
    expect((await admin('GET', `/editions/${added.data.editionId}`)).data.rights).toContain('channel.change');
    expect(await rightsOf([{ role: 'reviewer', channelId: SECTION }], added.data.editionId)).toContain(
      'content.review',
    );
  });

  test('a file of a draft leaves by no public door: neither itself, its preview, its page, nor by search and calls', async () => {
    const words = '草稿附件标记七七二';
    const secret = `%PDF-1.4\n${words}\n%%EOF`;
    const { data: file } = await upload(`${words}.pdf`, secret);
    const { data: picture } = await upload('图.png', Buffer.concat([PNG, Buffer.from(words)]));
    const ask = await consoleOf(site, writer, ORIGIN);
    const article = {
      channelId: `${SECTION}0003`,
      title: '有附件的草稿',
      contentTime: '2026-11-01T08:00:00+08:00',
      content: `<p>文</p><img src="/static-file/${picture.filepath}" alt="图">`,
      image: picture.filepath,
      attachments: [{ filename: file.filename, filepath: file.filepath }],
    };
    expect(
      (await ask('POST', '/editions', { title: '草稿', changes: [{ kind: 'article', document: article }] })).status,
    ).toBe(200);
    for (const { filepath } of [file, picture]) {
      for (const base of ['/static-file/', '/preview/', '/swhysc/static-file/']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await site.app.inject({ method, url: base + filepath, headers: { host: 'localhost' } });
          expect([answer.statusCode, answer.body.includes(words)], base).toEqual([404, false]);
        }
      }
    }
    const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
    for (const path of [
      '/swhysc/',
      '/swhysc/publicChannel/lossStatement',
      `/swhysc/search?q=${encodeURIComponent(words)}`,
      '/swhysc/rss.xml',
      '/sitemap.xml',
    ]) {
      const { html } = await site.get(path, { host: 'localhost' });
      expect(
        html.includes(file.filepath) || html.replaceAll(encodeURIComponent(words), '').split(words).length > 8,
        path,
      ).toBe(false);
    }
    const search = await site.app.inject({
      url: `${CALL_BASE}${paths.search}?words=${encodeURIComponent(words)}`,
      headers: { host: 'localhost' },
    });
    expect(await suite.decrypt(search.body)).not.toContain(file.filepath);
  });
});
