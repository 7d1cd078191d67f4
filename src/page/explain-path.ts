import type { Claim, ResolvedBlock } from './page-schema.ts';
import { locate } from './locate.ts';
import { isLost, resolve } from './resolve.ts';
import type { SiteMap } from './site-map.ts';

/** Why an address shows what it shows: for authors, `npm run explain` prints it. */
export interface Explanation {
  path: string;
  /** lost: the document of its page was refused and has no earlier good version (503) */
  answer: 'page' | 'redirect' | 'nothing' | 'lost';
  redirect?: string;
  channel?: { channelId: string; name: string; url: string; contentKind: string | null };
  /** the channel whose content is shown instead */
  sameAs?: { channelId: string; name: string; url: string };
  page?: { name: string; layout: string; claim: Claim; over: { page: string; claim: Claim }[] };
  blocks?: ResolvedBlock[];
  canonical?: string;
}

export function explainPath(site: SiteMap, path: string): Explanation {
  const located = locate(site, path);
  const resolution = resolve(site, path);
  if (!located || !resolution) return { path, answer: isLost(site, path) ? 'lost' : 'nothing' };
  const channel = located.position?.channel;
  const described = channel && {
    channel: {
      channelId: channel.channelId,
      name: channel.name,
      url: channel.url,
      contentKind: channel.contentKind ?? null,
    },
  };
  if (located.kind === 'redirect' || 'redirect' in resolution) {
    return { path, answer: 'redirect', redirect: located.kind === 'redirect' ? located.to : '', ...described };
  }
  const { found, shown, position } = located;
  return {
    path,
    answer: 'page',
    ...described,
    ...(shown &&
      shown !== position && {
        sameAs: { channelId: shown.channel.channelId, name: shown.channel.name, url: shown.channel.url },
      }),
    page: {
      name: found.page.page,
      layout: found.page.layout,
      claim: found.claim,
      over: found.over.map(({ page, claim }) => ({ page: page.page, claim })),
    },
    blocks: resolution.blocks,
    canonical: resolution.path,
  };
}
