import { SETTINGS } from '#wire/bases.ts';

/**
 * The environment of a thread or process that reads a file from anybody: no secret. It has the names of bases
 * (BA1), and the folder in which Node keeps compiled code, which makes its start three times as fast.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const names = ['NODE_COMPILE_CACHE', ...Object.values(SETTINGS)];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
