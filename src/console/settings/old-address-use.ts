import { oldAddressKey, readOldAddress } from '#rules/addresses/old-addresses.ts';

/** A line that cannot be read stands for itself. */
export const keyOf = (line: string): string => {
  const read = readOldAddress(line);
  return read ? oldAddressKey(read.from) : line;
};

/**
 * OA3: what is known of the use of lines. A line that is not public yet could not be used.
 * @param lines as they stand in the form
 * @param known lines that are public
 * @param used keys of addresses that led somebody on
 */
export function oldAddressUse(
  lines: readonly string[],
  known: ReadonlySet<string>,
  used: { has: (key: string) => boolean },
): { unused: string[]; words: string } {
  const written = lines.filter((line) => line.trim() !== '');
  const published = written.filter((line) => known.has(line));
  const unused = published.filter((line) => !used.has(keyOf(line)));
  const fresh = written.length - published.length;
  if (published.length === 0) return { unused, words: '发布以后，这里说明哪些行有人用过。' };
  const ofPublished = fresh > 0 ? `已发布的 ${published.length} 行中，` : '';
  const ofFresh = fresh > 0 ? `另有 ${fresh} 行还没有发布。` : '';
  return {
    unused,
    words: `${ofPublished}${unused.length === 0 ? '每一行都有人用过。' : `${unused.length} 行还没有人用过。`}${ofFresh}`,
  };
}
