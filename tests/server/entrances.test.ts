import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { openBackup } from '#server/db/backup/read-backup.ts';
import { createGateway, readUpstreams } from '#server/http/gateway.ts';
import { CannotImport } from '#features/moving-in/server/cannot-import.ts';
import { readJsonFile } from '#features/moving-in/server/map.ts';
import { unpackZip } from '#features/moving-in/server/unpack.ts';
import { previewOf } from '#server/pages/files/preview.ts';
import { readJson } from '#features/feeding/server/read-body.ts';
import { storeFile } from '#server/files/store.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { tableBelow, textOf } from '../house/repository.ts';
import { hand } from '../world/editions.ts';
import { buildDocx, buildXlsx, buildZip } from '../world/office-files.ts';
import { pngHead } from '../world/pictures.ts';
import { article, SECTION, staffRegister, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';
import { deskOf, type Desk } from '../world/transfer.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DOCUMENT = textOf('docs/entrances.md');
const ENTRANCES = ['Calls', 'Files of the console', 'What files hold', 'Upstreams and commands'].flatMap((heading) =>
  tableBelow(DOCUMENT, heading).map(([entrance = '']) => entrance.replaceAll('`', '')),
);
const DEEP = '['.repeat(1_000_000);
const MANY = `[${'{},'.repeat(70_000)}{}]`;

const folder = temporaryFolder();
let site: TestSite;
let desk: Desk;
beforeAll(async () => {
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: '示例证券 <no-reply@site.test>' };
  site = await startSite({ siteUrl: 'http://localhost', mail });
  desk = await deskOf({ site }, await hand(site, '栏目甲', [{ role: 'channel-admin', channelId: '' }]));
});
afterAll(async () => {
  await site.end();
  folder.remove();
});

const writtenFile = (name: string, bytes: Buffer | string): string => {
  const path = join(folder.path, name);
  writeFileSync(path, bytes);
  return path;
};

/** The codes and words of what a call answers to a body. */
async function posted(url: string, type: string, payload: string): Promise<string> {
  const answer = await site.app.inject({
    method: 'POST',
    url,
    headers: { ...desk.headers, 'content-type': type },
    payload,
  });
  return `${answer.statusCode} ${answer.body}`;
}
const open = (answer: string): string =>
  parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(answer.slice(4))).code;
/** The result of some work, or the words with which it is refused. */
async function wordsOf(work: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    return error instanceof CannotImport ? error.chinese : (error as Error).message;
  }
}

/** Both: lists in lists, and one list of many. */
async function jsonBombs(path: string): Promise<string> {
  const url = path.replaceAll(/:\w+/g, '1');
  const answers = [];
  for (const bomb of [DEEP.slice(0, 200_000), MANY]) answers.push(await posted(url, 'application/json', bomb));
  return answers.join(' ');
}

/** A test that tries an entrance elsewhere. */
const elsewhere = (file: string, title: string) => async (): Promise<string> =>
  textOf(file).includes(title) ? `tried in ${file}` : 'no such test';

