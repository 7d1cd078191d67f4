import { Alert, App, Button, Select, Space, Upload } from 'antd';
import { useState } from 'react';
import type { MovingInMap } from '../wire.ts';
import { call, hrefOf, wordsOf } from '#console/calls/call.ts';
import { useRead } from '#console/calls/use-calls.ts';
import { lineAndColumn, readPlaces } from '#console/pages/json-places.ts';
import { Panel } from '#console/parts/Panel.tsx';
import type { StepProps } from './MovingInScreen.tsx';

/** MI12: the map as a file, from a file, and from an earlier import. */
export function MapFile({
  found: { importId },
  onTaken,
}: {
  found: StepProps['found'];
  onTaken: (map: MovingInMap) => Promise<void>;
}) {
  const { data } = useRead('GET /moving-in');
  const { message } = App.useApp();
  const [problem, setProblem] = useState('');
  const others = (data ?? []).filter((one) => one.isOwn && one.hasMap && one.importId !== importId);
  const take = async (read: () => Promise<MovingInMap>): Promise<void> => {
    setProblem('');
    try {
      await onTaken(await read());
      void message.success('已采用这份对应关系，请核对');
    } catch (reason) {
      setProblem(reason instanceof SyntaxError ? reason.message : wordsOf(reason));
    }
  };
  return (
    <Panel title="保存下来，下次再用">
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <Space wrap>
        <Button href={hrefOf('GET /moving-in/:importId/map.json', { importId })} download="map.json">
          下载已保存的对应关系
        </Button>
        <Upload
          accept=".json"
          showUploadList={false}
          beforeUpload={async (file) => {
            await take(async () => readMap(await file.text()));
            return false;
          }}
        >
          <Button>从文件读入</Button>
        </Upload>
        {others.length > 0 && (
          <Select<string>
            aria-label="从以往的迁入复制"
            value={null as unknown as string}
            placeholder="从以往的迁入复制"
            popupMatchSelectWidth={false}
            options={others.map(({ importId: value, name }) => ({ value, label: name }))}
            onChange={(other) =>
              void take(async () => (await call('GET /moving-in/:importId', { importId: other })).map)
            }
          />
        )}
      </Space>
    </Panel>
  );
}

/** @throws SyntaxError with the place of the first fault, a doubled name among them (PS8) */
function readMap(text: string): MovingInMap {
  const read = readPlaces(text);
  if (!('fault' in read)) return read.value as MovingInMap;
  const { line, column } = lineAndColumn(text, read.fault.at);
  throw new SyntaxError(
    `这个文件不是正确的 JSON，请选择从这里下载的 map.json：第 ${line} 行第 ${column} 列，${read.fault.message}`,
  );
}
