import {
  APPLICATION_STATE_NAMES,
  APPLY_TYPE_NAMES,
  MATERIAL_NAMES,
  type ApplicationState,
} from '#rules/people/professional-investor.ts';
import { fileSize } from '#rules/files/file-size.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { Tag } from '#ui/Tag.tsx';
import type { ApplicationStatus } from './application.ts';

/** Three stages, whichever way an application goes. */
const STAGES = ['提交申请', '公司审核', '审核结果'] as const;

const STAGE_OF: Readonly<Record<ApplicationState, 1 | 2>> = {
  submitted: 1,
  'in-review': 1,
  supplement: 1,
  accepted: 2,
  refused: 2,
  expired: 2,
};

const LOOK: Readonly<Record<ApplicationState, 'good' | 'quiet' | 'warn'>> = {
  submitted: 'quiet',
  'in-review': 'quiet',
  supplement: 'warn',
  accepted: 'good',
  refused: 'warn',
  expired: 'warn',
};

function sayState({ state, validTo }: ApplicationStatus, hotline: string): string {
  if (state === 'submitted') return '申请已收到，等待审核人员受理。';
  if (state === 'in-review') return '审核人员正在核对您的材料，一般在五个工作日内给出结果。';
  if (state === 'supplement') return '请按下面的说明补充材料，再次提交后继续审核。';
  if (state === 'accepted')
    return validTo === '' ? '您已是本公司确认的专业投资者。' : `您已是本公司确认的专业投资者，有效期至 ${validTo}。`;
  if (state === 'refused')
    return `申请没有通过。取得符合要求的材料后，可以重新申请${hotline && `；有疑问请致电 ${hotline}`}。`;
  return `上一次确认的有效期至 ${validTo}，已经结束。需要继续作为专业投资者的，请重新申请。`;
}

/** RK7: the state of the application, its history, and what was sent. */
export function Progress({ status, hotline }: { status: ApplicationStatus; hotline: string }) {
  const { state, steps, materials, reason, applyType } = status;
  if (state === '') return null;
  const stage = STAGE_OF[state];
  return (
    <section className="applied" aria-labelledby="applied-title">
      <h2 className="applied__title" id="applied-title">
        申请进度：{APPLICATION_STATE_NAMES[state]}
      </h2>
      <ol className="applied__stages" aria-label="申请的三个阶段">
        {STAGES.map((title, at) => (
          <li key={title} aria-current={at === stage ? 'step' : undefined} data-done={at < stage || undefined}>
            <span className="applied__number" aria-hidden="true">
              {at + 1}
            </span>
            {title}
            {at < stage && <span className="unseen">（已完成）</span>}
          </li>
        ))}
      </ol>
      <p role="status">{sayState(status, hotline)}</p>
      {reason !== '' && (
        <div className="applied__reason">
          <h3>{state === 'refused' ? '驳回原因' : '需要补充'}</h3>
          <p>{reason}</p>
        </div>
      )}
      {steps.length > 0 && (
        <>
          <h3>办理记录{applyType && `（${APPLY_TYPE_NAMES[applyType]}）`}</h3>
          <ol className="applied__steps">
            {steps.map((step) => (
              <li key={step.at + step.state}>
                <time dateTime={step.at}>{shanghaiTime(step.at)}</time>
                <Tag look={LOOK[step.state]}>{APPLICATION_STATE_NAMES[step.state]}</Tag>
                {step.note !== '' && step.note !== reason && <span>{step.note}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
      {materials.length > 0 && (
        <>
          <h3>已提交的材料</h3>
          <ul className="applied__materials">
            {materials.map(({ kind, filename, size }, at) => (
              <li key={at}>
                <span>{MATERIAL_NAMES[kind]}</span>
                <span translate="no">{filename}</span>
                <span>{fileSize(size)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
