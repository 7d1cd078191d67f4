import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { startChild } from './children.ts';
import { inherited } from './stores.ts';

/** Output of a command, and how it ended. */
export interface CommandEnd {
  /** exit code of a process; null: a signal ended it */
  code: number | null;
  out: string;
  err: string;
}

let runs = 0;

/**
 * Runs a command's own file in this process, as `npm run` does in one of its own, in a hundredth of its processor time.
 * `startCommand` tries what only a process of its own shows: its start, its end, a signal.
 * @param program path of the file
 * @param env settings, beside which it has none
 * @param folder in which it works
 */
export async function runCommand(
  program: string,
  args: string[],
  env: Record<string, string>,
  folder = process.cwd(),
): Promise<CommandEnd> {
  const { argv, exitCode } = process;
  const before = process.cwd();
  const { PATH, LANG } = process.env;
  const outer = { ...process.env };
  const output = { log: '', error: '' };
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => {
      output[name] += `${text}\n`;
    }),
  );
  setEnvironment({ PATH, LANG, ...env });
  process.argv = [argv[0]!, program, ...args];
  process.exitCode = 0;
  runs += 1;
  process.chdir(folder);
  try {
    // a command works while its module is loaded; a name of its own has it loaded each time
    await import(/* @vite-ignore */ `${program}?run=${runs}`);
    return { code: Number(process.exitCode), out: output.log, err: output.error };
  } finally {
    for (const spy of spies) spy.mockRestore();
    setEnvironment(outer);
    process.argv = argv;
    process.chdir(before);
    process.exitCode = exitCode;
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** Runs a command in a process of its own. The arguments are those of `runCommand`. */
export async function startCommand(
  program: string,
  args: string[],
  env: Record<string, string>,
  folder = process.cwd(),
): Promise<CommandEnd> {
  const child = startChild(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}
