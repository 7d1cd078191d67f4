import { Alert, App, Tabs } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { wordsOf } from '#console/calls/call.ts';
import { useMe, useSend } from '#console/calls/use-calls.ts';
import { changeLines, titleOf } from '#console/channels/change-words.ts';
import { ChannelPanel } from '#console/channels/ChannelPanel.tsx';
import { Consequences } from '#console/channels/Consequences.tsx';
import { mergeWorkings, workingWords } from '#console/channels/merge-working.ts';
import { MoveDialog } from '#console/channels/MoveDialog.tsx';
import { RetireDialog } from '#console/channels/RetireDialog.tsx';
import { lineIn, treeOf } from '#console/channels/tree-rows.ts';
import { TreePanel } from '#console/channels/TreePanel.tsx';
import { Unsaved } from '#console/channels/Unsaved.tsx';
import { useChannelActs } from '#console/channels/use-channel-acts.ts';
import { useChannelPlan } from '#console/channels/use-channel-plan.ts';
import { useMayChange } from '#console/channels/use-rights.ts';
import { useTreeView } from '#console/channels/use-tree-view.ts';
import {
  baseOf,
  changesOf,
  channelFields,
  channelsWith,
  isUntouched,
  NOTHING,
  workingOf,
  type Working,
} from '#console/channels/working.ts';
import { begunFrom, type EditionForm, type EditProps, type FormProps } from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { useOnce } from '#console/editor/use-once.ts';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { ChannelEdition, ChannelLine, ChannelPlan } from '#wire/channel-answers.ts';

/** Said above the tree. */
export const purpose =
  '网站的栏目树。新建、改名、移动、排序、隐藏或停用栏目，先看清会改变什么，再保存为稿件；由他人审核发布后才公开。';

/** An edition that holds channels, and pages that place their content. */
export function Edit({ edition }: EditProps) {
  return <ChannelsEditor edition={edition} />;
}

/** Typed changes of the tree, and the title of the edition; null: it stays as it is, '' : as proposed. */
interface Typed {
  working: Working;
  title: string | null;
}

/** Form of an edition with changes of the tree. @param lines the public channels, as they were when the work began */
function channelsForm(lines: readonly ChannelLine[]): EditionForm<Typed> {
  return {
    valueOf: (changes) => ({ working: workingOf(lines, changes), title: null }),
    changesOf: ({ working }) => changesOf(lines, working),
    titleOf: ({ working, title }, { draft }) =>
      (title ?? draft?.title ?? '').trim() ||
      titleOf(changeLines(lines, working, treeOf(channelsWith(lines, working)))),
    merge: (was, mine, theirs) => {
      const { changes, merged } = mergeWorkings(was?.working, mine.working, theirs.working);
      return { changes, merged: (own) => ({ working: merged(own), title: mine.title }) };
    },
    isSame: (one, other) =>
      one.title === other.title &&
      JSON.stringify(changesOf(lines, one.working)) === JSON.stringify(changesOf(lines, other.working)),
    baseOf: ({ working }) => baseOf(lines, working),
    countOf: ({ working }) => changesOf(lines, working).length - working.rest.length,
  };
}

/** The channels of the site: looked at, and changed as an edition. */
export function ChannelsEditor({ edition = null }: { edition?: EditProps['edition'] | null }) {
  const { data: me } = useMe();
  const loaded = useOnce('GET /channel-tree', {});
  const [tab, setTab] = useState(edition ? 'save' : 'channel');
  const unsaved = useRef<HTMLHeadingElement>(null);
  const review = (): void => {
    flushSync(() => setTab('save'));
    // the pressed button no longer exists
    unsaved.current?.focus();
  };
  return (
    <Loaded of={loaded}>
      {({ channels, editions, origin }) => {
        const form = channelsForm(channels);
        return (
          <>
            {origin !== '' && <UpstreamNote origin={origin} />}
            <Editor
              name={edition ? `edition-${edition.editionId}` : 'channels'}
              form={form}
              begun={edition ? begunFrom(form, edition) : { value: { working: NOTHING, title: null }, changes: [] }}
              edition={edition}
              mayChange={origin === '' && me !== undefined && mayDoSomewhere(me.grants, 'channel.change')}
              words={(mine, theirs) => workingWords((channelId) => nameIn(channelId, channels, [theirs, mine]))}
              review={tab === 'save' ? undefined : { label: '核对并保存', onReview: review }}
            >
              {(props) => (
                <ChannelsForm
                  {...props}
                  lines={channels}
                  editions={editions}
                  form={form}
                  tab={tab}
                  onTab={setTab}
                  unsaved={unsaved}
                />
              )}
            </Editor>
          </>
        );
      }}
    </Loaded>
  );
}

