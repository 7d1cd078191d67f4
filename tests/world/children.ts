import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Programs that tests have started and that run. */
const running = new Set<ChildProcess>();

/**
 * Reads process ids from its input, `+1` for one that begins and `-1` for one that has ended. Its input ends when the
 * process of the tests ends, however that happens; then it asks each to stop, and kills it ten seconds later.
 */
const WATCHER = `
const ids = new Set();
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) line[0] === '+' ? ids.add(Number(line)) : ids.delete(-Number(line));
});
const send = (signal) => { for (const id of ids) try { process.kill(id, signal); } catch { ids.delete(id); } };
process.stdin.on('end', () => {
  send('SIGTERM');
  if (ids.size > 0) setTimeout(() => send('SIGKILL'), 10_000);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
`;

let watcher: ChildProcess | undefined;

function tellWatcher(line: string): void {
  if (watcher === undefined) {
    watcher = spawn(process.execPath, ['-e', WATCHER], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    watcher.stdin!.on('error', () => {});
    watcher.unref();
    (watcher.stdin as unknown as { unref: () => void }).unref();
  }
  watcher.stdin!.write(`${line}\n`);
}

/**
 * Starts a program, as `spawn` of node:child_process does, that ends with the tests that started it: with their file
 * (`endPrograms`), and with their process when that is killed.
 */
export const startChild = ((...args: Parameters<typeof spawn>) => {
  const child = spawn(...args);
  const { pid } = child;
  if (pid === undefined) return child;
  running.add(child);
  tellWatcher(`+${pid}`);
  child.once('exit', () => {
    running.delete(child);
    tellWatcher(`-${pid}`);
  });
  return child;
}) as typeof spawn;

/** Ends the programs that a test file has left behind, such as a server that was not ready in time. */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killing);
    }),
  );
}
