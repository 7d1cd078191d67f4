import { chromium, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openCamera, type Camera } from '../screenshots/camera.ts';

const WIDTHS = [1440, 375];

/** number of pictures of a page that looks different: two pictures of one page may differ by a moment */
const TRIES = 3;

/** Pages by path, in the form in which they are saved. */
export type Pages = Readonly<Record<string, { status: number }>>;

interface Picture {
  path: string;
  status: number;
  width: number;
  /** in the folder, without its ending */
  name: string;
}

/** A name for each address that every file system takes. */
const picturesOf = (pages: Pages): Picture[] =>
  Object.entries(pages).flatMap(([path, { status }]) =>
    WIDTHS.map((width) => ({
      path,
      status,
      width,
      name: `${path.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}-${width}`,
    })),
  );

/** @returns what kept the page from being drawn */
async function take(camera: Camera, { path, status, width, name }: Picture, ending: string): Promise<string[]> {
  // a refused document is no fault where it was refused before
  const kind = status >= 400 ? '404' : '';
  const faults = await camera.take({ path, width, kind, mode: '', file: name + ending });
  return faults.map((fault) => `${path}: at ${width} px: ${fault}`);
}

/** UP5: photographs pages as they are before an upgrade. @returns what kept any from being drawn */
export async function takePictures(origin: string, folder: string, pages: Pages): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const camera = await openCamera(origin, folder);
  const faults: string[] = [];
  for (const picture of picturesOf(pages)) faults.push(...(await take(camera, picture, '.png')));
  await camera.close();
  return faults;
}

/**
 * UP5: photographs the pages again, and tells which look otherwise and where. Of these both pictures stay.
 * @param pages that were photographed before
 */
export async function comparePictures(origin: string, folder: string, pages: Pages): Promise<string[]> {
  const camera = await openCamera(origin, folder);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const differing: string[] = [];
  for (const picture of picturesOf(pages)) {
    const [before, now] = [join(folder, `${picture.name}.png`), join(folder, `${picture.name}.now.png`)];
    if (!existsSync(before)) continue;
    let [faults, where]: [string[], string | null] = [[], null];
    for (let tries = 0; tries < TRIES && (tries === 0 || where !== null); tries += 1) {
      faults = await take(camera, picture, '.now.png');
      where = existsSync(now) ? await differenceIn(page, before, now) : null;
    }
    differing.push(...faults);
    if (where === null) await rm(now, { force: true });
    else differing.push(`${picture.path}: looks otherwise at ${picture.width} px, ${where}: ${before} and ${now}`);
  }
  await Promise.all([browser.close(), camera.close()]);
  return differing;
}

/** The part of two pictures that differs, in words; null where they are the same. */
async function differenceIn(page: Page, before: string, now: string): Promise<string | null> {
  const [one, other] = await Promise.all([readFile(before), readFile(now)]);
  if (one.equals(other)) return null;
  const addresses = [one, other].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);
  const found = await page.evaluate(differingPart, addresses);
  return found && `from ${found.left},${found.top} to ${found.right},${found.bottom}`;
}

/** Runs in the page. */
async function differingPart(
  addresses: string[],
): Promise<{ left: number; top: number; right: number; bottom: number } | null> {
  const images = await Promise.all(
    addresses.map(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image;
    }),
  );
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const [one, other] = images.map((image) => {
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  });
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < width * height; at += 1) {
    if (one![at] === other![at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? null : { left, top, right, bottom };
}
