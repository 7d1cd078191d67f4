import { MOST_ARTICLES } from '#kinds/article-import/index.ts';
import type { MadeArticle } from './make-articles.ts';

/** MI7: all articles in one edition, or in as few as may hold them, in their order. */
export function planEditions(articles: readonly MadeArticle[]): MadeArticle[][] {
  const groups: MadeArticle[][] = [];
  for (let from = 0; from < articles.length; from += MOST_ARTICLES)
    groups.push(articles.slice(from, from + MOST_ARTICLES));
  return groups;
}

/** Title of an edition in the list of editors. @param total articles of the whole import */
export function editionTitle(group: readonly MadeArticle[], total: number): string {
  const [first, last] = [group[0]!.number, group.at(-1)!.number];
  return `迁入文章（第 ${first} 至 ${last} 篇，共 ${total} 篇）`;
}
