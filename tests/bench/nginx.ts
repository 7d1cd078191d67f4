import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinned, type Tools } from './machine.ts';
import { freePort } from '#tools/demonstration.ts';
import { pause, startProcess } from './product.ts';

/** One address that nginx answers from a file. */
export interface StaticAnswer {
  path: string;
  body: Buffer;
  /** all headers but Content-Length, Date and Connection */
  headers: Readonly<Record<string, string>>;
}

export interface StaticServer {
  pid: number;
  port: number;
  origin: string;
  stop: () => Promise<void>;
}

/** nginx with one worker on core 0, open_file_cache on, no log, answering the given files with the given headers. */
export async function startNginx(tools: Tools, nginx: string, answers: readonly StaticAnswer[]): Promise<StaticServer> {
  const folder = mkdtempSync(join(tmpdir(), 'site-nginx-'));
  // the worker of an nginx started by root is another user
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bodies'));
  const port = await freePort();
  const locations = answers.map((answer, at) => {
    writeFileSync(join(folder, 'bodies', String(at)), answer.body);
    return locationOf(answer, join(folder, 'bodies', String(at)));
  });
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, locations.join('\n')));
  const { child, output, stop } = startProcess(
    pinned(tools, 0, [nginx, '-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]),
  );
  const origin = `http://127.0.0.1:${port}`;
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    if (
      await fetch(origin + answers[0]!.path).then(
        (response) => response.status === 200,
        () => false,
      )
    )
      return { pid: child.pid!, port, origin, stop: end };
    await pause(20);
  }
  await end();
  throw new Error(`nginx did not start: ${output()}`);
}

function locationOf({ path, headers }: StaticAnswer, file: string): string {
  const { 'content-type': type = 'application/octet-stream', ...others } = headers;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  // nginx's own validators are replaced by the product's
  return `location = ${path} { alias ${file}; types {} default_type '${type}'; etag off; add_header Last-Modified ''; ${added.join(' ')} }`;
}

const configuration = (folder: string, port: number, locations: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_timeout 65s 65s;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=1h;
  open_file_cache_valid 1h;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} backlog=511;
    ${locations}
  }
}
`;

/** An answer's headers as a static server would have to send them: without those that any server makes by itself. */
export function headersToCopy(
  headers: Headers | Record<string, string | string[] | undefined>,
): Record<string, string> {
  const all =
    headers instanceof Headers
      ? [...headers]
      : Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(
    all.filter(
      ([name]) =>
        ![
          'content-length',
          'date',
          'connection',
          'keep-alive',
          'transfer-encoding',
          'server',
          'last-modified',
          'accept-ranges',
        ].includes(name),
    ),
  );
}
