import type { Change } from '#kinds/index.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlToHttpOptions } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '#server/store/publication/publish.ts';
import { contentDisposition } from '#server/files/content-disposition.ts';
import { addPreviews, type PreviewedFile } from '#server/pages/files/preview.ts';
import { addStaticFiles, readRange } from '#server/pages/files/static-files.ts';
import { openStoredBytes } from '#server/files/stored-bytes.ts';
import { storeFile, sweepIncoming, type FileInput, type StoredFile } from '#server/files/store.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { buildDocx, buildXlsx, buildZip } from '#tests/world/office-files.ts';

let database: TestDatabase;
let dir: string;
let app: FastifyInstance;
const logged: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'files-'));
  app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
  const door = {
    db: database.db,
    bytes: openStoredBytes(dir),
    openFiles: { away: () => false, find: () => undefined },
    arrival: async () => false,
    refusal: async (request: { headers: Record<string, unknown> }, levels: string[]) =>
      levels.includes(String(request.headers['x-level'])) ? null : { reason: '不能查看' },
    page: (reply: { code(status: number): { send(text: string): unknown } }, status: number, message: string) =>
      reply.code(status).send(message),
  };
  addStaticFiles(app, door as never);
  const draw = (reply: { send(html: string): unknown }, file: PreviewedFile) =>
    reply.send(`<a href="${file.download}">${file.filename}</a>${file.body}`);
  addPreviews(app, { ...door, draw } as never);
  await run([
    { kind: 'channel', document: { channelId: 'a', parentId: '', classOrder: 1, url: 'a', name: '栏目', type: 1 } },
  ]);
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(dir, { recursive: true });
});

const run = (changes: Change[]) =>
  publish(database, { title: '发布', writtenBy: '编辑甲', approvedBy: '审核乙', changes });
const store = (input: FileInput) => storeFile({ db: database.db, dir }, input);
const text = (words: string) => ({ bytes: Buffer.from(words) });
const attach = async (filename: string, filepath: string, riskLevel?: string): Promise<number> =>
  (
    await run([
      {
        kind: 'article',
        document: {
          channelId: 'a',
          title: filename,
          contentTime: new Date(0).toISOString(),
          attachments: [{ filename, filepath }],
          ...(riskLevel ? { riskLevel } : {}),
        },
      },
    ])
  ).articleIds[0]!;
