import type { Channel, Firm } from '#wire/console-answers.ts';
import { as } from '#page/schema-words.ts';
import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { consoleCall } from './define-console-call.ts';

/** The site as it is public, for the console. */
export const siteCalls = {
  'GET /firm': consoleCall({
    summary: '公司简称，和深色底上的标志',
    answer: as<Firm>(),
    policy: 'own',
    handle: async (_params, { site }): Promise<Firm> => {
      const { name, logo } = site.shell.brand;
      if (!logo) return { name };
      const { onDark, width, height, hasName } = logo;
      // one that was made for light grounds alone would not be seen on the header
      return onDark === undefined ? { name } : { name, logo: { src: onDark, width, height, hasName } };
    },
  }),
  /** channels of both trees, parents first */
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
