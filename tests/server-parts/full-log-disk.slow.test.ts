import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openLogFile } from '#server/http/log-file.ts';
import { temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

test.skipIf(process.getuid?.() !== 0)(
  '[OP6] [PD13] a full disk loses lines of the log, is said once, and is over when there is room (skipped where this user may mount no disk)',
  async () => {
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const path = join(disk, 'site.log');
      const filler = join(disk, 'filler');
      writeFileSync(filler, Buffer.alloc(60 * 1024));
      const failed = vi.fn<(error: Error) => void>();
      const log = openLogFile({ path, megabytes: 1, files: 1 }, failed);
      for (let count = 0; count < 3; count += 1) log.write(`lost ${'x'.repeat(8_192)}\n`);
      await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
      expect(failed.mock.lastCall![0]).toMatchObject({ code: 'ENOSPC' });
      rmSync(filler);
      now.mockReturnValue(10_001);
      log.write('there\n');
      await log.close();
      expect(readFileSync(path, 'utf8')).toMatch(/there\n$/);
      expect(failed).toHaveBeenCalledTimes(1);
    } finally {
      now.mockRestore();
      execFileSync('umount', [disk]);
    }
  },
);