const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: path, headers });
/** A request of a hostile client: neither fetch nor inject leave a path as it is. */
const raw = async (origin: string, path: string): Promise<{ status: number | undefined; body: string }> => {
  const [answer] = (await once(request({ ...urlToHttpOptions(new URL(origin)), path }).end(), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, body: Buffer.concat(await answer.toArray()).toString() };
};
const PNG = Buffer.from('\x89PNG\r\n\x1a\n' + 'x'.repeat(100), 'latin1');

describe('the file store', () => {
  it('names a file by the month in Shanghai and the hash of its content, and keeps its bytes', async () => {
    const bytes = Buffer.from('%PDF-1.7 …');
    const stored = await store({ bytes, extension: 'exe', at: new Date('2026-01-31T16:30:00Z') });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(stored).toEqual({
      filepath: `2026/02/${sha256}.pdf`,
      sha256,
      size: bytes.length,
      mediaType: 'application/pdf',
    });
    expect(await readFile(join(dir, stored.filepath))).toEqual(bytes);
    expect(
      await database.db
        .selectFrom('file')
        .select(['filepath', 'size', 'media_type'])
        .where('sha256', '=', sha256)
        .execute(),
    ).toEqual([{ filepath: stored.filepath, size: bytes.length, media_type: 'application/pdf' }]);
  });

  it('stores the same content once, by bytes or by path, also when many do so at the same time', async () => {
    const path = join(dir, 'upload');
    await writeFile(path, PNG);
    const all = await Promise.all([store({ bytes: PNG }), store({ path }), store({ path }), store({ bytes: PNG })]);
    const later = await store({ bytes: PNG, at: new Date('2031-01-01T00:00:00Z') });
    expect(new Set([...all, later].map(({ filepath }) => filepath)).size).toBe(1);
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  });

  it('[PD18] never has a half file under a name: a failed upload leaves nothing, an interrupted one is swept', async () => {
    await expect(store({ path: join(dir, 'is not there') })).rejects.toThrow('ENOENT');
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const half = (host: string, pid: number) => join(dir, '.incoming', [host, pid, crypto.randomUUID()].join('~'));
    const write = (path: string) => writeFile(path, 'x').then(() => path);
    // halves of processes that are gone, this one before it began anew among them
    await write(half(hostname(), ended));
    await write(half(hostname(), process.pid));
    // halves of a living process, and of one that nobody here can check
    await write(half(hostname(), process.ppid));
    const elsewhere = await write(half('elsewhere', ended));
    expect(await sweepIncoming(dir, { isAlone: false })).toBe(2);
    expect(await sweepIncoming(dir, { isAlone: false })).toBe(0);
    await utimes(elsewhere, 0, 0);
    expect(await sweepIncoming(dir, { isAlone: false })).toBe(1);
    await write(half('elsewhere', ended));
    expect(await sweepIncoming(dir, { isAlone: true })).toBe(1);
    await rm(join(dir, '.incoming'), { recursive: true });
  });

  it('[PD5] does not touch a file that is there, and mends one that lost or changed its bytes', async () => {
    const stored = await store(text('会变短的文件'));
    const path = join(dir, stored.filepath);
    const { ino } = await stat(path);
    await store(text('会变短的文件'));
    expect((await stat(path)).ino).toBe(ino);
    for (const damage of [() => writeFile(path, 'short'), () => writeFile(path, '会变长的文件'), () => rm(path)]) {
      await damage();
      await store(text('会变短的文件'));
      expect(await readFile(path, 'utf8')).toBe('会变短的文件');
    }
  });

  it.each<[string, string | Buffer | Promise<Buffer>, string | undefined, string, string]>([
    ['pdf', '%PDF-1.4', 'html', 'pdf', 'application/pdf'],
    [
      'docx',
      buildDocx('<w:p/>'),
      'zip',
      'docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'xlsx',
      buildXlsx({ S: '' }),
      undefined,
      'xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    ['zip', buildZip({ 'a.txt': 'a' }), 'docx', 'zip', 'application/zip'],
    [
      'a workbook whose list of types is larger than any',
      buildZip({ '[Content_Types].xml': `spreadsheetml.sheet.main+xml${' '.repeat(1_100_000)}` }),
      'xlsx',
      'zip',
      'application/zip',
    ],
    ['an app package', buildZip({ 'classes.dex': 'a' }), 'apk', 'apk', 'application/octet-stream'],
    ['png', PNG, 'pdf', 'png', 'image/png'],
    ['jpeg', Buffer.from('ffd8ffe0', 'hex'), undefined, 'jpg', 'image/jpeg'],
    ['gif', 'GIF89a…', undefined, 'gif', 'image/gif'],
    ['webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), undefined, 'webp', 'image/webp'],
    [
      'svg',
      '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      'png',
      'svg',
      'image/svg+xml',
    ],
    ['mp3 with a tag', 'ID3\x03', undefined, 'mp3', 'audio/mpeg'],
    ['bare mp3', Buffer.from('fffb9064', 'hex'), undefined, 'mp3', 'audio/mpeg'],
    ['mp4', Buffer.from('\0\0\0\x18ftypisom', 'latin1'), undefined, 'mp4', 'video/mp4'],
    ['html', '\ufeff <!DOCTYPE html><p>', 'txt', 'html', 'text/html'],
    ['html without a head', '<script>alert(1)</script>', 'csv', 'html', 'text/html'],
    ['text', '正文', undefined, 'txt', 'text/plain'],
    ['csv', '姓名,编号\n', 'CSV', 'csv', 'text/csv'],
    ['csv in GB18030', Buffer.from('d0d5c3fb2cb1e0bac50a', 'hex'), '.csv', 'csv', 'text/csv'],
    ['old office format', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'doc', 'doc', 'application/msword'],
    ['a program', Buffer.from('MZ\x90\0\x03\0', 'latin1'), 'exe', 'exe', 'application/octet-stream'],
    ['unknown bytes called html', Buffer.from([0, 1, 2, 3]), 'html', 'bin', 'application/octet-stream'],
    ['nothing', '', undefined, 'txt', 'text/plain'],
  ])('tells by the content, not by the name: %s', async (_, content, hint, extension, mediaType) => {
    const bytes = Buffer.from((await content) as Buffer);
    const stored = await store({ bytes, ...(hint ? { extension: hint } : {}) });
    expect([stored.filepath.split('.').at(-1), stored.mediaType]).toEqual([extension, mediaType]);
  });
});

describe('/static-file', () => {
  const address = (stored: StoredFile) => `/static-file/${stored.filepath}`;

  it('[FO1] [FO3] answers a public file with its type, name, hash and without being kept unasked', async () => {
    const stored = await store(text('%PDF-1.4 公开'));
    await attach('2025年年度报告.pdf', stored.filepath);
    const answer = await get(address(stored));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(Buffer.from('%PDF-1.4 公开'));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(stored.size),
      'content-disposition': `inline; filename="2025_____.pdf"; filename*=UTF-8''2025%E5%B9%B4%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A.pdf`,
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: `"${stored.sha256}"`,
    });
    const head = await get(address(stored), {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(stored.size), '']);
    for (const tag of [`"${stored.sha256}"`, `"x", W/"${stored.sha256}"`, '*'])
      expect((await get(address(stored), { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await get(address(stored), { 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  it('answers one range, refuses one beyond the end, and minds If-Range', async () => {
    const stored = await store(text('%PDF-0123456789'));
    await attach('a.pdf', stored.filepath);
    const part = async (range: string, more = {}) => {
      const answer = await get(address(stored), { range, ...more });
      return [answer.statusCode, answer.body, answer.headers['content-range']];
    };
    expect(await part('bytes=0-3')).toEqual([206, '%PDF', 'bytes 0-3/15']);
    expect(await part('bytes=5-')).toEqual([206, '0123456789', 'bytes 5-14/15']);
    expect(await part('bytes=-2')).toEqual([206, '89', 'bytes 13-14/15']);
    expect(await part('bytes=10-999')).toEqual([206, '56789', 'bytes 10-14/15']);
    expect((await part('bytes=15-'))[0]).toBe(416);
    expect((await part('bytes=15-'))[2]).toBe('bytes */15');
    expect((await part('bytes=-0'))[0]).toBe(416);
    for (const whole of ['bytes=0-1,3-4', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      expect((await part(whole))[0], whole).toBe(200);
    expect((await part('bytes=0-3', { 'if-range': '"old"' }))[0]).toBe(200);
    expect((await part('bytes=0-3', { 'if-range': `"${stored.sha256}"` }))[0]).toBe(206);
    expect(readRange('bytes=0-0', 0)).toBe('unsatisfiable');
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['<!doctype html><script>alert(1)</script>', 'text/html'],
  ])('hands out what could run scripts only as a download under a sandbox: %s', async (content, mediaType) => {
    const stored = await store(text(content));
    await attach('x', stored.filepath);
    const { headers } = await get(address(stored));
    expect(headers['content-type']).toBe(mediaType);
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  });

  it('[FO4] other types are downloads', async () => {
    const stored = await store(text('姓名,编号'));
    await attach('x.csv', stored.filepath);
    expect((await get(address(stored))).headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('[FO5] unknown, never published and lost files are 404 in words; the loss is logged', async () => {
    const unpublished = await store(text('%PDF-never shown'));
    const lost = await store(text('%PDF-lost'));
    const cut = await store(text('%PDF-cut short'));
    const never = `2026/01/${'0'.repeat(64)}.pdf`;
    await expect(attach('x.pdf', never)).rejects.toThrow(`文件“x.pdf”不在文件库中，请重新上传（${never}）`);
    for (const { filepath } of [lost, cut]) await attach('x.pdf', filepath);
    await rm(join(dir, lost.filepath));
    await writeFile(join(dir, cut.filepath), '%PDF');
    for (const filepath of [
      unpublished.filepath,
      lost.filepath,
      cut.filepath,
      never,
      `2026/01/${'1'.repeat(64)}.pdf`,
    ]) {
      const answer = await get(`/static-file/${filepath}`);
      expect([answer.statusCode, answer.body]).toEqual([404, '没有找到相关文件']);
    }
    expect(logged.filter((line) => line.includes('stored file is'))).toHaveLength(2);
  });

  it('[PD5] a file with other bytes than were stored is never given, whatever its times say, until it is put back', async () => {
    const content = '%PDF-1.4 每股收益 0.25 元';
    const stored = await store(text(content));
    await attach('年报.pdf', stored.filepath);
    const path = join(dir, stored.filepath);
    const answers = async () =>
      Promise.all([
        get(address(stored)),
        get(address(stored), { range: 'bytes=0-3' }),
        get(address(stored), { 'if-none-match': `"${stored.sha256}"` }),
        get(address(stored), {}, 'HEAD'),
        get(`/preview/${stored.filepath}`),
      ]).then((all) => all.map(({ statusCode }) => statusCode));
    expect(await answers()).toEqual([200, 206, 304, 200, 200]);
    const { atime, mtime } = await stat(path);
    await writeFile(path, content.replace('0.25', '0.52'));
    await utimes(path, atime, mtime);
    expect(await answers()).toEqual([404, 404, 404, 404, 404]);
    expect((await get(address(stored))).body).toBe('没有找到相关文件');
    await rm(path);
    await writeFile(join(dir, 'elsewhere'), content);
    await symlink(join(dir, 'elsewhere'), path);
    expect(await answers()).toEqual([404, 404, 404, 404, 404]);
    await rm(path);
    await writeFile(path, content);
    expect(await answers()).toEqual([200, 206, 304, 200, 200]);
  });

  it('[PB1] a file is withdrawn with the last thing that shows it', async () => {
    const stored = await store(text('%PDF-withdrawn'));
    const [first, second] = [await attach('甲.pdf', stored.filepath), await attach('乙.pdf', stored.filepath)];
    await run([{ kind: 'article', id: String(first), withdraw: { reason: '更正' } }]);
    const answer = await get(address(stored));
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      `inline; filename="_.pdf"; filename*=UTF-8''%E4%B9%99.pdf`,
    ]);
    await run([{ kind: 'article', id: String(second), withdraw: { reason: '更正' } }]);
    expect((await get(address(stored), { 'if-none-match': '*' })).statusCode).toBe(410);
  });

  it('a restricted file goes to those who may open it, is never stored, and one public use opens it to all', async () => {
    const stored = await store(text('%PDF-restricted'));
    await attach('甲.pdf', stored.filepath, '0003');
    const refused = await get(address(stored), { 'x-level': '0002' });
    expect([refused.statusCode, refused.headers['cache-control'], refused.body]).toEqual([
      403,
      'private, no-store',
      expect.not.stringContaining('%PDF'),
    ]);
    const allowed = await get(address(stored), { 'x-level': '0003', 'if-none-match': '*' });
    expect([allowed.statusCode, allowed.headers['cache-control'], allowed.headers.etag]).toEqual([
      200,
      'private, no-store',
      undefined,
    ]);
    await attach('乙.pdf', stored.filepath, '0002');
    expect((await get(address(stored), { 'x-level': '0002' })).statusCode).toBe(200);
    await attach('丙.pdf', stored.filepath);
    expect((await get(address(stored))).headers['cache-control']).toBe('no-cache');
  });

  it('nothing but a plain filepath names anything', async () => {
    const stored = await store(text('%PDF-plain'));
    await attach('x.pdf', stored.filepath);
    await mkdir(join(dir, '2026/99'), { recursive: true });
    await writeFile(join(dir, 'secret'), 'secret');
    const [year, month, name] = stored.filepath.split('/') as [string, string, string];
    const bad = [
      '../secret', '%2e%2e/secret', '..%2fsecret', `${year}/${month}/../${month}/${name}`, `${year}%2f${month}%2f${name}`, `${year}%252f${month}%252f${name}`, `${year}//${month}/${name}`,
      `/${stored.filepath}`, `${stored.filepath}/`, `${stored.filepath}%00`, `${stored.filepath}%0a`, `${stored.filepath.toUpperCase()}`, `${year}/99/${name}`, '.incoming/x', '', '%', '%00', `.//${stored.filepath}`,
      `${stored.filepath}.html`, `%32${stored.filepath.slice(1)}`, `${year}\\${month}\\${name}`, `${stored.filepath};x`,
    ]; // prettier-ignore
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    for (const path of bad) {
      const answer = await raw(origin, `/static-file/${path}`);
      // an address that is no address at all is refused by the router
      expect(path.endsWith('%') ? 400 : 404, path).toBe(answer.status);
      expect(answer.body, path).not.toMatch(/^secret|%PDF-plain/);
    }
    expect((await raw(origin, address(stored))).status).toBe(200);
    expect((await get(`${address(stored)}?x=1`)).statusCode).toBe(200);
  });
});

describe('/preview', () => {
  it('[FO2] shows a public office file, and passes the same door as the file', async () => {
    const stored = await store({ bytes: await buildDocx('<w:p><w:r><w:t>预览正文</w:t></w:r></w:p>') });
    const address = `/preview/${stored.filepath}`;
    expect((await get(address)).statusCode).toBe(404);
    const articleId = await attach('说明.docx', stored.filepath, '0001');
    expect((await get(address)).statusCode).toBe(403);
    const restricted = await get(address, { 'x-level': '0001' });
    expect([restricted.statusCode, restricted.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(restricted.body).toContain('<p>预览正文</p>');
    expect(restricted.body).toContain(`href="/static-file/${stored.filepath}"`);
    await run([{ kind: 'article', id: String(articleId), withdraw: { reason: '更正' } }]);
    const gone = await get(address, { 'x-level': '0001' });
    expect([gone.statusCode, gone.body]).toEqual([410, expect.not.stringContaining('预览正文')]);
  });

  it('says in words what cannot be shown, and offers the file', async () => {
    const stored = await store({ bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex'), extension: 'doc' });
    await attach('旧.doc', stored.filepath);
    const answer = await get(`/preview/${stored.filepath}`);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('不支持在线预览')]);
  });
});

describe('the name a file is saved under', () => {
  it.each([
    ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
    ['a"b\\c%d.pdf', `attachment; filename="a_b_c_d.pdf"; filename*=UTF-8''a_b_c%25d.pdf`],
    ['../../etc/passwd', `attachment; filename="_.._etc_passwd"; filename*=UTF-8''_.._etc_passwd`],
    [
      'x\r\nSet-Cookie: a=b.pdf',
      `attachment; filename="xSet-Cookie_ a=b.pdf"; filename*=UTF-8''xSet-Cookie_%20a%3Db.pdf`,
    ],
    ['\u202egnp.exe', `attachment; filename="gnp.exe"; filename*=UTF-8''gnp.exe`],
    ["(it's)*.txt", `attachment; filename="(it's)_.txt"; filename*=UTF-8''%28it%27s%29_.txt`],
    ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['...', `attachment; filename="file"; filename*=UTF-8''file`],
  ])('%j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('is shortened to what file systems take, with its ending', () => {
    const header = contentDisposition('inline', `${'年'.repeat(300)}.pdf`);
    const name = decodeURIComponent(header.split("UTF-8''")[1]!);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^年{60,}\.pdf$/);
  });
});
