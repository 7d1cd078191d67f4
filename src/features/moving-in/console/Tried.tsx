import { Alert, Tag } from 'antd';
import { MOVING_IN_PROBLEMS } from '../moving-in-problems.ts';
import type { TriedArticle } from '../wire.ts';
import { hrefOf } from '#console/calls/call.ts';
import { useChannels } from '#console/calls/channels.ts';
import { Moment } from '#console/parts/Moment.tsx';

/** Links of the text lead into the former site: they are shown and not followed. */
function stay(event: React.MouseEvent): void {
  if ((event.target as HTMLElement).closest('a')) event.preventDefault();
}

/** MI13: an article as it would become, and what it would lose. */
export function Tried({ article, importId, isOpen }: { article: TriedArticle; importId: string; isOpen: boolean }) {
  const channels = useChannels();
  const { title, place, channelId, contentTime, summary, source, html, attachments, losses, oldAddress, problems } =
    article;
  const errors = problems.filter(({ kind }) => MOVING_IN_PROBLEMS[kind].isError);
  return (
    <details className="moving-in-tried" open={isOpen}>
      <summary>
        <strong>{title || '（没有标题）'}</strong>
        <span className="quiet">{place}</span>
        {errors.length > 0 && <Tag color="error">{`${errors.length} 处错误`}</Tag>}
        {errors.length < problems.length && <Tag color="warning">{`${problems.length - errors.length} 处提示`}</Tag>}
      </summary>
      {problems.map(({ kind, message }) => (
        <Alert
          key={kind + message}
          type={MOVING_IN_PROBLEMS[kind].isError ? 'error' : 'warning'}
          showIcon
          title={`${MOVING_IN_PROBLEMS[kind].zh}：${message}`}
        />
      ))}
      <dl className="facts">
        <dt>栏目</dt>
        <dd>{channelId === '' ? '没有选定' : channels.nameOf(channelId)}</dd>
        <dt>日期</dt>
        <dd>
          <Moment at={contentTime} />
        </dd>
        {summary !== '' && (
          <>
            <dt>摘要</dt>
            <dd>{summary}</dd>
          </>
        )}
        {source !== '' && (
          <>
            <dt>来源</dt>
            <dd>{source}</dd>
          </>
        )}
        <dt>旧地址</dt>
        <dd className="moving-in-address">{oldAddress || '没有'}</dd>
        <dt>附件</dt>
        <dd>
          {attachments.length === 0 && '没有'}
          {attachments.map(({ name, path }) => (
            <div key={path}>
              <a href={hrefOf('GET /moving-in/:importId/file', { importId, path })}>{name}</a>
            </div>
          ))}
        </dd>
        <dt>清理</dt>
        <dd>{losses || '没有去掉任何内容'}</dd>
      </dl>
      {/* cleaned by the server as what editors paste is */}
      <div className="moving-in-text" onClick={stay} dangerouslySetInnerHTML={{ __html: html }} />
    </details>
  );
}
