/** A page document as far as this looks into it. */
interface Document {
  page: string;
  for: unknown;
  blocks: { place: string; source?: { name: string } }[];
  [field: string]: unknown;
}

const CONTENT = 'channel-content';

/** Places of content beside a register. */
export const PLACES = {
  top: '内容在上，登记表在下',
  main: '与登记表同在正文区',
  bottom: '登记表在上，内容在下',
} as const;

/**
 * The page that shows a channel, for this channel alone, with its own content in another place: placement is data of
 * pages, never of channels (PC4).
 * @param document of the page that shows it now
 */
export function placedPage(document: unknown, channelId: string, place: string): { page: string; document: unknown } {
  const { $schema: _schema, ...from } = structuredClone(document) as Document;
  const isItsOwn = JSON.stringify(from.for) === JSON.stringify({ channel: channelId });
  const page = isItsOwn
    ? from.page
    : `channel-${channelId
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '')}`.slice(0, 60);
  return {
    page,
    document: {
      ...from,
      page,
      for: { channel: channelId },
      blocks: from.blocks.map((block) => (block.source?.name === CONTENT ? { ...block, place } : block)),
    },
  };
}
