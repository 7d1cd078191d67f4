import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { toFields, emptyFields } from '#kinds/article/console/article-fields.ts';
import { BeginArticle, purpose } from '#kinds/article/console/Form.tsx';
import { article as articleKind } from '#kinds/article/index.ts';
import { WithdrawalEditor } from '#kinds/article/console/Withdrawal.tsx';
import { documentIn } from '#kinds/changes.ts';
import { useChannels } from '../calls/channels.ts';
import { OpenAlready } from './OpenAlready.tsx';
import { useOnce } from '../editor/use-once.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Screen } from '../parts/Screen.tsx';
import { ThingLinks } from '../parts/ThingLinks.tsx';

const ABOVE = [{ to: '/content', name: '文章' }];

export function NewArticle() {
  const [search] = useSearchParams();
  const [start] = useState(() => emptyFields(search.get('channel') ?? ''));
  return (
    <Screen title="新建文章" above={ABOVE} purpose={purpose}>
      <BeginArticle name="article-new" begun={{ value: start, changes: [] }} />
    </Screen>
  );
}

export function ChangeArticle() {
  const { articleId = '' } = useParams();
  const subject = `article:${articleId}`;
  const loaded = useOnce('GET /public-content', { subject });
  return (
    <Screen title="修改文章" above={ABOVE} purpose={purpose} actions={<ThingLinks subject={subject} />}>
      <Loaded of={loaded}>
        {({ change, mark, open }) => {
          const article = documentIn(articleKind, change);
          return change && article ? (
            <>
              {open && <OpenAlready open={open} />}
              <BeginArticle
                key={subject}
                name={`article-${articleId}`}
                begun={{ value: toFields(article), changes: [change], base: { [subject]: mark } }}
              />
            </>
          ) : (
            <NotPublic />
          );
        }}
      </Loaded>
    </Screen>
  );
}

/** Takes a public article back: visitors of its address read the reason, and are led to what stands in for it. */
export function WithdrawArticle() {
  const { articleId = '' } = useParams();
  const subject = `article:${articleId}`;
  const { nameOf } = useChannels();
  const loaded = useOnce('GET /public-content', { subject });
  return (
    <Screen
      title="撤下文章"
      above={ABOVE}
      purpose="撤下后，列表中不再有这篇文章；打开原来的网址，会看到撤下的原因和替代的内容。保存后先成为一份稿件，审核并发布以前文章照常公开；也可以定时发布，到时自动撤下。撤下以后要再公开，在“撤下和停用”中恢复：经审核、发布后仍在原来的网址。"
    >
      <Loaded of={loaded}>
        {({ change, mark, open }) => {
          const article = documentIn(articleKind, change);
          return article ? (
            <>
              {open && <OpenAlready open={open} />}
              <p className="above-form">{`《${article.title}》，${nameOf(article.channelId)}`}</p>
              <WithdrawalEditor
                key={subject}
                articleId={articleId}
                title={article.title}
                begun={{ value: { reason: '', kind: 'none' }, changes: [], base: { [subject]: mark } }}
              />
            </>
          ) : (
            <NotPublic />
          );
        }}
      </Loaded>
    </Screen>
  );
}

const NotPublic = () => <EmptyNote title="没有这篇公开的文章">它可能已经撤下。</EmptyNote>;
