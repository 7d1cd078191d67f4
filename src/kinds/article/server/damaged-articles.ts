import { lostIn } from '#rules/text/damaged-text.ts';
import { wordsOfHtml } from '#server/store/articles/text-of-html.ts';
import { writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { article } from '../index.ts';

/** VA1: of the articles among these changes those whose text holds characters that are damage, a sentence each. */
export const damagedArticles = (changes: readonly Change[]): { at: number; words: string }[] =>
  writtenOf(article, changes).flatMap(({ at, document: { title, content = '' } }) => {
    const damage = lostIn(wordsOfHtml(content));
    return damage ? [{ at, words: `文章“${title.slice(0, 60)}”的正文${damage.reason}，应为：${damage.right}` }] : [];
  });
