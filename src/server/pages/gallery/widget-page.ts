import { checkJson } from '#page/json-check.ts';
import type { Problem } from '#page/problems.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { joined, writeDocument } from '../draw/document.ts';
import { framedHeaders, type FramedPage } from '../address/framed-page.ts';
import type { RenderDeps } from '../draw/render.ts';
import type { ShownWidget } from '#wire/console-answers.ts';

/** Props with their defaults filled in, and their problems. */
export function propsProblems(schema: object, given: unknown): { props: unknown; problems: Problem[] } {
  const props = structuredClone(given) ?? {};
  return { props, problems: checkJson(schema, props, '') };
}

/**
 * WG4: a widget drawn from its example's data as the site would draw it, with other props where some are given.
 * @returns problems of the props, by pointer
 */
export async function widgetPage(
  { renderer, build }: Pick<RenderDeps, 'renderer' | 'build'>,
  { name, title, schema, example }: ShownWidget,
  given: unknown = example.props,
): Promise<FramedPage | Problem[]> {
  const { props, problems } = propsProblems(schema, given);
  if (problems.length > 0) return problems;
  const html = await renderer.renderWidget(name, { ...example, props }, SITE_BASE);
  const document = writeDocument(await build(), {
    html: `<main class="wrap"><div class="place">${html}</div></main>`,
    title,
    description: '',
    canonical: '',
    noindex: true,
    mode: undefined,
    views: [name],
    state: null,
  });
  return { status: 200, html: joined(document), headers: framedHeaders(document.cssHash) };
}
