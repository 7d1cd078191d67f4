import { hasArticles } from '#page/public-content.ts';
import { brandSetting } from '#page/settings/brand.ts';
import { siteSetting } from '#page/settings/site.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import { SET_UP_STAGES, type SetUpStageName, type SetUpStageState } from '../set-up-stages.ts';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { SetUpAnswer, SetUpStage, SetUpStep } from '../wire.ts';
import { listPeople } from '#server/people/staff/accounts.ts';
import { isOpened, isPublic } from '#server/people/staff/opening.ts';
import { peopleLacking } from '#server/people/staff/people-lacking.ts';
import { skippedStages } from './skipped-stages.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';
import {
  ACCESSIBILITY_TEXT,
  findLegalTexts,
  PREPARED_URLS,
  type LegalTextName,
} from '#server/store/documents/legal-texts.ts';
import type { SignedIn } from '#server/console-api/define-console-call.ts';

const LEGAL_NAMES: Readonly<Record<LegalTextName, string>> = {
  privacy: '隐私政策',
  agreement: '用户协议',
  notice: '法律声明',
};
const LEGAL = Object.keys(LEGAL_NAMES) as LegalTextName[];

/** SU5, SU9: what a site lacks to be fit for the public, and how far each stage of setting it up is. */
export async function setUpState(context: SignedIn): Promise<Omit<SetUpAnswer, 'starters'>> {
  const { db, user, site } = context;
  const [isEnded, isShown, people, skipped, open, legal, firm, brand] = await Promise.all([
    isOpened(db),
    isPublic(db),
    listPeople(db),
    skippedStages(db),
    openEditions(context),
    findLegalTexts(db, 'now', site.channels),
    findSetting(db, 'now', siteSetting.name),
    findSetting(db, 'now', brandSetting.name),
  ]);
  const lacking = LEGAL.filter((name) => !legal[name]);
  const statement = site.map.byUrl.get(ACCESSIBILITY_TEXT.url);
  const isStated = statement !== undefined && hasArticles(statement);
  const channels = site.channels.length;
  const nobody = peopleLacking(people);
  const steps: SetUpStep[] = [
    {
      title: '人员',
      words: nobody === '' ? '撰写、审核、发布各有其人' : nobody,
      isDone: nobody === '',
      stage: 'people',
    },
    {
      title: '结束初始设置',
      words: isEnded ? '已结束' : '由第二位系统管理或发布人员进行，之后可以发布稿件，访客还看不到',
      isDone: isEnded,
      stage: 'people',
    },
    {
      title: '机构信息',
      words: '名称、热线、地址、备案号，显示在每一页的页眉和页脚',
      isDone: firm !== undefined,
      stage: 'firm',
    },
    {
      title: '品牌',
      words: '标志、图标、颜色和首页标语；没有设定时用程序自带的样子',
      isDone: brand !== undefined,
      isOptional: true,
      stage: 'brand',
    },
    {
      title: '栏目',
      words: channels > 0 ? `公开的栏目 ${channels} 个` : '选用一套起步栏目，或自己新建',
      isDone: channels > 0,
      stage: 'channels',
    },
    {
      title: '法律文本',
      words: lacking.length === 0 ? '均已公开' : `还没有公开：${lacking.map((name) => LEGAL_NAMES[name]).join('、')}`,
      isDone: lacking.length === 0,
      stage: 'legal',
    },
    {
      title: ACCESSIBILITY_TEXT.title,
      words: isStated ? '已公开' : '没有公开时，页面只说明网站本身的功能',
      isDone: isStated,
      isOptional: true,
      stage: 'legal',
    },
    {
      title: '开通网站',
      words: isShown ? '访客看得到网站' : '前面的准备好了，由一人提出、他人审核，发布以后访客才看得到',
      isDone: isShown,
      stage: 'open',
    },
  ];
  const isBegun: Partial<Record<SetUpStageName, boolean>> = {
    people: people.length > 1,
    legal: lacking.length < LEGAL.length,
    check: steps.some(({ isDone }) => isDone),
  };
  const mayRead = mayDo(user.grants, 'content.read', [WHOLE_SITE]);
  const stages = SET_UP_STAGES.map((name): SetUpStage => {
    const begun = open.filter(({ stage }) => stage === name);
    const own = steps.filter(({ stage }) => (name === 'check' ? stage !== 'open' : stage === name));
    const needed = own.filter(({ isOptional }) => !isOptional);
    const shown = needed.length > 0 ? needed : own;
    return {
      name,
      state: shown.every(({ isDone }) => isDone)
        ? name === 'check' || name === 'people'
          ? 'done'
          : 'published'
        : (stateOf(begun) ?? (skipped.includes(name) ? 'skipped' : isBegun[name] ? 'begun' : 'none')),
      editions: mayRead ? begun.map(({ editionId, title, state }) => ({ editionId, title, state })) : [],
    };
  });
  return { steps, stages, isShown };
}

interface StageEdition {
  stage: SetUpStageName;
  editionId: number;
  title: string;
  state: EditionState;
}

/** the most pressing one of those under way */
function stateOf(editions: readonly StageEdition[]): SetUpStageState | undefined {
  const states = editions.map(({ state }) => state);
  if (states.includes('draft') || states.includes('returned')) return 'draft';
  return (['in-review', 'approved'] as const).find((state) => states.includes(state));
}

/** Editions under way that belong to a stage, newest first. */
async function openEditions({ db, site }: Pick<SignedIn, 'db' | 'site'>): Promise<StageEdition[]> {
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'title', 'state', 'channel_ids', 'base'])
    .where('state', 'not in', ['published', 'discarded'])
    .orderBy('edition_id', 'desc')
    .limit(200)
    .execute();
  const legal = site.channels.filter(({ url }) => PREPARED_URLS.includes(url)).map(({ channelId }) => channelId);
  return rows.flatMap(({ edition_id: editionId, title, state, channel_ids: channelIds, base }) => {
    const subjects = Object.keys(base);
    const stage = subjects.includes(`setting:${siteSetting.name}`)
      ? 'firm'
      : subjects.includes(`setting:${brandSetting.name}`)
        ? 'brand'
        : subjects.includes(`setting:${visibleSetting.name}`)
          ? 'open'
          : subjects.some((subject) => subject.startsWith('channel:'))
            ? 'channels'
            : channelIds.some((channelId) => legal.includes(channelId))
              ? 'legal'
              : undefined;
    return stage ? [{ stage, editionId, title, state }] : [];
  });
}
