import { Alert, App, Tabs } from 'antd';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { Change } from '#kinds/index.ts';
import type { ChannelEdition, ChannelLine, ChannelPlan } from '#wire/channel-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { useDraft } from '../calls/use-draft.ts';
import { useWindows } from '../calls/use-windows.ts';
import { useSend } from '../calls/use-calls.ts';
import { LeaveGuard } from '../content/LeaveGuard.tsx';
import { Outdated } from '../editions/Outdated.tsx';
import { useSaveEdition, type Begun, type DraftFacts } from '../editions/use-save-edition.ts';
import { MergePanel } from '../merge/MergePanel.tsx';
import { DraftOffer } from '../parts/DraftOffer.tsx';
import { OtherWindow } from '../parts/OtherWindow.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { changeLines, titleOf } from './change-words.ts';
import { ChannelPanel } from './ChannelPanel.tsx';
import { Consequences } from './Consequences.tsx';
import { mergeWorkings, workingWords } from './merge-working.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { RetireDialog } from './RetireDialog.tsx';
import { SaveBar } from './SaveBar.tsx';
import { lineIn, treeOf } from './tree-rows.ts';
import { TreePanel } from './TreePanel.tsx';
import { Unsaved } from './Unsaved.tsx';
import { useChannelActs } from './use-channel-acts.ts';
import { useChannelPlan } from './use-channel-plan.ts';
import { useMayChange } from './use-rights.ts';
import { useTreeView } from './use-tree-view.ts';
import { useWorking } from './use-working.ts';
import {
  baseOf,
  changesOf,
  channelsWith,
  isUntouched,
  NOTHING,
  workingOf,
  channelFields,
  type Working,
} from './working.ts';

/** An edition that is gone on with. */
export interface BegunEdition extends DraftFacts {
  changes: readonly Change[];
  /** what is public of it has changed since it was begun */
  isOutdated: boolean;
}

interface Props {
  lines: readonly ChannelLine[];
  editions: readonly ChannelEdition[];
  edition: BegunEdition | null;
}

/** What is kept of unsaved work: with what it was begun from, and the marks of what was public then. */
interface Kept {
  working: Working;
  title: string;
  base: Record<string, string>;
  begun: Begun<Working>;
}

