import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ChannelTreeAnswer } from '#wire/channel-answers.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { ONCE, useRead } from '../calls/use-calls.ts';
import { ReturnReason, returnReason } from '../editions/ReturnReason.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import { ChannelDesk, type BegunEdition } from './ChannelDesk.tsx';

/** a form must not change under its author: what is public is read once */
const ANEW = { ...ONCE, revalidateIfStale: true, dedupingInterval: 0 };

/** The channels of the site: looked at, and changed as an edition. */
export function Channels() {
  const [search] = useSearchParams();
  const editionId = /^\d{1,10}$/.exec(search.get('edition') ?? '')?.[0] ?? '';
  const tree = useRead('GET /channel-tree', {}, ANEW);
  const edition = useRead('GET /editions/:editionId', editionId === '' ? null : { editionId: Number(editionId) }, ANEW);
  const error = tree.error ?? edition.error;
  const [retries, setRetries] = useState(0);
  const retry = () => {
    setRetries(retries + 1);
    void tree.mutate();
    if (editionId !== '') void edition.mutate();
  };
  const isReady =
    tree.data !== undefined &&
    !tree.isValidating &&
    (editionId === '' || (edition.data !== undefined && !edition.isValidating));
  return (
    <Screen
      title="栏目"
      {...(editionId !== '' && {
        above: [
          { to: '/editions', name: '稿件' },
          { to: `/editions/${editionId}`, name: `第 ${editionId} 号` },
        ],
      })}
      purpose="网站的栏目树。新建、改名、移动、排序、隐藏或停用栏目，先看清会改变什么，再保存为稿件；由他人审核发布后才公开。"
    >
      {error !== undefined && <Failure error={error} retry={retry} />}
      {error === undefined && !isReady && <Loading />}
      {error === undefined && isReady && (
        <Ready key={`${editionId} ${retries}`} answer={tree.data!} edition={editionId === '' ? null : edition.data!} />
      )}
    </Screen>
  );
}

function Ready({ answer, edition }: { answer: ChannelTreeAnswer; edition: FoundEdition | null }) {
  // as it was when the work began: marks tell the server of what is published in between
  const [{ channels, editions }] = useState(answer);
  const [begun] = useState<BegunEdition | null>(
    edition && { editionId: edition.editionId, ...edition.shown, isOutdated: edition.outdated.length > 0 },
  );
  const why = edition?.may.save ?? '';
  if (why !== '') {
    return (
      <EmptyNote title={why}>
        <Link to={`/editions/${edition!.editionId}`}>返回稿件</Link>
      </EmptyNote>
    );
  }
  return (
    <>
      {edition && <ReturnReason words={returnReason(edition)} />}
      <ChannelDesk lines={channels} editions={editions} edition={begun} />
    </>
  );
}
