import { Alert, App, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { ROLE_NAMES, ROLES, type Role } from '#rules/people/staff-rights.ts';
import { wordsOf } from '../calls/call.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Panel } from '../parts/Panel.tsx';

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }));

/** ST4: roles that need a second factor; whoever has none yet sets it up at the next click. */
export function SecondFactorRule({ mayChange }: { mayChange: boolean }) {
  const { data: roles, error, mutate } = useRead('GET /second-factor-roles');
  const [chosen, setChosen] = useState<Role[]>();
  const [problem, setProblem] = useState('');
  const send = useSend();
  const { message } = App.useApp();
  const save = async (next: Role[]): Promise<void> => {
    setProblem('');
    try {
      await send('POST /second-factor-roles', { roles: next });
      await mutate();
      setChosen(undefined);
      void message.success('已保存');
    } catch (reason) {
      setProblem(wordsOf(reason));
    }
  };
  return (
    <Panel title="必须启用两步验证的角色">
      <p className="quiet">
        有这些角色的人员，登录后须先启用两步验证，才能做别的；已经登录的，从下一次操作起。更改写入操作记录。
      </p>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      {roles && (
        <Checkbox.Group<Role> options={CHOICES} value={chosen ?? roles} disabled={!mayChange} onChange={setChosen} />
      )}
      {chosen && (
        <p>
          <Button type="primary" onClick={() => void save(chosen)}>
            保存
          </Button>
        </p>
      )}
    </Panel>
  );
}
