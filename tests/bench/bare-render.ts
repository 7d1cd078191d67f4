import { readFileSync } from 'node:fs';
import type { SiteState } from '#page/page-schema.ts';
import type { SiteSetting } from '#page/settings/site.ts';
import { demoSettings } from '#demo/settings.ts';
import { loadRenderer } from '#server/pages/draw/renderer.ts';

/**
 * Renders given states over and over with the server bundle and nothing else; prints pages a second of core time. Each
 * time the whole tree: what the product draws once a publication (footer, side bar) is drawn anew, as React alone would.
 */
const [file, seconds] = process.argv.slice(2);
const states = JSON.parse(readFileSync(file!, 'utf8')) as SiteState[];
const firm = demoSettings.site as SiteSetting;
const { render } = await loadRenderer(new URL('../../dist/ssr/entry-server.js', import.meta.url).pathname);

await renderFor(1);
const used = process.cpuUsage();
const pages = await renderFor(Number(seconds));
const { user, system } = process.cpuUsage(used);
console.log((pages / ((user + system) / 1e6)).toFixed(1));

async function renderFor(span: number): Promise<number> {
  const end = performance.now() + span * 1000;
  let done = 0;
  while (performance.now() < end) {
    const { failed } = await render(states[done % states.length]!, { firm, links: [] }, null);
    if (failed.length > 0) throw new Error(`${failed.join(', ')} could not be drawn`);
    done += 1;
  }
  return done;
}
