import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { HEADINGS, PLACES, type Claim } from './page-schema.ts';

/**
 * The outer form of a page document as JSON Schema (draft-07): what can be said without knowing any widget or source.
 * check-page.ts checks it first; json-schema.ts completes it for editors.
 */

const NAME = '^[A-Za-z][A-Za-z0-9]*$';

export const LAYOUTS = Object.keys(PLACES);

export const CONTENT_KINDS = ['list', 'html', 'htmlFile', 'downList', 'empty', 'detail'] as const;

/** Content of each kind of claim, in order of strength (PS3). */
export const CLAIM_WORDS: Record<ClaimKind, { title: string; [keyword: string]: unknown }> = {
  path: {
    title: '地址：不属于栏目的固定地址，可含 {名称} 段；页面的第一个地址是其规范地址',
    type: 'string',
    maxLength: 200,
    pattern: '^(/|(/([A-Za-z0-9._-]+|\\{[A-Za-z][A-Za-z0-9]*\\}))+)$',
  },
  channel: { title: '栏目编号', type: 'string', maxLength: LONGEST_CHANNEL_ID, pattern: CHANNEL_ID },
  url: {
    title: '栏目地址，开头无斜线；后加 /detail 为该栏目的详情地址',
    type: 'string',
    maxLength: 200,
    pattern: '^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$',
  },
  idEnds: {
    title: '栏目编号的结尾，最长者优先',
    type: 'string',
    minLength: 2,
    maxLength: LONGEST_CHANNEL_ID,
    pattern: CHANNEL_ID,
  },
  contentKind: { title: '栏目内容的种类；detail 为栏目下的详情地址', type: 'string', enum: CONTENT_KINDS },
  default: { title: '没有其他页面的栏目', const: true },
};

export type ClaimKind = 'path' | 'channel' | 'url' | 'idEnds' | 'contentKind' | 'default';
export const CLAIM_KINDS = Object.keys(CLAIM_WORDS) as ClaimKind[];

/** The kind of a checked claim, and its value ('' for the default). */
export function claimParts(claim: Claim): { kind: ClaimKind; value: string } {
  const [kind, value] = Object.entries(claim)[0] as [ClaimKind, string | true];
  return { kind, value: value === true ? '' : value };
}

/** Forms of a param value that is no literal. */
export const PARAM_FORMS = {
  channel: {
    title: '取自栏目',
    required: ['from'],
    fields: { field: { type: 'string', enum: ['channelId', 'title'] } },
  },
  path: {
    title: '取自地址的路径段',
    required: ['from', 'name'],
    fields: { name: { type: 'string', maxLength: 40, pattern: NAME } },
  },
  address: {
    title: '取自地址的查询参数',
    required: ['from', 'name'],
    fields: { name: { type: 'string', maxLength: 40, pattern: NAME } },
  },
} as const;

export const paramForm = (from: keyof typeof PARAM_FORMS): object => ({
  type: 'object',
  required: PARAM_FORMS[from].required,
  properties: { from: { const: from }, ...PARAM_FORMS[from].fields },
  additionalProperties: false,
});

const blockStructure = {
  type: 'object',
  required: ['id', 'place', 'widget'],
  properties: {
    id: { title: '块名，页内唯一', type: 'string', maxLength: 40, pattern: '^[a-z][a-z0-9-]*$' },
    place: { title: '所在位置', type: 'string', maxLength: 40 },
    tab: {
      title: '页签标题：同一位置的页签一次打开一个，标题相同的块在同一页签中',
      type: 'string',
      minLength: 1,
      maxLength: 40,
    },
    heading: { title: '块标题', type: 'string', minLength: 1, maxLength: 100 },
    eachListBelow: {
      title: '栏目地址，开头无斜线：该栏目下的每个文章列表各显示一次，成为页签',
      type: 'string',
      maxLength: 200,
      pattern: '^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$',
    },
    loneLinkJoins: {
      title: '块名：该块的按钮不在本块重复显示；链接只剩一个时，成为该块的按钮，本块不再显示',
      type: 'string',
      maxLength: 40,
      pattern: '^[a-z][a-z0-9-]*$',
    },
    widget: { title: '部件', type: 'string', maxLength: 60 },
    props: { title: '部件的设置', type: 'object' },
    propsVersion: { title: '部件的设置写于哪一版；缺省为最早的', type: 'integer', minimum: 0 },
    source: {
      title: '数据来源',
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', maxLength: 60 }, params: { type: 'object' } },
      additionalProperties: false,
    },
    address: {
      title: '本块查询参数的前缀：同时显示两个分页块时需要',
      type: 'string',
      maxLength: 20,
      pattern: '^[a-z][A-Za-z0-9]*$',
    },
  },
  additionalProperties: false,
};

export const pageStructure = {
  type: 'object',
  required: ['schemaVersion', 'page', 'for', 'layout', 'blocks'],
  properties: {
    $schema: { type: 'string' },
    schemaVersion: { title: '本文件格式的版本', type: 'integer' },
    page: { title: '页面名，等于文件名', type: 'string', maxLength: 60, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
    for: { title: '用于哪些地址或栏目', type: ['object', 'array'], minItems: 1, maxItems: 100 },
    layout: { title: '版式', type: 'string', maxLength: 40 },
    title: { title: '页面标题，缺省为栏目名', type: 'string', minLength: 1, maxLength: 100 },
    description: { title: '搜索引擎显示的说明', type: 'string', maxLength: 300 },
    titleParam: { title: '参数名：其值写在浏览器标题之前', type: 'string', maxLength: 40, pattern: NAME },
    header: {
      title: '页眉：minimal 只有首页链接与客服热线，也没有浮动侧栏',
      type: 'string',
      enum: ['full', 'minimal'],
    },
    headings: {
      title: '首页的块标题：above 在内容上方，beside 在内容左侧，ruled 下有双线',
      type: 'string',
      enum: HEADINGS,
    },
    keepsScroll: {
      title: '返回时回到上次浏览的位置；文字为参数名，仅在网址有此参数时',
      type: ['boolean', 'string'],
      maxLength: 40,
      pattern: NAME,
    },
    blocks: { title: '块', type: 'array', maxItems: 50, items: blockStructure },
  },
  additionalProperties: false,
};
