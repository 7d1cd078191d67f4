import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  scripts: Record<string, string>;
};

test.each(Object.entries(scripts))('[UP5] npm run %s says how it is used, and does nothing else', async (_, script) => {
  const [program = '', ...words] = script.split(' ');
  const { code, printed } = await new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile(program, [...words, '--help'], { cwd: ROOT }, (error, printed, complaint) =>
      resolve({ code: error?.code ?? 0, printed: printed + complaint }),
    );
  });
  expect(code, printed).toBe(0);
  expect(printed).toMatch(/npm (run|test|start)|usage/i);
});
