/**
 * The room `site` is the visitor's app: the shell around a page, moving between pages, loading their data.
 * It never imports the server; what the server knows reaches it as a SiteState in the page or by calls.
 *
 * This file: the widgets' views, each a chunk of its own. Definitions and props never enter a visitor's download.
 */
import type { ViewModule } from '#page/Block.tsx';

const loaders = import.meta.glob<ViewModule>('../widgets/*/View.tsx');
const loaded = new Map<string, ViewModule>();

const pathOf = (widget: string) => `../widgets/${widget}/View.tsx`;

/**
 * Loads the views of these widgets; unknown names are left out, their blocks say so themselves (WG3). @throws when a
 * chunk cannot be had
 */
export async function loadViews(widgets: Iterable<string>): Promise<void> {
  await Promise.all(
    [...new Set(widgets)].map(async (widget) => {
      const load = loaded.has(widget) ? undefined : loaders[pathOf(widget)];
      if (load) loaded.set(widget, await load());
    }),
  );
}

/** Whether there is such a widget, loaded or not. */
export const isWidget = (widget: string): boolean => pathOf(widget) in loaders;

/** A loaded view; undefined for an unknown widget. */
export function viewOf(widget: string): ViewModule | undefined {
  return loaded.get(widget);
}
