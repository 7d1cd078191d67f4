import { afterAll, vi } from 'vitest';

/**
 * Files of a worker share their modules, and with them the clock that never goes back (PD17). After a file that has put it
 * forward the next one begins with a clock of its own, or its sessions would have ended for every other server.
 */
afterAll(async () => {
  const { steadyDate } = await import('#server/people/steady-clock.ts');
  if (steadyDate().getTime() > Date.now() + 1_000) vi.resetModules();
});
