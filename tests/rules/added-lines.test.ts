import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withAddedLines } from '#rules/editions/added-lines.ts';

test('[OA2] what only adds lines to lists goes behind what is there now, and what is there already stays where it is', () => {
  const was = { hosts: ['a'], lines: ['1', '2'], note: '' };
  expect(
    withAddedLines(
      was,
      { hosts: ['a', 'b'], lines: ['0', '1', '2', '3', '4'] },
      { hosts: ['c'], lines: ['2', '4'], note: 'n' },
    ),
  ).toEqual({ hosts: ['c', 'b'], lines: ['2', '4', '0', '3'], note: 'n' });
  expect(withAddedLines(undefined, { hosts: [], lines: ['1'] }, { hosts: [], lines: ['2'] })).toEqual({
    hosts: [],
    lines: ['2', '1'],
  });
  expect(
    withAddedLines({ a: { lines: ['1'] }, b: 5 }, { a: { lines: ['1', '2'] }, b: 5 }, { a: { lines: [] } }),
  ).toEqual({
    a: { lines: ['2'] },
  });
});

test('[OA2] what takes a line away, moves one, or changes anything else is left to people', () => {
  const was = { lines: ['1', '2'], name: 'n', list: [{ id: 'x' }] };
  const others: unknown[] = [
    { ...was, lines: ['1'] },
    { ...was, lines: ['2', '1'] },
    { ...was, name: 'm' },
    { ...was, list: [{ id: 'x' }, { id: 'y' }] },
    { ...was, lines: undefined },
    { ...was, lines: ['1', '2', 3] },
    { ...was, more: 'm' },
    'text',
    ['1', '2', '3'],
  ];
  for (const mine of others) expect([mine, withAddedLines(was, mine, was)]).toEqual([mine, undefined]);
  expect(withAddedLines(was, { ...was, lines: ['1', '2', '3'] }, null)).toBe(undefined);
});

test('[OA2] nothing that is public or that the draft adds is lost, and nothing comes besides', () => {
  const lines = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 6 });
  fc.assert(
    fc.property(lines, lines, lines, (was, added, now) => {
      const mine = [...was, ...added.filter((line) => !was.includes(line))];
      const made = (withAddedLines({ lines: was }, { lines: mine }, { lines: now }) as { lines: string[] }).lines;
      expect(made.slice(0, now.length)).toEqual(now);
      expect(new Set(made)).toEqual(new Set([...now, ...added.filter((line) => !was.includes(line))]));
    }),
    { numRuns: 100 },
  );
});
