import { expect, test } from 'vitest';
import { redLineFinder, type RedLineRegister } from '#rules/registers/red-lines.ts';
import { cleanFile } from '../world/clean-files.ts';
import { readClean } from '../world/read-clean-file.ts';

const ALL = Array.from({ length: 200 }, (_, at) => at);

test.each(ALL)('[EY11] clean file %i is read as it is, without being stopped or asked about', async (at) => {
  expect(await readClean(await cleanFile(at))).toEqual({ stopped: [], asked: [], wrong: [] });
});

test('[RD2] of a clean file, and of a ratio in it that becomes as another one, nothing is told', async () => {
  const reports: string[] = [];
  for (const at of ALL) {
    const { columns } = await cleanFile(at);
    const titles = columns.map(
      ({ header, type, unit }, place) => [`c${place}`, { title: header, type, unit }] as const,
    );
    const fields: RedLineRegister['fields'] = { no: { title: '编号', type: 'text' }, ...Object.fromEntries(titles) };
    const side = { definition: { title: '名单', key: ['no'], fields }, dataDate: '2026-01-01' };
    const rows = columns[0]!.values.map((_, row) => ({
      no: String(row),
      ...Object.fromEntries(columns.map(({ values }, place) => [`c${place}`, values[row]!])),
    }));
    const look = (was: typeof rows, is: typeof rows): void => {
      const finder = redLineFinder(was.length === 0 ? null : side, side);
      for (const [row, now] of is.entries()) finder.see(was[row], now);
      const { lines } = finder.found();
      reports.push(
        ...lines.filter(({ rule }) => rule === 'ratio').map(({ column, after }) => `${at} ${column}: ${after}`),
      );
    };
    look([], rows);
    for (const [place, { type, values }] of columns.entries())
      if (['percent', 'decimal', 'text'].includes(type))
        for (let row = 0; row < rows.length; row += 3)
          look(rows, rows.with(row, { ...rows[row]!, [`c${place}`]: values[(row + 1) % values.length]! }));
  }
  expect(reports).toEqual([]);
});
