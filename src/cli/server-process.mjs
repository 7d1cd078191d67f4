import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Options of the server's process, and of commands beside it. They keep its memory small: without them V8 and malloc
 * keep what a burst of requests took: several times what the server needs. The young generation is small, because the
 * garbage of a page dies with the page. The old generation is collected when it has grown by a third, not when it has
 * more than doubled; a collection takes ten milliseconds. The garbage collector is exposed so that the server can run
 * it when no request waits (collect-when-idle.ts). V8 has one core less than the machine for its work beside the
 * program. With Node's four threads on two cores it takes the program's own core from it at each collection.
 */
export const serverOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--expose-gc',
  `--v8-pool-size=${Math.max(1, Math.min(4, availableParallelism() - 1))}`,
];

/**
 * Node's cache of compiled code. From the second start on, a process, and a thread that gets this setting, loads
 * neither Node's TypeScript compiler (13 MB of memory) nor most of the sources.
 */
export const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../dist/compiled', import.meta.url)) };

/**
 * Environment variables that must be set before the process starts. They make malloc map pages and compressed pages one
 * by one, so that each returns to the system when it is freed. Node's pool of threads is larger by the hashes of passwords
 * that are made at once, at most eight (people/staff/passwords.ts): four threads stay for files and compression.
 */
export const serverMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
  UV_THREADPOOL_SIZE: String(4 + Math.max(1, Math.min(8, availableParallelism() - 1))),
  ...compileCache,
};
