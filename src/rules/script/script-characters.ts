/**
 * The traditional character for each simplified one, read from tables written "简 簡|体 體".
 * @param toTraditional simplified → traditional
 * @param toRegion traditional → the form that one region writes; replaces what the first table gives
 */
export function readCharacters(toTraditional: string, toRegion: string): Map<string, string> {
  const regional = new Map(readPairs(toRegion));
  const general = readPairs(toTraditional).map(([from, to]): [string, string] => [from, regional.get(to) ?? to]);
  return new Map([...regional, ...general].filter(([from, to]) => from !== to));
}

const readPairs = (table: string): [string, string][] =>
  table.split('|').map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return [from, to];
  });
