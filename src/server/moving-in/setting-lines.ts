import type { OldAddresses } from '#page/settings/old-addresses.ts';
import { oldAddressKey, readOldAddress } from '#rules/old-addresses.ts';
import type { NewAddresses } from './new-addresses.ts';

/** MI14: lines of the setting 旧地址 for old addresses that have none in it yet. */
export function freshLines(known: NewAddresses['known'], { lines }: Pick<OldAddresses, 'lines'>): string[] {
  const there = new Set(lines.map((line) => oldAddressKey(readOldAddress(line)?.from ?? '')));
  return known.filter(([from]) => !there.has(oldAddressKey(from))).map((pair) => pair.join(' '));
}
