/**
 * The room `cli` is what npm scripts run. Its .mjs files run under the Node that the machine has (20.19 or newer) in a
 * bare clone, so they import no installed packages. Everything else runs under the Node 24 that the lock file installs.
 */
import { spawn } from 'node:child_process';
import { phrase } from '#server/phrase.mjs';

/** The root folder of the repository: commands run there, wherever they were called. */
export const root = decodeURIComponent(new URL('../../', import.meta.url).pathname);

/** A step failed; the message contains its output. Printed without a stack. */
export class StepFailed extends Error {}

/**
 * milliseconds before a step shows that it is running, and between signs of life where the terminal cannot rewrite a
 * line
 */
const QUIET = 2000;
const SIGN_OF_LIFE = 15_000;

/**
 * Runs a program and prints nothing unless it takes more than two seconds.
 * @param {string} title what the step does; shown while it runs
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, failed?: string }} [options] failed: the sentence before the output of a failed
 * step
 * @returns {Promise<string>} the output
 * @throws {StepFailed}
 */
export async function runStep(
  title,
  [program, ...args],
  { env = process.env, failed = phrase({ zh: `${title}失败`, en: `${title} failed` }) } = {},
) {
  const shown = showProgress(title);
  const { code, output } = await collect(program, args, env);
  shown.end(code === 0);
  if (code !== 0) throw new StepFailed(`${failed}${phrase({ zh: '：', en: ':' })}\n${output.trim()}`);
  return output;
}

/** @returns {Promise<{ code: number, output: string }>} output: standard output and standard error together */
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
        console.log(
          (terminal ? '\r' : '') +
            phrase({
              zh: `${title}：${well ? '完成' : '失败'}，用了 ${seconds()} 秒`,
              en: `${title}: ${well ? 'done' : 'failed'} after ${seconds()} s`,
            }),
        );
    },
  };
}
