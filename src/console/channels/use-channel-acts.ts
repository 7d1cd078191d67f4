import { defaultFreshness } from '#rules/registers/freshness.ts';
import { useEffect, useState } from 'react';
import { documentIn } from '#kinds/changes.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import type { ChannelFields, ChannelLine } from '#wire/channel-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import type { Own } from './Field.tsx';
import { placedPage } from './placed-page.ts';
import { branchOf, lineIn, type Tree } from './tree-rows.ts';
import { typeBelow } from './type-below.ts';
import { useChannelPlan } from './use-channel-plan.ts';
import type { useTreeView } from './use-tree-view.ts';
import {
  baseOf,
  changesOf,
  withEnding,
  withFields,
  withNew,
  without,
  withPlace,
  type Ending,
  type TreeChannel,
  type Working,
} from './working.ts';

/** The changes and how to add to them. */
interface Changing {
  working: Working;
  /**
   * @param next of the newest changes: some are made after an answer
   * @param about changes one after the other about the same thing are one step back
   */
  change: (next: (newest: Working) => Working, about?: string) => void;
}

interface Props {
  lines: readonly ChannelLine[];
  steps: Changing;
  tree: Tree;
  seen: ReturnType<typeof useTreeView>;
}

/** Everything that can be done to the tree; nothing of it is saved yet. */
export function useChannelActs({ lines, steps: { working, change }, tree, seen }: Props) {
  const send = useSend();
  const [moving, setMoving] = useState('');
  const [retiring, setRetiring] = useState('');
  /** words for those who do not see the tree */
  const [announcement, setAnnouncement] = useState('');
  const [failure, setFailure] = useState('');
  useProposal({ lines, working, change, selected: seen.selected });

  const add = async (parentId: string): Promise<void> => {
    setFailure('');
    try {
      const { proposal } = await send('POST /channel-plan', {
        changes: changesOf(lines, working),
        base: baseOf(lines, working),
        propose: { parentId, name: '' },
      });
      let key = '';
      change((newest) => {
        const made = withNew(newest, {
          ...proposal!,
          parentId,
          name: '',
          type: typeBelow(tree.below.get(parentId) ?? [], parentId),
          department: tree.byId.get(parentId)?.department ?? '',
          // articles are added to it: it begins without a register
          freshness: defaultFreshness('list'),
        });
        ({ key } = made);
        return made.working;
      });
      seen.show(key, [parentId, ...lineIn(tree, parentId)]);
    } catch (reason) {
      setFailure(wordsOf(reason));
    }
  };
  const put = (key: string, target: { parentId: string; place: number }): void => {
    const channel = tree.byKey.get(key);
    if (!channel) return;
    change((newest) => withPlace(lines, newest, key, target));
    const parent = tree.byId.get(target.parentId);
    if (parent && parent.channelId !== channel.parentId)
      seen.show(key, [parent.channelId, ...lineIn(tree, parent.channelId)]);
    setAnnouncement(`“${channel.name}”现为“${parent?.name ?? '最上层'}”之下的第 ${target.place + 1} 个`);
  };
  return {
    moving,
    setMoving,
    retiring,
    setRetiring,
    told: announcement,
    failure,
    add: (parentId: string) => void add(parentId),
    put,
    step: (key: string, by: -1 | 1): void => {
      const channel = tree.byKey.get(key);
      const siblings = channel ? (tree.below.get(channel.parentId) ?? []) : [];
      const place = siblings.findIndex((one) => one.key === key) + by;
      if (channel && place >= 0 && place < siblings.length) put(key, { parentId: channel.parentId, place });
    },
    edit: (channel: TreeChannel, patch: Partial<ChannelFields>, own: Own = {}) =>
      change(
        (newest) => withFields(lines, newest, channel.key, patch, own),
        `${channel.key} ${Object.keys(patch).join(' ')}`,
      ),
    hide: (channel: TreeChannel) =>
      change((newest) => withFields(lines, newest, channel.key, { hidden: !channel.hidden })),
    retire: (channelIds: string[], ending: Ending) => change((newest) => withEnding(newest, channelIds, ending)),
    /** channels that ended together go on together */
    revert: (key: string): void => {
      const ending = working.ending[key];
      const together = ending
        ? branchOf(tree, key)
            .filter((one) => one.ending?.reason === ending.reason && one.ending.successor === ending.successor)
            .map((one) => one.key)
        : [];
      change((newest) => [...new Set([key, ...together])].reduce(without, newest));
    },
    /** @param page that shows the channel now */
    place: async (channel: TreeChannel, page: string, place: string, ask: typeof send): Promise<void> => {
      const found = await ask('GET /public-content', { subject: `page:${page}` });
      const document = documentIn(pageKind, found.change);
      if (document === undefined) return;
      const made = placedPage(document, channel.channelId, place);
      const { mark } = await ask('GET /public-content', { subject: `page:${made.page}` });
      change((newest) => ({
        ...newest,
        pages: { ...newest.pages, [channel.channelId]: { place, ...made, mark } },
      }));
    },
  };
}

/** A new channel's id, address and order follow its name and parent, until they are typed by hand. */
function useProposal({
  lines,
  working,
  change,
  selected,
}: Pick<Props, 'lines'> & Changing & { selected: string }): void {
  const entry = working.entries.find(({ key, isNew }) => isNew && key === selected);
  const others = {
    ...working,
    entries: working.entries.filter(
      ({ key, fields }) => key !== entry?.key && fields.parentId !== entry?.fields.channelId,
    ),
  };
  const isWanted = entry && !(entry.ownId && entry.ownUrl);
  const { plan, isAsking } = useChannelPlan(
    isWanted
      ? {
          changes: changesOf(lines, others),
          base: baseOf(lines, others),
          propose: { parentId: entry.fields.parentId, name: entry.fields.name },
        }
      : null,
  );
  const proposal = isAsking ? null : plan?.proposal;
  const proposed = proposal ? JSON.stringify(proposal) : '';
  useEffect(() => {
    if (!entry || !proposal) return;
    const patch = {
      ...(!entry.ownId && { channelId: proposal.channelId }),
      ...(!entry.ownUrl && { url: proposal.url }),
    };
    if (Object.entries(patch).every(([name, value]) => entry.fields[name as keyof ChannelFields] === value)) return;
    change((newest) => withFields(lines, newest, entry.key, patch), `${entry.key} name`);
    // when another proposal has come, and not when something else was typed
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [proposed]);
}
