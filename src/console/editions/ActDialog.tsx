import { changeTitle, comesWithRows, seenAt } from '#kinds/change-words.ts';
import type { Change } from '#kinds/index.ts';
import { App, Input } from 'antd';
import { useId, useState } from 'react';
import { emergencyReasonProblem } from '#rules/editions/edition-steps.ts';
import { CallFailed, isCallFailed, LONG_TIMEOUT } from '../calls/call.ts';
import { PATIENT, useRead, useSend } from '../calls/use-calls.ts';
import { toClock } from '../parts/clock.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { TimeBox } from '../parts/DateBox.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { ACTS, tellsOf, type Step } from './act-words.ts';
import { groupsOf } from './change-groups.ts';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { rowsUnderWay, submitNoteOf } from './edition-words.ts';
import { FindingConsents, FindingReasons } from './FindingAnswers.tsx';
import { useRowsGone } from './RedLines.tsx';

/** Codes of answers where the way on is not simply to try again. */
export const EXPLAINED = ['2021', '2022', '2024', '2025', '2026', '2072'];

interface Props {
  step: Step;
  edition: FoundEdition;
  /** words that the note begins with */
  note?: string;
  onChanged: () => Promise<void>;
  onDone: () => void;
  onRefused: (refusal: CallFailed | null) => void;
  onClose: () => void;
}

/** '栏目 58 项' */
const countsOf = (changes: readonly Change[]): string =>
  groupsOf(changes.map((change, at) => ({ change, at })))
    .map(({ kind: { title }, changes: own }) => `${title} ${own.length} 项`)
    .join('，');

function useTells(step: Step, changes: readonly Change[]): string {
  const { data } = useRead('GET /opening');
  return tellsOf(step, data?.isShown, changes);
}

/** The question before an act on an edition, with what the act needs: a note, a moment, reasons, consents, a count. */
export function ActDialog({
  step,
  edition: { editionId, version, shown, titles, steps },
  note: begun = '',
  onChanged,
  onDone,
  onRefused,
  onClose,
}: Props) {
  const { name, title, lists = '', back, done, doing = '', note: noted, danger = false, keep } = ACTS[step];
  const names = useEditionNames(shown.changes, titles);
  const tells = useTells(step, shown.changes);
  const listed = shown.changes.filter((change) => !comesWithRows(change, shown.changes));
  const [typed, setTyped] = useState<string>();
  // a proposed note may be known after the dialog is open
  const note = typed ?? begun;
  const [publishAt, setPublishAt] = useState(() =>
    toClock(shown.changes.flatMap(({ plan }) => (plan ? [plan.at] : []))[0] ?? ''),
  );
  const asksReasons = step === 'submit' || step === 'emergency';
  const { data: checked } = useRead(
    'GET /editions/:editionId/findings',
    asksReasons || step === 'approve' ? { editionId } : null,
    PATIENT,
  );
  const toAnswer = checked?.findings.filter(({ severity }) => severity === 'reason') ?? [];
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [consents, setConsents] = useState<string[]>([]);
  const submitNote = submitNoteOf(steps);
  const rows = useRowsGone(step, editionId);
  const id = useId();
  const send = useSend();
  const { message } = App.useApp();
  const act = async (): Promise<void> => {
    if (noted?.needed && note.trim() === '') throw new CallFailed('note', noted.needed);
    const wrong = step === 'emergency' && emergencyReasonProblem(note);
    if (wrong) throw new CallFailed('note', wrong);
    if (step === 'schedule' && publishAt === '') throw new CallFailed('time', '请选择发布时间');
    onRefused(null);
    try {
      const openStep = { editionId, version, ...(note.trim() !== '' && { note }), ...rows.typed() };
      await (step === 'schedule'
        ? send('POST /editions/:editionId/schedule', { ...openStep, publishAt: `${publishAt}:00+08:00` }, LONG_TIMEOUT)
        : asksReasons
          ? send(`POST /editions/:editionId/${step}`, { ...openStep, reasons }, LONG_TIMEOUT)
          : step === 'approve'
            ? send('POST /editions/:editionId/approve', { ...openStep, consents }, LONG_TIMEOUT)
            : send(`POST /editions/:editionId/${step}`, openStep, LONG_TIMEOUT));
    } catch (reason) {
      if (isCallFailed(reason) && reason.status === 0) await onChanged().catch(() => {});
      if (isCallFailed(reason) && reason.code === 'timeout')
        throw new CallFailed('timeout', '服务器没有及时回答，这一步可能已经完成：稿件已重新载入，请先核对它现在的状态');
      if (!isCallFailed(reason) || !EXPLAINED.includes(reason.code)) throw reason;
      return onRefused(reason);
    }
    await onChanged();
    onDone();
    void message.success(done);
  };
  return (
    <Confirm
      title={title}
      action={name}
      {...(keep && { keep })}
      danger={danger}
      busyWords={doing && rowsUnderWay(doing, shown.changes)}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{tells}</p>
      {lists !== '' && (
        <>
          <p>{lists}</p>
          <FoldedWhenMany title={`${listed.length} 项：${countsOf(listed)}`} count={listed.length}>
            <ul className="bullets">
              {listed.map((change) => (
                <li key={changeTitle(change)}>{`${changeTitle(change, names)}：${seenAt(change, names)}`}</li>
              ))}
            </ul>
          </FoldedWhenMany>
        </>
      )}
      <p>{back}</p>
      {step === 'schedule' && (
        <p>
          <label htmlFor={`${id}at`}>发布时间（北京时间）</label>
          <TimeBox id={`${id}at`} value={publishAt} onChange={setPublishAt} />
        </p>
      )}
      {rows.field}
      {asksReasons && <FindingReasons findings={toAnswer} reasons={reasons} onChange={setReasons} />}
      {step === 'approve' && (
        <FindingConsents findings={toAnswer} submitNote={submitNote} consents={consents} onChange={setConsents} />
      )}
      {noted && (
        <p>
          <label htmlFor={id}>{noted.label}</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setTyped(event.target.value)}
            aria-required={noted.needed !== undefined}
          />
        </p>
      )}
    </Confirm>
  );
}