/** CH9 */
const UpstreamNote = ({ origin }: { origin: string }) => (
  <Alert
    type="info"
    showIcon
    className="above-form"
    title={`栏目由另一个系统（${origin}）提供，每分钟更新一次`}
    description="在这里只能查看，请在那个系统里修改栏目；页面怎样显示仍在“页面”里设置。"
  />
);

interface Props extends FormProps<Typed> {
  lines: readonly ChannelLine[];
  editions: readonly ChannelEdition[];
  form: EditionForm<Typed>;
  tab: string;
  onTab: (tab: string) => void;
  /** the heading of what is not saved yet */
  unsaved: RefObject<HTMLHeadingElement | null>;
}

/** The tree, the channel that is shown, what was changed, and what that would do. */
function ChannelsForm({
  lines,
  editions,
  form,
  tab,
  onTab,
  unsaved,
  value: { working, title },
  begun,
  onChange,
  onProblems,
  disabled,
}: Props) {
  const publicTree = useMemo(() => treeOf(channelsWith(lines, NOTHING)), [lines]);
  const tree = useMemo(() => treeOf(channelsWith(lines, working)), [lines, working]);
  const seen = useTreeView(tree, publicTree);
  const may = useMayChange(publicTree, tree);
  const mayChange: typeof may = (channelId) => !disabled && may(channelId);
  // the tree answers each key at once, its panel when it has time
  const shownKey = useDeferredValue(seen.selected);
  const channel = tree.byKey.get(shownKey);
  const planAnswer = useChannelPlan(
    isUntouched(working) && working.rest.length === 0
      ? null
      : { changes: changesOf(lines, working), base: { ...baseOf(lines, working), ...begun.base } },
  );
  const { plan: planned } = planAnswer;
  useEffect(() => {
    onProblems(planned?.problems ?? []);
    // runs for each plan; `onProblems` changes with every render
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [planned]);
  // an unchanged channel has a plan of its own: which page shows it, and why
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
  const change = (next: (newest: Working) => Working, about?: string): void =>
    onChange((newest) => ({ ...newest, working: next(newest.working) }), about);
  const acts = useChannelActs({ lines, steps: { working, change }, tree, seen });
  const { message } = App.useApp();
  const send = useSend();
  const changed = changeLines(lines, working, tree);
  const nameOf = (channelId: string) =>
    tree.byId.has(channelId) ? tree.byId.get(channelId)!.name || '（未命名）' : channelId;
  const show = (key: string): void => {
    onTab('channel');
    const one = tree.byKey.get(key);
    if (one) seen.show(key, lineIn(tree, one.parentId));
  };
  const plan: ChannelPlan | undefined = channel?.isChanged ? planned : alone.plan;
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
  const firstTitle = begun.draft?.title ?? '';
  const saving = (
    <div className="stack">
      {changed.length === 0 && !begun.draft ? (
        <EmptyNote title="还没有修改">
          在左侧选一个栏目，改动后列在这里；核对会改变什么，再一起保存为一份稿件。
        </EmptyNote>
      ) : (
        <Unsaved
          heading={unsaved}
          lines={changed}
          others={working.rest.length}
          title={title ?? firstTitle}
          onTitle={(typed) =>
            onChange((newest) => ({ ...newest, title: typed === firstTitle ? null : typed }), 'title')
          }
          proposed={form.titleOf({ working, title: '' }, begun)}
          onRevert={acts.revert}
          onShow={show}
        />
      )}
      <Consequences asked={planAnswer} nameOf={nameOf} />
    </div>
  );
  return (
    <>
      {acts.failure !== '' && <Alert type="error" showIcon className="above-form" title={acts.failure} />}
      <p className="unseen" role="status">
        {acts.told}
      </p>
      <div className="two-columns channels">
        <TreePanel
          tree={tree}
          seen={{ ...seen, select: (key) => (onTab('channel'), seen.select(key)) }}
          mayChange={mayChange}
          hasEdition={(channelId) => editions.some(({ channelIds }) => channelIds.includes(channelId))}
          onNew={(parentId) => (onTab('channel'), acts.add(parentId))}
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
          onChange={onTab}
          items={[
            { key: 'channel', label: '栏目资料', children: shown },
            { key: 'save', label: `修改与保存（${changed.length}）`, children: saving },
          ]}
        />
      </div>
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

/** A channel's name, as one of the sides has it, or as it is public. */
const nameIn = (channelId: string, lines: readonly ChannelLine[], sides: readonly Typed[]): string =>
  sides.flatMap(({ working }) => working.entries).find(({ fields }) => fields.channelId === channelId)?.fields.name ??
  lines.find((line) => line.channelId === channelId)?.name ??
  channelId;
