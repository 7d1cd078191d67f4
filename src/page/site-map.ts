import {
  COMPANY_MOUNT,
  COMPANY_ROOT,
  MAIN_ROOT,
  buildTree,
  channelPath,
  isExternal,
  isMenuDepth,
  showsSecondLevel,
  type ChannelNode,
  type ChannelRecord,
} from '#rules/addresses/channel-tree.ts';
import type { SourceDefinition } from './define-source.ts';
import type { WidgetDefinition } from './define-widget.ts';
import type { PageIndex } from './find-page.ts';
import type { MenuItem } from './page-schema.ts';
import type { RegisterDefinition } from './register-schema.ts';
import { NO_FACTS, type RegisterFacts } from './register-view.ts';
import type { Registry } from './registry.ts';

/** A channel in its tree. */
export interface Position {
  channel: ChannelRecord;
  /** root of the tree that the channel came with */
  rootId: string;
  parent: Position | null;
  children: Position[];
}

/** Everything that an address is resolved from. Built once for a list of channels and a set of pages; never changed. */
export interface SiteMap {
  pages: PageIndex;
  registers: Registry<RegisterDefinition>;
  sources: Registry<SourceDefinition<any, any>>;
  /** absent: no widget stands beside other content (SU16) */
  widgets?: Registry<WidgetDefinition<any, any>>;
  /** SU16: for editors, who see what visitors do not, marked as such */
  marksEmpty?: true;
  /** SU19: nobody can log in here */
  lacksLogin?: true;
  /** US5: articles are another system's: of these there are no feeds */
  contentElsewhere?: true;
  /** HN6: the home page shows banners, and no slogan with its buttons */
  hasBanners?: true;
  /** calls that features answer; absent: all that there are */
  answers?: Pick<ReadonlySet<string>, 'has'>;
  facts: RegisterFacts;
  byId: ReadonlyMap<string, Position>;
  /** channels with a page here, by url */
  byUrl: ReadonlyMap<string, Position>;
  /** the main tree, with the company section mounted */
  tree: readonly Position[];
}

export interface SiteFacts {
  /** the flat lists of both roots in one; channels of neither are dropped (CH2) */
  channels: readonly ChannelRecord[];
  pages: PageIndex;
  registers: Registry<RegisterDefinition>;
  sources: Registry<SourceDefinition<any, any>>;
  widgets?: Registry<WidgetDefinition<any, any>>;
  marksEmpty?: true;
  lacksLogin?: true;
  contentElsewhere?: true;
  hasBanners?: true;
  answers?: Pick<ReadonlySet<string>, 'has'>;
  /** absent: no register refers to another and none has dates */
  facts?: RegisterFacts;
}

export function buildSiteMap({ channels, facts = NO_FACTS, ...known }: SiteFacts): SiteMap {
  const tree = positionsOf(buildTree(channels, MAIN_ROOT), MAIN_ROOT);
  const company = positionsOf(buildTree(channels, COMPANY_ROOT), COMPANY_ROOT);
  const mount = tree.find(({ channel }) => channel.url === COMPANY_MOUNT);
  if (mount) {
    for (const position of company) position.parent = mount;
    mount.children.push(...company);
  } else tree.push(...company);

  // a root is in no menu and no breadcrumb, but its address leads to its first child
  const roots = channels
    .filter(({ channelId }) => channelId === MAIN_ROOT || channelId === COMPANY_ROOT)
    .map((channel): Position => ({
      channel,
      rootId: channel.channelId,
      parent: null,
      children: channel.channelId === MAIN_ROOT ? tree : company,
    }));
  const all = [...everyPosition(tree), ...roots];
  const byUrl = new Map<string, Position>();
  // the original has an address that a channel shares with another one showing its content
  for (const position of all.toSorted(
    (a, b) => Number(Boolean(a.channel.sameAs)) - Number(Boolean(b.channel.sameAs)),
  )) {
    const { url } = position.channel;
    // CH9: a root is never the home page, whatever its name and address
    if (url === '' && roots.includes(position)) continue;
    if (!isExternal(url) && !byUrl.has(url)) byUrl.set(url, position);
  }
  return {
    ...known,
    facts,
    byId: new Map(all.map((position) => [position.channel.channelId, position])),
    byUrl,
    tree,
  };
}

function positionsOf(top: ChannelNode[], rootId: string): Position[] {
  const roots: Position[] = [];
  const open: { nodes: ChannelNode[]; parent: Position | null; into: Position[] }[] = [
    { nodes: top, parent: null, into: roots },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const node of next.nodes) {
      const position: Position = { channel: node.channel, rootId, parent: next.parent, children: [] };
      next.into.push(position);
      open.push({ nodes: node.children, parent: position, into: position.children });
    }
  }
  return roots;
}

function* everyPosition(tree: readonly Position[]): Generator<Position> {
  const open = [...tree].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    open.push(...next.children.toReversed());
  }
}

/** Hidden channels and the channels below them keep their addresses but are in no menu. */
export const inMenus = ({ channel }: Position): boolean => channel.hidden !== true;

/** Whether it is hidden itself or stands below a channel that is. */
export function isHidden(position: Position): boolean {
  for (let at: Position | null = position; at; at = at.parent) if (!inMenus(at)) return true;
  return false;
}

/** The channel whose content this one shows; itself when the other is not there. */
export function originalOf({ byId }: SiteMap, position: Position): Position {
  const { sameAs } = position.channel;
  const original = sameAs ? byId.get(sameAs) : undefined;
  return original && !isExternal(original.channel.url) ? original : position;
}

/**
 * CH1, CH3, CH4: the header's menu; a second level only where it is shown. Type 2 is for section menus, tabs and links.
 * @param lists which channels are in it @param nameOf what they are called there
 */
export function menuOf(
  { tree }: SiteMap,
  lists: (position: Position) => boolean = inMenus,
  nameOf: (position: Position) => string = ({ channel }) => channel.name,
): MenuItem[] {
  const inMenu = (position: Position) => lists(position) && isMenuDepth(position.channel.channelId, position.rootId);
  const item = (position: Position, children: MenuItem[]): MenuItem => ({
    title: nameOf(position),
    path: channelPath(position.channel.url),
    children,
  });
  return tree
    .filter((position) => position.channel.type === 1 && inMenu(position))
    .map((position) => {
      const children = position.children.filter(inMenu);
      const shows = showsSecondLevel({ type: 1, children: children.map(({ channel }) => channel) });
      return item(position, shows ? children.map((child) => item(child, [])) : []);
    });
}
