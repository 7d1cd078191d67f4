import { sizeOf } from '#kinds/changes.ts';
import { article } from '#kinds/article/index.ts';
import { DRAFT_LIMITS } from '../editions/draft-changes.ts';
import type { MadeArticle } from './make-articles.ts';

/**
 * MI5: articles in as few editions as the limits of an edition allow, in their order, so that the same articles always
 * make the same editions.
 */
export function planEditions(articles: readonly MadeArticle[]): MadeArticle[][] {
  const groups: MadeArticle[][] = [];
  let characters = 0;
  for (const made of articles) {
    const size = sizeOf([{ kind: article.name, document: made.document }]).characters;
    const group = groups.at(-1);
    if (group && group.length < DRAFT_LIMITS.changes && characters + size <= DRAFT_LIMITS.characters) {
      group.push(made);
      characters += size;
    } else {
      groups.push([made]);
      characters = size;
    }
  }
  return groups;
}

/** What editors read in their list. @param total articles of the whole import */
export function editionTitle(group: readonly MadeArticle[], total: number): string {
  const [first, last] = [group[0]!.number, group.at(-1)!.number];
  return `迁入文章（第 ${first} 至 ${last} 篇，共 ${total} 篇）`;
}
