import { scryptSync } from 'node:crypto';

const SALT = Buffer.alloc(16, 1);

/**
 * A password in its stored form (src/server/people/staff/passwords.ts), at a cost that tests can pay: some 2 ms of the
 * processor instead of 200. What a hash costs stands with it, so that the server reads it like any other.
 */
export const cheapHash = (password: string): string =>
  `scrypt$1024$8$1$${SALT.toString('base64')}$${scryptSync(password, SALT, 32, { N: 1024, r: 8, p: 1 }).toString('base64')}`;
