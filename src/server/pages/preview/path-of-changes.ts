import type { Published } from '../../store/acts.ts';
import { channelsClaimed, channelsShowing } from '../../editions/concerned-channels.ts';
import type { DraftChange } from '../../editions/draft-changes.ts';
import type { Site } from '../../site/site.ts';

/** What tells best where a draft is read comes first: a wizard's edition is looked at in its channel. */
const ORDER: readonly DraftChange['kind'][] = [
  'channel',
  'article',
  'page',
  'register',
  'article-withdrawn',
  'channel-retired',
  'setting',
];

/** Site path at which visitors would read a draft. @param site as it would be */
export function pathOfChanges(
  site: Site,
  changes: readonly DraftChange[],
  { articleIds }: Pick<Published, 'articleIds'>,
): string {
  const first = ORDER.flatMap((kind) =>
    changes.flatMap((change, at) => (change.kind === kind ? [{ change, at }] : [])),
  )[0];
  if (!first) return '/';
  const { change, at } = first;
  switch (change.kind) {
    case 'channel':
      return site.channelPath(change.channel.channelId);
    case 'article':
      return site.articlePath(change.article.channelId, articleIds[at]!);
    case 'page': {
      const claim = [Object(change.document).for].flat().find((one) => typeof Object(one).path === 'string') as
        | { path: string }
        | undefined;
      return (
        claim?.path ?? pathOf(site, [...channelsClaimed(site, change.document), ...channelsShowing(site, change.page)])
      );
    }
    case 'register':
      return pathOf(site, channelsShowing(site, change.definition.register));
    default:
      return '/';
  }
}

const pathOf = (site: Site, channelIds: readonly string[]): string => {
  const id = channelIds.find((channelId) => site.channel(channelId));
  return id === undefined ? '/' : site.channelPath(id);
};
