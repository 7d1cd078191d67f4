import { articleKind, contentByCount } from '#rules/addresses/channel-content.ts';
import type { Article, Content } from '#page/data-shapes.ts';
import { defineSource, pageNum, pageSize, type Call, type Param, type ParamsOf } from '#page/define-source.ts';
import { paths, PUBLIC } from '#wire/paths.ts';
import { readArticle, readArticles, readFrame } from './read-articles.ts';

const described = {
  channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'content', title: '栏目编号' },
  pageNum,
  pageSize,
} as const satisfies Record<string, Param<unknown>>;

/**
 * A channel's own content, of whatever kind (PC1, PC2). Where the server has told the kind with the channel, an empty
 * channel needs no call and a single article one; else the list is asked first and decides.
 */
export const channelContent = defineSource({
  name: 'channel-content',
  title: '栏目自身内容',
  gives: 'content',
  params: described,
  load: async (params, call, { channel }): Promise<Content> => {
    const kind = channel?.channelId === params.channelId ? channel.contentKind : undefined;
    if (kind === 'empty') return { kind };
    if (kind !== undefined && kind !== 'list')
      return single(await call.get(paths.infoContent, { channelId: params.channelId }).then(readArticle, readFrame));
    return byList(params, call);
  },
});

async function byList(params: ParamsOf<typeof described>, call: Call): Promise<Content> {
  const articles = readArticles(await call.get(paths.infoList, { ...params, topFlag: 3, status: PUBLIC }), params);
  const only = contentByCount(articles.total) === 'article' ? articles.items[0] : undefined;
  if (only) return single(await call.get(paths.infoContent, { id: only.id }).then(readArticle, readFrame));
  // a page beyond the last has no items either: its list says so, and the page answers 404
  return articles.total === 0 && params.pageNum === 1 ? { kind: 'empty' } : { kind: 'list', articles };
}

function single({ channelId: _channel, ...article }: Article & { channelId: string }): Content {
  if (article.withheld) return { kind: 'html', article };
  const kind = articleKind(article.html, article.files.length);
  return kind === 'empty' ? { kind } : { kind, article };
}
