import { leadsOn } from '#page/locate.ts';
import type { ResolvedPage } from '#page/page-schema.ts';
import { isSuccess } from '#wire/envelope.ts';
import { paths, PUBLIC } from '#wire/paths.ts';
import type { Gateway } from '../http/gateway.ts';
import type { Site } from '../site/site.ts';
import { askElsewhere, type UpstreamReading } from './ask-elsewhere.ts';

/**
 * US7, RT9: where a channel of an upstream leads that has channels below it and no content of its own. Only its list tells,
 * which is asked as its page would ask it; where it is not told, the channels below are what there is to show.
 * @returns site path of the first channel below; null where the page stands for itself
 */
export async function leadOn(
  deps: { gateway: Gateway; reading: UpstreamReading },
  site: Site,
  { channel, path }: Pick<ResolvedPage, 'channel' | 'path'>,
  within?: number,
): Promise<string | null> {
  if (!site.contentElsewhere || !channel || channel.contentKind !== undefined || channel.path !== path) return null;
  if (site.isOwnChannel(channel.channelId)) return null;
  const below = leadsOn(site.map, path);
  if (below === null) return null;
  const params = { channelId: channel.channelId, topFlag: 3, pageNum: 1, pageSize: 10, status: PUBLIC };
  try {
    const answer = await askElsewhere(deps, site, { path: paths.infoList, params, headers: {}, within });
    return isSuccess(answer) && (answer.data as { list: unknown[] }).list.length > 0 ? null : below;
  } catch {
    return below;
  }
}
