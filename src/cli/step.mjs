/**
 * The room `cli` is what npm scripts run. Its .mjs files are read by the Node that the machine has (20.19 or newer) on
 * a bare clone, so they import nothing that is installed; everything else runs under the Node 24 that the lock brings.
 */
import { spawn } from 'node:child_process';

/** The repository's root: commands are run there, from wherever they were called. */
export const root = decodeURIComponent(new URL('../../', import.meta.url).pathname);

/** A step failed; its output is part of the message. Printed without a stack. */
export class StepFailed extends Error {}

/** milliseconds before a step shows that it is at work, and between signs of life where no line can be rewritten */
const QUIET = 2000;
const SIGN_OF_LIFE = 15_000;

/**
 * Runs a program and stays silent unless it takes more than two seconds.
 * @param {string} title what the step does, shown while it lasts
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, failed?: string }} [options] failed: the sentence that goes before the output
 * @returns {Promise<string>} the output
 */
export async function runStep(title, [program, ...args], { env = process.env, failed = `${title} failed` } = {}) {
  const shown = showProgress(title);
  const { code, output } = await collect(program, args, env);
  shown.end(code === 0);
  if (code !== 0) throw new StepFailed(`${failed}:\n${output.trim()}`);
  return output;
}

/** @returns {Promise<{ code: number, output: string }>} standard output and error together */
export function collect(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {string} title */
function showProgress(title) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const terminal = process.stdout.isTTY === true;
  let lastSign = 0;
  const show = () => {
    if (Date.now() - began < QUIET) return;
    if (!terminal && Date.now() - lastSign < SIGN_OF_LIFE) return;
    process.stdout.write(terminal ? `\r${title} … ${seconds()} s` : `${title} … ${seconds()} s\n`);
    lastSign = Date.now();
  };
  const timer = setInterval(show, terminal ? 500 : QUIET);
  return {
    end(well) {
      clearInterval(timer);
      if (lastSign > 0)
        console.log(`${terminal ? '\r' : ''}${title}: ${well ? 'done' : 'failed'} after ${seconds()} s`);
    },
  };
}
