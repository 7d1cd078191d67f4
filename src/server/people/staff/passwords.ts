import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairQueue, type Place } from '../../http/fair-queue.ts';
import { compatible } from '#rules/text/unicode-forms.ts';

/**
 * Cost 2^15 with 8 blocks, three times: 32 MB and some 200 ms each. Stored with every hash, so that it can be raised.
 */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const MOST_MEMORY = 64 * 1024 * 1024;
const LENGTH = 32;

/** Hashes at once: one core is left to everything else, and eight take 256 MB. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(8, cores - 1));

/** The requester of a hash. Each lane has its turns, however many wait in another one (ST7). */
export interface Asker {
  /**
   * known: a browser that signed in before, a session or a link; network: surroundings from which somebody signed in
   * before; other: nothing is known
   */
  lane: 'known' | 'network' | 'other';
  /** key of the client, of whom so many hashes may wait (OL1) */
  who: string;
}

/** milliseconds: less than a browser waits for its answer */
const PATIENCE = 15_000;
const AT_ONCE = hashesAtOnce(availableParallelism());

const queue = new FairQueue({ most: AT_ONCE, ofOne: 8, ofLane: 20 * AT_ONCE, patience: PATIENCE });

/** A place in the queue of hashes, kept before the store is asked anything. @throws Refused tooManyWaiting, Overloaded */
export const queueForHash = ({ lane, who }: Asker): Place => queue.take(`${lane} ${who}`, { lane, isKept: true });

const derive = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(compatible(password), salt, LENGTH, { ...cost, maxmem: MOST_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** In its turn, which is over afterwards. @throws Overloaded after waiting too long */
async function deriveInTurn(place: Place, ...of: Parameters<typeof derive>): Promise<Buffer> {
  try {
    place.ready();
    await place.turn;
    return await derive(...of);
  } finally {
    place.leave();
  }
}

/** 'scrypt$N$r$p$salt$hash' @throws Refused tooManyWaiting, Overloaded */
export async function hashPassword(password: string, asker: Asker): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveInTurn(queueForHash(asker), password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Hash that an unknown account is compared with: it shall take as long as a known one. */
const NOBODY = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  Buffer.alloc(16).toString('base64'),
  Buffer.alloc(LENGTH).toString('base64'),
].join('$');

/**
 * @param stored '' where there is no password: nothing fits, after the same time @param place in the queue of hashes
 * @throws Overloaded after waiting too long
 */
export async function isPassword(password: string, stored: string, place: Place): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored || NOBODY).split('$') as [string, string, string, string, string, string];
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const key = await deriveInTurn(place, password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(key, Buffer.from(hash, 'base64')) && stored !== '';
}
