import type { Channel } from '#wire/console-answers.ts';
import { as } from '#page/schema-words.ts';
import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { consoleCall } from './define-console-call.ts';

/** What the console shows of the site as it is public. */
export const siteCalls = {
  /** of both trees, parents first */
  'GET /channels': consoleCall({
    summary: '两棵栏目树的全部栏目，上级在前',
    answer: as<Channel[]>(),
    policy: 'signed-in',
    handle: async (_params, { site }) =>
      [MAIN_ROOT, COMPANY_ROOT]
        .flatMap((root) => site.channelsBelow(root))
        .map(({ channelId, parentId, name, url, type, contentKind }) => ({
          channelId,
          parentId,
          name,
          url,
          type,
          contentKind,
        })),
  }),
};
