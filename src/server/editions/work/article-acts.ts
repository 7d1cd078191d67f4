import type { ArticleDocument } from '#kinds/article/index.ts';
import { ARTICLE_ACTS, type ArticleAct } from '#rules/editions/work-list.ts';

/** LW5: an act on articles, with what it puts them to. */
export type ActOnArticles =
  | { act: Extract<ArticleAct, 'pin' | 'unpin'> }
  | { act: 'move'; channelId: string; channelName: string }
  | { act: 'tag'; tag: string; tagName: string };

/** An article after the act, or why the act changes nothing of it. */
export function articleAfter(document: ArticleDocument, given: ActOnArticles): ArticleDocument | string {
  switch (given.act) {
    case 'move':
      return document.channelId === given.channelId ? '已在这个栏目' : { ...document, channelId: given.channelId };
    case 'tag': {
      const { tags = [] } = document;
      return tags.includes(given.tag) ? '已有这个标签' : { ...document, tags: [...tags, given.tag] };
    }
    default: {
      const topFlag = given.act === 'pin' ? 1 : 0;
      if ((document.topFlag ?? 0) !== topFlag) return { ...document, topFlag };
      return topFlag === 1 ? '已经置顶' : '没有置顶';
    }
  }
}

/** Longest title of an edition that an act makes; the name in it may have any length. */
const LONGEST = 200;

/** '置顶：3 篇文章'; of one article its title. */
export function titleOfAct(given: ActOnArticles, titles: readonly string[]): string {
  const what = titles.length === 1 ? `《${titles[0]!}》` : `${titles.length} 篇文章`;
  const words =
    given.act === 'move'
      ? `${ARTICLE_ACTS.move}“${given.channelName}”`
      : given.act === 'tag'
        ? `${ARTICLE_ACTS.tag}“${given.tagName}”`
        : ARTICLE_ACTS[given.act];
  return `${words}：${what}`.slice(0, LONGEST).toWellFormed();
}
