import { kindOfForm } from '#kinds/edition-parts.ts';
import { kindOf } from '#kinds/index.ts';
import { Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { mayDo, WHOLE_SITE, type StaffRight } from '#rules/people/staff-rights.ts';
import type { CallFailed } from '../calls/call.ts';
import { useMe } from '../calls/use-calls.ts';
import { LinkButton } from '../parts/LinkButton.tsx';
import { useMedia } from '../parts/use-media.ts';
import { ActDialog } from './ActDialog.tsx';
import { ACTS, STEPS, type Step } from './act-words.ts';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { mergeReason, outdatedTitles, heldReason } from './edition-words.ts';
import { useHeld } from './use-held.ts';
import { stepsTogether } from './plan-steps.ts';

/** the way on, among what can be done */
const MAIN: readonly Step[] = ['submit', 'approve', 'publish', 'confirm', 'resume'];

/** acts on a phone that are seen at once; the others stand behind 更多 */
const ON_PHONE = 2;

/** the person who takes the way on */
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
  /** address of its form, below /console; absent: on the screen of its forms */
  editAt?: string;
}

/**
 * ED13: acts on an edition for its reader, and why the rest cannot be done, in a bar that stays at the foot of the
 * window.
 */
export function EditionActs({ edition, onChanged, onRefused, editAt }: Props) {
  const [openStep, setOpenStep] = useState<Step>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  const id = useId();
  useEffect(() => {
    // the button that was pressed is gone: what can be done next begins here
    if (openStep === undefined && isDone.current) heading.current?.focus({ preventScroll: true });
    isDone.current = false;
  }, [openStep]);
  const held = useHeld(edition.editionId);
  const { open, shut, others, mayEdit } = useOffered(edition, held);
  const names = useEditionNames(edition.shown.changes, edition.titles, edition.outdated);
  const isOutdated = edition.outdated.length > 0 && edition.state === 'in-review';
  const isHeld = held !== undefined && held !== '' && edition.state === 'in-review';
  // a returned edition is mended first
  const mends = mayEdit && edition.state === 'returned';
  const together = useTogether(edition);
  const nameOf = (step: Step): string => (step === 'return' && isOutdated ? '退回请合并' : ACTS[step].name);
  const isMain = (step: Step): boolean =>
    isOutdated || isHeld ? step === 'return' : MAIN.includes(step) && !together.includes(step) && !mends;
  const ordered = open.toSorted((one, other) => Number(isMain(other)) - Number(isMain(one)));
  const edit = mayEdit && (
    <LinkButton
      key="edit"
      to={editAt ?? `/editions/${edition.editionId}/edit`}
      type={mends || open.length === 0 ? 'primary' : 'default'}
    >
      修改
    </LinkButton>
  );
  const button = (step: Step) => (
    <Button
      key={step}
      type={isMain(step) ? 'primary' : 'default'}
      danger={ACTS[step].danger ?? false}
      className={step === 'discard' ? 'last-act' : ''}
      onClick={() => setOpenStep(step)}
    >
      {nameOf(step)}
    </Button>
  );
  // acts that cannot be taken back stand by themselves, at the end
  const buttons = ordered.filter((step) => step !== 'discard').map(button);
  const last = ordered.filter((step) => step === 'discard').map(button);
  const list = mends ? [edit, ...buttons, ...last] : [...buttons, edit, ...last];
  return (
    <section className="acts-bar" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        操作
      </h2>
      <Buttons list={list.filter(Boolean)} />
      <div className="acts-words">
        {open.length === 0 && !mayEdit && <p>现在没有需要您做的。</p>}
        {edition.state === 'approved' && held && <p>{`${held}。`}</p>}
        {others && <p>{`接下来由${WHO[others] ?? '有权的人员'}处理。`}</p>}
        {shut.length > 0 && (
          <ul className="why-not">
            {shut.map((step) => (
              <li key={step}>{`${ACTS[step].name}：${edition.may[step] || held}`}</li>
            ))}
          </ul>
        )}
      </div>
      {openStep && (
        <ActDialog
          step={openStep}
          edition={edition}
          {...(openStep === 'return' &&
            (isOutdated || isHeld) && {
              note: isOutdated ? mergeReason(outdatedTitles(edition, names)) : heldReason(held!),
            })}
          onChanged={onChanged}
          onDone={() => (isDone.current = true)}
          onRefused={onRefused}
          onClose={() => setOpenStep(undefined)}
        />
      )}
    </section>
  );
}

/** Acts that the reader can do now, those that their roles allow and the state does not, and who is next. */
function useOffered(edition: FoundEdition, held: string | undefined) {
  const may = (act: StaffRight): boolean => edition.rights.includes(act);
  const fitting = STEPS.filter((step) => ACTS[step].from.includes(edition.state) && isMeant(step, edition));
  // RM4: nobody agrees before it is known whether something is open
  const isHeld = (step: Step): boolean => step === 'approve' && held !== '';
  const open = fitting.filter((step) => may(ACTS[step].right) && edition.may[step] === '' && !isHeld(step));
  const shut = fitting.filter(
    (step) =>
      step !== 'discard' &&
      !open.includes(step) &&
      may(ACTS[step].right) &&
      !(isHeld(step) && edition.may[step] === '' && held === undefined),
  );
  const others = edition.publishAt === '' && fitting.find((step) => MAIN.includes(step) && !may(ACTS[step].right));
  // each form needs its own right where there are several parts
  const right = edition.inWizard
    ? 'channel.change'
    : (kindOfForm(edition.shown.changes)?.form?.right ?? 'content.write');
  // an import is read, and not changed (ED7)
  const hasForm = edition.inWizard || edition.shown.changes.some((change) => kindOf(change).form !== undefined);
  return { open, shut, others, mayEdit: edition.may.save === '' && may(right) && hasForm };
}

/** On a phone two acts are within reach of the thumb, and the others behind a button. */
function Buttons({ list }: { list: React.ReactNode[] }) {
  const isPhone = useMedia('(max-width: 767px)');
  const [isOpen, setOpen] = useState(false);
  const isFolded = isPhone && list.length > ON_PHONE;
  if (list.length === 0) return null;
  return (
    <div className="acts">
      {isFolded && !isOpen ? list.slice(0, ON_PHONE) : list}
      {isFolded && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '更多'}
        </Button>
      )}
    </div>
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
