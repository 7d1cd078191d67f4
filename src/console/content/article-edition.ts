import { article as articleKind } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import type { Begun, FormOfEdition } from '../editions/use-save-edition.ts';
import { entryName, type MergeWords } from '../merge/merge-words.ts';
import { mergeThreeWay } from '../merge/three-way.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';

import { FIELD_NAMES, toArticle, toFields, type ArticleFields, type FieldName } from './article-fields.ts';

export type BegunArticle = Begun<ArticleFields>;

const articleIn = ([only, ...rest]: readonly Change[]): ArticleDocument | undefined =>
  rest.length === 0 ? documentIn(articleKind, only) : undefined;

/** The title of a draft of one article follows the article's, unless it was given one of its own. */
function titleOf({ title }: ArticleFields, { changes, draft }: BegunArticle): string {
  const article = articleIn(changes);
  const named = (of: string) => `${article?.articleId === undefined ? '新文章' : '修改'}：${of.trim()}`.slice(0, 200);
  return draft && draft.title !== named(article?.title ?? '') ? draft.title : named(title);
}

/** How an article is an edition. */
export const ARTICLE_EDITION: Pick<FormOfEdition<ArticleFields>, 'valueOf' | 'changesOf' | 'titleOf' | 'merge'> = {
  valueOf: (changes) => {
    const article = articleIn(changes);
    return article ? toFields(article) : null;
  },
  changesOf: (fields, { changes }) => [{ kind: 'article', document: toArticle(fields, articleIn(changes)) }],
  titleOf,
  merge: mergeThreeWay,
};

/** @param textOf a field's content in words (use-field-words.ts) */
export const articleWords = (textOf: (field: FieldName, value: ArticleFields[FieldName]) => string): MergeWords => {
  const entryOf = (field: unknown, entry: unknown): string =>
    field === 'tags' ? `“${textOf('tags', [entry as string])}”` : entryName(entry);
  return {
    nameOf: ([field, ...steps]) =>
      [
        FIELD_NAMES[field as FieldName],
        ...steps.map((step) =>
          typeof step === 'string' ? (step === 'filename' ? '名称' : '文件') : entryOf(field, step.entry),
        ),
      ].join(' '),
    textOf: ([field, ...steps], value) =>
      steps.length === 0
        ? textOf(field as FieldName, value as ArticleFields[FieldName])
        : steps.length === 1
          ? entryOf(field, value)
          : typeof value === 'string'
            ? value
            : '另一个文件',
    entryOf: (entry) => (typeof entry === 'string' ? entryOf('tags', entry) : entryName(entry)),
  };
};
