import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** groups of 16 bits that name an IPv6 network of 64 bits */
const NETWORK_GROUPS = 4;

/**
 * OL1: who counts as one client for every limit. An IPv4 address is one, also where it is written as IPv6
 * (::ffff:10.0.0.1). In IPv6 the network of 64 bits is one, because a single household or server is given that. What is
 * no address is returned as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIPv4(plain) || !isIPv6(plain)) return address.toLowerCase();
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The surroundings of an address, in which a person's next address is likely: 256 addresses of IPv4, or the 48 bits that
 * a site is given of IPv6. What is no address is returned as it is.
 */
export function surroundingsOf(address: string): string {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  const [plain = '', bits] = network.split('/');
  return bits === undefined ? network : `${plain.split(':').slice(0, 3).join(':')}::/48`;
}

/** The eight groups of a valid IPv6 address; the URL parser knows all its spellings. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Whether addresses are in a list of addresses and ranges, as TRUSTED_PROXIES has them. */
export function isIn(ranges: readonly string[]): (address: string | undefined) => boolean {
  const known = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const plain = address?.replace(/^::ffff:/, '');
    return plain !== undefined && known.check(plain, familyOf(plain));
  };
}

/** Counts a request of its client; seconds that it has to wait, 0 when it may go on. */
export type Limit = (request: FastifyRequest) => Promise<number>;

interface Rate {
  max: number;
  /** milliseconds */
  window: number;
}

/**
 * A limit of requests of one client (OL1) within `window` milliseconds. Needs @fastify/rate-limit on the app; no limit is
 * made without this function and the next one.
 */
export function limitByNetwork(app: FastifyInstance, rate: Rate): Limit {
  const count = countByNetwork(app, rate);
  return async (request) => (await count(request)).wait;
}

/** State of a client's limit after a request. */
export interface Counted {
  /** seconds that it has to wait, 0 when it may go on */
  wait: number;
  /** requests in a window, and those that are left */
  max: number;
  left: number;
  /** seconds until the window ends */
  reset: number;
}

/** The same, for answers that tell their client where it stands. */
export function countByNetwork(
  app: FastifyInstance,
  { max, window }: Rate,
): (request: FastifyRequest) => Promise<Counted> {
  const ask = app.createRateLimit({ max, timeWindow: window, keyGenerator: ({ ip }) => networkOf(ip) });
  return async (request) => {
    const counted = await ask(request);
    // nobody is let through unasked, so this is for the types alone
    if (counted.isAllowed) return { wait: 0, max, left: max, reset: 0 };
    const { isExceeded, remaining, ttlInSeconds: reset } = counted;
    return { wait: isExceeded ? reset : 0, max, left: remaining, reset };
  };
}
