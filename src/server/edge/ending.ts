import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** milliseconds in which those who spread requests over servers can hear from /readyz that this one stops */
const NOTICE = 250;
/** milliseconds after which an answer that is still under way is cut off; the process is ended at 10 seconds */
const LONGEST_ANSWER = 7_000;
/** milliseconds between looks for connections that have nothing under way any more */
const LOOK = 50;

/** How a server stops: pending requests are answered, and no connection is kept alive (PD4). */
export interface Ending {
  readonly isEnding: boolean;
  /** Of each answer before it is begun. */
  watch: (response: ServerResponse) => void;
  /** Answers that a server which listens is ending; afterwards it may be closed. */
  begin: (server: Server) => Promise<void>;
}

export function createEnding(): Ending {
  let isEnding = false;
  return {
    get isEnding() {
      return isEnding;
    },
    watch: (response) => {
      if (isEnding) response.shouldKeepAlive = false;
    },
    begin: async (server) => {
      isEnding = true;
      if (!server.listening) return;
      if ((await connectionsOf(server)) > 0) await pause(NOTICE);
      // a client that had its answer before it heard of the end would keep its connection
      const idle = setInterval(() => server.closeIdleConnections(), LOOK);
      const late = setTimeout(() => server.closeAllConnections(), LONGEST_ANSWER);
      server.once('close', () => {
        clearInterval(idle);
        clearTimeout(late);
      });
    },
  };
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
