import { expect, test } from 'vitest';
import { cleanFile } from '../world/clean-files.ts';
import { readClean } from '../world/read-clean-file.ts';

const SAMPLE = Array.from({ length: 12 }, (_, at) => at * 17);

test.each(SAMPLE)('[EY11] clean file %i is read as it is, without being stopped or asked about', async (at) => {
  expect(await readClean(await cleanFile(at))).toEqual({ stopped: [], asked: [], wrong: [] });
});

test('[EY11] a file that is not clean is told', async () => {
  const file = await cleanFile(3);
  const wrong = file.columns.map((column, place) =>
    place === 1 ? { ...column, values: column.values.with(0, '别的') } : column,
  );
  expect((await readClean({ ...file, title: '别的', columns: wrong })).wrong).toHaveLength(2);
});
