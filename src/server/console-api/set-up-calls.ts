import type { SetUpAnswer } from '#wire/console-answers.ts';
import { as, choice, flag } from '#page/schema-words.ts';
import { verifiedKinds } from '#page/public-content.ts';
import { siteSetting, type SiteSetting } from '#page/settings/site.ts';
import { findPageByPath } from '#page/find-page.ts';
import { legalSkeleton, type LegalName } from '#kinds/article/server/legal-skeletons.ts';
import { STARTERS, type StarterName } from '#kinds/channel/server/starters.ts';
import { SET_UP_STAGES } from '#rules/editions/set-up.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { listLegalTexts } from '../editions/settings/legal-versions.ts';
import { createEdition } from '../editions/draft/create-edition.ts';
import { Refused } from '../errors.ts';
import { setSkipped } from '../people/staff/skipped-stages.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import { consoleCall } from './define-console-call.ts';
import { readOwnDraft } from './own-draft.ts';
import { standingOf } from './set-up-standing.ts';

const NAMES = Object.keys(STARTERS) as StarterName[];
const LEGAL: readonly LegalName[] = ['privacy', 'agreement', 'notice', 'accessibility'];

/** SU4, SU5: how a site without demonstration gets its first channels, and what it lacks to be fit for the public. */
export const setUpCalls = {
  'GET /set-up': consoleCall({
    summary: '网站公开前还缺什么、设置到了哪一步，及可以选用的起步栏目',
    answer: as<SetUpAnswer>(),
    policy: 'signed-in',
    handle: async (_params, context) => ({
      ...(await standingOf(context)),
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
  'POST /legal-skeletons/:name': consoleCall({
    summary: '以范本新建一份法律文本的稿件',
    answer: as<{ editionId: number; version: number }>(),
    params: { name: choice(LEGAL, { description: '法律文本的名称' }) },
    // of its channel, which is found by its address
    policy: { anywhere: 'content.write' },
    handle: async ({ name }, context) => {
      const { db, site } = context;
      const text = (await listLegalTexts(db, site, [])).find((one) => one.name === name)!;
      if (text.channelId === '')
        throw new Refused('invalidInput', `网站还没有地址为 ${text.path.slice(1)} 的栏目，请先建立`);
      const firm = readSettingValue<SiteSetting>(siteSetting.value, await findSetting(db, 'now', siteSetting.name));
      const { title, html } = legalSkeleton(name as LegalName, firm ?? null, {
        mail: site.shell.alerts === true,
        staffCheck: verifiedKinds(site.map).includes('staff'),
      });
      const change = {
        kind: 'article',
        document: {
          channelId: text.channelId,
          title,
          content: html,
          contentTime: '',
          source: firm?.name ?? '',
        },
      };
      const draft = await readOwnDraft({ title, changes: [change] }, {}, context);
      return createEdition(db, site, context.actor, draft);
    },
  }),
};
