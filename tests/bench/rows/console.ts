import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { root, type Running } from '../product.ts';
import { median, spread, type Row } from '../report.ts';

const GROUP = 'Console';
const BUILT = join(root, 'dist/console');
const SCRIPT_LIMIT = 260;
const PREVIEW_LIMIT = 150;
const BLOCKS = 50;
/** milliseconds that the console waits for the next keystroke (LivePreview) */
const PAUSE = 40;

/** Weight of its first load, the delay of a preview, and the time to list the largest tree and register. */
export async function consoleRows(dataDir: string, { origin }: Running, rounds: number): Promise<Row[]> {
  const ask = await signIn(origin, dataDir);
  const registers = (await ask<{ register: string; rows: number }[]>('GET', '/registers')).toSorted(
    (a, b) => b.rows - a.rows,
  );
  const largest = registers[0]!;
  const lastPage = Math.ceil(largest.rows / 50);
  const channels = await ask<unknown[]>('GET', '/channels');
  const changes = [{ kind: 'page', id: 'fund-sale-staff', document: pageOfBlocks() }];
  const preview = async (): Promise<void> => {
    const { page, problems } = await ask<{ page: string | null; problems: object[] }>('POST', '/previews', { changes });
    if (page === null) throw new Error(`The page of ${BLOCKS} blocks is not drawn: ${JSON.stringify(problems[0])}`);
  };
  return [
    {
      group: GROUP,
      id: 'console-script',
      title: 'JavaScript of the console’s first load after brotli',
      value: firstLoad(),
      unit: 'kB',
      limit: { most: SCRIPT_LIMIT },
      note: '',
    },
    timed(
      'console-preview',
      `Preview of a page of ${BLOCKS} blocks after a keystroke`,
      await times(preview, rounds * 4),
      PREVIEW_LIMIT,
      PAUSE,
    ),
    timed(
      'console-rows',
      `Last page of the largest register (${largest.rows.toLocaleString('en')} rows)`,
      await times(() => ask('GET', `/registers/${largest.register}/rows?pageSize=50&pageNum=${lastPage}`), rounds * 4),
    ),
    timed(
      'console-channels',
      `The whole tree (${channels.length} channels)`,
      await times(() => ask('GET', '/channel-tree'), rounds * 4),
    ),
  ];
}

/** Account and password of the demonstration. */
export function accountOf(dataDir: string, as: string): { account: string; password: string } {
  const accounts = JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8')) as {
    account: string;
    password: string;
  }[];
  const { account, password } = accounts.find((one) => one.account === as)!;
  return { account, password };
}

/** @param as an account of the demonstration @returns the call's data */
export async function signIn(origin: string, dataDir: string, as = 'channel-admin') {
  let cookie = '';
  const ask = async <T>(method: string, path: string, body?: object | Buffer): Promise<T> => {
    const sent = Buffer.isBuffer(body)
      ? { type: 'application/octet-stream', body: new Uint8Array(body) }
      : { type: 'application/json', body: JSON.stringify(body) };
    const answer = await fetch(origin + CONSOLE_API + path, {
      method,
      headers: { origin, cookie, ...(body && { 'content-type': sent.type }) },
      ...(body && { body: sent.body }),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: T };
    if (code !== '0') throw new Error(`${path}: ${msg}`);
    return data;
  };
  await ask('POST', '/session', accountOf(dataDir, as));
  /** an answer that is a page */
  const page = async (path: string): Promise<string> =>
    (await fetch(origin + CONSOLE_API + path, { headers: { cookie } })).text();
  return Object.assign(ask, { page });
}

/** A shipped page with the same list many times, each with its own place in the address. */
function pageOfBlocks(): object {
  const page = JSON.parse(readFileSync(join(root, 'page-schemas/channels/fund-sale-staff.json'), 'utf8')) as {
    blocks: object[];
  };
  const more = Array.from({ length: BLOCKS - page.blocks.length }, (_, at) => ({
    id: `more-${at}`,
    place: 'bottom',
    widget: 'channel-content',
    source: { name: 'channel-content' },
    address: `more${at}`,
  }));
  return { ...page, blocks: [...page.blocks, ...more] };
}

async function times(work: () => Promise<unknown>, rounds: number): Promise<number[]> {
  // statements are prepared and code is compiled
  for (let round = 0; round < 3; round += 1) await work();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now();
    await work();
    taken.push(performance.now() - since);
  }
  return taken;
}

const timed = (id: string, title: string, taken: number[], most?: number, pause = 0): Row => ({
  group: GROUP,
  id,
  title,
  value: median(taken) + pause,
  unit: 'ms',
  limit: most === undefined ? null : { most },
  note: `${spread(taken, 'ms')} for the call${pause > 0 ? `, ${pause} ms for the next keystroke that does not come` : ''}`,
});

/** kB of the entry with all that it imports at once. */
function firstLoad(): number {
  const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[] }
  >;
  const seen = new Set<string>();
  const open = ['entry-console.tsx'];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(manifest[name]!.imports ?? []));
  }
  return (
    [...seen].reduce(
      (sum, name) => sum + brotliCompressSync(readFileSync(join(BUILT, manifest[name]!.file))).length,
      0,
    ) / 1000
  );
}
