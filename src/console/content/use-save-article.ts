import { useState } from 'react';
import { isCallFailed, wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import type { DraftArticle, DraftProblem, Newer } from './answers.ts';
import { differences, toArticle, toFields, type ArticleFields, type Difference, type FieldName } from './article-fields.ts';

/** What the form was opened with: nothing, a public article, or a version of a draft. */
export interface Begun {
  article?: DraftArticle;
  /** what was public of it then, for the server to notice what is published in between */
  base?: Record<string, string>;
  draft?: { editionId: number; version: number; title: string };
}

export interface Conflict {
  newer: Newer;
  article: DraftArticle;
  found: Difference[];
}

interface Saving {
  /** as the form began */
  start: ArticleFields;
  onSaved: (editionId: number) => void;
  onProblems: (problems: readonly DraftProblem[]) => void;
}

/** The title of a draft of one article follows the article's, unless it was given one of its own. */
const titleOf = ({ article, draft }: Begun, title: string): string => {
  const named = (of: string) => `${article?.articleId === undefined ? '新文章' : '修改'}：${of}`.slice(0, 200);
  return draft && draft.title !== named(article?.title ?? '') ? draft.title : named(title);
};

/** Saving an article as an edition: the first time, again, and where somebody else was faster. */
export function useSaveArticle(begun: Begun, { start, onSaved, onProblems }: Saving) {
  const send = useSend();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const refused = (reason: unknown, mine: ArticleFields): void => {
    const data = isCallFailed(reason) ? (reason.data as (Newer & { problems?: DraftProblem[] }) | null) : null;
    const [other] = data?.changes ?? [];
    if (isCallFailed(reason) && reason.code === '2021' && data && other?.kind === 'article' && data.changes.length === 1) {
      setConflict({ newer: data, article: other.article, found: differences(start, mine, toFields(other.article)) });
      return;
    }
    if (data?.problems) onProblems(data.problems);
    else setFailure(wordsOf(reason));
  };
  const post = async (from: Begun, fields: ArticleFields): Promise<void> => {
    setSending(true);
    setFailure('');
    const changes = [{ kind: 'article', article: toArticle(fields, from.article) }];
    const title = titleOf(from, fields.title.trim());
    try {
      const { draft } = from;
      if (draft) await send('POST', `/editions/${draft.editionId}`, { version: draft.version, title, changes });
      const editionId = draft?.editionId ?? (await send<{ editionId: number }>('POST', '/editions', { title, changes, ...(from.base && { base: from.base }) })).editionId;
      onSaved(editionId);
    } catch (reason) {
      refused(reason, fields);
    } finally {
      setSending(false);
    }
  };
  return {
    isSending,
    failure,
    conflict,
    save: (fields: ArticleFields) => post(begun, fields),
    /** on the version that was saved meanwhile, with its content in these fields and in all that the form does not show */
    merge: (mine: ArticleFields, theirs: readonly FieldName[]): Promise<void> => {
      if (!conflict || !begun.draft) return Promise.resolve();
      const other = toFields(conflict.article);
      const merged = { ...mine, ...Object.fromEntries(theirs.map((field) => [field, other[field]])) };
      return post({ article: conflict.article, draft: { ...begun.draft, version: conflict.newer.version, title: conflict.newer.title } }, merged);
    },
  };
}
