import type { SetUpAnswer } from '../wire.ts';
import { as, choice, flag } from '#page/schema-words.ts';
import { findPageByPath } from '#page/find-page.ts';
import { STARTERS, type StarterName } from '#kinds/channel/server/starters.ts';
import { SET_UP_STAGES } from '../set-up-stages.ts';
import { createEdition } from '#server/editions/draft/create-edition.ts';
import { Refused } from '#server/errors.ts';
import { setSkipped } from './skipped-stages.ts';
import { consoleCall } from '#server/console-api/define-console-call.ts';
import { readOwnDraft } from '#server/console-api/own-draft.ts';
import { setUpState } from './set-up-standing.ts';

const NAMES = Object.keys(STARTERS) as StarterName[];

/** SU4, SU5: how a site without demonstration gets its first channels, and what it lacks to be fit for the public. */
export const setUpCalls = {
  'GET /set-up': consoleCall({
    summary: '网站公开前还缺什么、设置到了哪一步，及可以选用的起步栏目',
    answer: as<SetUpAnswer>(),
    policy: 'signed-in',
    handle: async (_params, context) => ({
      ...(await setUpState(context)),
      starters:
        context.site.channels.length > 0
          ? []
          : NAMES.map((name) => {
              const { title, about, channels } = STARTERS[name];
              return { name, title, about, channels: channels().length };
            }),
    }),
  }),
  /** a stage is left out for now, or is not any more; for everybody */
  'POST /set-up/skipped': consoleCall({
    summary: '设置网站时跳过一步，或不再跳过',
    answer: as<void>(),
    params: { stage: choice(SET_UP_STAGES, { description: '哪一步' }), isSkipped: flag({ description: '是否跳过' }) },
    policy: { right: 'site.set-up' },
    handle: ({ stage, isSkipped }, { db, actor }) =>
      db.transaction().execute((trx) => setSkipped(trx, actor, stage, isSkipped)),
  }),
  'POST /starters/:starter': consoleCall({
    summary: '以一套起步栏目新建稿件',
    answer: as<{ editionId: number; version: number }>(),
    params: { starter: choice(NAMES, { description: '起步栏目的名称' }) },
    policy: { right: 'channel.change' },
    handle: async ({ starter }, context) => {
      if (context.site.channels.length > 0)
        throw new Refused('invalidInput', '网站已有栏目，起步栏目只用于还没有栏目的网站');
      const { title, channels, ...more } = STARTERS[starter];
      const home = 'home' in more ? findPageByPath(context.site.map.pages, '/')?.page : undefined;
      const draft = await readOwnDraft(
        {
          title: `起步栏目：${title}`,
          changes: [
            ...channels().map((document) => ({ kind: 'channel', document })),
            ...('home' in more && home ? [{ kind: 'page', id: home.page, document: more.home(home) }] : []),
          ],
        },
        {},
        context,
      );
      return createEdition(context.db, context.site, context.actor, draft);
    },
  }),
};
