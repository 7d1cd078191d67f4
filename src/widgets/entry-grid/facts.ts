import type { ArticleItem, ChannelFacts } from '#page/data-shapes.ts';

/** Registers that are shown as facts; more are cells of the grid (HN7). */
const MOST = 3;
export interface Fact {
  title: string;
  path: string;
  figures: ChannelFacts['registers'][number];
}

/** HN7: the registers of channels with one each; none where there are more than three, or several in one channel. */
export function factsOf(items: readonly ArticleItem[]): Fact[] {
  const found = items.flatMap(({ title, path, channelFacts }) =>
    (channelFacts?.registers ?? []).map((figures) => ({ title, path, figures })),
  );
  const isOneEach = new Set(found.map(({ path }) => path)).size === found.length;
  return found.length <= MOST && isOneEach ? found : [];
}
