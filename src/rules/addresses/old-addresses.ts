/** OA1: addresses of a former site, each with where its visitors are led: 'old new' lines of one setting. */

export interface OldAddress {
  /** the old address: path with its query */
  from: string;
  /** path of this site without base, or an https address of a host of the list */
  to: string;
}

/** A line of the setting; null where it is none. */
export function readOldAddress(line: string): OldAddress | null {
  const [, from = '', to = ''] = /^(\S+)\s+(\S+)$/.exec(line.trim()) ?? [];
  return from === '' ? null : { from, to };
}

/**
 * Lines of 'old new' in a table of a spreadsheet, a CSV or a text, without a line of titles and empty ones. Old
 * addresses of another host are told by path and query.
 */
export function oldAddressLines(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^"(.*)"$/, '$1'))
    .map((line) => line.replace(/"?\s*(?:,|;|\t|\s)\s*"?(?=\/|https?:\/\/)/i, ' '))
    .map((line) => line.replace(/^https?:\/\/[^/\s]+(?=\/)/i, ''))
    .filter((line, at) => line !== '' && (at > 0 || line.startsWith('/')));
}

/** An address that stands for itself: 20,000 lines are read while others wait. */
const PLAIN = /^(?!\/\/)(?!.*\/\.)\/[\w.~/-]*$/;

/** A query whose signs are written as they are meant. */
const PLAIN_QUERY = /^[\w.-]+=[\w.-]*(?:&[\w.-]+=[\w.-]*)*$/;

/** The same as URLSearchParams, which takes ten times as long. */
const pairsOf = (query: string): [name: string, value: string][] =>
  PLAIN_QUERY.test(query)
    ? query.split('&').map((pair) => pair.split('=', 2) as [string, string])
    : [...new URLSearchParams(query)];

const queryOf = (pairs: readonly [name: string, value: string][]): string =>
  pairs.every(([name, value]) => name !== '' && /^[\w.-]*$/.test(name + value))
    ? pairs.map((pair) => pair.join('=')).join('&')
    : new URLSearchParams(pairs as [string, string][]).toString();

/** The key of an old address: its path as it is written, and its query in the order of names. */
export function oldAddressKey(address: string): string {
  if (PLAIN.test(address)) return address.replace(/(.)\/+$/, '$1');
  const [path = '', query = '', ...more] = address.split('?');
  if (more.length === 0 && PLAIN.test(path) && PLAIN_QUERY.test(query))
    return `${path.replace(/(.)\/+$/, '$1')}?${queryOf(pairsOf(query).sort(byName))}`;
  const url = URL.parse(address, 'http://old.invalid');
  if (!url) return address;
  const pairs = [...url.searchParams].sort(byName);
  const bare = url.pathname.replace(/(.)\/+$/, '$1');
  return pairs.length === 0 ? bare : `${bare}?${queryOf(pairs)}`;
}

const byName = ([a, x]: [string, string], [b, y]: [string, string]): number =>
  a === b ? (x < y ? -1 : x === y ? 0 : 1) : a < b ? -1 : 1;

/** Data in which old addresses are searched. */
export interface OldAddressIndex {
  /** targets, by key */
  to: ReadonlyMap<string, string>;
  /** lists of params that the lines of a path name, the longest first */
  params: ReadonlyMap<string, readonly (readonly string[])[]>;
}

const splitKey = (key: string): [path: string, query: [name: string, value: string][]] => {
  const [path = '', query = ''] = key.split('?', 2);
  return [path, query === '' ? [] : pairsOf(query)];
};

const namesIn = (query: readonly [name: string, value: string][]): string[] => [
  ...new Set(query.map(([name]) => name)),
];

/** @param to by key, where each leads */
export function oldAddressIndex(to: ReadonlyMap<string, string>): OldAddressIndex {
  const params = new Map<string, Map<string, string[]>>();
  for (const key of to.keys()) {
    const [path, query] = splitKey(key);
    const names = namesIn(query);
    let known = params.get(path);
    if (!known) params.set(path, (known = new Map()));
    known.set(JSON.stringify(names), names);
  }
  return {
    to,
    params: new Map(
      [...params].map(([path, known]) => [path, [...known.values()].sort((a, b) => b.length - a.length)]),
    ),
  };
}

/**
 * OA3: the key of the line that an address is led by: of those of its path the one that names most of its params, with
 * their values. Params that no line names, such as &from= behind a shared link, do not count.
 */
export function findOldAddress({ to, params }: OldAddressIndex, address: string): string | undefined {
  const [path, query] = splitKey(oldAddressKey(address));
  return params
    .get(path)
    ?.map((names) => {
      const named = query.filter(([name]) => names.includes(name));
      return named.length === 0 ? path : `${path}?${queryOf(named)}`;
    })
    .find((key) => to.has(key));
}

export interface OldAddressFault {
  /** the line's number, from 0 */
  at: number;
  message: string;
}

/**
 * Faults that prevent publication of lines: no address, hosts that are not named, two lines for one old address, loops
 * and chains. Whether a target exists only the site knows.
 * @param hosts of other sites that addresses may lead to
 * @param base path below which this site's pages are
 */
export function oldAddressFaults(lines: readonly string[], hosts: readonly string[], base: string): OldAddressFault[] {
  const places = new Map<string, number>();
  const read = lines.map(readOldAddress);
  const faults: OldAddressFault[] = [];
  read.forEach((line, at) => {
    const fault = (message: string) => faults.push({ at, message });
    if (!line) return fault('应为“旧地址 新地址”，中间一个空格');
    const { from, to } = line;
    if (!from.startsWith('/') || from.startsWith('//') || from.includes('#'))
      return fault(`旧地址“${from.slice(0, 80)}”应以一个 / 开头，可以带 ?id=123`);
    const key = oldAddressKey(from);
    if (key === '/') return fault('网站的首页不是旧地址');
    const known = places.get(key);
    if (known !== undefined) return fault(`旧地址与第 ${known + 1} 行相同`);
    places.set(key, at);
    if (to.startsWith('/')) {
      if (to.startsWith('//')) fault(`新地址“${to.slice(0, 80)}”只能以一个 / 开头`);
    } else {
      const url = URL.parse(to);
      if (!url || url.protocol !== 'https:' || url.username || url.password)
        fault(`新地址“${to.slice(0, 80)}”应为本站的路径（如 /news/company），或 https 网址`);
      else if (!hosts.includes(url.host)) fault(`新地址的网站“${url.host}”不在允许的网站之中`);
    }
  });
  // many lines lead to one place
  const nexts = new Map<string, number | undefined>();
  const nextOf = (to: string): number | undefined =>
    places.get(oldAddressKey(to)) ?? places.get(oldAddressKey(base + to));
  read.forEach((line, at) => {
    if (!line?.to.startsWith('/')) return;
    if (!nexts.has(line.to)) nexts.set(line.to, nextOf(line.to));
    const next = nexts.get(line.to);
    if (next === undefined) return;
    faults.push({
      at,
      message:
        next === at ? '新地址就是旧地址，会一直转下去' : `新地址又是第 ${next + 1} 行的旧地址，请直接写最后的地址`,
    });
  });
  return faults.sort((a, b) => a.at - b.at);
}
