import { COMPANY_ROOT, MAIN_ROOT } from '#rules/channel-tree.ts';
import type { SiteCalls } from '#wire/console-calls.ts';
import { consoleCall, type Answers } from './define-console-call.ts';

/** What the console shows of the site as it is public. */
export const siteCalls: Answers<SiteCalls> = {
  'GET /channels': consoleCall({
    summary: '两棵栏目树的全部栏目，上级在前',
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
