import { App, Button, Input, Space } from 'antd';
import { useId, useState } from 'react';
import { actName, mayDo } from '#rules/staff-rights.ts';
import { useChannels } from '../calls/channels.ts';
import { CallFailed, isCallFailed } from '../calls/call.ts';
import { useMe, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ACTS, STEPS, type Step } from './act-words.ts';
import type { FoundEdition } from './edition-answers.ts';
import { changeTitle } from './edition-words.ts';

/** What is answered where the way on is not simply to try again. */
const EXPLAINED = ['2021', '2022', '2024', '2025'];

/** the way on, among what can be done */
const MAIN: readonly Step[] = ['submit', 'approve', 'publish', 'confirm'];

interface Props {
  edition: FoundEdition;
  onChanged: () => Promise<void>;
  onRefused: (refusal: CallFailed | null) => void;
}

/** What can be done with an edition by whoever reads it, and why the rest cannot. */
export function EditionActs({ edition, onChanged, onRefused }: Props) {
  const [asked, setAsked] = useState<Step>();
  const may = useRights(edition.channelIds);
  const fitting = STEPS.filter((step) => ACTS[step].from.includes(edition.state) && isMeant(step, edition));
  const open = fitting.filter((step) => may(ACTS[step].right) && edition.may[step] === '');
  const shut = fitting.filter((step) => step !== 'emergency' && step !== 'discard' && !open.includes(step));
  const mayEdit = edition.may.save === '' && may('content.write') && edition.shown.changes.length === 1 && edition.shown.changes[0]!.kind === 'article';
  return (
    <Panel title="操作">
      {open.length === 0 && !mayEdit && <p>现在没有需要您做的。</p>}
      <Space wrap className="acts">
        {mayEdit && <LinkButton to={`/editions/${edition.editionId}/edit`}>修改</LinkButton>}
        {open.map((step) => (
          <Button key={step} type={MAIN.includes(step) ? 'primary' : 'default'} danger={ACTS[step].danger ?? false} onClick={() => setAsked(step)}>
            {ACTS[step].name}
          </Button>
        ))}
      </Space>
      {shut.length > 0 && (
        <ul className="why-not">
          {shut.map((step) => (
            <li key={step}>{`${ACTS[step].name}：${may(ACTS[step].right) ? edition.may[step] : `您对这些栏目没有“${actName(ACTS[step].right)}”的权限`}`}</li>
          ))}
        </ul>
      )}
      {asked && <ActDialog step={asked} edition={edition} onChanged={onChanged} onRefused={onRefused} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

/** Acts that would only puzzle: to cancel what is not planned, to confirm what was no emergency. */
function isMeant(step: Step, { publishAt, emergency }: FoundEdition): boolean {
  if (step === 'unschedule') return publishAt !== '';
  return step !== 'confirm' || (emergency !== null && emergency.reviewedAt === '');
}

function useRights(channelIds: readonly string[]) {
  const { data: me } = useMe();
  const { list } = useChannels();
  const above = new Map(list.map(({ channelId, parentId }) => [channelId, parentId]));
  const lines = channelIds.map((channelId) => {
    const line = [channelId];
    for (let at = above.get(channelId); at && line.length < 20; at = above.get(at)) line.push(at);
    return line;
  });
  return (act: Parameters<typeof mayDo>[1]): boolean => me !== undefined && mayDo(me.grants, act, lines);
}

function ActDialog({ step, edition: { editionId, version, shown }, onChanged, onRefused, onClose }: Props & { step: Step; onClose: () => void }) {
  const { name, title, tells, done, note: noted, danger = false } = ACTS[step];
  const [note, setNote] = useState('');
  const [publishAt, setPublishAt] = useState('');
  const id = useId();
  const send = useSend();
  const { message } = App.useApp();
  const act = async (): Promise<void> => {
    if (noted?.needed && note.trim() === '') throw new CallFailed('note', noted.needed);
    if (step === 'schedule' && publishAt === '') throw new CallFailed('time', '请选择发布时间');
    onRefused(null);
    try {
      await send('POST', `/editions/${editionId}/${step}`, { version, ...(note.trim() !== '' && { note }), ...(step === 'schedule' && { publishAt: `${publishAt}:00+08:00` }) });
    } catch (reason) {
      if (!isCallFailed(reason) || !EXPLAINED.includes(reason.code)) throw reason;
      return onRefused(reason);
    }
    await onChanged();
    void message.success(done);
  };
  return (
    <Confirm title={title} action={name} danger={danger} onConfirm={act} onClose={onClose}>
      <p>{tells}</p>
      {(step === 'publish' || step === 'emergency') && (
        <ul className="bullets">
          {shown.changes.map((change) => (
            <li key={changeTitle(change)}>{changeTitle(change)}</li>
          ))}
        </ul>
      )}
      {step === 'schedule' && (
        <p>
          <label htmlFor={`${id}at`}>发布时间（北京时间）</label>
          <Input id={`${id}at`} type="datetime-local" value={publishAt} onChange={(event) => setPublishAt(event.target.value)} />
        </p>
      )}
      {noted && (
        <p>
          <label htmlFor={id}>{noted.label}</label>
          <Input.TextArea id={id} rows={3} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} aria-required={noted.needed !== undefined} />
        </p>
      )}
    </Confirm>
  );
}
