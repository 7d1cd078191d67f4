import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Environment, TransferState } from '../wire.ts';
import { useRead } from '#console/calls/use-calls.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import './transfer.css';

/** milliseconds between two looks at what is under way */
const LOOK = 1_000;

const isRunning = ({ export: out, import: own }: TransferState): boolean =>
  out?.state === 'writing' || own?.state === 'receiving' || own?.state === 'checking' || own?.state === 'saving';

/** BE5, BE6: exports the content of one environment as a signed file, and imports the file of another. */
export function Environments() {
  const { data, error, mutate } = useRead('GET /transfer', undefined, {
    refreshInterval: (state) => (state && isRunning(state) ? LOOK : 0),
  });
  const look = () => mutate();
  return (
    <Screen
      title="环境之间"
      purpose="把一个环境（如测试环境）里做好的栏目、页面、登记表和设置，用一个签了名的文件带到另一个环境（如生产环境）。文件不会直接公开：它成为一份稿件，由他人审核后发布。"
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && (
        <>
          <div className="two-columns">
            <OwnKey own={data.own} senders={data.senders} />
            <ExportPanel own={data.export} onChange={look} />
          </div>
          <div className="transfer-below">
            <ImportPanel own={data.import} ownKey={data.own.key} onChange={look} />
          </div>
        </>
      )}
    </Screen>
  );
}

function OwnKey({ own, senders }: { own: Environment; senders: readonly Environment[] }) {
  const [message, setMessage] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(own.key);
      setMessage('已复制');
    } catch {
      setMessage('浏览器不允许复制，请选中后自行复制');
    }
  };
  return (
    <Panel title="密钥">
      <p>
        {'本环境：'}
        <strong>{own.name}</strong>
        {'。别的环境要接收这里导出的文件，须先把下面的密钥写入它的设置“其他环境的密钥”，由第二人审核后发布。'}
      </p>
      <div className="link-row">
        <Input readOnly value={own.key} aria-label="本环境的密钥" onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copy()}>复制密钥</Button>
      </div>
      <p aria-live="polite" className="transfer-told">
        {message}
      </p>
      <p>
        {senders.length === 0
          ? '这里还没有接收任何环境的文件。'
          : `这里接收的环境：${senders.map(({ name }) => name).join('、')}。`}
        <Link to="/settings/senders">其他环境的密钥</Link>
      </p>
    </Panel>
  );
}
