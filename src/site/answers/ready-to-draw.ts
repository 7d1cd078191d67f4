import type { Layout, ResolvedBlock } from '#page/page-schema.ts';
import '#ui/phrase-breaks.ts';

/** HN6, HN7: blocks that may draw what only compositions have. */
const mayBeComposed = ({ widget, props }: ResolvedBlock): boolean =>
  widget === 'banner-carousel' || props['look'] === 'facts';

/**
 * Loads the parts that the server's HTML contains already: the browser breaks lines itself (LG10), and loads the styles
 * of compositions. @throws when they cannot be had
 */
export async function readyToDraw(blocks: readonly ResolvedBlock[], layout?: Layout): Promise<void> {
  if (layout === 'home' || blocks.some(mayBeComposed)) await import('../compositions.css');
}
