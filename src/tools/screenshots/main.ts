import { mkdir, mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SITE_BASE } from '#wire/paths.ts';
import { listRoutes } from '../walk/list-routes.ts';
import { startDemonstration } from '../demonstration.ts';
import { walk } from '../walk/walk.ts';
import { openCamera, type Camera } from './camera.ts';
import { planShots, WIDTHS, type Shot } from './plan.ts';
import { writeIndex, type Taken } from './write-index.ts';

const USAGE = `npm run screenshots -- [--url http://host:port] [--out folder] [--only /,/research] [--widths 1440,375]

Pictures of every route at 1440, 768 and 375 px, of every kind of page in the elder-friendly version and in traditional
script, of the home page in grey, and an index.html over them that grows with each route. Of a small demonstration started
for it, or of the site at --url. --only takes the routes with these paths and all below them (/ is the home page alone),
--widths other widths.`;

/** number of routes photographed in parallel */
const SIDE_BY_SIDE = 2;

interface Options {
  /** undefined: start a demonstration */
  url: string | undefined;
  folder: string;
  only: string[];
  widths: number[];
}

/** @returns null where only the usage was asked for */
async function readOptions(): Promise<Options | null> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      out: { type: 'string' },
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: WIDTHS.join() },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const widths = values.widths.split(',').map(Number);
  if (widths.some((width) => !Number.isInteger(width) || width < 200 || width > 4_000))
    throw new Error(`--widths takes whole numbers from 200 to 4000, parted by commas, not ${values.widths}`);
  const folder = values.out === undefined ? await mkdtemp(join(tmpdir(), 'site-screenshots-')) : resolve(values.out);
  await mkdir(folder, { recursive: true });
  return { url: values.url, folder, only: values.only.split(',').filter(Boolean), widths };
}

async function main(stopped: AbortSignal): Promise<number> {
  const options = await readOptions();
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  if (options.url === undefined) console.log('starting a small demonstration');
  const demonstration = options.url === undefined ? await startDemonstration('small', { whole: true, stopped }) : null;
  let camera: Camera | undefined;
  try {
    const origin = demonstration?.origin ?? new URL(options.url!).origin;
    console.log(`listing the routes of ${origin}`);
    const plan = planShots(await listRoutes(origin, SITE_BASE), options.only, options.widths);
    if (plan.length === 0) throw new Error(`No route has a path of ${options.only.join(', ')}`);
    stopped.throwIfAborted();
    camera = await openCamera(origin, options.folder);
    const close = camera.close;
    stopped.addEventListener('abort', () => void close());
    await takeAll(camera, plan, options.folder, origin, stopped);
    return 0;
  } finally {
    await camera?.close();
    await demonstration?.end();
  }
}

/** Photographs the routes, some in parallel. After each it prints a line and writes the index again. */
async function takeAll(
  camera: Camera,
  plan: readonly Shot[][],
  folder: string,
  origin: string,
  stopped: AbortSignal,
): Promise<void> {
  const planned = plan.flat().length;
  const taken: Taken[] = [];
  let done = 0;
  // writes of the index wait for each other, because a later one holds more
  let written = writeIndex(folder, taken, planned, origin);
  const photograph = async (route: Shot[]) => {
    const since = Date.now();
    const pictures: Taken[] = [];
    for (const shot of route) pictures.push({ ...shot, faults: await camera.take(shot) });
    if (stopped.aborted) return;
    taken.push(...pictures);
    written = written.then(() => writeIndex(folder, taken, planned, origin));
    console.log(
      `${String((done += 1)).padStart(String(plan.length).length)} of ${plan.length}  ${decodeURIComponent(route[0]!.path)}  ${pictures.length} pictures, ${((Date.now() - since) / 1000).toFixed(1)} s`,
    );
    for (const { file, faults } of pictures) for (const fault of faults) console.log(`    ${file}: ${fault}`);
  };
  await walk(plan, photograph, { atOnce: SIDE_BY_SIDE, stopped });
  await written;
  console.log(`${taken.length} pictures: ${join(folder, 'index.html')}`);
}

const stop = new AbortController();
let signalled: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    signalled ??= signal;
    stop.abort();
  });
}

process.exitCode = await main(stop.signal).catch((error: unknown) => {
  if (!signalled) console.error(error instanceof Error ? error.message : error);
  return 1;
});
if (signalled) process.exitCode = 128 + constants.signals[signalled];
