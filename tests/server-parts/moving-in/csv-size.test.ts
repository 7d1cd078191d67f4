import { expect, test } from 'vitest';
import { isCsvTooMuch } from '#features/moving-in/server/csv-size.ts';

test.each([
  // rows and signs
  ['a,b\n1,2\n3,4', ',', 6, false],
  ['a,b\n1,2\n3,4', ',', 5, true],
  ['a,b\r\n1,2\r\n3,4', ',', 6, false],
  ['a,b\r1,2\r3,4', ',', 5, true],
  // a row is as wide as the titles, and wider where it is
  ['a,b,c,d\n1\n2', ',', 12, false],
  ['a,b,c,d\n1\n2', ',', 11, true],
  ['a\n1,2,3,4', ',', 5, false],
  ['a\n1,2,3,4', ',', 4, true],
  // text in quotes is one value
  ['a\n"1,2\n3 ""4,5"" "', ',', 2, false],
  // other signs, the wide one by all of its bytes
  ['a;b\n1,2;3', ';', 4, false],
  ['a，b\n，“—”', '，', 4, false],
  ['a，b\n，“—”', '，', 3, true],
  ['', ',', 1, false],
] as const)(
  '[OL6] a CSV text is counted before it is read: %j by %s has more than %i values: %s',
  (csv, sign, most, is) => {
    expect(isCsvTooMuch(Buffer.from(csv), sign, most)).toBe(is);
  },
);
