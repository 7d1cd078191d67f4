import { Input, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { isFreshness, LONGEST_REASON, reasonOfNone } from '#rules/registers/freshness.ts';
import type { WizardChannel } from '#wire/wizard.ts';
import { wordsOf } from '../calls/call.ts';
import { useChannels } from '../calls/channels.ts';
import { useSend } from '../calls/use-calls.ts';
import { CHANNEL_WORDS } from '../channels/channel-words.ts';
import { Consequences } from '../channels/Consequences.tsx';
import { Freshness } from '../channels/Freshness.tsx';
import { typeBelow } from '../channels/type-below.ts';
import { useChannelPlan } from '../channels/use-channel-plan.ts';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Field } from './Field.tsx';
import { focusFirstProblem } from './focus-in.ts';
import { MoreSettings } from './MoreSettings.tsx';
import type { Wizard } from './use-wizard.ts';
import { addressOf, channelOf, isCalledAs, named } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/**
 * Name, place, address and owner of the new channel. Number, order and address are proposed once the place is known.
 */
export function ChannelStep({ wizard }: { wizard: Wizard }) {
  const { state, change } = wizard;
  const { kind, channel } = state;
  const navigate = useNavigate();
  const send = useSend();
  const channels = useChannels();
  const [failure, setFailure] = useState('');
  const [showsMissing, setShowsMissing] = useState(false);
  const put = (fields: Partial<WizardChannel>): void =>
    change((before) => ({ channel: { ...before.channel, ...fields } }));

  const propose = async (parentId: string, name: string): Promise<void> => {
    setFailure('');
    try {
      const { proposal, departmentBeside } = await send('POST /channel-plan', {
        changes: [],
        propose: { parentId, name },
      });
      if (!proposal) return;
      change((before) =>
        before.channel.parentId === parentId
          ? {
              channel: {
                ...before.channel,
                ...proposal,
                ...(before.hasOwnUrl && { url: before.channel.url }),
                ...(!before.hasDepartment && { department: departmentBeside }),
              },
            }
          : {},
      );
    } catch (reason) {
      setFailure(wordsOf(reason));
    }
  };
  const missing = problemsOf(channel, state.edition === undefined);
  const isWhole = Object.keys(missing).length === 0 && channel.channelId !== '';
  const planned = useChannelPlan(
    isWhole
      ? {
          changes: [{ kind: 'channel', document: channelOf(channel) }],
          base: { [`channel:${channel.channelId}`]: '' },
          filled: [channel.channelId],
        }
      : null,
  );
  const found = isWhole ? (planned.plan?.problems ?? []) : [];
  const messageOf = (field: keyof WizardChannel): string => found.find((one) => one.field === field)?.message ?? '';
  const lacking = (field: keyof WizardChannel) => ({ missing: missing[field] ?? '', showsMissing });
  const warned = planned.plan?.warnings.find(({ field }) => field === 'name')?.message ?? '';
  const go = (): void => {
    if (isWhole && found.length === 0) void navigate(addressOf(kind, 'preview'));
    else focusFirstProblem(() => setShowsMissing(true));
  };
  return (
    <>
      <Panel title="栏目">
        <div className="wide-form">
          <Field
            label="栏目名称"
            isRequired
            hint={nameHint(wizard)}
            problem={messageOf('name')}
            {...lacking('name')}
            warning={isWhole ? warned : ''}
          >
            {(given) => (
              <Input
                {...given}
                value={channel.name}
                maxLength={100}
                onChange={(event) => change((before) => named(before, event.target.value))}
                onBlur={() =>
                  channel.parentId !== '' && !state.hasOwnUrl && void propose(channel.parentId, channel.name)
                }
              />
            )}
          </Field>
          <Field
            label="上级栏目"
            isRequired
            hint={parentHint(channels.list)}
            problem={messageOf('parentId') || failure}
            {...lacking('parentId')}
          >
            {(given) => (
              <ChannelSelect
                {...given}
                act="channel.change"
                value={channel.parentId || null!}
                onChange={(parentId: string) => {
                  put({ parentId, type: typeBelow(channels.list, parentId) });
                  void propose(parentId, channel.name);
                }}
              />
            )}
          </Field>
          <Field
            label="责任部门"
            isRequired
            hint="对内容负责的部门，会显示在页面上；上级栏目下的登记表都属于同一部门的，先填上它"
            problem={messageOf('department')}
            {...lacking('department')}
          >
            {(given) => (
              <Input
                {...given}
                value={channel.department}
                maxLength={100}
                onChange={(event) =>
                  change((before) => ({
                    channel: { ...before.channel, department: event.target.value },
                    hasDepartment: true,
                  }))
                }
              />
            )}
          </Field>
          <Field
            label="地址"
            isRequired
            hint="网站地址后面的部分，按上级栏目和名称给出建议；公开后不宜再改"
            problem={messageOf('url')}
            {...lacking('url')}
          >
            {(given) => (
              <Input
                {...given}
                value={channel.url}
                maxLength={200}
                spellCheck={false}
                onChange={(event) =>
                  change((before) => ({
                    hasOwnUrl: event.target.value !== '',
                    channel: { ...before.channel, url: event.target.value.trim() },
                  }))
                }
              />
            )}
          </Field>
          <fieldset className="wizard-choice">
            <legend>位置</legend>
            <Radio.Group
              value={channel.type}
              onChange={(event) => put({ type: event.target.value as 1 | 2 })}
              options={[
                { value: 2, label: '只在栏目内的菜单中' },
                { value: 1, label: '也可以在页眉的菜单中' },
              ]}
            />
            <p className="quiet">
              {channel.parentId === ''
                ? '选定上级栏目后有建议。'
                : channel.parentId === MAIN_ROOT
                  ? '一级栏目通常进入页眉菜单。'
                  : '建议与同级栏目相同；同级栏目都可以在页眉显示时，页眉才有下拉菜单。'}
            </p>
          </fieldset>
          <Field
            label={CHANNEL_WORDS.freshness.label}
            isRequired
            hint={`${CHANNEL_WORDS.freshness.help}按栏目的类型给出建议；不要求更新的选“无”，写明理由。`}
            problem={messageOf('freshness')}
            {...lacking('freshness')}
          >
            {({ id, 'aria-describedby': describedBy }) => (
              <Freshness
                id={id}
                {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
                value={channel.freshness ?? ''}
                onChange={(freshness) => put({ freshness })}
              />
            )}
          </Field>
          <MoreSettings wizard={wizard} />
        </div>
      </Panel>
      {isWhole && (
        <Consequences
          asked={planned}
          hasOwnPage={kind === 'table' || kind === 'copy'}
          nameOf={(channelId) => (channelId === channel.channelId ? channel.name : channels.nameOf(channelId))}
        />
      )}
      <StepButtons kind={kind} step="channel" onNext={go} />
    </>
  );
}

function parentHint(list: readonly { channelId: string; name: string }[]): string {
  const root = list.find(({ channelId }) => channelId === MAIN_ROOT);
  return `只列出您可以管理的栏目${root ? `；选“${root.name}”就是一级栏目` : ''}`;
}

/** RG18: title of the table, by which checks and downloads name it. */
function nameHint({ state: { kind, table, channel } }: Wizard): string {
  const shown = '显示在菜单、页面标题和网址列表中';
  if (kind !== 'table' || !table) return shown;
  const usedBy = table.definition.verify === undefined ? '下载的文件用它' : '核验结果和下载的文件用它';
  return isCalledAs(table.definition.title, channel)
    ? `${shown}；表的名称与它相同，${usedBy}`
    : `${shown}；表另有名称“${table.definition.title}”，${usedBy}`;
}

/** @param isNew false for an edition that is taken up: one from before the duty was a question goes on without */
function problemsOf(
  { name, parentId, url, department, freshness = '' }: WizardChannel,
  isNew: boolean,
): Partial<Record<keyof WizardChannel, string>> {
  return {
    ...(name.trim() === '' && { name: '请填写栏目名称' }),
    ...(parentId === '' && { parentId: '请选择上级栏目' }),
    ...(department.trim() === '' && { department: '请填写责任部门' }),
    ...((freshness === '' ? isNew : !isFreshness(freshness)) && {
      freshness:
        reasonOfNone(freshness) === null ? '请选择更新要求' : `请写明不要求更新的理由（2 至 ${LONGEST_REASON} 字）`,
    }),
    ...(!/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/.test(url) && {
      url: '地址应为英文字母、数字和连字符，以斜杠分级，如 publicChannel/branchManagers',
    }),
  };
}
