import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { qrModules, qrPath } from '#server/qr-code.ts';

const drawn = (text: string) => qrModules(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

describe('a QR code', () => {
  test('is the one that ISO 18004 describes, module for module', () => {
    expect(drawn('示例')).toEqual([
      '#######...#.#.#######',
      '#.....#.#..##.#.....#',
      '#.###.#..##.#.#.###.#',
      '#.###.#..#.#..#.###.#',
      '#.###.#.#####.#.###.#',
      '#.....#...##..#.....#',
      '#######.#.#.#.#######',
      '.........##..........',
      '#.#.#.#.....#...#..#.',
      '###....#...#.#.#...##',
      '########.###.###..#..',
      '.#..##.#######.####.#',
      '##.#..#.##.#.###.#.##',
      '........#.....##.####',
      '#######..##.#...#..#.',
      '#.....#.......#.#.###',
      '#.###.#.###.#.#....##',
      '#.###.#...##.#.#...#.',
      '#.###.#.#.##.##...#.#',
      '#.....#..#####.#####.',
      '#######.#..#.###.#.##',
    ]);
  });

  // all were compared with another program's codes, and read back by a third one
  test.each<[what: string, length: number, size: number, hash: string]>([
    ['one block', 14, 21, '19a71b87383f4bd7'],
    ['alignment', 26, 25, 'ed04961365f85530'],
    ['a long block', 41, 29, 'ba6ea33ea62bfa78'],
    ['two blocks', 62, 33, '6aa11e51415ff59b'],
    ['two larger blocks', 84, 37, '1bcb07242c1e7f27'],
    ['four blocks', 106, 41, 'a514d8ec78abc533'],
    ['version marks', 122, 45, '609d161d9fc76f4d'],
    ['blocks of unequal length', 152, 49, '4f7a769efcc9e705'],
    ['the last short length', 180, 53, '684bc813048f4b39'],
    ['a length of two bytes', 213, 57, '3a692d68c9541a7a'],
  ])('%s', (_what, length, size, hash) => {
    const rows = drawn('https://app.shili.example/download?x='.padEnd(length, 'abcDEF123-').slice(0, length));
    expect([rows.length, createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)]).toEqual([
      size,
      hash,
    ]);
  });

  test('holds 213 bytes, and says so', () => {
    expect(qrModules('a'.repeat(213))).toHaveLength(57);
    expect(() => qrModules('a'.repeat(214))).toThrow(RangeError);
  });

  test('is drawn with the quiet zone that readers need', () => {
    const { path, size } = qrPath('a');
    expect(size).toBe(21 + 8);
    expect(path).toMatch(/^M4 4h7v1h-7z/);
    expect(
      Math.max(...[...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(([, x, length]) => Number(x) + Number(length))),
    ).toBe(25);
  });
});
