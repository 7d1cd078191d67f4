/** Fixed addresses of the two nodes in compose.yaml: nginx does not start where a name is not resolved. */
const NODES = ['172.30.46.11:8080', '172.30.46.12:8080'];

/**
 * Directives that the page does not have. The address of a stopped container refuses nothing, and a connection to it would hang. It is
 * given up after a second, the other node is taken, and the first one rests for two seconds. A POST that was sent is not
 * sent again: that would take `non_idempotent`.
 */
const WAITS = {
  upstream: 'max_fails=1 fail_timeout=2s',
  server: 'proxy_http_version 1.1;\n  proxy_connect_timeout 1s;\n  proxy_next_upstream error timeout;',
};

/**
 * Configuration of nginx for the two nodes of compose.yaml, of the blocks that the page on proxies shows, so that both
 * say the same. Its log goes to the container's output.
 * @param page docs/how-to/put-behind-a-proxy.md
 * @throws where the page has other blocks
 */
export function proxyFile(page: string): string {
  const [server, upstream] = Array.from(page.matchAll(/ *```nginx\n(.*?)```/gs), ([, block]) => unindented(block!));
  if (server === undefined || upstream === undefined)
    throw new Error('docs/how-to/put-behind-a-proxy.md has no block of nginx for a server, or none for two nodes.');
  const [first, second] = NODES;
  return `# nginx before two nodes: docs/how-to/put-behind-a-proxy.md
${upstream
  .replace(/^ *#.*\n/m, '')
  .replace('127.0.0.1:8080', first!)
  .replace('127.0.0.1:8081', second!)
  .replaceAll('max_fails=0', WAITS.upstream)}
${server
  .replace('proxy_http_version 1.1;', WAITS.server)
  .replaceAll('http://127.0.0.1:8080', 'http://broker_site')
  .replace('/var/log/nginx/site.log', '/dev/stdout')
  .replace('/var/log/nginx/site-error.log', '/dev/stderr')}`;
}

const unindented = (block: string): string => block.replaceAll(/^ {3}/gm, '');
