import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import type { MissedCounting } from '../store/search/searches-in-vain.ts';

/** Counts searches without results (SE1); absent: nothing is counted. */
export interface CountsMissed {
  countMissed?: MissedCounting['count'];
}

/** SE1: what a call is answered with for this request, so that one client counts once and no call learns who asks. */
export const missedBy = ({ countMissed }: CountsMissed, request: FastifyRequest) =>
  countMissed && { missed: (words: string): void => countMissed(words, networkOf(request.ip)) };
