import type { Begun, EditionForm, FormProblem } from '#console/editor/edition-form.ts';
import { entryName, type MergeWords } from '#console/merge/merge-words.ts';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { documentIn } from '../../changes.ts';
import type { Change } from '../../index.ts';
import {
  FIELD_NAMES,
  fieldOfProblem,
  isSame,
  isSameField,
  REQUIRED,
  toArticle,
  toFields,
  type ArticleFields,
  type FieldName,
} from './article-fields.ts';
import { article, type ArticleDocument } from '../index.ts';

const articleIn = ([only, ...rest]: readonly Change[]): ArticleDocument | undefined =>
  rest.length === 0 ? documentIn(article, only) : undefined;

/** The title of a draft of one article follows the article's, unless it was given one of its own. */
function titleOf({ title }: ArticleFields, { changes, draft }: Begun<ArticleFields>): string {
  const before = articleIn(changes);
  const named = (of: string) => `${before?.articleId === undefined ? '新文章' : '修改'}：${of.trim()}`.slice(0, 200);
  return draft && draft.title !== named(before?.title ?? '') ? draft.title : named(title);
}

/** Form of an edition that writes an article. */
export const articleForm: EditionForm<ArticleFields> = {
  valueOf: (changes) => {
    const found = articleIn(changes);
    return found ? toFields(found) : null;
  },
  changesOf: (fields, { changes }) => [{ kind: article.name, document: toArticle(fields, articleIn(changes)) }],
  titleOf,
  merge: mergeThreeWay,
  isSame,
  problemIn: (problem, of, now) => {
    const field = fieldOfProblem(problem);
    return field && !isSameField(of[field], now[field]) ? null : problem;
  },
  previewed: (fields) => (fields.title.trim() === '' ? { ...fields, title: '（还没有标题）' } : fields),
  missing: (fields) =>
    Object.entries(REQUIRED).flatMap(([field, message]): FormProblem[] =>
      String(fields[field as FieldName] ?? '').trim() === ''
        ? [{ pointer: `/changes/0/document/${field}`, message }]
        : [],
    ),
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
