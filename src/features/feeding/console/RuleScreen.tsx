import { App, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { RuleEditor } from '../kinds/feeding/Form.tsx';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { RuleFacts } from '../wire.ts';
import { CallFailed } from '#console/calls/call.ts';
import { ONCE, useMe, useRead, useSend } from '#console/calls/use-calls.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Screen } from '#console/parts/Screen.tsx';

const ABOVE = [{ to: '/feeding', name: '程序报送' }];

/** FD3: the rule of one register, as a draft to be, and its end. */
export function RuleScreen() {
  const { register = '' } = useParams();
  const { data: me } = useMe();
  const { data, error, mutate } = useRead('GET /feeding-rules/:register', { register }, ONCE);
  const [isConfirming, setConfirming] = useState(false);
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  return (
    <Screen
      title={data ? `报送规则：${data.title}` : '报送规则'}
      above={ABOVE}
      purpose={`按规则，程序报送的内容等待一段时间后发布，不再逐次审核。规则保存为稿件，由他人审核、发布后生效。${mayChange ? '' : '您可以查看，修改由栏目管理人员进行。'}`}
      actions={
        data?.rule &&
        mayChange && (
          <Button danger onClick={() => setConfirming(true)}>
            终止规则
          </Button>
        )
      }
    >
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(facts) => (
          <>
            <RuleEditor key={facts.mark} facts={facts} mayChange={mayChange} />
            {isConfirming && <EndRule facts={facts} onClose={() => setConfirming(false)} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function EndRule({ facts: { register, title, mark }, onClose }: { facts: RuleFacts; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const id = useId();
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const end = async (): Promise<void> => {
    if (reason.trim() === '') throw new CallFailed('reason', '请写明终止的原因');
    const { editionId } = await send('POST /editions', {
      title: `终止报送规则：${title}`,
      changes: [{ kind: 'feeding', id: register, withdraw: { reason } }],
      base: { [`feeding:${register}`]: mark },
    });
    void message.success('已保存为稿件，提交审核并发布后规则终止');
    void navigate(`/editions/${editionId}`);
  };
  return (
    <Confirm title={`终止“${title}”的报送规则？`} action="保存为稿件" danger onConfirm={end} onClose={onClose}>
      <p>终止也是一份稿件，由他人审核、发布后生效。要立即停下，请停止等待中的报送，或请系统管理员吊销令牌。</p>
      <p>
        <label htmlFor={id}>终止的原因</label>
        <Input.TextArea
          id={id}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          aria-required
        />
      </p>
    </Confirm>
  );
}
