import { checkJson } from '#page/json-check.ts';
import type { Problem } from '#page/problems.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { joined, writeDocument } from '../document.ts';
import { framedHeaders, type FramedPage } from '../framed-page.ts';
import type { RenderDeps } from '../render.ts';
import type { ShownWidget } from './examples.ts';

/**
 * WG4: a widget drawn from its example's data as the site would draw it, with other props where some are given.
 * @returns what is wrong with the props, by pointer
 */
export async function widgetPage({ renderer, build }: Pick<RenderDeps, 'renderer' | 'build'>, { name, title, schema, example }: ShownWidget, given: unknown = example.props): Promise<FramedPage | Problem[]> {
  // defaults are filled into a copy
  const props = structuredClone(given) ?? {};
  const problems = checkJson(schema, props, '');
  if (problems.length > 0) return problems;
  const html = await renderer.renderWidget(name, { ...example, props }, SITE_BASE);
  const document = writeDocument(await build(), { html: `<main class="page"><div class="place">${html}</div></main>`, title, description: '', canonical: '', noindex: true, mode: undefined, views: [name], state: null });
  return { status: 200, html: joined(document), headers: framedHeaders(document.cssHash) };
}
