import { momentOf } from '../calls/moments.ts';
import { Differences } from '../documents/Differences.tsx';
import type { PlanStep } from './plan-steps.ts';

/** The publications that saving will plan, each with what it changes. */
export function PlanPreview({ steps, publicValue, schema }: { steps: readonly PlanStep[]; publicValue: unknown; schema: object }) {
  return (
    <section className="plan-preview" aria-label="计划">
      <h3>{`保存后建成 ${steps.length} 份稿件，依次公开`}</h3>
      <ol>
        {steps.map(({ at, value }, place) => (
          <li key={at}>
            <strong>{at === '' ? '发布时' : momentOf(at)}</strong>
            <Differences before={place === 0 ? publicValue : steps[place - 1]!.value} after={value} schema={schema} same="内容不变。" />
          </li>
        ))}
      </ol>
    </section>
  );
}
