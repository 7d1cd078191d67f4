import { article as articleKind } from '#kinds/article/index.ts';
import { ReturnReason, returnReason } from '../editions/ReturnReason.tsx';
import { documentIn } from '#kinds/changes.ts';
import { Alert } from 'antd';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { EDITION_STATES } from '#rules/edition-steps.ts';
import type { AnswerOf, CallName, ParamsOf } from '#wire/console-calls.ts';
import { addressOf } from '../calls/call.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import type { FoundEdition, PublicContent } from '#wire/edition-answers.ts';
import type { DraftProblem } from './answers.ts';
import { emptyFields, toFields } from './article-fields.ts';
import { ArticleForm } from './ArticleForm.tsx';

const ABOVE = [{ to: '/content', name: '文章' }];
const PURPOSE =
  '保存后成为一份稿件，由他人审核通过后才会公开。填写的内容随时保存在当前浏览器标签页里，不会因为刷新或登录结束而丢失。';

/** A GET that is asked once, because a form must not change under its author. */
function useOnce<Name extends CallName>(name: Name, params: ParamsOf<Name>): LoadedProps<AnswerOf<Name>>['loaded'] {
  const send = useSend();
  const path = addressOf(name, params);
  const [found, setFound] = useState<{ path: string; data?: AnswerOf<Name>; error?: unknown }>();
  const load = useCallback(
    (isWanted: () => boolean) => {
      send(name, params).then(
        (data) => isWanted() && setFound({ path, data }),
        (error: unknown) => isWanted() && setFound({ path, error }),
      );
    },
    // the way to the sign-in may change; what was read does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [path],
  );
  useEffect(() => {
    let isWanted = true;
    load(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [load]);
  const current = found?.path === path ? found : undefined;
  return { data: current?.data, error: current?.error, retry: () => load(() => true) };
}

interface LoadedProps<T> {
  loaded: { data: T | undefined; error: unknown; retry: () => void };
  children: (data: T) => ReactNode;
}

function Loaded<T>({ loaded: { data, error, retry }, children }: LoadedProps<T>) {
  if (error !== undefined) return <Failure error={error} retry={retry} />;
  return data === undefined ? <Loading /> : children(data);
}

export function NewArticle() {
  const [search] = useSearchParams();
  const [start] = useState(() => emptyFields(new Date(), search.get('channel') ?? ''));
  return (
    <Screen title="新建文章" above={ABOVE} purpose={PURPOSE}>
      <ArticleForm name="article-new" begun={{ value: start, changes: [] }} />
    </Screen>
  );
}

export function ChangeArticle() {
  const { articleId = '' } = useParams();
  const subject = `article:${articleId}`;
  const loaded = useOnce('GET /public-content', { subject });
  return (
    <Screen title="修改文章" above={ABOVE} purpose={PURPOSE}>
      <Loaded loaded={loaded}>
        {({ change, mark, open }) => {
          const article = documentIn(articleKind, change);
          return change && article ? (
            <>
              {open && <OpenAlready open={open} />}
              <ArticleForm
                key={subject}
                name={`article-${articleId}`}
                begun={{ value: toFields(article), changes: [change], base: { [subject]: mark } }}
              />
            </>
          ) : (
            <EmptyNote title="没有这篇公开的文章">它可能已经撤下。</EmptyNote>
          );
        }}
      </Loaded>
    </Screen>
  );
}

/** Two drafts of one article: the later one to be published has to be compared with the other. */
function OpenAlready({ open: { editionId, title, state } }: { open: NonNullable<PublicContent['open']> }) {
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title={`这篇文章已有一份未发布的稿件（${EDITION_STATES[state]}）`}
      description={
        <>
          <p>
            <Link to={`/editions/${editionId}`}>{title}</Link>
          </p>
          <p>
            下面是现在公开的内容，不含那份稿件的修改。请优先在那份稿件中修改；两份稿件先后发布时，后一份须与先公开的核对。
          </p>
        </>
      }
    />
  );
}

/** A draft that holds one article and nothing else. */
export function EditDraft() {
  const { editionId = '' } = useParams();
  const loaded = useOnce('GET /editions/:editionId', { editionId: Number(editionId) });
  const { data: check } = useRead(
    'GET /editions/:editionId/check',
    loaded.data ? { editionId: Number(editionId) } : null,
  );
  return (
    <Screen
      title="修改稿件"
      above={[
        { to: '/editions', name: '稿件' },
        { to: `/editions/${editionId}`, name: `第 ${editionId} 号` },
      ]}
      purpose={PURPOSE}
    >
      <Loaded loaded={loaded}>{(edition) => <Draft edition={edition} problems={check?.problems} />}</Loaded>
    </Screen>
  );
}

function Draft({
  edition: {
    editionId,
    version,
    shown: { changes, title },
    outdated,
    may,
    state,
    steps,
  },
  problems,
}: {
  edition: FoundEdition;
  problems: DraftProblem[] | undefined;
}) {
  const article = changes.length === 1 ? documentIn(articleKind, changes[0]) : undefined;
  const why = may.save || (article ? '' : '这份稿件不只含一篇文章，不能在这里修改。');
  if (why || !article) {
    return (
      <EmptyNote title={why ?? ''}>
        <Link to={`/editions/${editionId}`}>返回稿件</Link>
      </EmptyNote>
    );
  }
  return (
    <>
      <ReturnReason words={returnReason({ state, steps })} />
      <ArticleForm
        key={editionId}
        name={`edition-${editionId}`}
        begun={{ value: toFields(article), changes, draft: { editionId, version, title } }}
        isOutdated={outdated.length > 0}
        problems={problems}
      />
    </>
  );
}
