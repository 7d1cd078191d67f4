import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { bareEnvironment } from '../background/bare-environment.ts';
import type { MadePicture, PictureTask } from './small-pictures.ts';
import { RASTER_LIMITS } from './raster-size.ts';

/**
 * Process of its own that makes pictures smaller. A decoder that a picture breaks, or that takes too much memory, ends
 * this process and not the server; a thread could not be ended while libvips works.
 */
sharp.concurrency(1);
sharp.cache(false);

/** ML1, ML2: the same picture gives the same bytes, without what a camera wrote into it. */
async function make({ path, width, to, seconds }: PictureTask): Promise<MadePicture> {
  const { size } = await sharp(path, {
    limitInputPixels: RASTER_LIMITS.pixels,
    sequentialRead: true,
    failOn: 'error',
  })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 82, effort: 4, smartSubsample: true })
    .timeout({ seconds })
    .toFile(to);
  return { bytes: size };
}

process.on('message', (task: PictureTask) => {
  const answer = (made: MadePicture) => process.send?.(made);
  make(task).then(answer, (error: unknown) =>
    answer({ problem: (error instanceof Error ? error.message : String(error)).slice(0, 200) }),
  );
});
setPriority(10);
process.on('disconnect', () => process.exit());
new Worker(new URL('./memory-watch.ts', import.meta.url), {
  execArgv: [],
  env: bareEnvironment(),
  stdout: true,
  stderr: true,
}).unref();
