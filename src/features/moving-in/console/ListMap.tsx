import { Alert, Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { MOVING_IN_FIELDS, type MovingInField } from '../moving-in-fields.ts';
import type { MovingInColumns } from '../wire.ts';
import { LONG_TIMEOUT } from '#console/calls/call.ts';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { ChannelWords } from './ChannelWords.tsx';
import type { MapProps } from './MapStep.tsx';

const FIELDS = Object.keys(MOVING_IN_FIELDS) as MovingInField[];
const NEEDED: readonly MovingInField[] = ['title', 'channel', 'date'];
const UNUSED = '';

/** MI12: each column of a list with its values and its meaning. */
export function ListMap({ found, map, onChange }: MapProps) {
  const { importId, read } = found;
  const [named, setNamed] = useState(map.columns?.channel);
  const { data, error, mutate } = useRead(
    'GET /moving-in/:importId/columns',
    { importId, ...(named !== undefined && { channel: named }) },
    { ...ONCE, keepPreviousData: true, timeout: LONG_TIMEOUT },
  );
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data) return <Loading />;
  return (
    <Columns
      file={read && 'list' in read ? read.list : ''}
      data={data}
      map={map}
      onChange={onChange}
      onChannel={setNamed}
    />
  );
}

interface Props extends Pick<MapProps, 'map' | 'onChange'> {
  file: string;
  data: MovingInColumns;
  /** another column holds the channels */
  onChannel: (title: string) => void;
}

function Columns({ file, data, map, onChange, onChannel }: Props) {
  const { columns = {} } = map;
  // guesses count until something is chosen
  useEffect(() => {
    if (map.columns) return;
    const guessed = Object.fromEntries(data.columns.flatMap(({ title, guess }) => (guess ? [[guess, title]] : [])));
    onChange({ ...map, columns: guessed, ...(data.hosts.length > 0 && !map.hosts && { hosts: data.hosts }) });
    // runs once, when the columns are first there
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const fieldOf = (title: string): MovingInField | '' => FIELDS.find((field) => columns[field] === title) ?? UNUSED;
  const choose = (title: string, field: MovingInField | ''): void => {
    const rest = Object.fromEntries(
      Object.entries(columns).filter(([name, column]) => name !== field && column !== title),
    );
    onChange({ ...map, columns: field === UNUSED ? rest : { ...rest, [field]: title } });
    if (field === 'channel') onChannel(title);
  };
  const missing = NEEDED.filter((field) => columns[field] === undefined);
  const lacks = [
    ...missing.map((field) => MOVING_IN_FIELDS[field]),
    ...(columns.html === undefined && columns.attachments === undefined ? ['正文或附件'] : []),
  ];
  return (
    <>
      <Panel
        title="列表的各列"
        extra={
          <span className="quiet">{`${file}：${data.rows.toLocaleString('zh-CN')} 行，编码 ${data.encoding}`}</span>
        }
      >
        {lacks.length > 0 && (
          <Alert type="warning" showIcon className="above-form" title={`还没有选定：${lacks.join('、')}`} />
        )}
        <ul className="moving-in-columns" aria-label="列表的各列">
          {data.columns.map(({ title, samples, guess }, at) => (
            <li key={title}>
              <div>
                <strong id={`column-${at}`}>{title === '' ? '（没有标题的一列）' : title}</strong>
                {guess && <span className="quiet">{`　猜测是${MOVING_IN_FIELDS[guess]}`}</span>}
              </div>
              <ul className="moving-in-samples" aria-label={`${title}的前几个值`}>
                {samples.length === 0 ? (
                  <li className="quiet">都是空的</li>
                ) : (
                  samples.map((one) => <li key={one}>{one}</li>)
                )}
              </ul>
              <Select<MovingInField | ''>
                aria-labelledby={`column-${at}`}
                value={fieldOf(title)}
                onChange={(field) => choose(title, field)}
                options={[
                  { value: UNUSED, label: '不用' },
                  ...FIELDS.map((field) => ({
                    value: field,
                    label: `${MOVING_IN_FIELDS[field]}${NEEDED.includes(field) ? '（必需）' : ''}`,
                  })),
                ]}
              />
            </li>
          ))}
        </ul>
        <Form layout="vertical" component="div" className="wide-form">
          {columns.attachments !== undefined && (
            <Form.Item label="几个附件之间用什么隔开" htmlFor="moving-in-separator">
              <Input
                id="moving-in-separator"
                className="moving-in-short"
                maxLength={5}
                value={map.separator ?? ';'}
                onChange={({ target }) => onChange({ ...map, separator: target.value })}
              />
            </Form.Item>
          )}
          <Hosts map={map} onChange={onChange} known={data.hosts} />
        </Form>
      </Panel>
      {columns.channel !== undefined && <ChannelWords data={data} map={map} onChange={onChange} />}
    </>
  );
}

/** Hosts of the former site: targets of links to them are looked for in the folder. */
export function Hosts({ map, onChange, known }: Pick<MapProps, 'map' | 'onChange'> & { known: readonly string[] }) {
  return (
    <Form.Item
      label="原网站的域名"
      htmlFor="moving-in-hosts"
      extra="正文中指向这些域名的链接和图片，会在文件夹里找。输入后按回车；没有就留空。"
    >
      <Select<string[]>
        id="moving-in-hosts"
        mode="tags"
        value={map.hosts ?? []}
        tokenSeparators={[' ', ',', '，', '、']}
        options={known.map((host) => ({ value: host, label: host }))}
        onChange={(hosts) =>
          onChange({ ...map, hosts: hosts.map((host) => host.trim().toLowerCase()).filter(Boolean) })
        }
      />
    </Form.Item>
  );
}
