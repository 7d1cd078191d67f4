import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds. A balancer can hear from /readyz during `notice` that this server stops. A client's next request on its
 * connection is answered during `soon`, with the note that it ends
 */
const TIMES = { notice: 250, soon: 1_000 };
/** milliseconds for which answers are waited for before the threads end that some of them may need */
const PATIENCE = 3_000;
/** milliseconds after which an answer that is still under way is cut off; the process is ended at 10 seconds */
const LONGEST_ANSWER = 7_000;
/** milliseconds between looks for connections that have nothing under way any more */
const LOOK = 50;
/** Milliseconds of a turn of the event loop after which hardly anything can have arrived unread; after `lenient` any turn will do. */
const SHORT_TURN = { most: 2, lenient: 3_000 };

/** A server's stop: requests that have arrived are answered, and no connection is kept alive (PD4, PD20). */
export interface Ending {
  readonly isEnding: boolean;
  /** Registers a server, before it listens. */
  follow: <S extends Server>(server: S) => S;
  /** Registers each answer before it is begun. */
  watch: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Answers a request: at once, or once no more connections are taken. Whoever connects anew after each answer waits
   * meanwhile, so that nobody's connection is left waiting to be taken.
   */
  answer: (work: () => void) => void;
  /** Ends a server that listens. Resolves when what has arrived is answered, or takes too long. */
  begin: (server: Server) => Promise<void>;
  /** Resolves when no connection is left. */
  closed: () => Promise<void>;
}

interface Connection {
  /** answers that are under way */
  open: number;
  /** when nothing was under way any more, and bytes that had come until then: more are a request that arrives */
  since: number;
  read: number;
}

export function createEnding({ notice, soon } = TIMES): Ending {
  let isEnding = false;
  let taken = 0;
  /** requests that wait until no more connections are taken; null: none waits */
  let held = null as (() => void)[] | null;
  const connections = new Map<Socket, Connection>();
  const answers = new Set<ServerResponse>();
  const done = Promise.withResolvers<void>();

  const isIdle = (socket: Socket, { open, since, read }: Connection): boolean =>
    open === 0 && socket.bytesRead === read && socket.writableLength === 0 && performance.now() - since > soon;
  const closeIdle = (): void => {
    for (const [socket, connection] of connections) if (isIdle(socket, connection)) socket.destroy();
  };

  return {
    get isEnding() {
      return isEnding;
    },
    follow: (server) => {
      server.on('connection', (socket: Socket) => {
        taken += 1;
        connections.set(socket, { open: 0, since: performance.now(), read: 0 });
        socket.once('close', () => connections.delete(socket));
      });
      // Node's own takes an answer that is not sent yet for none, and asks before it has read what arrived
      server.closeIdleConnections = () => afterShortTurn(closeIdle, performance.now());
      return server;
    },
    watch: ({ socket }, response) => {
      if (isEnding) response.shouldKeepAlive = false;
      const connection = connections.get(socket);
      if (connection) connection.open += 1;
      answers.add(response);
      response.once('close', () => {
        answers.delete(response);
        if (connection)
          Object.assign(connection, { open: connection.open - 1, since: performance.now(), read: socket.bytesRead });
      });
    },
    answer: (work) => {
      if (held) held.push(work);
      else work();
    },
    begin: async (server) => {
      isEnding = true;
      if (!server.listening) return done.resolve();
      // answers under way are the last on their connections, too
      for (const answer of answers) if (!answer.headersSent) answer.shouldKeepAlive = false;
      if (connections.size > 0) await pause(notice);
      const began = performance.now();
      const look = setInterval(() => afterShortTurn(closeIdle, began), LOOK);
      const late = setTimeout(() => server.closeAllConnections(), LONGEST_ANSWER);
      server.once('close', () => {
        clearInterval(look);
        clearTimeout(late);
        done.resolve();
      });
      held = [];
      // connections that wait to be taken are taken first: one a turn
      const stopTaking = (): void => {
        server.close();
        const waiting = held ?? [];
        held = null;
        for (const work of waiting) work();
      };
      afterShortTurn(stopTaking, began, () => taken);
      const enough = new AbortController();
      await Promise.race([done.promise, pause(PATIENCE, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
    },
    closed: () => done.promise,
  };
}

/**
 * Acts when the event loop has just read what arrived: before, a request that was sent already cannot be told from none. A
 * turn that took long leaves time for more to arrive, so another one is waited for; so it is after one that raised `count`.
 * @param began when waiting began, in milliseconds of the process
 */
function afterShortTurn(act: () => void, began: number, count = (): number => 0): void {
  setImmediate(() => {
    const [turn, before] = [performance.now(), count()];
    setImmediate(() => {
      const now = performance.now();
      if ((now - turn <= SHORT_TURN.most && count() === before) || now - began > SHORT_TURN.lenient) act();
      else afterShortTurn(act, began, count);
    });
  });
}
