import { channelFaults } from '#kinds/channel/check-channels.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';
import { CONTENT_KINDS } from '#page/page-structure.ts';
import { buildTree, COMPANY_ROOT, MAIN_ROOT, type ChannelNode } from '#rules/channel-tree.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { isSuccess } from '#wire/envelope.ts';
import { paths } from '#wire/paths.ts';
import type { Db } from '../db/tables.ts';
import type { Gateway } from '../http/gateway.ts';
import type { ChannelRow } from '../store/list-channels.ts';
import { findUpstreamChannels, keepUpstreamChannels, type UpstreamChannels } from '../store/upstream-channels.ts';

/** milliseconds between two questions */
const EVERY = 60_000;
/** milliseconds for one answer; the start waits no longer for the first */
const PATIENCE = 4_000;
const MOST_CHANNELS = 5_000;

interface Following {
  db: Db;
  gateway: Pick<Gateway, 'get'>;
  /** host of the upstream, for people */
  origin: string;
  warn: (facts: object, message: string) => void;
}

/** What sites and kept pages ask of it. */
export interface FollowedChannels {
  /** grows with each other tree, and where the upstream begins or ceases to fail */
  version: () => number;
  /** its last answer was no tree: the last known one stands (CH7) */
  failed: () => boolean;
  /** @param told each time that the version grows, from now on */
  onChange: (told: () => void) => void;
  refresh: () => Promise<void>;
  end: () => Promise<void>;
}

/**
 * CH9: the tree of a system that answers `content` is asked for here, once a minute and never for a visitor, and kept
 * in the store, so that it outlives a restart.
 */
export async function followUpstreamChannels({ db, gateway, origin, warn }: Following): Promise<FollowedChannels> {
  const listeners: (() => void)[] = [];
  let version = 1;
  let failed = false;
  let known: UpstreamChannels | null = await findUpstreamChannels(db);
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    try {
      const channels = await askForTree(gateway, warn);
      const changed = !known || known.origin !== origin || canonicalJson(known.channels) !== canonicalJson(channels);
      if (changed) {
        const next = { origin, channels };
        await keepUpstreamChannels(db, next);
        known = next;
      }
      told(changed, false);
    } catch (error) {
      warn({ err: error, origin }, 'the channel tree of the upstream could not be read; the last known one stands');
      told(false, true);
    }
  }
  function told(changed: boolean, nowFailed: boolean): void {
    if (!changed && failed === nowFailed) return;
    failed = nowFailed;
    version += 1;
    for (const listener of listeners) listener();
  }
  const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = null)));

  await refresh();
  const timer = setInterval(() => void refresh(), EVERY).unref();
  return {
    version: () => version,
    failed: () => failed,
    onChange: (listener) => void listeners.push(listener),
    refresh,
    end: async () => {
      clearInterval(timer);
      await asking;
    },
  };
}

/** @throws Error saying why the answer is no tree; CallFailed as the gateway does */
async function askForTree(gateway: Pick<Gateway, 'get'>, warn: Following['warn']): Promise<ChannelRow[]> {
  const [main, company] = await Promise.all(
    [MAIN_ROOT, COMPANY_ROOT].map((channelId) => gateway.get(paths.channelList, { channelId }, {}, PATIENCE)),
  );
  const channels = [
    ...new Map([main!, company!].flatMap(readChannels(warn)).map((one) => [one.channelId, one])).values(),
  ];
  if (channels.length > MOST_CHANNELS) throw new Error(`more than ${MOST_CHANNELS} channels`);
  const roots = [MAIN_ROOT, COMPANY_ROOT];
  const trees = roots.map((root) => buildTree(channels, root));
  if (trees[0]!.length === 0) throw new Error(`no channel below ${MAIN_ROOT}`);
  // what stands below no root, or below itself, is in no tree
  const placed = new Set(trees.flatMap(idsIn));
  return channels.flatMap((one) =>
    roots.includes(one.channelId) ? { ...one, parentId: '' } : placed.has(one.channelId) ? one : [],
  );
}

const idsIn = (nodes: readonly ChannelNode[]): string[] =>
  nodes.flatMap(({ channel, children }) => [channel.channelId, ...idsIn(children)]);

/** Of an answer the channels that can be shown; the others are told of in the log. @throws Error for no answer at all */
const readChannels =
  (warn: Following['warn']) =>
  (envelope: Awaited<ReturnType<Gateway['get']>>): ChannelRow[] => {
    if (!isSuccess(envelope)) throw new Error(`code ${String(envelope.code).slice(0, 40)}`);
    if (!Array.isArray(envelope.data)) throw new Error('no list');
    return envelope.data.flatMap((item: unknown) => {
      const channel = readChannel(item);
      const [fault] = channel ? channelFaults(channel as ChannelDocument) : [];
      if (channel && !fault) return channel;
      warn({ channel: channel?.channelId, fault: fault?.field }, 'a channel of the upstream is left out');
      return [];
    });
  };

function readChannel(item: unknown): ChannelRow | null {
  if (typeof item !== 'object' || item === null) return null;
  const given = item as Record<string, unknown>;
  const text = (name: string): string => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const kind = CONTENT_KINDS.find((one) => one !== 'detail' && one === given.contentKind);
  return {
    channelId: text('channelId'),
    parentId: text('parentId'),
    classOrder: Number(text('classOrder')) || 0,
    url: text('url').replace(/^\/+|\/+$/g, ''),
    name: text('name').trim(),
    type: text('type') === '1' ? 1 : 2,
    contentKind: (kind as ChannelRow['contentKind']) ?? null,
    sameAs: text('sameAs') || null,
    department: text('department').slice(0, 100),
    hidden: false,
    freshness: '',
  };
}
