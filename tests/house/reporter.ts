import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { COMPLAINTS } from './complaints.ts';
import { root } from './repository.ts';

type RunError = ReturnType<TestModule['errors']>[number];

/** Place where an error was thrown in the tests of the house, else the file of the test. */
function placeOf({ stacks = [] }: RunError, file: string): string {
  const frame = stacks.find((one) => one.file.startsWith(`${root}tests/house/`));
  return frame ? `${relative(root, frame.file)}:${frame.line}` : `${relative(root, file)}:1`;
}

/** Lines that tell one error: complaints as they are, of anything else where and in which test it was, and the difference. */
export function errorLines(error: RunError, file: string, title: string): string[] {
  if (error.name === COMPLAINTS) return error.message.split('\n');
  return [`${placeOf(error, file)}: ${title}: ${error.message}`, ...(error.diff ? [String(error.diff)] : [])];
}

/** `npm run check` prints what the house complains of, a line each, and nothing of what is well. */
export default class HouseReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly RunError[]): void {
    for (const module of modules) {
      const loading = module.errors().flatMap((error) => errorLines(error, module.moduleId, 'cannot be loaded'));
      const failing = [...module.children.allTests()].flatMap((test) =>
        (test.result().errors ?? []).flatMap((error) => errorLines(error, module.moduleId, test.fullName)),
      );
      for (const line of [...loading, ...failing]) console.log(line);
    }
    for (const error of unhandled)
      for (const line of errorLines(error, 'tests/house', 'outside any test')) console.log(line);
  }
}
