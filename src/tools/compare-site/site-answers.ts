import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { COMPANY_ROOT, isExternal, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths as calls, SITE_BASE } from '#wire/paths.ts';
import { leadsOf } from '../walk/links.ts';
import { patientFetch } from '../walk/patient-fetch.ts';
import { readHtml } from '../walk/read-html.ts';
import { listedPaths, UNLISTED } from '../walk/site-pages.ts';
import { walk } from '../walk/walk.ts';
import type { SavedAnswer, SavedAnswers } from './differences.ts';
import { pageLines, textLines } from './page-lines.ts';

/** Files that no page links to. */
const KNOWN_FILES = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico', '/opensearch.xml'];

/** Scripts in which a page is read: what stands behind its path, and the cookie of the reader. */
const SCRIPTS = [
  ['', ''],
  [' (traditional)', 'zh_choose=t'],
] as const;

/** characters of a text file that are kept line by line; of a longer one its hash is kept */
const LONGEST_TEXT = 200_000;

/**
 * Every page of a running site in both scripts, and every file that they lead to.
 * @param origin scheme, host and port
 * @param more paths of pages that are read, too: those of a former version
 * @returns by path; null where no site with pages answers
 */
export async function siteAnswers(origin: string, more: readonly string[]): Promise<SavedAnswers | null> {
  const listed = await listedPaths(origin, SITE_BASE).catch(() => []);
  if (listed.length === 0) return null;
  const paths = [...listed, ...(await channelPaths(origin)), ...UNLISTED, ...more];
  const answers: Record<string, SavedAnswer> = {};
  const files = new Set(KNOWN_FILES.map((path) => origin + path));
  await walk(paths, async (path) => {
    for (const [label, cookie] of SCRIPTS) {
      const address = origin + SITE_BASE + encodeURI(path);
      const answer = await patientFetch(address, { headers: { cookie } });
      const html = withoutOrigin(await answer.text(), origin);
      const to = answer.headers.get('location');
      answers[path + label] = { status: answer.status, lines: [...(to ? [`leads to ${to}`] : []), ...pageLines(html)] };
      if (answer.ok) for (const file of leadsOf(readHtml(html), address, origin).files) files.add(file);
    }
  });
  const own = [...files].filter((address) => !new URL(address).pathname.startsWith('/assets/'));
  await walk(own, async (address) => {
    answers[`file ${address.slice(origin.length)}`] = await fileAnswer(address);
  });
  return Object.fromEntries(Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** One site may be asked at two addresses. */
export const withoutOrigin = (text: string, origin: string): string => text.replaceAll(origin, '');

async function fileAnswer(address: string): Promise<SavedAnswer> {
  const answer = await patientFetch(address);
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { origin } = new URL(address);
  const parts = type.includes('openxmlformats') ? await partsOf(bytes) : [bytes];
  return { status: answer.status, lines: [type, ...parts.flatMap((part) => contentLines(part, origin))] };
}

/** Lines of a text, the hash of anything else. */
function contentLines(bytes: Buffer, origin: string): string[] {
  const text = bytes.toString('utf8');
  return bytes.length <= LONGEST_TEXT && isUtf8(bytes) && !text.includes('\0')
    ? textLines(withoutOrigin(text, origin))
    : [`${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`];
}

/** Contents of the parts of a workbook, whose bytes also tell when it was made. */
async function partsOf(bytes: Buffer): Promise<Buffer[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const parts: Buffer[] = [];
  for await (const entry of zip.eachEntry()) parts.push(await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return parts;
}

/** Addresses of all channels of the site that are not hidden: those without content are in no site map (SU16). */
async function channelPaths(origin: string): Promise<string[]> {
  const key = await wireKeyOf(origin);
  if (key === '') return [];
  const suite = nodeSuite(Buffer.from(key, 'base64'));
  const lists = await Promise.all(
    [MAIN_ROOT, COMPANY_ROOT].map(async (channelId) => {
      const answer = await patientFetch(`${origin}${CALL_BASE}${calls.channelList}?channelId=${channelId}`);
      const { data } = JSON.parse(suite.decrypt(await answer.text())) as { data: { url: string }[] | null };
      return data ?? [];
    }),
  );
  return lists.flat().flatMap(({ url }) => (isExternal(url) ? [] : `/${url}`));
}

/** Key of the calls' cipher, as pages bring it to browsers; '' where a page brings none. */
export async function wireKeyOf(origin: string): Promise<string> {
  const html = await (await patientFetch(`${origin}${SITE_BASE}/`)).text();
  return /"wireKey":"([^"]*)"/.exec(html)?.[1] ?? '';
}
