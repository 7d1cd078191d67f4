import { expect, test } from 'vitest';
import { complaintLine, COMPLAINTS, expectNone, repeated, unequal, type Complaint } from './complaints.ts';
import { errorLines } from './reporter.ts';
import { root } from './repository.ts';

const complaintIn = (file: string): Complaint => ({ file, line: 3, sentence: 'It is wrong.', remedy: 'Right it.' });
const thrownBy = (complaints: Complaint[]): Error => {
  try {
    expectNone(complaints);
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

test('a complaint is one line: file and line, what is wrong, what would be right', () => {
  expect(complaintLine(complaintIn('src/a.ts'))).toBe('src/a.ts:3: It is wrong. Right it. [house]');
  expect(complaintLine({ file: 'docs/a.md', sentence: 'S.', remedy: 'R.' })).toBe('docs/a.md:1: S. R. [house]');
});

test('complaints fail a test by one error with a line for each, and none by none', () => {
  expect(thrownBy([complaintIn('src/a.ts'), complaintIn('src/b.ts')]).message.split('\n')).toEqual([
    'src/a.ts:3: It is wrong. Right it. [house]',
    'src/b.ts:3: It is wrong. Right it. [house]',
  ]);
  expect(() => expectNone([])).not.toThrow();
});

test('two lists that differ are complained of by each name that one of them lacks, and names that stand twice once', () => {
  const complaints = unequal({ found: ['a', 'b'], wanted: ['b', 'c'], superfluous: complaintIn, missing: complaintIn });
  expect(complaints.map(({ file }) => file)).toEqual(['a', 'c']);
  expect(repeated(['a', 'b', 'a', 'a'], complaintIn).map(({ file }) => file)).toEqual(['a']);
});

test('the check prints complaints as they are, and any other failure with its place, its test and the difference', () => {
  const { name, message } = thrownBy([complaintIn('src/a.ts'), complaintIn('src/b.ts')]);
  expect(name).toBe(COMPLAINTS);
  expect(errorLines({ name, message }, `${root}tests/house/a.test.ts`, 'a is well')).toEqual(message.split('\n'));
  const frame = { method: '', file: `${root}tests/house/a.test.ts`, line: 7, column: 1 };
  const other = { name: 'AssertionError', message: 'expected 1 to be 2', diff: '- 2\n+ 1', stacks: [frame] };
  expect(errorLines(other, `${root}tests/house/a.test.ts`, 'a is well')).toEqual([
    'tests/house/a.test.ts:7: a is well: expected 1 to be 2',
    '- 2\n+ 1',
  ]);
  expect(errorLines({ ...other, diff: undefined, stacks: [] }, `${root}tests/house/a.test.ts`, 'a is well')).toEqual([
    'tests/house/a.test.ts:1: a is well: expected 1 to be 2',
  ]);
});
