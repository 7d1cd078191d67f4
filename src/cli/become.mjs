import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StepFailed } from './step.mjs';

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;

/**
 * Gives this terminal to a program under Node 24 and ends as it ends. Signals are handed on; when this process is
 * killed, the program stops too.
 * @param {string} node
 * @param {string[]} args the program and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [given] options of node itself
 */
export function become(node, args, env = process.env, given = ['--disable-warning=ExperimentalWarning']) {
  // Node 24.0 still announces type stripping as new
  const options = [...given, '--import', endWithParent];
  const child = spawn(node, [...options, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm, stopped from outside, leaves this process behind without a word
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => {
    console.error(`${node} could not be run: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * Runs a command of this room; what a person can mend is told without a stack.
 * @param {() => Promise<void>} act
 */
export async function command(act) {
  try {
    await act();
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : error);
    process.exit(1);
  }
}
