import { App, Button, Space, Tag } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { mayDoSomewhere, ROLE_NAMES } from '#rules/people/staff-rights.ts';
import type { Person } from '#wire/console-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useMe, useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { OneTimeLink } from '../parts/OneTimeLink.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { GrantsForm } from './GrantsForm.tsx';
import { accountStateOf, ACCOUNT_STATES } from './person-words.ts';
import { ProviderActs } from './ProviderActs.tsx';
import { RoleTags } from './RoleTags.tsx';
import { Substitutions } from './Substitutions.tsx';

const ABOVE = [{ to: '/people', name: '人员' }];
/** One person: what the account is, its roles, and what an administrator may do with it. */
export function PersonScreen() {
  const { staffId = '' } = useParams();
  const { data: person, error, mutate } = useRead('GET /people/:staffId', { staffId: Number(staffId) });
  const { data: me } = useMe();
  const [link, setLink] = useState('');
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'people.change');
  // a stand-in names no stand-ins
  const mayManage = me !== undefined && mayDoSomewhere(me.ownGrants, 'people.change');
  const changed = async (): Promise<void> => void (await mutate());
  if (!person) {
    return (
      <Screen title="人员" above={ABOVE} purpose="一位人员的账号和角色。">
        {error === undefined ? <Loading /> : <Failure error={error} retry={() => void mutate()} />}
      </Screen>
    );
  }
  return (
    <Screen
      title={person.name}
      above={ABOVE}
      purpose={
        mayChange
          ? '查看和更改这位人员的角色，停用或恢复账号，重置密码。每次更改都写入操作记录。'
          : '这位人员的账号和角色。更改由系统管理员进行。'
      }
    >
      {link !== '' && <OneTimeLink link={link} name={person.name} />}
      <div className="two-columns wide-first">
        <div>
          <RolesPanel key={person.staffId} person={person} mayChange={mayChange} onChanged={changed} />
          <Substitutions whose={person} mayArrange={mayManage && person.account !== me.account} />
        </div>
        <AccountPanel person={person} mayChange={mayChange} onChanged={changed} onLink={setLink} />
      </div>
    </Screen>
  );
}

interface PartProps {
  person: Person;
  mayChange: boolean;
  onChanged: () => Promise<void>;
}

function RolesPanel({ person, mayChange, onChanged }: PartProps) {
  const { nameOf } = useChannels();
  const [isChanging, setChanging] = useState(false);
  const change = mayChange && !isChanging && <Button onClick={() => setChanging(true)}>更改角色</Button>;
  return (
    <Panel title={isChanging ? '更改角色' : '角色和范围'} extra={change}>
      {isChanging ? (
        <GrantsForm person={person} onChanged={onChanged} onDone={() => setChanging(false)} />
      ) : (
        <>
          <RoleTags grants={person.grants} nameOf={nameOf} />
          {person.byGroup.length > 0 && (
            <p className="quiet">
              其中由单位的组得到、随组结束的：
              {person.byGroup.map((grant) => `${ROLE_NAMES[grant.role]}（${nameOf(grant.channelId)}）`).join('、')}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function AccountPanel({ person, mayChange, onChanged, onLink }: PartProps & { onLink: (link: string) => void }) {
  const { data: me } = useMe();
  const mayReadRecord = me !== undefined && mayDoSomewhere(me.grants, 'record.read');
  const { name, color } = ACCOUNT_STATES[accountStateOf(person)];
  return (
    <Panel title="账号">
      <dl className="facts">
        <dt>账号</dt>
        <dd>{person.account}</dd>
        <dt>状态</dt>
        <dd>
          <Tag color={color}>{name}</Tag>
        </dd>
        <dt>两步验证</dt>
        <dd>{person.hasSecondFactor ? '已启用' : '未启用'}</dd>
        {person.subject !== '' && (
          <>
            <dt>单位账号</dt>
            <dd>已关联（{person.subject}）</dd>
          </>
        )}
        {person.doubles.length > 0 && (
          <>
            <dt>同一个人的账号</dt>
            <dd>{person.doubles.join('、')}</dd>
          </>
        )}
        <dt>建立时间</dt>
        <dd>
          <Moment at={person.createdAt} />
        </dd>
        <dt>最近登录</dt>
        <dd>
          <Moment at={person.signedInAt} none="从未登录" />
        </dd>
      </dl>
      {mayReadRecord && (
        <p>
          <Link to={`/audit?subject=staff:${person.staffId}`}>对这个账号的操作记录</Link>
        </p>
      )}
      {mayChange && <ProviderActs person={person} onChanged={onChanged} />}
      {mayChange && <PersonActs person={person} onChanged={onChanged} onLink={onLink} />}
    </Panel>
  );
}

function PersonActs({ person, onChanged, onLink }: Omit<PartProps, 'mayChange'> & { onLink: (link: string) => void }) {
  const { staffId, name, state } = person;
  const [confirming, setConfirming] = useState<'suspend' | 'restore' | 'reset'>();
  const send = useSend();
  const { message } = App.useApp();
  const close = () => setConfirming(undefined);
  const setState = async (next: Person['state'], doneWords: string): Promise<void> => {
    await send('POST /people/:staffId/state', { staffId, state: next });
    onLink('');
    await onChanged();
    void message.success(doneWords);
  };
  const reset = async (): Promise<void> => {
    const { link } = await send('POST /people/:staffId/link', { staffId });
    await onChanged();
    onLink(link);
    if (link === '') void message.info('已提出，等待另一位系统管理员确认');
  };
  if (state === 'suspended') {
    return (
      <>
        <Button onClick={() => setConfirming('restore')}>恢复账号</Button>
        {confirming === 'restore' && (
          <Confirm
            title={`恢复${name}的账号？`}
            action="恢复"
            onConfirm={() => setState('active', '账号已恢复')}
            onClose={close}
          >
            恢复后，本人可以用原来的密码登录，角色不变。
          </Confirm>
        )}
      </>
    );
  }
  return (
    <>
      <Space>
        <Button onClick={() => setConfirming('reset')}>重置密码</Button>
        <Button danger onClick={() => setConfirming('suspend')}>
          停用账号
        </Button>
      </Space>
      {confirming === 'suspend' && (
        <Confirm
          title={`停用${name}的账号？`}
          action="停用"
          danger
          onConfirm={() => setState('suspended', '账号已停用')}
          onClose={close}
        >
          本人的登录立即结束，之后不能再登录。其撰写和审核的内容不受影响，账号可以随时恢复。
        </Confirm>
      )}
      {confirming === 'reset' && (
        <Confirm title={`重置${name}的密码？`} action="重置" danger onConfirm={reset} onClose={close}>
          原密码和两步验证立即失效，本人的登录随之结束。您会得到一个一次性链接，由本人用来设置新密码。
          有审核、发布或系统管理角色的人员，须由另一位系统管理员确认，确认以前一切照旧。
        </Confirm>
      )}
    </>
  );
}
