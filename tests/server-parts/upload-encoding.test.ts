import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileProblem } from '#server/files/accept-file.ts';

async function problemOf(filename: string, bytes: Buffer): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'upload-'));
  try {
    await writeFile(join(dir, 'file'), bytes);
    return await fileProblem(join(dir, 'file'), filename);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** 工号,姓名 / 10001,王安 in GB18030 */
const GB = Buffer.from('b9a4bac52cd0d5c3fb0a31303030312ccdf5b0b20a', 'hex');

test('[VA3] a refused text says by its line why it is none, and a table called .xls what to call it', async () => {
  expect(await problemOf('名单.csv', Buffer.concat([GB, Buffer.from('10002,李宁远\n')]))).toContain(
    '文本第 3 行与其他行不同',
  );
  expect(await problemOf('名单.csv', Buffer.from('a\n\u0000b'))).toContain('文本第 2 行含有空字符');
  expect(await problemOf('名单.xls', GB)).toContain('请把扩展名改为 .csv');
  expect(await problemOf('名单.csv', Buffer.from('工号,姓名\r\n10001,王安\r\n', 'utf16le'))).toBe('');
  expect(await problemOf('名单.csv', GB)).toBe('');
});
