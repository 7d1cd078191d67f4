import type { IncomingMessage } from 'node:http';

/** milliseconds in which a whole request has arrived; Node closes what takes longer than LONGEST_BODY whatever it is */
const BODY = 30_000;
export const LONGEST_BODY = 15 * 60_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends a connection whose request body arrives too slowly, unless its handler has allowed it to take long. @param onLate
 * answers and closes
 */
export function limitBodyTime(request: IncomingMessage, onLate: () => void): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(onLate, BODY).unref();
  timers.set(request, timer);
  const stop = () => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

/** Allows long uploads of people who are signed in: a hundred megabytes over a slow line. */
export function allowLongBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}
