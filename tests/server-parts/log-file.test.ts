import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openLogFile } from '#server/http/log-file.ts';
import { temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

test('[OP6] a full log file begins anew, so many full ones stay, and no line is cut', async () => {
  const path = join(folder.path, 'site.log');
  const failed = vi.fn();
  const line = (at: number) => `${String(at).padStart(6, '0')} ${'x'.repeat(9_992)}\n`;
  for (let at = 0; at < 500; at += 100) {
    const log = openLogFile({ path, megabytes: 1, files: 2 }, failed);
    for (let one = at; one < at + 100; one++) log.write(line(one));
    await log.close();
  }
  expect(readdirSync(folder.path).sort()).toEqual(['site.log', 'site.log.1', 'site.log.2']);
  for (const name of readdirSync(folder.path)) {
    const text = readFileSync(join(folder.path, name), 'utf8');
    expect(text).toMatch(/^(?:\d{6} x{9992}\n)+$/);
    expect(statSync(join(folder.path, name)).size).toBeLessThan(2_000_000);
  }
  expect(readFileSync(path, 'utf8') + readFileSync(`${path}.1`, 'utf8')).toContain('000499 ');
  expect(failed).not.toHaveBeenCalled();
});

test('[OP6] [PD13] a log file that cannot be written is said once, and opened again', async () => {
  const inside = join(folder.path, 'gone');
  mkdirSync(join(inside, 'site.log'), { recursive: true });
  const failed = vi.fn();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const log = openLogFile({ path: join(inside, 'site.log'), megabytes: 1, files: 1 }, failed);
  log.write('lost\n');
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  log.write('lost, too\n');
  rmSync(join(inside, 'site.log'), { recursive: true });
  now.mockReturnValue(10_001);
  log.write('there\n');
  await log.close();
  now.mockRestore();
  expect(existsSync(join(inside, 'site.log')) && readFileSync(join(inside, 'site.log'), 'utf8')).toBe('there\n');
  expect(failed).toHaveBeenCalledTimes(1);
});
