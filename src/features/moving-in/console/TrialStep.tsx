import { Alert } from 'antd';
import { useNavigate } from 'react-router-dom';
import { MOVING_IN_PROBLEMS } from '../moving-in-problems.ts';
import { LONG_TIMEOUT } from '#console/calls/call.ts';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { StepButtons, type StepProps } from './MovingInScreen.tsx';
import { addressOf } from './steps.ts';
import { Tried } from './Tried.tsx';

/** MI13: the first ten articles as they would become. */
export function TrialStep({ found: { importId } }: StepProps) {
  const navigate = useNavigate();
  // read anew at each visit: what was chosen before may have changed
  const { data, error, isValidating, mutate } = useRead(
    'GET /moving-in/:importId/trial',
    { importId },
    { ...ONCE, revalidateOnMount: true, timeout: LONG_TIMEOUT },
  );
  const isFresh = data !== undefined && !isValidating;
  const wrong = data?.articles.filter(({ problems }) => problems.some(({ kind }) => MOVING_IN_PROBLEMS[kind].isError));
  return (
    <>
      {error !== undefined && !isValidating && <Failure error={error} retry={() => void mutate()} />}
      {isValidating && <Loading />}
      {isFresh && (
        <Panel
          title={`前 ${data.articles.length} 篇，共 ${data.total.toLocaleString('zh-CN')} 篇`}
          extra={<span className="quiet">{data.encodings.join('；')}</span>}
        >
          {wrong && wrong.length > 0 && (
            <Alert
              type="warning"
              showIcon
              className="above-form"
              title={`其中 ${wrong.length} 篇有错误。若是列或栏目选错了，请回到上一步修改`}
            />
          )}
          {data.articles.map((article, at) => (
            <Tried key={article.place} article={article} importId={importId} isOpen={at === 0} />
          ))}
        </Panel>
      )}
      <StepButtons
        importId={importId}
        step="trial"
        next="去检查全部"
        onNext={() => void navigate(addressOf(importId, 'check'))}
      />
    </>
  );
}
