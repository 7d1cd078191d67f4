import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { networkOf } from '../http/network.ts';
import { browserKey, browserOf, browserToken } from '../people/staff/known-browsers.ts';
import { openKnownNetworks } from '../people/staff/known-networks.ts';
import type { Asker } from '../people/staff/passwords.ts';
import { browserCookie, browserIn, sessionCookie } from './session-cookie.ts';

/** Recognises sign-ins from a place where it was done before (ST7). */
export interface Askers {
  /** in which lane a password waits for its turn */
  of: (request: FastifyRequest) => Promise<Asker>;
  /** sets the cookies after a completed sign-in: browser and network are known from now on */
  signedIn: (request: FastifyRequest, reply: FastifyReply, session: string) => void;
}

export async function openAskers(db: Db, siteUrl: string): Promise<Askers> {
  const key = await browserKey(db);
  const networks = openKnownNetworks(db);
  const browser = (request: FastifyRequest): string => browserOf(key, browserIn(request, siteUrl));
  return {
    of: async (request) => {
      const id = browser(request);
      if (id !== '') return { lane: 'known', who: id };
      return { lane: (await networks.has(request.ip)) ? 'network' : 'other', who: networkOf(request.ip) };
    },
    signedIn: (request, reply, session) => {
      networks.add(request.ip);
      const token = browserToken(key, browser(request) || undefined);
      void reply
        .header('Set-Cookie', sessionCookie(request, siteUrl, session))
        .header('Set-Cookie', browserCookie(request, siteUrl, token));
    },
  };
}
