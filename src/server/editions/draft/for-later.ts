import { StoreFull } from '../../db/free-space.ts';
import { isStoreAway, errors } from '../../errors.ts';

/**
 * The store cannot be written to for now, which is no fault of the edition. It has no room, it is away, or a wait took
 * too long because a large register is being published (57014, 55P03, 40P01 of PostgreSQL).
 */
const LATER: readonly unknown[] = [errors.storeAway.code, '57014', '55P03', '40P01'];
export const isForLater = (error: unknown): boolean =>
  error instanceof StoreFull || isStoreAway(error) || LATER.includes((error as { code?: unknown } | null)?.code);
