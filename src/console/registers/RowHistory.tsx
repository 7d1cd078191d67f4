import { Button } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readPermalink, rowPermalink } from '#rules/registers/row-permalink.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { ThingLinks } from '../parts/ThingLinks.tsx';
import { nameOf } from './row-name.ts';
import { RowEvent } from './RowEvent.tsx';

export const HISTORY_PARAM = 'row-history';

/** The row whose history is open, in the address: a link opens it, and Back closes it. */
export function useShownHistory(facts: Pick<RegisterFacts, 'key'>) {
  const [search, setSearch] = useSearchParams();
  const text = search.get(HISTORY_PARAM);
  const key = text === null ? null : readPermalink(text);
  return {
    key,
    show: (values: readonly string[]): void => {
      const row = Object.fromEntries(facts.key.map((name, at) => [name, values[at]]));
      const named = rowPermalink(facts.key, row);
      if (named !== null) setSearch([...search.entries(), [HISTORY_PARAM, named]]);
    },
    hide: (): void =>
      setSearch(
        [...search.entries()].filter(([name]) => name !== HISTORY_PARAM),
        { replace: true },
      ),
  };
}

interface Props {
  facts: RegisterFacts;
  rowKey: readonly string[];
  onClose: () => void;
}

/** RG22: who changed a row when, field by field, and in which publication: beside the table, which stays as it is. */
export function RowHistory({ facts, rowKey, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const answer = useRead('GET /registers/:register/row-history', {
    register: facts.register,
    key: JSON.stringify(rowKey),
  });
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const newest = answer.data?.events[0];
  return (
    <dialog
      ref={dialog}
      className="row-history"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="row-history-head">
        <h2 id={id}>变更记录：{nameOf(facts, rowKey, newest?.after ?? newest?.before ?? {})}</h2>
        <ThingLinks
          subject={`register:${facts.register}`}
          row={rowPermalink(facts.key, Object.fromEntries(facts.key.map((name, at) => [name, rowKey[at]]))) ?? ''}
        />
        <Button onClick={onClose}>关闭</Button>
      </div>
      <Loaded of={{ ...answer, retry: () => void answer.mutate() }}>
        {({ events, more }) => (
          <>
            <ol className="row-events">
              {events.map((event) => (
                <RowEvent key={`${event.no} ${event.how}`} facts={facts} event={event} />
              ))}
            </ol>
            {more && <p className="quiet">只列出最近 {events.length} 次。</p>}
          </>
        )}
      </Loaded>
    </dialog>
  );
}
