import { defineSource, pageNum, pageSize, type Call } from '#page/define-source.ts';
import { defineWidget } from '#page/define-widget.ts';
import { buildPageIndex } from '#page/find-page.ts';
import type { Claim, PageSchema } from '#page/page-schema.ts';
import { registryOf } from '#page/registry.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { choice, flag, object } from '#page/schema-words.ts';
import { buildSiteMap } from '#page/site-map.ts';
import type { ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { sources as realSources } from '#sources/index.ts';

/** Test data of the page language: a register, widgets, sources, and builders of channels, pages and sites. */
export const staff: RegisterDefinition = {
  schemaVersion: 1,
  register: 'staff',
  title: '人员公示',
  endpoints: [{ path: '/front/info', when: { infoId: 'staff' } }],
  answer: { list: 'frontList' },
  key: ['certNo'],
  fields: {
    name: { title: '姓名', type: 'text', required: true, convert: false },
    certNo: {
      title: '证书编号',
      type: 'text',
      pattern: '^F\\d{7,8}$',
      patternHint: 'F 加 7 或 8 位数字',
      example: 'F3012345',
    },
    level: { title: '类别', type: 'choice', choices: { '1': '管理人员', '0': '业务人员' } },
    since: { title: '登记日期', type: 'date' },
  },
  columns: ['name', 'certNo', 'level', 'since'],
  filters: [
    { field: 'level' },
    { field: 'since' },
    { fuzzy: ['name', 'certNo'], name: 'fuzzyItem', title: '姓名或编号' },
  ],
  order: ['-since'],
};

export const widgets = registryOf('widget', [
  defineWidget({ name: 'content-view', title: '内容', accepts: 'content', props: object({}) }),
  defineWidget({ name: 'article-view', title: '文章', accepts: 'article', props: object({}) }),
  defineWidget({
    name: 'list-view',
    title: '列表',
    accepts: 'articles',
    props: object({ dates: choice(['right', 'block'], { default: 'right' }), summaries: flag({ default: true }) }),
  }),
  defineWidget({ name: 'table-view', title: '表格', accepts: 'rows', props: object({}) }),
  defineWidget({ name: 'note', title: '说明', accepts: 'none', props: object({}) }),
]);

const slowList = defineSource({
  name: 'slow-list',
  title: '迟到的列表',
  gives: 'articles',
  params: { pageNum, pageSize },
  load: () => new Promise(() => {}),
});

export const sourceList = [...realSources, slowList];
export const sources = registryOf('source', sourceList);
export const registers = { staff };
export const facts = { widgets, sources, registers, base: '/swhysc' };

export function buildChannel(channelId: string, url: string, more: Partial<ChannelRecord> = {}): ChannelRecord {
  return {
    channelId,
    parentId: channelId.slice(0, -4),
    classOrder: Number(channelId.slice(-4)) || 1,
    url,
    name: `栏目${url}`,
    type: 1,
    contentKind: 'list',
    ...more,
  };
}

/** A page with one content block, claiming as said. */
export function buildPage(page: string, claims: Claim | Claim[], more: Partial<PageSchema> = {}): PageSchema {
  return {
    schemaVersion: 1,
    page,
    for: claims,
    layout: 'channel',
    blocks: [{ id: 'content', place: 'main', widget: 'content-view', props: {}, source: { name: 'channel-content' } }],
    ...more,
  };
}

export const buildSite = (channels: ChannelRecord[], pages: PageSchema[]) =>
  buildSiteMap({ channels, pages: buildPageIndex(pages).index, registers, sources });

/** A call that answers from a table by path, and keeps what it was asked. */
export function answering(
  answers: Record<string, unknown>,
): Call & { asked: { path: string; params: Record<string, unknown> }[] } {
  const requests: { path: string; params: Record<string, unknown> }[] = [];
  const get = async (path: string, params: Record<string, unknown> = {}) => {
    requests.push({ path, params });
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    return structuredClone(typeof answer === 'function' ? answer(params) : answer);
  };
  return { asked: requests, get, post: get };
}
