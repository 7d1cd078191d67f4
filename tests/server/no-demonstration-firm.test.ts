import { afterAll, beforeAll, expect, test } from 'vitest';
import { STARTERS } from '#kinds/channel/server/starters.ts';
import type { Change } from '#kinds/index.ts';
import { demoNames } from '../world/demo-names.ts';
import { startSite, type TestSite } from '../world/site.ts';

/** A firm of its own, as it is on its first day: the tree of the specification, its name, and nothing else. */
let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    demo: false,
    changes: [
      ...STARTERS.broker.channels().map((document): Change => ({ kind: 'channel', document })),
      { kind: 'setting', id: 'site', document: { name: '东海之滨证券', hotline: '95000' } },
    ],
  });
});
afterAll(() => site.end());

test('[SU6] no page of a site without demonstration names the firm of the demonstration, its products or people', async () => {
  const { map } = await site.deps.siteAt('now');
  const paths = [...map.byUrl.keys()].map((url) => `/${url}`);
  expect(paths.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const path of [...paths, '/search', '/verify', '/branch', '/sitemap', '/data', '/accessibility', '/none']) {
    const { status, html } = await site.get(`/swhysc${path}`);
    expect([200, 301, 302, 404], path).toContain(status);
    for (const name of [...demoNames, '演示数据']) if (html.includes(name)) found.push(`${path}: ${name}`);
  }
  expect(found).toEqual([]);
});

test('[SU6] what a page says of the firm is what the firm has published', async () => {
  expect((await site.get('/swhysc/serve/help')).html).toContain('<a href="tel:95000"');
});
