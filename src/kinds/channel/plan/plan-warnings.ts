import { findPageByPath } from '#page/find-page.ts';
import { showsOwnContent } from '#page/left-out.ts';
import { inMenus, type Position, type SiteMap } from '#page/site-map.ts';
import { COMPANY_ROOT, isExternal, isMenuDepth, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import type { PlanNote, PlannedChannel } from '#wire/channel-answers.ts';
import { writtenOf } from '../../changes.ts';
import { channel as channelKind, type ChannelDocument } from '../index.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { channelRevision } from '../server/store.ts';
import type { Known } from './known-ids.ts';
import type { Planned } from './plan-problems.ts';
import { endingMet, freeId } from './propose.ts';
import { wholeTree } from '../server/starters.ts';
import { titleIn } from './winning-page.ts';

interface ChannelFacts {
  at: number;
  channel: ChannelDocument;
  before: ChannelRow | undefined;
  site: SiteMap;
  known: Known;
  ids: ReadonlySet<string>;
}

const STARTER = new Map(wholeTree().map((channel) => [channel.channelId, channel]));

/** SU4: whether it is a channel of the starters where these have it: the pages that come with the program are its own. */
function isOfStarter({ channelId, parentId, url, type }: ChannelDocument): boolean {
  const known = STARTER.get(channelId);
  return known !== undefined && known.parentId === parentId && known.url === url && known.type === type;
}

type Warning = Pick<PlanNote, 'field' | 'code' | 'message'>;

/** Warnings of possible mistakes, which hinder nothing. @param map the site as the changes leave it */
export function planWarnings(
  map: SiteMap,
  planned: Planned,
  pages: readonly PlannedChannel[],
  known: Known,
): PlanNote[] {
  const before = new Map(planned.before.map((channel) => [channel.channelId, channel]));
  const ids = new Set([...before.keys(), ...known.ended.keys(), ...planned.after.map(({ channelId }) => channelId)]);
  return writtenOf(channelKind, planned.changes).flatMap(({ at, document: channel }) => {
    const facts: ChannelFacts = { at, channel, before: before.get(channel.channelId), site: map, known, ids };
    const found = [
      ...nameWarning(facts, planned.after),
      // a new channel of the starters is meant as it is
      ...(!facts.before && isOfStarter(channel)
        ? []
        : [
            ...idWarnings(facts),
            ...addressWarnings(
              facts,
              pages.find((page) => page.change === at),
            ),
            ...menuWarnings(facts),
          ]),
      ...othersWarning(facts, planned.base),
    ];
    return found.map((warning) => ({ change: at, channelId: channel.channelId, ...warning }));
  });
}

/**
 * CH8: what is said of a channel that is called as another one below the same parent is; '' where none is.
 * @param channels of the site, as the changes leave it
 */
export function sameNameWords(
  { channelId, parentId, name }: Pick<ChannelDocument, 'channelId' | 'parentId' | 'name'>,
  channels: readonly Pick<ChannelRow, 'channelId' | 'parentId' | 'name'>[],
): string {
  const called = name.trim();
  const other = channels.find(
    (one) => one.channelId !== channelId && one.parentId === parentId && one.name.trim() === called,
  );
  if (!other || called === '') return '';
  const parent = channels.find((one) => one.channelId === parentId)?.name ?? '';
  return `${parent === '' ? '同一上级' : `“${parent}”`}下已有栏目“${called}”（编号 ${other.channelId}），两个栏目同名，访客分不清。如非本意，请换一个名称`;
}

/** Warning about a name; a channel with its former name and place gets none again. */
function nameWarning({ channel, before }: ChannelFacts, after: readonly ChannelRow[]): Warning[] {
  if (before?.name === channel.name && before.parentId === channel.parentId) return [];
  const message = sameNameWords(channel, after);
  return message === '' ? [] : [{ field: 'name', code: 'same-name', message }];
}

function idWarnings({ channel: { channelId, parentId }, before, site, known, ids }: ChannelFacts): Warning[] {
  if (before) return [];
  const warnings: Warning[] = [];
  const add = (code: string, message: string) => warnings.push({ field: 'channelId', code, message });
  const met = endingMet(site.pages, channelId);
  const free = () => freeId(parentId, ids, (id) => endingMet(site.pages, id) !== null);
  if (met)
    add(
      'placement',
      `编号以“${met.ending}”结尾，会按页面“${titleIn(site, site.pages.pages.get(met.page)!)}”的规则显示，连同其中的登记表和内容位置。如非本意，请换一个编号，如 ${free()}`,
    );
  const ended = known.ended.get(channelId);
  if (ended !== undefined)
    add(
      'was-ended',
      `编号曾是已停用栏目“${ended}”的，发布后该栏目以新的内容恢复。如非本意，请换一个编号，如 ${free()}`,
    );
  if (
    channelId.length !== parentId.length + 4 ||
    !channelId.startsWith(parentId) ||
    !/^\d{4}$/.test(channelId.slice(-4))
  )
    add('id-form', `编号按习惯是上级栏目编号加四位数字，如 ${free()}`);
  return warnings;
}

function addressWarnings(
  { channel: { url }, before, site, known }: ChannelFacts,
  page: PlannedChannel | undefined,
): Warning[] {
  if (isExternal(url) || before?.url === url) return [];
  const warnings: Warning[] = [];
  const add = (code: string, message: string) => warnings.push({ field: 'url', code, message });
  const fixed = findPageByPath(site.pages, `/${url}`);
  if (fixed && !before && !fixed.page.blocks.some((block) => showsOwnContent(block, site)))
    add('fixed-page', `地址“/${url}”固定由页面“${titleIn(site, fixed.page)}”显示，本栏目的内容不会出现在那里`);
  const left = known.left.get(url);
  if (left !== undefined && left !== before?.name)
    add('old-address', `地址“${url}”以前是栏目“${left}”的，收藏了它的人将看到本栏目`);
  const lost =
    page?.before?.page !== '' && page?.before?.page !== page?.after?.page && site.pages.byUrl.has(before?.url ?? '\n');
  if (before && lost)
    add(
      'claim-left',
      `页面“${page!.before!.title}”是按旧地址“${before.url}”指定给本栏目的，改变地址后改由“${page!.after?.title || '其他页面'}”显示；请同时修改该页面`,
    );
  const items = site.pages.byUrl.get(`${before?.url ?? ''}/detail`);
  if (before && items)
    add(
      'claim-left',
      `页面“${titleIn(site, items.page)}”按旧地址“${before.url}”显示栏目“${before.name}”的文章，请同时修改该页面`,
    );
  return warnings;
}

function menuWarnings({ channel, before, site }: ChannelFacts): Warning[] {
  const position = site.byId.get(channel.channelId);
  if (!position)
    return [{ field: 'parentId', code: 'outside', message: '上级栏目不在网站的两棵栏目树里，栏目不会显示' }];
  const warnings: Warning[] = [];
  const { parent, rootId } = position;
  if (shutsPanel(position))
    warnings.push({
      field: 'type',
      code: 'panel',
      message: `“${parent!.channel.name}”的下拉菜单将不再展开：其他下级都是位置 1，只有“${channel.name}”是位置 2`,
    });
  if (channel.type === 1 && !isMenuDepth(channel.channelId, rootId))
    warnings.push({
      field: 'type',
      code: 'depth',
      message: `编号比根栏目长 12 位以上，位置 1 不会使它进入页眉菜单（编号 ${channel.channelId.length} 位，最多 ${rootId.length + 12} 位）`,
    });
  const below = position.children.filter(inMenus).length;
  if (channel.hidden && !before?.hidden && below > 0)
    warnings.push({
      field: 'hidden',
      code: 'hidden-below',
      message: `它的 ${below} 个下级栏目也不再出现在菜单中，地址照常可以打开`,
    });
  if (channel.hidden && [MAIN_ROOT, COMPANY_ROOT].includes(channel.channelId))
    warnings.push({ field: 'hidden', code: 'hidden-root', message: '这是网站的根栏目' });
  return warnings;
}

/** CH4: it is the one child of type 2 of a menu item that would open otherwise. */
function shutsPanel(position: Position): boolean {
  const { channel, parent, rootId } = position;
  const isIn = (one: Position) => inMenus(one) && isMenuDepth(one.channel.channelId, one.rootId);
  if (
    channel.type !== 2 ||
    !isIn(position) ||
    !parent ||
    parent.parent !== null ||
    parent.channel.type !== 1 ||
    !isMenuDepth(parent.channel.channelId, rootId)
  )
    return false;
  const others = parent.children.filter((child) => child !== position && isIn(child));
  return others.length > 0 && others.every((child) => child.channel.type === 1);
}

function othersWarning({ channel: { channelId, name }, before }: ChannelFacts, base: Planned['base']): Warning[] {
  const revision = base[`channel:${channelId}`];
  if (!before || !revision || revision === revisionOf(before)) return [];
  return [
    {
      field: '',
      code: 'changed-since',
      message: `“${name}”在您修改期间已由他人发布了新的内容，请核对：现在的名称是“${before.name}”，地址是“${before.url}”`,
    },
  ];
}

/** Revision as the store's row makes it (kinds/channel/server/store.ts). */
export const revisionOf = ({
  channelId,
  parentId,
  classOrder,
  url,
  name,
  type,
  sameAs,
  department,
  hidden,
  freshness,
}: ChannelRow): string =>
  channelRevision({
    channel_id: channelId,
    parent_id: parentId,
    class_order: classOrder,
    url,
    name,
    type,
    same_as: sameAs,
    department,
    hidden,
    freshness,
  });
