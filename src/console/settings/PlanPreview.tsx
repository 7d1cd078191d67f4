import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { Differences } from '../documents/Differences.tsx';
import type { MergeWords } from '../merge/merge-words.ts';
import type { PlanStep } from './plan-steps.ts';

/** The publications that saving will plan, each with what it changes. */
export function PlanPreview({
  steps,
  publicValue,
  words,
}: {
  steps: readonly PlanStep[];
  publicValue: unknown;
  words: MergeWords;
}) {
  return (
    <section className="plan-preview" aria-label="计划">
      <h3>{`保存后建成 ${steps.length} 份稿件，依次公开`}</h3>
      <ol>
        {steps.map(({ at, value }, place) => (
          <li key={at}>
            <strong>{at === '' ? '发布时' : shanghaiSecond(at)}</strong>
            <Differences
              before={place === 0 ? publicValue : steps[place - 1]!.value}
              after={value}
              words={words}
              same="内容不变。"
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
