import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  /** path with query */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Service {
  /** http://127.0.0.1:port */
  origin: string;
  /** every request so far, oldest first */
  requests: SeenRequest[];
  close(): Promise<void>;
}

/** A real HTTP service on loopback that answers as told and remembers what it was asked. */
export async function openService(answer: (request: SeenRequest, response: ServerResponse) => void): Promise<Service> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const seen = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
    };
    requests.push(seen);
    answer(seen, response);
  });
  // a connection that is closed while a busy client takes it up again would be a failure of neither
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
