import { Alert, App, Button, Space } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { PlannedEdition } from '#wire/edition-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { useMe, useSend } from '../calls/use-calls.ts';
import { Panel } from '../parts/Panel.tsx';
import { ACTS, type Step } from './act-words.ts';
import type { FoundEdition } from './edition-answers.ts';
import { stepsTogether } from './plan-steps.ts';

/** The other editions of an edition's plan, and the steps that all of them take together. */
export function EditionPlan({
  edition: { editionId, plan },
  onChanged,
}: {
  edition: FoundEdition;
  onChanged: () => Promise<void>;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (plan.length < 2) return null;
  // the button that was pressed is gone
  const changed = async (): Promise<void> => {
    await onChanged();
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <Panel title="计划" heading={heading}>
      <p>{`这是一个计划中的 ${plan.length} 份稿件，依次公开：前一份发布以前，后一份不会发布。`}</p>
      <ol className="plan-list">
        {plan.map((one) => (
          <li key={one.editionId} aria-current={one.editionId === editionId || undefined}>
            <Link to={`/editions/${one.editionId}`}>{one.title}</Link>
            <span className="quiet">{whenOf(one)}</span>
          </li>
        ))}
      </ol>
      <Together plan={plan} onChanged={changed} />
    </Panel>
  );
}

function whenOf({ state, at, publishAt }: PlannedEdition): string {
  const when = at === '' ? '审核通过后发布' : `计划 ${shanghaiSecond(at)}`;
  return `${EDITION_STATES[state]}，${state === 'published' || state === 'discarded' ? when : publishAt !== '' ? `已定时 ${shanghaiSecond(publishAt)}` : when}`;
}

/** An edition whose step was refused: numbers of persons that need a reason, for one (PV2). */
interface Left extends Pick<PlannedEdition, 'editionId' | 'title'> {
  words: string;
}

function Together({ plan, onChanged }: { plan: readonly PlannedEdition[]; onChanged: () => Promise<void> }) {
  const { data: me } = useMe();
  const send = useSend();
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Left[]>([]);
  const open = stepsTogether(plan, (right) => me !== undefined && mayDo(me.grants, right, [WHOLE_SITE]));
  const act = async (step: Step, waiting: readonly PlannedEdition[]): Promise<void> => {
    setBusy(true);
    const left: Left[] = [];
    for (const { editionId, version, at, title } of waiting)
      await (
        step === 'schedule'
          ? send('POST /editions/:editionId/schedule', { editionId, version, publishAt: at })
          : send(`POST /editions/:editionId/${step}`, { editionId, version })
      ).catch((reason: unknown) => left.push({ editionId, title, words: wordsOf(reason) }));
    const done = waiting.length - left.length;
    if (done > 0) void message.success(`${done} 份${ACTS[step].done}`);
    setRefused(left);
    await onChanged();
    setBusy(false);
  };
  return (
    <>
      {refused.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="above-form"
          title={`${refused.length} 份没有成功，请打开逐份办理`}
          description={
            <ul className="bullets">
              {refused.map(({ editionId, title, words }) => (
                <li key={editionId}>
                  <Link to={`/editions/${editionId}`}>{title}</Link>
                  {`：${words}`}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <Space wrap>
        {open.map(({ step, waiting }) => (
          <Button key={step} type="primary" loading={isBusy} onClick={() => void act(step, waiting)}>
            {step === 'schedule' ? `${waiting.length} 份都按计划定时` : `${waiting.length} 份都${ACTS[step].name}`}
          </Button>
        ))}
      </Space>
    </>
  );
}
