import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headersToCopy, startNginx } from '../nginx.ts';
import { runLoad, type Throughput } from '../load.ts';
import { pinned, type Tools } from '../machine.ts';
import { freePort } from '#tools/demonstration.ts';
import { pause, readRaw, serverCommand, startProcess, type Running } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';

const GROUP = 'Cached page against nginx (open_file_cache on, same bytes, same headers, one core, 32 connections)';
const LIMIT = 0.55;
const CONNECTIONS = 32;

/**
 * The product's cached page and the same bytes as a static file of nginx, in turns. Judged by work per second of core
 * time. On a quiet machine that is the ratio of requests per second. Where the load client or other programs hold one
 * side back, it is not in our favour.
 */
export async function cachedPage(
  tools: Tools,
  nginx: string,
  site: Running,
  path: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const compressed = await against(tools, nginx, site, path, 'br', seconds, rounds);
  // no browser asks for this one; it shows what larger answers cost (nginx sends files without copying them)
  const plain = await against(tools, nginx, site, path, 'identity', seconds, rounds);
  const [ratio, ...otherRows] = compressed;
  return [{ ...ratio!, limit: { least: LIMIT } }, ...otherRows, ...plain];
}

async function against(
  tools: Tools,
  nginx: string,
  site: Running,
  path: string,
  encoding: 'br' | 'identity',
  seconds: number,
  rounds: number,
): Promise<Row[]> {
  // the first answer is rendered, the second comes from the cache
  await readRaw(site.origin + path, encoding);
  const ours = await readRaw(site.origin + path, encoding);
  const files = await startNginx(tools, nginx, [{ path, body: ours.body, headers: headersToCopy(ours.headers) }]);
  const bare = encoding === 'br' ? await startBareNode(tools, ours) : null;
  try {
    const theirs = await readRaw(files.origin + path, encoding);
    sameAnswer(ours, theirs);
    const run = (server: { pid: number; port: number }, span: number) =>
      runLoad(tools, server.pid, {
        port: server.port,
        paths: [path],
        connections: CONNECTIONS,
        seconds: span,
        encoding,
      });
    const [a, b, c]: [Throughput[], Throughput[], Throughput[]] = [[], [], []];
    await run(site, 2);
    await run(files, 1);
    if (bare) await run(bare, 2);
    for (let round = 0; round < rounds; round++) {
      a.push(await run(site, seconds));
      b.push(await run(files, seconds));
      if (bare) c.push(await run(bare, seconds));
    }
    return [rowOf(encoding, ours.body.length, a, b), ...(bare ? [bareRow(a, b, c)] : [])];
  } finally {
    await bare?.stop();
    await files.stop();
  }
}

/** Node's own server with the same bytes and headers, under the product's options. */
async function startBareNode(tools: Tools, { body, headers }: Awaited<ReturnType<typeof readRaw>>) {
  const folder = mkdtempSync(join(tmpdir(), 'site-bare-'));
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify({ headers: headersToCopy(headers), body: body.toString('base64') }));
  const port = await freePort();
  const options = serverCommand.filter((part) => /^--(max|heap)-/.test(part));
  const { child, output, stop } = startProcess(
    pinned(tools, 0, [
      process.execPath,
      ...options,
      fileURLToPath(new URL('../bare-node.ts', import.meta.url)),
      file,
      String(port),
    ]),
  );
  for (let tries = 0; tries < 250 && !output().includes('ready') && child.exitCode === null; tries++) await pause(20);
  rmSync(folder, { recursive: true, force: true });
  if (!output().includes('ready')) throw new Error(`the bare server did not start: ${output()}`);
  return { pid: child.pid!, port, stop };
}

/** Share of Node in the distance to nginx, and share of the product. */
function bareRow(ours: Throughput[], nginx: Throughput[], bare: Throughput[]): Row {
  return {
    group: GROUP,
    id: 'cached-bare-node',
    title: 'the same against a bare node:http server with these bytes',
    value: median(rate(ours)) / median(rate(bare)),
    unit: 'ratio',
    limit: null,
    note: `it answers ${spread(rate(bare))} requests a core second, ${(median(rate(bare)) / median(rate(nginx))).toFixed(2)} of nginx`,
  };
}

const rate = (runs: Throughput[]) => runs.map(({ perCoreSecond, perSecond }) => perCoreSecond ?? perSecond);

function rowOf(encoding: string, bytes: number, a: Throughput[], b: Throughput[]): Row {
  const plain = (runs: Throughput[]) => median(runs.map(({ perSecond }) => perSecond));
  const busy = (runs: Throughput[]) => runs.map(({ busy }) => (busy ?? 1) * 100);
  return {
    group: GROUP,
    id: `cached-${encoding}`,
    title: `${(bytes / 1000).toFixed(1)} kB list page, ${encoding === 'br' ? 'brotli' : 'not compressed'}`,
    value: median(rate(a)) / median(rate(b)),
    unit: 'ratio',
    limit: null,
    note: `${spread(rate(a))} against ${spread(rate(b))} requests a core second; as counted by the clock ${rounded(plain(a))} against ${rounded(plain(b))} a second (${(plain(a) / plain(b)).toFixed(2)}), core used ${rounded(median(busy(a)))} and ${rounded(median(busy(b)))} %`,
  };
}

/** @throws when nginx does not send the same bytes under the same headers */
function sameAnswer(ours: Awaited<ReturnType<typeof readRaw>>, theirs: Awaited<ReturnType<typeof readRaw>>): void {
  const wanted = headersToCopy(ours.headers);
  const given = headersToCopy(theirs.headers);
  const different = Object.keys({ ...wanted, ...given }).filter((name) => wanted[name] !== given[name]);
  if (different.length > 0 || !ours.body.equals(theirs.body))
    throw new Error(`nginx answers otherwise than the product: ${different.join(', ') || 'other bytes'}.`);
}