/** An archive whose directory says that its first entry is larger than it is. */
async function saying(name: string, size: number): Promise<Buffer> {
  const zip = await buildZip({ [name]: '{}' });
  zip.writeUInt32LE(size, zip.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  return zip;
}

const FORM = 'application/x-www-form-urlencoded';
const LONG = `address=${'a'.repeat(20_000)}`;
const USES = [1, 2, 3, 4, 5, 6].map((at) => `<g id="a${at}">${`<use href="#a${at - 1}"/>`.repeat(10)}</g>`).join('');
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"><path d="M0 0"/></g>${USES}</svg>`;

/**
 * Input that is too much for each entrance, and the message about it. Calls of the console that take JSON all get the
 * same.
 */
const TRIES: Readonly<Record<string, [bomb: () => Promise<string>, words: RegExp]>> = {
  'every other console call': [() => jsonBombs('/console/api/file-check'), /"1415".*"1416"/],
  'POST /console/api/settings/:name/check': [
    async () => {
      const answers = [];
      for (const json of [DEEP, MANY]) answers.push(await desk.ask('POST', '/settings/site/check', { json }));
      return answers.map(({ code }) => code).join(' ');
    },
    /^1415 1416$/,
  ],
  'calls of visitors, JSON': [
    async () => {
      const codes = [];
      for (const bomb of [DEEP.slice(0, 200_000), MANY])
        codes.push(open(await posted(CALL_BASE + paths.proConfirm, 'application/json', bomb)));
      return codes.join(' ');
    },
    /^1415 1416$/,
  ],
  'calls of visitors, forms': [
    async () => open(await posted(CALL_BASE + paths.proConfirm, FORM, 'a=1&'.repeat(60_000))),
    /^400$/,
  ],
  'calls of visitors, multipart': [
    async () => {
      const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
      return open(await posted(CALL_BASE + paths.proConfirm, 'multipart/form-data; boundary=x', field.repeat(5_000)));
    },
    /^(?:1001|1413)$/,
  ],
  login: [() => posted('/login/confirm/1', FORM, LONG), /^4\d\d /],
  'answers to previews': [() => posted('/preview/shared/answer', FORM, LONG + LONG), /^4\d\d /],
  'alerts by mail': [() => posted('/alerts', FORM, LONG), /^4\d\d /],
  deliveries: [
    async () => {
      const bodies = [DEEP, `{"rows":[${'{},'.repeat(1_250_000)}{}]}`];
      return (await Promise.all(bodies.map((body) => wordsOf(() => readJson(body, staffRegister))))).join(' ');
    },
    /内容嵌套过深.*内容超过 125 万个值/,
  ],
  'logout tokens of the identity provider': [
    elsewhere('tests/server/provider-sessions.test.ts', '[OI7] a logout token of the provider'),
    /^tried/,
  ],
  'answers of sign-ins by the identity provider': [
    elsewhere('tests/server/provider-sign-in.test.ts', '[OI8] answers that are replayed'),
    /^tried/,
  ],
  'answers of the identity provider': [
    elsewhere('tests/server/provider-sign-in.test.ts', 'an answer without end'),
    /^tried/,
  ],
  'query, headers': [
    elsewhere('tests/server/broken-pages.test.ts', 'a query string of 1 MB is refused by the protocol’s own limit'),
    /^tried/,
  ],
  'POST /console/api/files': [
    async () => (await desk.send(`/files?filename=${encodeURIComponent('图.svg')}`, Buffer.from(SVG))).msg,
    /展开引用/,
  ],
  'POST /console/api/transfer/import': [
    async () => {
      await desk.send('/transfer/import?filename=a.site', gzipSync(`[${'{},'.repeat(10_000_000)}{}]\n`));
      return vi.waitUntil(async () => (await desk.ask('GET', '/transfer')).data.import.problem, 100_000);
    },
    /有一行过长/,
  ],
  'POST /console/api/moving-in/:importId/files': [
    elsewhere('tests/server-parts/moving-in/unpack.test.ts', '[MI10] a bomb, too many files'),
    /^tried/,
  ],
  'POST /console/api/moving-in/:importId/list': [
    elsewhere('tests/server-parts/moving-in/unpack.test.ts', '[MI10] a bomb, too many files'),
    /^tried/,
  ],
  'POST /console/api/moving-in/:importId/zip': [
    async () => {
      const path = writtenFile('a.zip', await saying('a.html', 300 * 1024 * 1024));
      return wordsOf(() => unpackZip(path, join(folder.path, 'unpacked')));
    },
    /解压后有 300 MB，每个文件最大 256 MB/,
  ],
  SVG: [async () => (await desk.send('/files?filename=a.svg', Buffer.from(SVG.repeat(9)))).msg, /展开引用/],
  'PNG, JPEG, GIF, WebP': [
    async () => (await desk.send('/files?filename=a.png', pngHead(60_000, 60_000))).msg,
    /60000×60000/,
  ],
  'PNG, JPEG, WebP': [
    async () => {
      const bomb = { bytes: pngHead(60_000, 60_000), extension: 'png' };
      const { filepath } = await storeFile({ db: site.database.db, dir: site.filesDir }, bomb);
      const content = `<p><img src="/static-file/${filepath}" alt="图"></p>`;
      await site.publish('图', [article(`${SECTION}0003`, '带图', { content })]);
      const answer = await site.app.inject({
        url: `/static-file/${filepath}?width=480`,
        headers: { accept: 'image/webp' },
      });
      return String(answer.headers['content-type']);
    },
    /^image\/png$/,
  ],
  'office file': [
    async () => {
      const bomb = await buildZip({ '[Content_Types].xml': Buffer.alloc(3_000_000, ' ') });
      return (await desk.send('/files?filename=a.docx', bomb)).msg;
    },
    /内容却是 \.zip 文件/,
  ],
  'workbook, CSV': [
    async () => {
      const sharedStrings = `<sst>${'<si/>'.repeat(400_000)}</sst>`;
      const bytes = await buildXlsx({ 名单: '<sheetData/>' }, { sharedStrings });
      return wordsOf(() => readSheet(bytes, 'a.xlsx', { unpackedSize: 1_000_000 }));
    },
    /解压后|过大|太大/,
  ],
  'docx, xlsx': [
    async () => {
      const path = writtenFile('a.docx', await buildDocx('<w:p>'.repeat(300) + '</w:p>'.repeat(300)));
      const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
      return JSON.stringify(await previewOf(path, type));
    },
    /无法.*预览/,
  ],
  'pdf, docx, xlsx, text': [elsewhere('tests/server-parts/file-text.test.ts', 'takes no longer than it may'), /^tried/],
  'list or map of a moving-in, JSON or CSV': [
    async () => {
      const files = [writtenFile('deep.json', DEEP), writtenFile('many.json', `[${'{},'.repeat(1_000_000)}{}]`)];
      return (await Promise.all(files.map((file) => wordsOf(() => readJsonFile(file))))).join(' ');
    },
    /嵌套超过 32 层.*内容超过 100 万个值/,
  ],
  'answer of an upstream': [
    async () => {
      const upstream = createServer((_request, response) => response.end(`{"code":"0","data":${DEEP}`)).listen(0);
      await once(upstream, 'listening');
      const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      const { upstreams } = readUpstreams(JSON.stringify({ market: { address, suite: 'none' } }));
      try {
        return await wordsOf(async () => {
          await createGateway(upstreams)
            .get('/market/v1/advisor/info', {}, {})
            .catch((error: Error) => Promise.reject(error.cause as Error));
        });
      } finally {
        upstream.close();
      }
    },
    /more than 64 levels/,
  ],
  'file of an upstream': [
    elsewhere('tests/server-parts/upstream-files.test.ts', '[US3] more files at once than may be'),
    /^tried/,
  ],
  'page schemas of an upstream': [
    elsewhere('tests/server/existing-server.test.ts', '[US11] more than may be read of it'),
    /^tried/,
  ],
  'npm run restore': [
    async () => {
      const path = writtenFile('backup', await saying('manifest.json', 200 * 1024 * 1024));
      return wordsOf(() => openBackup(path));
    },
    /manifest\.json has \d+ bytes, and may have/,
  ],
  'npm run import-site': [
    elsewhere('tests/server/transfer-refused.test.ts', '[BE9] a small file that unpacks to'),
    /^tried/,
  ],
};

/** megabytes above what the process had before */
const MOST_MEMORY = 300;

/** Memory of this process with its threads, in megabytes: VmRSS is what it is, VmHWM the most that it was. */
const memory = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;

/** The result of some work, and the most memory that it took at a time; 0 where the system does not tell. */
async function withMemory<T>(work: () => Promise<T>): Promise<[T, number]> {
  if (process.platform !== 'linux') return [await work(), 0];
  // VmHWM begins anew
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memory('VmRSS');
  return [await work(), memory('VmHWM') - before];
}

test.each(ENTRANCES)(
  '[OL6] [OL7] what is too much for “%s” is refused in 300 MB, and /healthz answers beside it',
  async (entrance) => {
    const isJson = entrance.startsWith('POST /console/api/') && !Object.hasOwn(TRIES, entrance);
    const [bomb, words] = isJson
      ? [() => jsonBombs(entrance.slice('POST '.length)), TRIES['every other console call']![1]]
      : (TRIES[entrance] ?? expect.fail(`nothing tries “${entrance}”`));
    const [[message, health], most] = await withMemory(() => Promise.all([bomb(), site.app.inject('/healthz')]));
    expect(most).toBeLessThan(MOST_MEMORY);
    expect(message.slice(0, 2_000)).toMatch(words);
    expect(health.statusCode).toBe(200);
    expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  },
);
