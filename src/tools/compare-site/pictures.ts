import { chromium, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openCamera } from '../screenshots/camera.ts';

const WIDTHS = [1440, 375];

interface Picture {
  path: string;
  width: number;
  /** in the folder, without its ending */
  name: string;
}

/** A name for each address that every file system takes. */
const picturesOf = (paths: readonly string[]): Picture[] =>
  paths.flatMap((path) =>
    WIDTHS.map((width) => ({
      path,
      width,
      name: `${path.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}-${width}`,
    })),
  );

async function take(origin: string, folder: string, pictures: readonly Picture[], ending: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const camera = await openCamera(origin, folder);
  const faults: string[] = [];
  for (const { path, width, name } of pictures) {
    const shot = { path, width, kind: '', mode: '', file: name + ending } as const;
    faults.push(...(await camera.take(shot)).map((fault) => `${path}: at ${width} px: ${fault}`));
  }
  await camera.close();
  return faults;
}

/** UP5: photographs pages as they are before an upgrade. @returns what kept any from being drawn */
export const takePictures = (origin: string, folder: string, paths: readonly string[]): Promise<string[]> =>
  take(origin, folder, picturesOf(paths), '.png');

/**
 * UP5: photographs the pages again, and tells which look otherwise and where. Of these both pictures stay.
 * @param paths that were photographed before
 */
export async function comparePictures(origin: string, folder: string, paths: readonly string[]): Promise<string[]> {
  const pictures = picturesOf(paths).filter(({ name }) => existsSync(join(folder, `${name}.png`)));
  const told = await take(origin, folder, pictures, '.now.png');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  for (const { path, width, name } of pictures) {
    const [before, now] = [join(folder, `${name}.png`), join(folder, `${name}.now.png`)];
    const where = existsSync(now) ? await differenceIn(page, before, now) : null;
    if (where === null) await rm(now, { force: true });
    else told.push(`${path}: looks otherwise at ${width} px, ${where}: ${before} and ${now}`);
  }
  await browser.close();
  return told;
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
