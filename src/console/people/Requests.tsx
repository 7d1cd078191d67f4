import { App, Button, Input, Space } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { ruleWords } from '#rules/people/group-rules.ts';
import { REQUEST_KINDS, type RequestKind, type RequestStep } from '#rules/people/staff-requests.ts';
import type { StaffRequest } from '#wire/console-answers.ts';
import { CallFailed } from '../calls/call.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Moment } from '../parts/Moment.tsx';
import { OneTimeLink } from '../parts/OneTimeLink.tsx';
import { Panel } from '../parts/Panel.tsx';
import { daysOf } from './away.ts';
import { RoleTags } from './RoleTags.tsx';

const STEPS: Readonly<Record<RequestStep, string>> = { confirm: '确认', refuse: '拒绝', withdraw: '收回' };

const EFFECTS: Readonly<Record<RequestKind, string>> = {
  link: '原密码和两步验证立即失效，本人的登录随之结束。您会得到一个一次性链接，请直接交给本人。',
  grants: '角色立即生效，本人的登录随之结束。请先确认这个账号确实由本人使用。',
  rule: '规则立即生效，这个组的成员下一次登录起得到角色。请先确认组里有哪些人。',
  substitution: '代理人在这几天得到这些角色，到期自动结束，大家都会收到通知。请先向不在的人核实。',
  identity: '关联立即生效，不能更改。请先确认两个账号确实属于同一个人。',
};

/** ST5: roles and links that wait for a second administrator. @param onDone after one was decided */
export function Requests({ mayChange, onDone }: { mayChange: boolean; onDone: () => unknown }) {
  const { data: requests, error, mutate } = useRead('GET /staff-requests');
  const [confirming, setOpen] = useState<{ step: RequestStep; request: StaffRequest }>();
  const [got, setGot] = useState<{ link: string; name: string }>();
  const decided = async (request: StaffRequest, link: string): Promise<void> => {
    if (link !== '') setGot({ link, name: request.name });
    await mutate();
    await onDone();
  };
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!requests || (requests.length === 0 && !got)) return null;
  return (
    <Panel title={`待确认（${requests.length}）`}>
      <p className="quiet">
        审核、发布和系统管理的角色和带来它们的规则，以及有这些角色的人员重置密码、关联单位账号，代理人因代理得到这些角色，须由提出人以外的系统管理员确认。请先向本人核实。
      </p>
      {got && <OneTimeLink link={got.link} name={got.name} />}
      <ul className="newest">
        {requests.map((request) => (
          <Line
            key={request.requestId}
            request={request}
            mayChange={mayChange}
            onAsked={(step) => setOpen({ step, request })}
          />
        ))}
      </ul>
      {confirming && <Decide {...confirming} onDecided={decided} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

function Line({
  request: { kind, staffId, name, account, subject, standIn, grants, askedBy, askedAt, effectiveAt, endsAt, may },
  mayChange,
  onAsked,
}: {
  request: StaffRequest;
  mayChange: boolean;
  onAsked: (step: RequestStep) => void;
}) {
  const { nameOf } = useChannels();
  const open = (Object.keys(STEPS) as RequestStep[]).filter((step) => may[step] === '');
  return (
    <li>
      <strong>
        {staffId === null ? (
          REQUEST_KINDS[kind]
        ) : (
          <>
            <Link to={`/people/${staffId}`}>{`${name}（${account}）`}</Link>：{REQUEST_KINDS[kind]}
          </>
        )}
      </strong>
      {kind === 'rule' &&
        grants.map((grant) => (
          <p key={grant.role}>
            {ruleWords({ ...grant, group: name }, grant.channelId === '' ? '' : nameOf(grant.channelId))}
          </p>
        ))}
      {kind === 'identity' && <p>单位账号的编号：{subject}</p>}
      {standIn && <p>{`代${standIn.absent}，${daysOf(standIn)}`}</p>}
      {(kind === 'grants' || kind === 'substitution') && <RoleTags grants={grants} nameOf={nameOf} />}
      <div className="quiet">
        {askedBy}于 <Moment at={askedAt} /> 提出；
        {effectiveAt === '' ? (
          <>
            <Moment at={endsAt} /> 前未确认即过期
          </>
        ) : (
          <>
            没有其他可以确认的系统管理员，
            <Moment at={effectiveAt} /> {kind === 'link' ? '起可以取得链接' : '自动生效'}
          </>
        )}
      </div>
      {mayChange && (
        <Space>
          {open.map((step) => (
            <Button key={step} size="small" onClick={() => onAsked(step)}>
              {step === 'confirm' && kind === 'link' ? '确认并取得链接' : STEPS[step]}
            </Button>
          ))}
        </Space>
      )}
    </li>
  );
}

function Decide({
  step,
  request,
  onDecided,
  onClose,
}: {
  step: RequestStep;
  request: StaffRequest;
  onDecided: (request: StaffRequest, link: string) => Promise<void>;
  onClose: () => void;
}) {
  const { requestId, kind } = request;
  const name = kind === 'rule' ? `组“${request.name}”` : request.name;
  const [note, setNote] = useState('');
  const id = useId();
  const send = useSend();
  const { message } = App.useApp();
  const decide = async (): Promise<void> => {
    if (step === 'refuse' && note.trim() === '') throw new CallFailed('note', '请写明拒绝的原因');
    let link = '';
    if (step === 'refuse') await send('POST /staff-requests/:requestId/refuse', { requestId, note });
    else if (step === 'withdraw') await send('POST /staff-requests/:requestId/withdraw', { requestId });
    else ({ link } = await send('POST /staff-requests/:requestId/confirm', { requestId }));
    await onDecided(request, link);
    void message.success(`已${STEPS[step]}`);
  };
  return (
    <Confirm
      title={`${STEPS[step]}${name}的请求：${REQUEST_KINDS[kind]}？`}
      action={STEPS[step]}
      danger={step === 'refuse'}
      onConfirm={decide}
      onClose={onClose}
    >
      {step === 'confirm' && EFFECTS[kind]}
      {step === 'withdraw' && '请求不再有效，需要时可以重新提出。'}
      {step === 'refuse' && (
        <p>
          <label htmlFor={id}>拒绝的原因</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            aria-required
          />
        </p>
      )}
    </Confirm>
  );
}
