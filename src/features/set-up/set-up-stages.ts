import { EDITION_STATES } from '#rules/editions/edition-steps.ts';

/**
 * SU9: the stages in which a firm sets up its site, in their order; each a screen of the console. People come first,
 * because nothing is published by one alone.
 */
export const SET_UP_STAGES = ['people', 'firm', 'brand', 'channels', 'legal', 'check', 'open'] as const;
export type SetUpStageName = (typeof SET_UP_STAGES)[number];

export const isSetUpStage = (name: string): name is SetUpStageName =>
  (SET_UP_STAGES as readonly string[]).includes(name);

export const STAGE_TITLES: Readonly<Record<SetUpStageName, string>> = {
  people: '人员',
  firm: '机构信息',
  brand: '品牌',
  channels: '栏目结构',
  legal: '法律文本',
  check: '检查',
  open: '开通',
};

/** Words for the states of a stage. */
export const STAGE_STATES = {
  none: '未开始',
  begun: '进行中',
  draft: EDITION_STATES.draft,
  'in-review': EDITION_STATES['in-review'],
  approved: EDITION_STATES.approved,
  published: EDITION_STATES.published,
  done: '已完成',
  skipped: '已跳过',
} as const;
export type SetUpStageState = keyof typeof STAGE_STATES;
