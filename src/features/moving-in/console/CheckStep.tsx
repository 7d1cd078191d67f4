import { grouped } from '#rules/text/grouped-number.ts';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { MovingInCheck } from '../wire.ts';
import { wordsOf } from '#console/calls/call.ts';
import { useChanged, useSend } from '#console/calls/use-calls.ts';
import { StateTag } from '#console/editions/StateTag.tsx';
import { Confirm } from '#console/parts/Confirm.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { JobProgress } from './JobProgress.tsx';
import { StepButtons, type StepProps } from './MovingInScreen.tsx';
import { ListAgain } from './ListAgain.tsx';
import { NamedArticles } from './NamedArticles.tsx';
import { ProblemList } from './ProblemList.tsx';

/** MI13: the check of all articles with every problem, and their saving as drafts. */
export function CheckStep({ found, again }: StepProps) {
  const { importId, job, check, editions, stage } = found;
  const send = useSend();
  const changed = useChanged();
  const { mutate } = useSWRConfig();
  const articlesAgain = (): Promise<unknown> =>
    Promise.all([again(), mutate((key) => typeof key === 'string' && key.includes(`/moving-in/${importId}/articles`))]);
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState('');
  const isRunning = job?.state === 'running';
  const heading = useRef<HTMLHeadingElement>(null);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // the progress is gone, and the reading continues at the findings
    if (wasRunning.current && !isRunning && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    wasRunning.current = isRunning;
  }, [isRunning]);
  const isSound = check !== null && !check.isOld && check.errors === 0;
  const fresh = check ? check.articles - check.present : 0;
  const begin = async (work: 'check' | 'save'): Promise<void> => {
    await send('POST /moving-in/:importId/job', { importId, work });
    await again();
    await changed();
  };
  const beginCheck = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await begin('check');
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {problem !== '' && <Alert type="error" showIcon title={problem} role="alert" />}
      {job && job.work !== 'unpack' && <JobProgress importId={importId} job={job} again={again} />}
      {!isRunning && (
        <Panel
          title="检查全部文章"
          heading={heading}
          extra={
            <Button type={isSound ? 'default' : 'primary'} loading={isBusy} onClick={() => void beginCheck()}>
              {check ? '重新检查' : '开始检查'}
            </Button>
          }
        >
          {!check && <p>检查只读取，不保存任何内容。一万篇文章大约需要半分钟。</p>}
          {check?.isOld && (
            <Alert
              type="warning"
              showIcon
              title="检查之后又改了形式、对应关系或列表，或者略去、恢复了文章，请重新检查"
            />
          )}
          {check && !check.isOld && (
            <>
              {check.errors > 0 ? (
                <Alert
                  type="error"
                  showIcon
                  className="above-form"
                  title={`${grouped(check.errors)} 处错误${check.wrong === undefined ? '' : `，在 ${grouped(check.wrong)} 篇文章里`}，改正或略去以前不能保存`}
                  description="可以回到“对应关系”修改，换一份改正后的列表，或略去有错误的文章。附件、图片或网页本身有误的，改正后新建一次迁入，对应关系可以复制过去。"
                />
              ) : (
                <Alert type="success" showIcon className="above-form" title={soundWords(check)} />
              )}
              <dl className="facts">
                <dt>文章</dt>
                <dd>
                  {`${grouped(check.articles)} 篇`}
                  {check.present > 0 && `，其中 ${grouped(check.present)} 篇已在稿件中`}
                  {(check.left ?? 0) > 0 && `；另有 ${grouped(check.left!)} 篇略去`}
                </dd>
                <dt>附件和图片</dt>
                <dd>{`${grouped(check.files)} 个文件`}</dd>
                <dt>文章之间的链接</dt>
                <dd>{`${grouped(check.links)} 处`}</dd>
                <dt>清理</dt>
                <dd>{check.losses || '没有去掉任何内容'}</dd>
                <dt>编码</dt>
                <dd>{check.encodings.join('；')}</dd>
                <dt>检查时间</dt>
                <dd>
                  <Moment at={check.at} />
                </dd>
              </dl>
            </>
          )}
        </Panel>
      )}
      {!isRunning && check && !check.isOld && check.kinds.length > 0 && (
        <ProblemList key={check.at} importId={importId} kinds={check.kinds} />
      )}
      {!isRunning && check && found.folder && (
        <>
          <NamedArticles
            key={`wrong ${check.at}`}
            which="wrong"
            importId={importId}
            checkedAt={check.at}
            again={articlesAgain}
          />
          <NamedArticles
            key={`left ${check.at}`}
            which="left"
            importId={importId}
            checkedAt={check.at}
            again={articlesAgain}
          />
        </>
      )}
      {!isRunning && found.folder && found.read && 'list' in found.read && (
        <ListAgain importId={importId} list={found.read.list} again={articlesAgain} />
      )}
      {editions.length > 0 && (
        <Panel title="保存的稿件">
          <ul className="moving-in-editions">
            {editions.map(({ editionId, articles, state }) => (
              <li key={editionId}>
                <Link to={`/editions/${editionId}`}>{`第 ${editionId} 号稿件`}</Link>
                <span>{`${grouped(articles)} 篇`}</span>
                <StateTag state={state as EditionState} />
              </li>
            ))}
          </ul>
          <p className="quiet">
            在稿件中提交审核，由他人审核一次，分批发布，每批一千篇。最后一批发布后，旧地址自动列成设置“旧地址”的稿件。
          </p>
        </Panel>
      )}
      <StepButtons importId={importId} step="check">
        <Button
          type={stage === 'saved' ? 'default' : 'primary'}
          disabled={!isSound || isRunning || fresh === 0}
          onClick={() => setConfirming(true)}
        >
          {fresh > 0 ? `保存 ${grouped(fresh)} 篇` : '保存'}
        </Button>
      </StepButtons>
      {isConfirming && check && (
        <Confirm
          title={`把 ${grouped(fresh)} 篇文章保存成稿件？`}
          action="保存"
          onConfirm={() => begin('save')}
          onClose={() => setConfirming(false)}
        >
          附件和图片存入文件库，文章存成 {check.editions} 份稿件，作者是您。此时什么都不公开。
        </Confirm>
      )}
    </>
  );
}

const soundWords = ({ articles, present }: MovingInCheck): string =>
  articles === 0 ? '没有文章可以保存：全部略去了' : articles === present ? '全部文章已在稿件中' : '没有错误，可以保存';
