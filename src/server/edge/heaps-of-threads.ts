import { setFlagsFromString } from 'node:v8';

/**
 * OL10: lets each thread have the heap that it is started with. An option such as `--max-old-space-size` holds for
 * every heap that is made while it is set, in place of a thread's own limits. The main thread has its heap by now.
 */
export function keepHeapsOfThreads(): void {
  for (const option of ['max-old-space-size', 'max-heap-size']) setFlagsFromString(`--${option}=0`);
}
