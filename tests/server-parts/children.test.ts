import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { endPrograms, startChild } from '../world/children.ts';
import { until } from '../world/stores.ts';

const WAITS = ['-e', 'setInterval(() => {}, 1_000)'];

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a program that a test file leaves behind ends with it', async () => {
  const left = startChild(process.execPath, WAITS);
  await endPrograms();
  expect(left.signalCode).toBe('SIGTERM');
});

test('a program that tests have started ends when these are killed', async () => {
  const code = `
    const { startChild } = await import(${JSON.stringify(import.meta.resolve('../world/children.ts'))});
    console.log(startChild(process.execPath, ${JSON.stringify(WAITS)}).pid);
    setInterval(() => {}, 1_000);`;
  const tests = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: tests.stdout }), 'line')) as [string];
  const program = Number(line);
  expect(isAlive(program)).toBe(true);
  tests.kill('SIGKILL');
  await until('it has ended', () => !isAlive(program), 20_000);
});