/** The tree, the channel that is shown, what was changed, and what that would do. */
export function ChannelDesk({ lines, editions, edition }: Props) {
  const [begun, setBegun] = useState<Begun<Working>>(() => ({
    value: edition ? workingOf(lines, edition.changes) : NOTHING,
    changes: edition?.changes ?? [],
    ...(edition && { draft: { editionId: edition.editionId, version: edition.version, title: edition.title } }),
  }));
  const start = begun.value;
  const draft = useDraft<Kept>(edition ? `channels-edition-${edition.editionId}` : 'channels');
  const windows = useWindows(draft);
  const [isOffered, setOffered] = useState(draft.found !== null);
  const [title, setTitle] = useState(edition?.title ?? '');
  const [base, setBase] = useState<Record<string, string>>({});
  const steps = useWorking(start, (working) =>
    draft.keep({ working, title, base: { ...baseOf(lines, working), ...base }, begun }),
  );
  const { working } = steps;
  const publicTree = useMemo(() => treeOf(channelsWith(lines, NOTHING)), [lines]);
  const [tab, setTab] = useState(edition ? 'save' : 'channel');
  const unsaved = useRef<HTMLHeadingElement>(null);
  const tree = useMemo(() => treeOf(channelsWith(lines, working)), [lines, working]);
  const seen = useTreeView(tree, publicTree);
  const mayChange = useMayChange(publicTree, tree);
  // the tree answers each key at once, its panel when it has time
  const shownKey = useDeferredValue(seen.selected);
  const channel = tree.byKey.get(shownKey);
  const changes = changesOf(lines, working);
  const known = { ...baseOf(lines, working), ...base };
  const asked = useChannelPlan(isUntouched(working) && working.rest.length === 0 ? null : { changes, base: known });
  // a channel of which nothing is changed is asked for alone: which page shows it, and why
  const alone = useChannelPlan(
    channel && !channel.isChanged && channel.ending === null
      ? {
          changes: changesOf(lines, {
            ...NOTHING,
            entries: [{ key: channel.key, isNew: false, fields: channelFields(channel) }],
          }),
        }
      : null,
  );
  const acts = useChannelActs({ lines, steps, tree, seen });
  const navigate = useNavigate();
  const { message } = App.useApp();
  const send = useSend();
  const { isSending, failure, conflict, save, compare, resolve, leave } = useSaveEdition<Working>({
    begun: { ...begun, ...(!edition && { base: known }) },
    valueOf: (list) => workingOf(lines, list),
    changesOf: (made) => changesOf(lines, made),
    titleOf: () => named(),
    merge: mergeWorkings,
    onSaved: (editionId) => {
      draft.drop();
      windows.tellSaved(editionId);
      void message.success('已保存为稿件');
      void navigate(`/editions/${editionId}`);
    },
  });
  const told = changeLines(lines, working, tree);
  const proposed = titleOf(told);
  const named = () => title.trim() || proposed;
  const isDirty =
    working !== start && !isSending && JSON.stringify(changes) !== JSON.stringify(changesOf(lines, start));
  const nameOf = (channelId: string) =>
    tree.byId.has(channelId) ? tree.byId.get(channelId)!.name || '（未命名）' : channelId;
  const show = (key: string): void => {
    setTab('channel');
    const one = tree.byKey.get(key);
    if (one) seen.show(key, lineIn(tree, one.parentId));
  };
  const review = (): void => {
    flushSync(() => setTab('save'));
    // what was pressed is gone
    unsaved.current?.focus();
  };
  const plan: ChannelPlan | undefined = channel?.isChanged ? asked.plan : alone.plan;
  const place = async (chosen: string): Promise<void> => {
    try {
      await acts.place(
        channel!,
        plan?.channels.find(({ channelId }) => channelId === channel!.channelId)?.after?.page ?? '',
        chosen,
        send,
      );
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
  };
  const shown = channel ? (
    <ChannelPanel
      channel={channel}
      tree={tree}
      plan={plan}
      editions={editions}
      place={working.pages[channel.channelId]?.place ?? ''}
      mayChange={mayChange}
      onChange={(patch, own) => acts.edit(channel, patch, own)}
      onPlace={(chosen) => void place(chosen)}
      onRevert={() => acts.revert(channel.key)}
      onRetire={() => acts.setRetiring(channel.key)}
    />
  ) : (
    <EmptyNote title="还没有选栏目">在左侧选一个栏目，这里显示它的资料；有权限时可以修改。</EmptyNote>
  );
  const saving = (
    <div className="stack">
      {told.length === 0 && !edition ? (
        <EmptyNote title="还没有修改">
          在左侧选一个栏目，改动后列在这里；核对会改变什么，再一起保存为一份稿件。
        </EmptyNote>
      ) : (
        <Unsaved
          heading={unsaved}
          lines={told}
          others={working.rest.length}
          title={title}
          onTitle={(typed) => {
            setTitle(typed);
            draft.keep({ working, title: typed, base: known, begun });
          }}
          proposed={proposed}
          problems={asked.plan?.problems.length ?? 0}
          failure={failure}
          isSending={isSending}
          canUndo={steps.canUndo}
          onUndo={steps.undo}
          onRevert={acts.revert}
          onShow={show}
          onSave={() => void save(working)}
        />
      )}
      <Consequences asked={asked} nameOf={nameOf} />
    </div>
  );
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <OtherWindow of={windows} isDraft={edition !== null} />
      {isOffered && (
        <DraftOffer
          onTake={() => {
            const found = draft.found!;
            steps.change(found.working);
            setTitle(found.title);
            setBase(found.base);
            setBegun(found.begun);
            draft.keep(found);
            setOffered(false);
          }}
          onDrop={() => {
            draft.drop();
            setOffered(false);
          }}
        />
      )}
      {!conflict && edition?.isOutdated && <Outdated isBusy={isSending} onCompare={() => compare(working)} />}
      {conflict && (
        <MergePanel
          key={`${conflict.version} ${conflict.at}`}
          conflict={conflict}
          words={workingWords((channelId) => nameIn(conflict.over.value, channelId) ?? nameOf(channelId))}
          isSending={isSending}
          failure={failure}
          onMerge={resolve}
          onBack={leave}
        />
      )}
      {acts.failure !== '' && <Alert type="error" showIcon className="above-form" title={acts.failure} />}
      <p className="unseen" role="status">
        {acts.told}
      </p>
      <div className="two-columns channels" hidden={conflict !== null}>
        <TreePanel
          tree={tree}
          seen={{ ...seen, select: (key) => (setTab('channel'), seen.select(key)) }}
          mayChange={mayChange}
          hasEdition={(channelId) => editions.some(({ channelIds }) => channelIds.includes(channelId))}
          onNew={(parentId) => (setTab('channel'), acts.add(parentId))}
          onMove={acts.setMoving}
          onPlace={acts.put}
          onStep={acts.step}
          onHide={acts.hide}
          onRetire={(one) => acts.setRetiring(one.key)}
          onEnter={() => document.querySelector<HTMLElement>('.channel-field input')?.focus()}
        />
        <Tabs
          className="channel-tabs"
          activeKey={tab}
          onChange={setTab}
          items={[
            { key: 'channel', label: '栏目资料', children: shown },
            { key: 'save', label: `修改与保存（${told.length}）`, children: saving },
          ]}
        />
      </div>
      {isDirty && !conflict && tab !== 'save' && (
        <SaveBar
          count={told.length}
          isDraft={edition !== null}
          canUndo={steps.canUndo}
          onUndo={steps.undo}
          onReview={review}
        />
      )}
      {acts.moving && tree.byKey.has(acts.moving) && (
        <MoveDialog
          channel={tree.byKey.get(acts.moving)!}
          tree={tree}
          mayChange={mayChange}
          onMove={(target) => acts.put(acts.moving, target)}
          onClose={() => acts.setMoving('')}
        />
      )}
      {acts.retiring && tree.byKey.has(acts.retiring) && (
        <RetireDialog
          channel={tree.byKey.get(acts.retiring)!}
          tree={tree}
          onRetire={acts.retire}
          onClose={() => acts.setRetiring('')}
        />
      )}
    </>
  );
}

const nameIn = ({ entries }: Working, channelId: string): string | undefined =>
  entries.find(({ fields }) => fields.channelId === channelId)?.fields.name;
