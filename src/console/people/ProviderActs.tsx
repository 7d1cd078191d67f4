import { App, Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import type { Person } from '#wire/console-answers.ts';
import { CallFailed } from '../calls/call.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';

interface Props {
  person: Person;
  onChanged: () => Promise<void>;
}

/** OI2, OI4: which person of the identity provider an account is, and which other account is the same human's. */
export function ProviderActs({ person, onChanged }: Props) {
  const { data: ways } = useRead('GET /sign-in-ways');
  const [open, setOpen] = useState<'bind' | 'double'>();
  const close = () => setOpen(undefined);
  if (!ways || ways.provider === '') return null;
  return (
    <p>
      {person.subject === '' && <Button onClick={() => setOpen('bind')}>关联单位账号</Button>}{' '}
      <Button onClick={() => setOpen('double')}>登记为同一个人</Button>
      {open === 'bind' && <Bind person={person} onChanged={onChanged} onClose={close} />}
      {open === 'double' && <Double person={person} onChanged={onChanged} onClose={close} />}
    </p>
  );
}

function Bind({ person: { staffId, name }, onChanged, onClose }: Props & { onClose: () => void }) {
  const { data: arrivals = [] } = useRead('GET /provider-arrivals');
  const [subject, setSubject] = useState('');
  const id = useId();
  const send = useSend();
  const { message } = App.useApp();
  const bind = async (): Promise<void> => {
    if (subject.trim() === '') throw new CallFailed('subject', '请选择一个人，或输入单位账号的编号');
    const { isWaiting } = await send('POST /people/:staffId/identity', { staffId, subject });
    await onChanged();
    void message.success(isWaiting ? '已提出，等待另一位系统管理员确认' : '已关联');
  };
  return (
    <Confirm title={`把${name}的账号与单位账号关联？`} action="关联" onConfirm={bind} onClose={onClose}>
      关联以后，本人用单位账号登录就是这个账号。请先核实两个账号属于同一个人：关联不能更改。{''}
      已经有人使用，或有审核、发布、系统管理角色的账号，由另一位系统管理员确认后关联。
      {arrivals.length > 0 && (
        <ul className="bullets">
          {arrivals.map((one) => (
            <li key={one.subject}>
              <Button size="small" onClick={() => setSubject(one.subject)}>
                {`${one.name || '未给出姓名'}（${[one.account, one.subject].filter(Boolean).join('，')}）`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <label htmlFor={id}>单位账号的编号（sub）</label>
        <Input
          id={id}
          maxLength={255}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
          autoComplete="off"
          aria-required
        />
      </p>
    </Confirm>
  );
}

function Double({ person: { staffId, name }, onChanged, onClose }: Props & { onClose: () => void }) {
  const { data: people = [] } = useRead('GET /people');
  const [other, setOther] = useState<number>();
  const send = useSend();
  const { message } = App.useApp();
  const options = people
    .filter((one) => one.staffId !== staffId)
    .map((one) => ({ value: one.staffId, label: `${one.name}（${one.account}）` }));
  const declare = async (): Promise<void> => {
    if (other === undefined) throw new CallFailed('other', '请选择另一个账号');
    await send('POST /people/:staffId/double', { staffId, other });
    await onChanged();
    void message.success('已登记');
  };
  return (
    <Confirm title={`登记${name}的另一个账号？`} action="登记" danger onConfirm={declare} onClose={onClose}>
      须由两个人进行的事（撰写和审核、提出和确认），两个账号从此算一个人。登记不能撤销。
      <p>
        <Select
          aria-label="另一个账号"
          options={options}
          value={other ?? null}
          onChange={(value: number | null) => setOther(value ?? undefined)}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择"
          style={{ width: '100%' }}
          getPopupContainer={(trigger) => trigger.parentElement as HTMLElement}
        />
      </p>
    </Confirm>
  );
}
