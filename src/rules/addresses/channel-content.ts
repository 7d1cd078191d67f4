/** The kind of a channel's own content, derived from its articles (PC1, PC2). */

export type ArticleKind = 'html' | 'htmlFile' | 'downList' | 'empty';

/**
 * PC1: more than one item is a list, exactly one shows that item, none is empty. `total` counts the whole list, not one
 * page of it.
 */
export function contentByCount(total: number): 'list' | 'article' | 'empty' {
  if (total > 1) return 'list';
  return total === 1 ? 'article' : 'empty';
}

/** PC2: content with attachments, content only, attachments only, or nothing. */
export function articleKind(html: string, attachments: number): ArticleKind {
  if (hasContent(html)) return attachments > 0 ? 'htmlFile' : 'html';
  return attachments > 0 ? 'downList' : 'empty';
}

/** Kind of a channel's content, by its public articles; `only` is its article when there is exactly one. */
export function channelContentKind(
  total: number,
  only: { html: string; attachments: number } | null,
): 'list' | ArticleKind {
  const kind = contentByCount(total);
  if (kind !== 'article') return kind;
  return only ? articleKind(only.html, only.attachments) : 'empty';
}

/** Editors leave empty paragraphs behind: markup without a letter, picture, table or player is no content. */
function hasContent(html: string): boolean {
  if (/<(img|table|video|audio|iframe|svg|hr)\b/i.test(html)) return true;
  return (
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(nbsp|#160|#xa0);/gi, '')
      .trim() !== ''
  );
}
