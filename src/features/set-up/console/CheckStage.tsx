import { Alert } from 'antd';
import type { SetUpAnswer } from '../wire.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { OpenEdition } from './OpenEditions.tsx';
import { SetUpSteps } from './SetUpSteps.tsx';

/** SU5: what the site lacks, and what keeps the editions under way from being published. */
export function CheckStage({ answer: { steps, stages } }: { answer: SetUpAnswer }) {
  const before = steps.filter(({ stage }) => stage !== 'open');
  const lacking = before.filter(({ isDone, isOptional }) => !isDone && !isOptional);
  const open = stages.flatMap(({ name, editions }) => editions.map((edition) => ({ stage: name, edition })));
  return (
    <div className="stack">
      {lacking.length === 0 ? (
        <Alert type="success" showIcon title="开通前必须有的都有了" />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={`开通前还缺 ${lacking.length} 项：${lacking.map(({ title }) => title).join('、')}`}
        />
      )}
      <Panel title="网站公开以前">
        <SetUpSteps steps={before} />
      </Panel>
      <Panel title={`处理中的稿件（${open.length}）`}>
        {open.length === 0 && <p>没有处理中的稿件。</p>}
        <ul className="newest">
          {open.map(({ stage, edition }) => (
            <li key={edition.editionId}>
              <OpenEdition stage={stage} edition={edition} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
