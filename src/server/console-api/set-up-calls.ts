import { brandSetting } from '#page/settings/brand.ts';
import { siteSetting, type SiteSetting } from '#page/settings/site.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import { legalSkeleton, type LegalName } from '#kinds/article/legal-skeletons.ts';
import { STARTERS, type StarterName } from '#kinds/channel/starters.ts';
import { ROLE_NAMES, type Role } from '#rules/staff-rights.ts';
import type { SetUpCalls } from '#wire/console-calls.ts';
import type { SetUpStep } from '#wire/console-answers.ts';
import { readSettingValue } from '#kinds/setting/check-setting.ts';
import { listLegalTexts } from '../editions/settings/legal-versions.ts';
import { createEdition } from '../editions/create-edition.ts';
import { Refused } from '../errors.ts';
import { listPeople } from '../people/staff/accounts.ts';
import { isOpened, isPublic } from '../people/staff/opening.ts';
import { findSetting } from '../store/find-setting.ts';
import { findLegalTexts } from '../store/legal-texts.ts';
import { consoleCall, type Answers, type ConsoleContext, type SignedIn } from './define-console-call.ts';
import { readOwnDraft } from './own-draft.ts';

const NAMES = Object.keys(STARTERS) as StarterName[];
const LEGAL: readonly LegalName[] = ['privacy', 'agreement', 'notice'];

/** SU4, SU5: how a site without demonstration gets its first channels, and what it lacks to be fit for the public. */
export const setUpCalls: Answers<SetUpCalls> = {
  'GET /set-up': consoleCall({
    summary: '网站公开前还缺什么，及可以选用的起步栏目',
    policy: 'signed-in',
    handle: async (_params, context) => ({
      steps: await stepsOf(context),
      starters:
        context.site.channels.length > 0
          ? []
          : NAMES.map((name) => {
              const { title, about, channels } = STARTERS[name];
              return { name, title, about, channels: channels().length };
            }),
    }),
  }),
  'POST /starters/:starter': consoleCall({
    summary: '以一套起步栏目新建稿件',
    params: { starter: { type: 'string', enum: NAMES, description: '起步栏目的名称' } },
    required: ['starter'],
    policy: { right: 'channel.change' },
    handle: async ({ starter }, context) => {
      if (context.site.channels.length > 0)
        throw new Refused('invalidInput', '网站已有栏目，起步栏目只用于还没有栏目的网站');
      const { title, channels } = STARTERS[starter as StarterName];
      const draft = await readOwnDraft(
        {
          title: `起步栏目：${title}`,
          changes: channels().map((document) => ({ kind: 'channel', document })),
        },
        {},
        context,
      );
      return createEdition(context.db, context.site, context.actor, draft);
    },
  }),
  'POST /legal-skeletons/:name': consoleCall({
    summary: '以范本新建一份法律文本的稿件',
    params: { name: { type: 'string', enum: LEGAL, description: '法律文本的名称' } },
    required: ['name'],
    // of its channel, which is found by its address
    policy: { anywhere: 'content.write' },
    handle: async ({ name }, context) => {
      const { db, site } = context;
      const text = (await listLegalTexts(db, site)).find((one) => one.name === name)!;
      if (text.channelId === '')
        throw new Refused('invalidInput', `网站还没有地址为 ${text.path.slice(1)} 的栏目，请先建立`);
      const firm = readSettingValue<SiteSetting>(siteSetting.value, await findSetting(db, 'now', siteSetting.name));
      const { title, html } = legalSkeleton(name as LegalName, firm ?? null);
      const change = {
        kind: 'article',
        document: {
          channelId: text.channelId,
          title,
          content: html,
          contentTime: new Date().toISOString(),
          source: firm?.name ?? '',
        },
      };
      const draft = await readOwnDraft({ title: `${title}（范本）`, changes: [change] }, {}, context);
      return createEdition(db, site, context.actor, draft);
    },
  }),
};

/** Those without whom nothing becomes public: somebody writes, another reviews, somebody publishes. */
const NEEDED: readonly (readonly Role[])[] = [['editor', 'channel-admin'], ['reviewer'], ['publisher']];

async function stepsOf({ db, site }: Pick<SignedIn, 'db' | 'site'>): Promise<SetUpStep[]> {
  const [opened, visible] = await Promise.all([isOpened(db), isPublic(db)]);
  const legal = await findLegalTexts(db, 'now', site.channels);
  const lacking = LEGAL.filter((name) => !legal[name]);
  const people = await peopleLacking(db);
  return [
    {
      title: '人员',
      words: people === '' ? '撰写、审核、发布各有其人' : people,
      isDone: people === '',
      path: '/people',
    },
    {
      title: '结束初始设置',
      words: opened ? '已结束' : '由第二位系统管理或发布人员在本页进行，之后可以发布稿件，访客还看不到',
      isDone: opened,
      path: '/',
    },
    {
      title: '公司信息',
      words: '名称、热线、地址、备案号，显示在每一页的页眉和页脚',
      isDone: (await findSetting(db, 'now', siteSetting.name)) !== undefined,
      path: `/settings/${siteSetting.name}`,
    },
    {
      title: '品牌',
      words: '标志、图标、颜色和首页标语；没有设定时用程序自带的样子',
      isDone: (await findSetting(db, 'now', brandSetting.name)) !== undefined,
      isOptional: true,
      path: `/settings/${brandSetting.name}`,
    },
    {
      title: '栏目',
      words: site.channels.length > 0 ? `公开的栏目 ${site.channels.length} 个` : '选用一套起步栏目，或自己新建',
      isDone: site.channels.length > 0,
      path: '/channels',
    },
    {
      title: '法律文本',
      words: lacking.length === 0 ? '均已公开' : `还没有公开：${lacking.map((name) => LEGAL_NAMES[name]).join('、')}`,
      isDone: lacking.length === 0,
      path: '/settings/legal',
    },
    {
      title: '开通网站',
      words: visible ? '访客看得到网站' : '前面的准备好了，由一人提出、他人审核，发布以后访客才看得到',
      isDone: visible,
      path: `/settings/${visibleSetting.name}`,
    },
  ];
}

const LEGAL_NAMES = { privacy: '隐私政策', agreement: '用户协议', notice: '法律声明' };

/** In words; '' where nobody is. */
async function peopleLacking(db: ConsoleContext['db']): Promise<string> {
  const ready = (await listPeople(db)).filter(({ state, isReady }) => state === 'active' && isReady);
  const having = (roles: readonly Role[]) =>
    ready.filter(({ grants }) => grants.some(({ role }) => roles.includes(role))).map(({ staffId }) => staffId);
  const none = NEEDED.filter((roles) => having(roles).length === 0);
  if (none.length > 0)
    return `还没有${none.map((roles) => roles.map((role) => ROLE_NAMES[role]).join('或')).join('、')}人员`;
  const [writers, reviewers] = NEEDED.map(having);
  return new Set([...writers!, ...reviewers!]).size > 1 ? '' : '撰写和审核须是两个人';
}
