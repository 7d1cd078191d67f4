import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markOpened } from '#server/people/staff/opening.ts';
import { createTestDatabase } from '../world/database.ts';
import { startProduct } from '../world/product-process.ts';
import { temporaryFolder, until } from '../world/stores.ts';
import { openService, type Service } from '../wire/open-service.ts';

describe('[OP7] a process of the product', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  /** lists modules that are loaded, as a line of the log at its end */
  const watching = `import { registerHooks } from 'node:module';
    import { isMainThread } from 'node:worker_threads';
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    if (isMainThread) process.on('exit', () => {
      const named = (name) => seen.filter((url) => url.includes(name)).length;
      console.log(JSON.stringify({ level: 30, msg: 'loaded', all: seen.length, prometheus: named('@prometheus-io/'), traces: named('opentelemetry') }));
    });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(watching)}`;
  const folder = temporaryFolder();
  let collector: Service;
  beforeAll(async () => {
    collector = await openService(
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
  });
  afterAll(async () => {
    await collector.close();
    folder.remove();
  });

  test('loads no module of OpenTelemetry without an endpoint, and with one sends the last spans at its stop', async () => {
    const database = await createTestDatabase();
    await markOpened(database.db);
    const run = async (settings: Record<string, string>) => {
      const product = await startProduct(root, {
        DATA_DIR: folder.path,
        DATABASE_URL: database.url,
        DEMO: 'off',
        NODE_OPTIONS,
        ...settings,
      });
      // a busy machine may take its database for silent at first
      await until('a page is there', async () => (await product.get('/swhysc/')).status === 200);
      const { code, log } = await product.stop();
      expect(code).toBe(0);
      return log.find(({ msg }) => msg === 'loaded');
    };
    expect(await run({})).toMatchObject({
      all: expect.toSatisfy((count) => count > 300),
      prometheus: expect.toSatisfy((count) => count > 10),
      traces: 0,
    });
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/`, OTEL_SERVICE_NAME: 'firm' };
    expect(await run(named)).toMatchObject({ traces: expect.toSatisfy((count) => count > 10) });
    const [first] = collector.requests;
    expect(first!.body).toContain('"name":"GET /swhysc/*"');
    expect(first!.body).toContain('{"key":"service.name","value":{"stringValue":"firm"}}');
    await database.drop();
  }, 300_000);
});
