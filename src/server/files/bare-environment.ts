/**
 * All that a thread or process learns of the environment which reads a file that may be anybody's: no secret, only where
 * Node keeps what it has compiled, which makes its start three times as fast.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
