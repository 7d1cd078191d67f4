import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StepFailed } from './step.mjs';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase, speak } from '#server/phrase.mjs';

/** Whether this command only says how it is used: nothing is built for that. */
export const asksForHelp = process.argv.includes('--help');

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;

/**
 * Runs a program under Node 24 in this terminal and exits with its exit code. Passes signals on. When this process is
 * killed, the program stops, too.
 * @param {string} node
 * @param {string[]} args the program and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [given] options of node itself
 */
export function become(node, args, env = process.env, given = ['--disable-warning=ExperimentalWarning']) {
  // readers of the output may leave (PD13)
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  // Node 24.0 still prints a warning that type stripping is experimental
  const options = [...given, '--import', endWithParent];
  const child = spawn(node, [...options, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // when npm is killed, this process gets no signal: watch for a new parent
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => {
    console.error(
      phrase({
        zh: `程序 ${node} 不能运行：${error.message}`,
        en: `The program ${node} could not be run: ${error.message}`,
      }),
    );
    process.exit(EXIT.notBegun);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * Runs a command of this room. Prints a StepFailed, which the user can fix, without a stack.
 * @param {() => Promise<void>} act
 * @param {{ isOperators?: boolean }} [options] isOperators: it speaks their language, else English (CM1)
 */
export async function command(act, { isOperators = false } = {}) {
  speak(isOperators ? null : 'en');
  try {
    await act();
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : error);
    process.exit(error instanceof StepFailed ? EXIT.notBegun : EXIT.fault);
  }
}
