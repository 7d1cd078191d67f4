import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** milliseconds in which a client takes at least a part of what is written to it */
const PATIENCE = 30_000;

/**
 * Ends connections whose client takes nothing of its answer, and frees what waits for it (PD15). Clients that read
 * slowly, or wait for an answer that is not written yet, are left alone. Node reports a connection on which nothing
 * moved in either direction, and would end it unless the event has a listener.
 */
export function endUnread<S extends Server>(server: S): S {
  server.timeout = PATIENCE;
  return server.on('request', (_request, response) =>
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    }),
  );
}
