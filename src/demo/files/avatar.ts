import { hash } from '../random.ts';

const GROUNDS = ['#24405e', '#5b3f2e', '#2f4f46', '#5c2f3a', '#3d3a5c', '#4a4a2c'];

/** A portrait that shows nobody: one character on a coloured ground, 3 to 4 as identity photos are. */
export function avatarSvg(sign: string): Buffer {
  const ground = GROUNDS[hash(`avatar:${sign}`) % GROUNDS.length]!;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="120" viewBox="0 0 90 120"><rect width="90" height="120" fill="${ground}"/><text x="45" y="60" fill="#fff" font-family="sans-serif" font-size="40" text-anchor="middle" dominant-baseline="central">${sign}</text></svg>\n`,
  );
}
