import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnv } from '#server/env.ts';
import { assemble, builtFront } from '#server/serve.ts';
import { openStore } from '#server/store/open-store.ts';

/** A program that tests start, also in a copy of the product: opens the store as a server does, and runs each part of the background. */
const env = loadEnv(process.env);
const { database, wireKey, close } = await openStore(env);
const served = await assemble({
  env,
  database,
  filesDir: join(env.dataDir, 'files'),
  pagesDir: fileURLToPath(new URL('../../page-schemas', import.meta.url)),
  wireKey,
  demo: false,
  front: await builtFront(),
  timers: false,
});
await served.run();
await served.close();
await close();
