import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeliveryLine } from '../wire.ts';
import { useRead } from '#console/calls/use-calls.ts';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import './feeding.css';
import { StopDelivery } from './StopDelivery.tsx';

const FIRST = 20;
/** milliseconds after which the list is read again, so that published deliveries leave it */
const AGAIN = 15_000;

/**
 * FD4: deliveries that wait to be published by a rule, each with a way to stop it.
 * @param register of one alone
 * @param isQuiet nothing is shown where nothing waits
 */
export function WaitingDeliveries({ register, isQuiet = false }: { register?: string; isQuiet?: boolean }) {
  const { data, error, mutate } = useRead(
    'GET /deliveries',
    { waiting: true, pageNum: 1, pageSize: FIRST, ...(register !== undefined && { register }) },
    { refreshInterval: AGAIN },
  );
  const [stopping, setStopping] = useState<DeliveryLine>();
  if (isQuiet && error === undefined && (!data || data.total === 0)) return null;
  const panel = (
    <Panel
      title={`等待按规则发布${data ? `（${data.total}）` : ''}`}
      extra={register === undefined && isQuiet ? <Link to="/feeding">程序报送</Link> : undefined}
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data?.total === 0 && (
        <EmptyNote title="没有等待发布的报送">有报送规则的登记表收到报送后，发布前会列在这里。</EmptyNote>
      )}
      <ul className="newest">
        {data?.list.map((line) => (
          <li key={line.deliveryId} className="waiting-delivery">
            <div>
              <Link to={`/feeding/${line.deliveryId}`}>{line.title}</Link>
              <div className="quiet">
                程序“{line.sender}”，变动 {line.changed.toLocaleString('zh-CN')} 行，
                <Moment at={line.dueAt} /> 发布
              </div>
            </div>
            {line.mayStop && (
              <Button size="small" aria-label={`停止发布${line.title}`} onClick={() => setStopping(line)}>
                停止
              </Button>
            )}
          </li>
        ))}
      </ul>
      {stopping && <StopDelivery line={stopping} onStopped={() => mutate()} onClose={() => setStopping(undefined)} />}
    </Panel>
  );
  return isQuiet ? <div className="waiting-deliveries">{panel}</div> : panel;
}

/** Note of deliveries that wait; empty where none does. @param register of one alone */
export const WaitingNote = (of: { register?: string }) => <WaitingDeliveries {...of} isQuiet />;
