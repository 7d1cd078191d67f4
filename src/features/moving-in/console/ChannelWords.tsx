import { Alert, Pagination } from 'antd';
import { useState } from 'react';
import type { MovingInColumns } from '../wire.ts';
import { ChannelSelect } from '#console/parts/ChannelSelect.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import type { MapProps } from './MapStep.tsx';

const PAGE = 20;

/** MI12: the words by which a list names channels, the more frequent first, each with the channel of this site. */
export function ChannelWords({ data, map, onChange }: Pick<MapProps, 'map' | 'onChange'> & { data: MovingInColumns }) {
  const { channels = {} } = map;
  const [page, setPage] = useState(1);
  const chosen = (word: string, found: string): string => channels[word] ?? found;
  const open = data.channels.filter(({ word, channelId }) => chosen(word, channelId) === '');
  return (
    <Panel
      title="栏目的对应"
      extra={
        <span className="quiet">{`${data.channels.length + data.moreChannels} 种写法，${open.length} 种还没有选定`}</span>
      }
    >
      {data.moreChannels > 0 && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title={`写法太多，这里只列出最多的 ${data.channels.length} 种；请核对选定的“栏目”列是否正确`}
        />
      )}
      <ul className="moving-in-words" aria-label="原栏目和现在的栏目">
        {data.channels.slice((page - 1) * PAGE, page * PAGE).map(({ word, count, channelId }) => (
          <li key={word}>
            <span>
              {word === '' ? '（空的）' : word}
              <span className="quiet">{`　${count.toLocaleString('zh-CN')} 篇`}</span>
            </span>
            <ChannelSelect
              act="content.write"
              aria-label={`“${word}”对应的栏目`}
              value={idOf(chosen(word, channelId), channelId)}
              status={chosen(word, channelId) === '' ? 'warning' : ''}
              onChange={(value: string) => onChange({ ...map, channels: { ...channels, [word]: value } })}
            />
          </li>
        ))}
      </ul>
      {data.channels.length > PAGE && (
        <Pagination
          current={page}
          pageSize={PAGE}
          total={data.channels.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Panel>
  );
}

/** Id of a channel that a map names by path or name; the server finds which one that is. */
const idOf = (chosen: string, found: string): string | undefined =>
  /^\d+$/.test(chosen) ? chosen : found === '' ? undefined : found;
