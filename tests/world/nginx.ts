import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { startChild } from './children.ts';
import { until } from './stores.ts';

/** Debian's nginx, which `.ci/run` installs; undefined where there is none. */
export const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find(
  existsSync,
);

const HOW_TO = join(import.meta.dirname, '../../docs/how-to/put-behind-a-proxy.md');

export interface Proxy {
  /** its log of requests, and of errors */
  logged: () => string;
  stop: () => Promise<void>;
}

/**
 * nginx with the blocks of docs/how-to/put-behind-a-proxy.md, but for what a test cannot have: its ports, its folder of
 * logs and the certificate.
 * @param upstreams port of the product, or ports of two servers of it
 */
export async function startProxy(folder: string, port: number, ...upstreams: [number, number?]): Promise<Proxy> {
  const [block, upstream] = Array.from(readFileSync(HOW_TO, 'utf8').matchAll(/```nginx\n(.*?)```/gs), ([, of]) => of!);
  const [first, second] = upstreams;
  const whole =
    second === undefined
      ? block!
      : `${upstream}\n${block!.replaceAll('http://127.0.0.1:8080', 'http://broker_site')}`.replace(
          '127.0.0.1:8081',
          `127.0.0.1:${second}`,
        );
  return startNginx(folder, port, whole.replaceAll('127.0.0.1:8080', `127.0.0.1:${first}`));
}

/**
 * nginx with these blocks of its `http` block, on a port and without the certificate.
 * @param folder of its logs and temporary files
 */
export async function startNginx(folder: string, port: number, blocks: string): Promise<Proxy> {
  mkdirSync(folder, { recursive: true });
  // the worker of an nginx that root starts is another user
  chmodSync(folder, 0o777);
  const tried = blocks
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ssl_certificate\w* .*\n/g, '')
    .replace('$scheme', 'https')
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `daemon off; pid ${folder}/pid; events {} http { ${temporary.join(' ')}\n${tried} }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const child = startChild(nginx!, ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'exit');
  await until(
    'nginx answers',
    async () =>
      child.exitCode !== null ||
      (await askThrough(port, '/metrics').then(
        ({ status }) => status === 404,
        () => false,
      )),
    10_000,
  );
  if (child.exitCode !== null) throw new Error(output);
  return {
    logged: () => ['site.log', 'site-error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** A request to the proxy, as for www.broker.example. */
export function askThrough(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' }: ProxyRequest = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, path, method, headers: { host: 'www.broker.example', ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
