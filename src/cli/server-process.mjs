import { fileURLToPath } from 'node:url';

/**
 * How the server's process is started: with a small memory. V8 and malloc otherwise keep what a burst of requests took,
 * several times what the server holds; the young generation is small because a page's garbage dies with the page, and
 * the old one is swept when it has grown by a third, not when it has more than doubled: ten milliseconds a sweep. The
 * collector is handed out for when nobody waits (collect-when-idle.ts).
 */
export const serverOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--expose-gc',
];

/**
 * Node keeps what it has compiled: from the second start on a process, and a thread that is given this setting, reads
 * neither its TypeScript compiler, 13 MB of memory, nor most of the sources.
 */
export const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../dist/compiled', import.meta.url)) };

/**
 * Must be in the environment before the process starts. Pages and compressed pages are mapped one by one, so that each
 * goes back to the system when it is dropped.
 */
export const serverMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
  ...compileCache,
};
