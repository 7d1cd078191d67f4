import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairQueue } from '../../http/fair-queue.ts';
import { networkOf } from '../../http/network.ts';

/**
 * Cost 2^15 with 8 blocks, three times: 32 MB and some 200 ms each. Stored with every hash, so that it can be raised.
 */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const MOST_MEMORY = 64 * 1024 * 1024;
const LENGTH = 32;

/**
 * One hash at a time: many sign-ins at once wait instead of filling the memory, and one client with many does not hold up
 * others.
 */
const queue = new FairQueue({ most: 1, ofOne: 8 });

const derive = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, LENGTH, { ...cost, maxmem: MOST_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** 'scrypt$N$r$p$salt$hash' */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** What an unknown account is compared with: it shall take as long as a known one. */
const NOBODY = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  Buffer.alloc(16).toString('base64'),
  Buffer.alloc(LENGTH).toString('base64'),
].join('$');

/**
 * @param stored '' where there is no password: nothing fits, after the same time @param address of who asks: of its
 * network so many may wait (OL1)
 * @throws Refused tooManyWaiting
 */
export async function isPassword(password: string, stored: string, address: string): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored || NOBODY).split('$') as [string, string, string, string, string, string];
  const key = await queue.run(networkOf(address), () =>
    derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) }),
  );
  return timingSafeEqual(key, Buffer.from(hash, 'base64')) && stored !== '';
}
