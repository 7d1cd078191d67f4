import { expect, test } from 'vitest';
import { cleanFile } from '../world/clean-files.ts';
import { readClean } from '../world/read-clean-file.ts';

const ALL = Array.from({ length: 200 }, (_, at) => at);

test.each(ALL)('[EY11] clean file %i is read as it is, without being stopped or asked about', async (at) => {
  expect(await readClean(await cleanFile(at))).toEqual({ stopped: [], asked: [], wrong: [] });
});
