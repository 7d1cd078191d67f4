import { changeTitle, comesWithRows, seenAt } from '#kinds/change-words.ts';
import { kindOfForm } from '#kinds/edition-parts.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { App, Button, Input, Space } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { emergencyReasonProblem } from '#rules/editions/edition-steps.ts';
import { mayDo, WHOLE_SITE, type StaffRight } from '#rules/people/staff-rights.ts';
import { CallFailed, isCallFailed, LONG_TIMEOUT } from '../calls/call.ts';
import { PATIENT, useMe, useRead, useSend } from '../calls/use-calls.ts';
import { toClock } from '../parts/clock.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { TimeBox } from '../parts/DateBox.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ACTS, STEPS, tellsOf, type Step } from './act-words.ts';
import { groupsOf } from './change-groups.ts';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { rowsUnderWay } from './edition-words.ts';
import { PersonalConsents, PersonalReasons } from './PersonalNumbers.tsx';
import { useRowsGone } from './RedLines.tsx';
import { stepsTogether } from './plan-steps.ts';

/** What is answered where the way on is not simply to try again. */
const EXPLAINED = ['2021', '2022', '2024', '2025', '2026'];

/** the way on, among what can be done */
const MAIN: readonly Step[] = ['submit', 'approve', 'publish', 'confirm', 'resume'];

/** who takes the way on */
const WHO: Partial<Record<Step, string>> = {
  submit: '撰写人员',
  approve: '审核人员',
  publish: '发布人员',
  confirm: '审核人员',
  resume: '发布人员',
};

interface Props {
  edition: FoundEdition;
  onChanged: () => Promise<void>;
  onRefused: (refusal: CallFailed | null) => void;
  /** where it is changed, below /console; absent: on the screen of its forms */
  editAt?: string;
}

/** What can be done with an edition by whoever reads it, and why the rest cannot. */
export function EditionActs({ edition, onChanged, onRefused, editAt }: Props) {
  const [asked, setAsked] = useState<Step>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    // the button that was pressed is gone: what can be done next begins here
    if (asked === undefined && isDone.current) heading.current?.focus({ preventScroll: true });
    isDone.current = false;
  }, [asked]);
  const may = (act: StaffRight): boolean => edition.rights.includes(act);
  const fitting = STEPS.filter((step) => ACTS[step].from.includes(edition.state) && isMeant(step, edition));
  const open = fitting.filter((step) => may(ACTS[step].right) && edition.may[step] === '');
  const shut = fitting.filter((step) => step !== 'discard' && !open.includes(step) && may(ACTS[step].right));
  const others = edition.publishAt === '' && fitting.find((step) => MAIN.includes(step) && !may(ACTS[step].right));
  const together = useTogether(edition);
  // of several parts each form asks for its own right
  const right = edition.inWizard
    ? 'channel.change'
    : (kindOfForm(edition.shown.changes)?.form?.right ?? 'content.write');
  // an import is read, and not changed (ED7)
  const hasForm = edition.inWizard || edition.shown.changes.some((change) => kindOf(change).form !== undefined);
  const mayEdit = edition.may.save === '' && may(right) && hasForm;
  // what was returned is mended first
  const isReturned = edition.state === 'returned';
  return (
    <Panel title="操作" heading={heading}>
      {open.length === 0 && !mayEdit && <p>现在没有需要您做的。</p>}
      {others && <p className="quiet">{`接下来由${WHO[others] ?? '有权的人员'}处理。`}</p>}
      <Space wrap className="acts">
        {mayEdit && <LinkButton to={editAt ?? `/editions/${edition.editionId}/edit`}>修改</LinkButton>}
        {open.map((step) => (
          <Button
            key={step}
            type={MAIN.includes(step) && !together.includes(step) && !(mayEdit && isReturned) ? 'primary' : 'default'}
            danger={ACTS[step].danger ?? false}
            onClick={() => setAsked(step)}
          >
            {ACTS[step].name}
          </Button>
        ))}
      </Space>
      {shut.length > 0 && (
        <ul className="why-not">
          {shut.map((step) => (
            <li key={step}>{`${ACTS[step].name}：${edition.may[step]}`}</li>
          ))}
        </ul>
      )}
      {asked && (
        <ActDialog
          step={asked}
          edition={edition}
          onChanged={onChanged}
          onDone={() => (isDone.current = true)}
          onRefused={onRefused}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Panel>
  );
}

/** Acts that would only puzzle: to cancel what is not planned, to confirm what was no emergency, to go on with or end what goes on. */
function isMeant(step: Step, { publishAt, emergency, progress }: FoundEdition): boolean {
  if (step === 'resume' || step === 'end') return progress !== null && progress.halted !== '';
  if (step === 'unschedule') return publishAt !== '';
  return step !== 'confirm' || (emergency !== null && emergency.reviewedAt === '');
}

/** Steps that the plan's own button takes for all its editions: the one for this edition alone is the lesser. */
function useTogether({ plan }: FoundEdition): Step[] {
  const { data: me } = useMe();
  return stepsTogether(plan, (right) => me !== undefined && mayDo(me.grants, right, [WHOLE_SITE])).map(
    ({ step }) => step,
  );
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

function ActDialog({
  step,
  edition: { editionId, version, shown, titles, steps },
  onChanged,
  onDone,
  onRefused,
  onClose,
}: Omit<Props, 'editAt'> & { step: Step; onDone: () => void; onClose: () => void }) {
  const { name, title, lists = '', back, done, doing = '', note: noted, danger = false, keep } = ACTS[step];
  const names = useEditionNames(shown.changes, titles);
  const tells = useTells(step, shown.changes);
  const listed = shown.changes.filter((change) => !comesWithRows(change, shown.changes));
  const [note, setNote] = useState('');
  const [publishAt, setPublishAt] = useState(() =>
    toClock(shown.changes.flatMap(({ plan }) => (plan ? [plan.at] : []))[0] ?? ''),
  );
  const asksReasons = step === 'submit' || step === 'emergency';
  const { data: personal = [] } = useRead(
    'GET /editions/:editionId/personal-numbers',
    asksReasons || step === 'approve' ? { editionId } : null,
    PATIENT,
  );
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [consents, setConsents] = useState<string[]>([]);
  const said = steps.findLast(({ act }) => act === 'submitted')?.note ?? '';
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
      const asked = { editionId, version, ...(note.trim() !== '' && { note }), ...rows.typed() };
      await (step === 'schedule'
        ? send('POST /editions/:editionId/schedule', { ...asked, publishAt: `${publishAt}:00+08:00` }, LONG_TIMEOUT)
        : asksReasons
          ? send(`POST /editions/:editionId/${step}`, { ...asked, reasons }, LONG_TIMEOUT)
          : step === 'approve'
            ? send('POST /editions/:editionId/approve', { ...asked, consents }, LONG_TIMEOUT)
            : send(`POST /editions/:editionId/${step}`, asked, LONG_TIMEOUT));
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
      {asksReasons && <PersonalReasons findings={personal} reasons={reasons} onChange={setReasons} />}
      {step === 'approve' && (
        <PersonalConsents findings={personal} said={said} consents={consents} onChange={setConsents} />
      )}
      {noted && (
        <p>
          <label htmlFor={id}>{noted.label}</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            aria-required={noted.needed !== undefined}
          />
        </p>
      )}
    </Confirm>
  );
}
