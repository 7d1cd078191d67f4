import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '#console/calls/use-calls.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { LinkButton } from '#console/parts/LinkButton.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { SetUpSteps } from './SetUpSteps.tsx';
import { rememberStage } from './stages.ts';

/** SU5: what the site still lacks to be fit for the public, and the way on; nothing where it lacks nothing. */
export function PreparationNote() {
  const { data, error, mutate } = useRead('GET /set-up');
  // a person who came back here has left the stage
  useEffect(() => rememberStage(null), []);
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data || data.steps.every(({ isDone, isOptional }) => isDone || isOptional)) return null;
  const done = data.steps.filter(({ isDone }) => isDone).length;
  const isBegun = data.stages.some(({ state }) => state !== 'none');
  return (
    <div className="above-form">
      <Panel
        title={`新网站的准备（${done}／${data.steps.length}）`}
        extra={<LinkButton to="/setting-up">{isBegun ? '继续设置' : '开始设置'}</LinkButton>}
      >
        <SetUpSteps steps={data.steps} />
        <p>
          <Link to="/help/first-day">一步一步怎样做</Link>
        </p>
      </Panel>
    </div>
  );
}
