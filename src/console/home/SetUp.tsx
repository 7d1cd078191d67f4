import { App, Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { mayDo, WHOLE_SITE } from '#rules/staff-rights.ts';
import type { Me, SetUpStep, StarterLine } from '#wire/console-answers.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Panel } from '../parts/Panel.tsx';

/** SU5: what the site still lacks to be fit for the public; nothing where it lacks nothing. */
export function SetUp({ me }: { me: Me }) {
  const { data, error, mutate } = useRead('GET /set-up');
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data || data.steps.every(({ isDone, isOptional }) => isDone || isOptional)) return null;
  const done = data.steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="above-form">
      <Panel title={`新网站的准备（${done}／${data.steps.length}）`}>
        <SetUpSteps steps={data.steps} />
        <p>
          <Link to="/help/first-day">一步一步怎样做</Link>
        </p>
        {data.starters.length > 0 && mayDo(me.grants, 'channel.change', [WHOLE_SITE]) && (
          <Starters starters={data.starters} />
        )}
      </Panel>
    </div>
  );
}

/** What there is and what there is not, each with the way to it. */
export function SetUpSteps({ steps }: { steps: readonly SetUpStep[] }) {
  return (
    <ol className="set-up">
      {steps.map(({ title, words, isDone, isOptional, path }) => (
        <li key={title} className={isDone ? 'set-up__done' : ''}>
          <span className="set-up__state">{isDone ? '已完成' : isOptional ? '可选' : '待完成'}</span>
          {path === '/' ? <strong>{title}</strong> : <Link to={path}>{title}</Link>}
          <span className="quiet">{words}</span>
        </li>
      ))}
    </ol>
  );
}

/** SU4: one of them becomes an edition, which somebody else approves. */
function Starters({ starters }: { starters: readonly StarterLine[] }) {
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const choose = async (starter: string): Promise<void> => {
    const { editionId } = await send('POST /starters/:starter', { starter });
    void message.success('已新建稿件，核对后提交审核');
    await navigate(`/editions/${editionId}`);
  };
  return (
    <>
      <h3>起步栏目</h3>
      <p className="quiet">选用一套，成为一份稿件；由他人审核发布以后，还可以逐个改名、移动、停用。</p>
      <ul className="starters">
        {starters.map(({ name, title, about, channels }) => (
          <li key={name}>
            <strong>{title}</strong>
            <p>
              {about}（{channels} 个栏目）
            </p>
            <Button onClick={() => void choose(name)}>选用“{title}”</Button>
          </li>
        ))}
      </ul>
    </>
  );
}
