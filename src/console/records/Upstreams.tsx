import { Alert } from 'antd';
import type { UpstreamLine } from '#wire/console-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';

/** milliseconds between two questions */
const EVERY = 15_000;

/** Parts that visitors see of each group (docs/how-to/answer-from-an-upstream.md). */
const NAMES: Readonly<Record<string, string>> = {
  content: '栏目、文章、附件与公示',
  user: '登录与客户信息',
  market: '营销、投顾与基金人员公示',
  product: '基金与金融产品',
  retail: 'ETF 申购赎回',
  business: '专业投资者确认',
};

/** US10: whoever connects a system sees here how it answers, and field by field what was not understood. */
export function Upstreams() {
  const { data, error, mutate } = useRead('GET /upstreams', undefined, { refreshInterval: EVERY });
  return (
    <Screen
      title="对接系统"
      purpose="网站的部分内容由其他系统提供时，这里列出每一组调用：是否正常回答，最近一次失败，以及哪些字段没有读懂。看不懂的字段不会显示给访客。数据自本服务器启动以来统计。"
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {error === undefined && !data && <Loading />}
      {data?.length === 0 && (
        <EmptyNote title="没有对接其他系统">
          全部内容都在本系统发布。由其他系统提供内容时，在服务器设置 UPSTREAMS 中写明其地址。
        </EmptyNote>
      )}
      {data?.map((line) => (
        <div className="above-form" key={line.group}>
          <Group line={line} />
        </div>
      ))}
    </Screen>
  );
}

function Group({ line }: { line: UpstreamLine }) {
  const { group, host, reachableSince, lastAnswer, lastFailure, misunderstood, leftOut } = line;
  return (
    <Panel title={`${NAMES[group] ?? group}（${group}）`}>
      <p className="quiet">
        地址 <code>{host}</code>，最近回答：
        <Moment at={lastAnswer} none="还没有" />
      </p>
      {reachableSince === '' ? (
        <Alert
          type={lastFailure ? 'error' : 'info'}
          showIcon
          title={lastFailure ? '现在没有给出可用的回答' : '还没有被调用过'}
        />
      ) : (
        <Alert
          type="success"
          showIcon
          title={
            <>
              自 <Moment at={reachableSince} /> 起正常回答
            </>
          }
        />
      )}
      {lastFailure && (
        <p>
          最近一次失败：
          <Moment at={lastFailure.at} />，<code>{lastFailure.path}</code>，{whatWords(lastFailure.what)}
        </p>
      )}
      {misunderstood.length > 0 && (
        <>
          <h3>没有读懂的字段（{misunderstood.length}）</h3>
          <ul className="newest">
            {misunderstood.map(({ path, field, example, count, at }) => (
              <li key={`${path} ${field}`}>
                <code>{path}</code> 的 <strong>{field}</strong>：<code>{example}</code>
                <div className="quiet">
                  共 {count} 次，最近 <Moment at={at} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {line.views && <Views views={line.views} />}
      {leftOut.length > 0 && (
        <>
          <h3>没有显示的栏目（{leftOut.length}）</h3>
          <ul className="newest">
            {leftOut.map(({ channelId, name, why }, at) => (
              // one id may be left out twice
              <li key={`${channelId} ${at}`}>
                <strong>{name || channelId || '没有名称的一项'}</strong> {name && <code>{channelId}</code>}
                <div className="quiet">{why}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** US11 */
function Views({ views: { hash, at, refused, failed } }: { views: NonNullable<UpstreamLine['views']> }) {
  return (
    <>
      <h3>页面与登记表的样式</h3>
      <p>
        {hash === '' ? (
          '还没有取得'
        ) : (
          <>
            自 <Moment at={at} /> 起使用 <code>{hash.slice(0, 12)}</code>
          </>
        )}
        {failed !== '' && `；最近一次没有取得：${failed}`}
      </p>
      {refused.length > 0 && (
        <ul className="newest">
          {refused.map(({ name, why }) => (
            <li key={name}>
              没有采用 <strong>{name}</strong>
              <div className="quiet">{why}</div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An outcome of a call in words. */
function whatWords(what: string): string {
  const [outcome = ''] = what.split(' (');
  if (outcome === 'unreadable') return `回答无法解读（${what}）：请核对加密方式、密钥和回答的格式`;
  if (outcome === 'http 504') return `没有在时限内回答（${what}）`;
  if (outcome === 'http 502') return `连接不上、证书不受信任，或回答是重定向（${what}）`;
  return `回答了错误（${what}）`;
}
