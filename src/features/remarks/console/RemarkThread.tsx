import { App, Button, Tag } from 'antd';
import { useRef, useState } from 'react';
import { wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import type { EditionPartProps } from '#console/editions/edition-part.ts';
import { useEditionNames } from '#console/editions/edition-names.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { REMARK_ACTS, REMARK_STATES, type RemarkState } from '#rules/editions/remarks.ts';
import type { Remark, RemarkEntry } from '../wire.ts';
import { cellTitle, placeTitle, quoteText } from './place-words.ts';
import { WordsForm } from './RemarkForm.tsx';

const COLORS: Readonly<Record<RemarkState, string>> = { open: 'warning', settled: 'success', withdrawn: 'default' };

interface Shown {
  edition: EditionPartProps;
  /** they stand at their place, which need not be named */
  isAtPlace?: boolean;
  /** remarks that stand at their place beside this list are opened on demand */
  isBrief?: boolean;
  again: () => Promise<void>;
}

/** Remarks, the oldest first. */
export const RemarkList = ({ remarks, ...shown }: Shown & { remarks: readonly Remark[] }) =>
  remarks.length === 0 ? null : (
    <ul className="remarks">
      {remarks.map((remark) => (
        <li key={remark.no} className={`remark ${remark.state}`}>
          <Thread remark={remark} {...shown} />
        </li>
      ))}
    </ul>
  );

/** RM2, RM3: a remark with its answers; one that is open shows all of them, another one when it is opened. */
function Thread({ remark, ...shown }: Shown & { remark: Remark }) {
  const { state, entries, place, isThere } = remark;
  const { edition, isAtPlace = false, isBrief = false } = shown;
  const names = useEditionNames(edition.changes, edition.titles);
  const isElsewhere = isBrief && isThere && place.subject !== '';
  if (state === 'open' && !isElsewhere) return <Opened remark={remark} {...shown} />;
  const [first] = entries;
  return (
    <details>
      <summary>
        <Tag color={COLORS[state]}>{REMARK_STATES[state]}</Tag>
        {!isAtPlace && <strong>{placeTitle(place, edition.changes, names)}</strong>}
        <span className="remark-brief">{`${first!.name}：${first!.text}`}</span>
      </summary>
      <Opened remark={remark} {...shown} />
    </details>
  );
}

const CALLS = {
  answered: 'POST /editions/:editionId/remarks/:no/answer',
  settled: 'POST /editions/:editionId/remarks/:no/settle',
  reopened: 'POST /editions/:editionId/remarks/:no/reopen',
  withdrawn: 'POST /editions/:editionId/remarks/:no/withdraw',
} as const;

function Opened({ remark, edition, isAtPlace = false, again }: Shown & { remark: Remark }) {
  const { no, state, place, isThere, entries, may } = remark;
  const { editionId, version } = edition;
  const [isAnswering, setAnswering] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const answer = useRef<HTMLButtonElement>(null);
  const names = useEditionNames(edition.changes, edition.titles);
  const send = useSend();
  const { message } = App.useApp();
  const act = async (what: keyof typeof CALLS, text = ''): Promise<void> => {
    await send(CALLS[what], { editionId, no, text });
    await again();
  };
  const actNow = async (what: 'settled' | 'reopened'): Promise<void> => {
    setBusy(true);
    try {
      await act(what);
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
    setBusy(false);
  };
  const cell = isAtPlace ? cellTitle(place, edition.changes) : '';
  return (
    <>
      <p className="remark-head">
        {state === 'open' && <Tag color={COLORS.open}>{REMARK_STATES.open}</Tag>}
        <span className="quiet">{`第 ${no} 条`}</span>
        {!isAtPlace && <strong>{placeTitle(place, edition.changes, names)}</strong>}
        {cell !== '' && <strong>{cell}</strong>}
        {!isThere && <Tag>所指位置已改动</Tag>}
      </p>
      {place.quote !== '' && (!isAtPlace || !isThere) && (
        <blockquote className="remark-quote">{quoteText(place, edition.changes)}</blockquote>
      )}
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.act}`} entry={entry} newest={version} />
      ))}
      {isAnswering ? (
        <WordsForm
          kept={`${editionId} answer ${no}`}
          label={`答复第 ${no} 条批注`}
          action="答复"
          onSend={(text) => act('answered', text)}
          onClose={() => {
            setAnswering(false);
            setTimeout(() => answer.current?.focus());
          }}
        />
      ) : (
        may.length > 0 && (
          <div className="remark-acts">
            {may.includes('answered') && (
              <Button ref={answer} size="small" aria-label={`答复第 ${no} 条批注`} onClick={() => setAnswering(true)}>
                答复
              </Button>
            )}
            {may.includes('settled') && (
              <Button
                size="small"
                loading={isBusy}
                aria-label={`把第 ${no} 条批注标为已解决`}
                onClick={() => void actNow('settled')}
              >
                标为已解决
              </Button>
            )}
            {may.includes('reopened') && (
              <Button
                size="small"
                loading={isBusy}
                aria-label={`重新打开第 ${no} 条批注`}
                onClick={() => void actNow('reopened')}
              >
                重新打开
              </Button>
            )}
            {may.includes('withdrawn') && (
              <Button size="small" type="text" aria-label={`撤回第 ${no} 条批注`} onClick={() => setWithdrawing(true)}>
                撤回
              </Button>
            )}
          </div>
        )
      )}
      {isWithdrawing && (
        <Confirm
          title={`撤回第 ${no} 条批注？`}
          action="撤回"
          danger
          onConfirm={() => act('withdrawn')}
          onClose={() => setWithdrawing(false)}
        >
          撤回以后不再妨碍同意，不能恢复，也不能再答复。内容仍留在记录里，标明已撤回。
        </Confirm>
      )}
    </>
  );
}

/** Act of one person with its words, and its version where there is a newer one. */
const Entry = ({ entry: { act, at, name, version, text }, newest }: { entry: RemarkEntry; newest: number }) => (
  <div className="remark-entry">
    <span className="quiet">
      <strong>{name}</strong>
      {act !== 'made' && ` ${REMARK_ACTS[act]}`}
      {' · '}
      <Moment at={at} />
      {version < newest && ` · 第 ${version} 版`}
    </span>
    {text !== '' && <p>{text}</p>}
  </div>
);
