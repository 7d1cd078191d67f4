import { Alert, Button, Tag } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import type { DeliveryLine } from '../wire.ts';
import { isCallFailed, UNKNOWN_DELIVERY } from '#console/calls/call.ts';
import { useRead } from '#console/calls/use-calls.ts';
import { RedLines } from '#console/editions/RedLines.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { ImportReport } from '#console/registers/ImportReport.tsx';
import '#console/registers/registers.css';
import { MissingScreen } from '#console/parts/Notices.tsx';
import { DELIVERY_STATES } from './delivery-words.ts';
import { StopDelivery } from './StopDelivery.tsx';

const ABOVE = [{ to: '/feeding', name: '程序报送' }];

/** One delivery: its state, and the findings of its check. */
export function DeliveryScreen() {
  const { deliveryId = '' } = useParams();
  const { data, error, mutate } = useRead('GET /deliveries/:deliveryId', { deliveryId: Number(deliveryId) });
  const [isConfirming, setConfirming] = useState(false);
  if (!/^\d{1,15}$/.test(deliveryId) || (isCallFailed(error) && error.code === UNKNOWN_DELIVERY))
    return <MissingScreen />;
  return (
    <Screen
      title={data ? `${data.title}的第 ${deliveryId} 次报送` : '报送'}
      above={ABOVE}
      purpose="程序报送的内容怎样了，检查发现了什么。"
      actions={
        data?.mayStop && (
          <Button danger onClick={() => setConfirming(true)}>
            停止发布
          </Button>
        )
      }
    >
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(delivery) => (
          <div className="stack">
            {delivery.editionId !== null &&
              (delivery.editionState === 'in-review' || delivery.editionState === 'approved') && (
                <RedLines editionId={delivery.editionId} />
              )}
            <DeliveryState delivery={delivery} />
            {delivery.report ? (
              <ImportReport report={delivery.report} errorsHref={null} isDelivered />
            ) : (
              <Panel title="检查结果">没有检查结果。</Panel>
            )}
            {isConfirming && (
              <StopDelivery line={delivery} onStopped={() => mutate()} onClose={() => setConfirming(false)} />
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function DeliveryState({ delivery }: { delivery: DeliveryLine }) {
  const { state, sender, at, dueAt, why, endedAt, editionId, editionState, changed } = delivery;
  const { name, color } = DELIVERY_STATES[state];
  return (
    <Panel title="现状">
      {state === 'waiting' && (
        <Alert
          type="info"
          showIcon
          className="above-form"
          title={
            <>
              <Moment at={dueAt} /> 按规则发布，在此之前可以停止
            </>
          }
        />
      )}
      <dl className="facts">
        <dt>结果</dt>
        <dd>
          <Tag color={color}>{name}</Tag> {why}
        </dd>
        <dt>程序</dt>
        <dd>{sender}</dd>
        <dt>收到</dt>
        <dd>
          <Moment at={at} />
        </dd>
        {endedAt !== '' && (
          <>
            <dt>处理</dt>
            <dd>
              <Moment at={endedAt} />
            </dd>
          </>
        )}
        <dt>变动</dt>
        <dd>{changed.toLocaleString('zh-CN')} 行</dd>
        <dt>稿件</dt>
        <dd>
          {editionId === null ? '没有生成' : <Link to={`/editions/${editionId}`}>{EDITION_STATES[editionState!]}</Link>}
        </dd>
      </dl>
    </Panel>
  );
}
