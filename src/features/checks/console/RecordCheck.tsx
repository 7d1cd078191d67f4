import { grouped } from '#rules/text/grouped-number.ts';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { RECORD_PROBLEMS } from '#rules/editions/record-problems.ts';
import type { RecordCheck as Check } from '#wire/console-answers.ts';
import { useRead, useSend } from '#console/calls/use-calls.ts';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { Screen } from '#console/parts/Screen.tsx';

/** milliseconds between two questions while a check runs */
const WHILE_RUNNING = 1_500;

/** RC4: the last check of the whole record, what it was compared with, and what it found. */
export function RecordCheck() {
  const { data, error, mutate } = useRead('GET /record-check', undefined, {
    refreshInterval: (state) => (state?.isRunning ? WHILE_RUNNING : 0),
  });
  const send = useSend();
  const [failed, setFailed] = useState<unknown>();
  const begin = async () => {
    setFailed(undefined);
    try {
      await mutate(await send('POST /record-check'), { revalidate: false });
    } catch (reason) {
      setFailed(reason);
    }
  };
  return (
    <Screen
      title="记录核对"
      purpose="服务器每天先核对数据库的表、触发器、函数和权限，再把发布记录、操作记录、稿件、角色、检索内容和文件全部重新计算一遍，并与已送到数据库之外的校验值比较。发现的改动列在这里。"
      actions={
        <Button type="primary" loading={data?.isRunning ?? false} disabled={!data} onClick={() => void begin()}>
          {data?.isRunning ? '正在核对…' : '立即核对'}
        </Button>
      }
    >
      {failed !== undefined && <Failure error={failed} retry={() => void begin()} />}
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {error === undefined && !data && <Loading />}
      {data && data.failedAt !== '' && !data.isRunning && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="above-form"
          title="最近一次核对没有完成"
          description={
            <>
              中断于 <Moment at={data.failedAt} />
              {data.last && '，下面仍是此前的结果'}
              。请稍后再点“立即核对”；仍不成功时，请联系系统管理员查看服务器日志。
            </>
          }
        />
      )}
      {data?.last === null && (
        <EmptyNote title={data.isRunning ? '正在第一次核对' : '还没有核对过'}>
          {data.isRunning ? '完成后结果显示在这里，可以先离开此页。' : '服务器启动几分钟后会自动核对，也可以立即核对。'}
        </EmptyNote>
      )}
      {data?.last && <LastCheck check={data.last} />}
    </Screen>
  );
}

function LastCheck({ check }: { check: Check }) {
  return (
    <>
      <div role="status" className="above-form">
        <Alert
          type={check.found === 0 ? 'success' : 'error'}
          showIcon
          title={check.found === 0 ? '没有发现改动' : `发现 ${check.found.toLocaleString('zh-CN')} 处与记录不符`}
          description={
            check.found > 0 &&
            '请不要在服务器上继续处理，立即联系系统管理员，保留现场，并与备份和送到外部的校验值核对。'
          }
        />
      </div>
      {check.unfinished && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title="有一部分没有核对"
          description={
            <>
              请把下面这句话转告系统管理员：<code lang="en">{check.unfinished}</code>
            </>
          }
        />
      )}
      <div className="above-form">
        <Panel title="这次核对">
          <dl className="facts">
            <Fact name="完成时间">
              <Moment at={check.at} />
            </Fact>
            <Fact name="发布">{`${grouped(check.publications)} 次`}</Fact>
            <Fact name="文件">{`${grouped(check.files)} 个`}</Fact>
            <Fact name="封存">
              {`${grouped(check.seals)} 份，共 ${grouped(check.sealed)} 条操作记录、稿件步骤、角色和发布；另有 ${grouped(check.unsealed)} 条待下一份封存`}
            </Fact>
            {(check.removals ?? []).length > 0 && (
              <Fact name="已按规定移除">
                {check
                  .removals!.map(
                    ({ no, items, files }) =>
                      `第 ${grouped(no)} 号发布：${grouped(items)} 处，${grouped(files)} 个文件`,
                  )
                  .join('；')}
              </Fact>
            )}
            <Fact name="比较的校验值">
              {check.heads === 0 ? (
                '没有：服务器上还没有送出过校验值'
              ) : (
                <>
                  {`${grouped(check.heads)} 个，最新为第 ${grouped(check.newestHead)} 份封存：`}
                  <code>{check.headsFile}</code>
                </>
              )}
            </Fact>
          </dl>
        </Panel>
      </div>
      {check.found > 0 && (
        <Panel title="不符之处">
          <ul className="newest">
            {check.problems.map(({ code, no, message }) => (
              <li key={`${code} ${message}`}>
                <strong>{RECORD_PROBLEMS[code]}</strong>
                <div className="quiet">
                  {no !== null && `第 ${grouped(no)} 号发布 · `}
                  <code lang="en">{message}</code>
                </div>
              </li>
            ))}
          </ul>
          {check.found > check.problems.length && (
            <p className="quiet">
              {`只列出前 ${grouped(check.problems.length)} 处；在服务器上运行 npm run verify-log 可以看到全部。`}
            </p>
          )}
        </Panel>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
