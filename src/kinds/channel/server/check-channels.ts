import { isTaken } from '#rules/addresses/base-paths.ts';
import { namedBases } from '#wire/bases.ts';
import { ALIAS_BASE, CALL_BASE, SITE_BASE } from '#wire/paths.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { FRESHNESS_PERIODS, isFreshness, LONGEST_REASON, MOST_DAYS } from '#rules/registers/freshness.ts';
import type { PublicationProblem } from '#server/store/publication/publication-problems.ts';
import type { ChannelDocument } from '../index.ts';
import { bringsLoginKey, WITHOUT_KEY } from '#server/store/articles/authored-key.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { textProblem } from '#server/store/publication/storable.ts';

const CHANNEL = new RegExp(CHANNEL_ID);
/** A path of the site without leading or trailing slash; '' is the home page. */
const SITE_URL = /^$|^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;

type ChannelField = Exclude<keyof ChannelDocument, 'moves'>;

export interface ChannelFault {
  field: ChannelField;
  message: string;
}

/** Problems of a channel by itself, field by field. */
export function channelFaults(channel: ChannelDocument): ChannelFault[] {
  const { channelId, url, name, type, classOrder, department = '', freshness = '' } = channel;
  if (channelId.length > LONGEST_CHANNEL_ID || !CHANNEL.test(channelId))
    return [
      { field: 'channelId', message: `栏目编号“${channelId.slice(0, 80)}”只能由1至64个字母、数字、下划线或连字符组成` },
    ];
  const faults: ChannelFault[] = [];
  const add = (field: ChannelField, message: string) => faults.push({ field, message });
  if (!isSiteUrl(url) && !isExternalUrl(url))
    add('url', `地址“${url.slice(0, 200)}”应为不以斜杠开头的站内路径（字母、数字、连字符），或 http(s) 网址`);
  else if (bringsLoginKey(url)) add('url', `地址${WITHOUT_KEY}`);
  else if (isTaken(SITE_BASE, url, [CALL_BASE, ALIAS_BASE, ...namedBases]))
    add('url', `地址“${url.slice(0, 200)}”的开头由网站自己使用，请换一个`);
  if (name.trim() === '' || name.length > 100) add('name', '名称应为1至100字');
  for (const [field, what, text] of [
    ['name', '名称', name],
    ['department', '责任部门', department],
    ['freshness', '更新要求', freshness],
  ] as const) {
    const problem = textProblem(text) ?? characterProblem(text);
    if (problem) add(field, what + problem);
  }
  if (type !== 1 && type !== 2) add('type', '类型只能为 1 或 2');
  if (!Number.isInteger(classOrder) || Math.abs(classOrder) > 2_147_483_647) add('classOrder', '排序号应为整数');
  if (!isFreshness(freshness))
    add(
      'freshness',
      `更新要求“${freshness.slice(0, 20)}”应为 ${FRESHNESS_PERIODS.join('、')}，days-1 至 days-${MOST_DAYS}，或 none: 加不要求更新的理由（2 至 ${LONGEST_REASON} 字）`,
    );
  return faults;
}

/** The same as sentences that name the channel. */
export const channelProblems = (channel: ChannelDocument): string[] =>
  channelFaults(channel).map(({ field, message }) =>
    field === 'channelId' ? message : `栏目 ${channel.channelId}：${message}`,
  );

/**
 * A channel whose url changes takes its content and the page that claims it along, or loses them: that is said, never
 * done by the way. Most often the id was thought to be free.
 */
export function moveProblem(channel: ChannelDocument, before: ReadonlyMap<string, Placed>): string | null {
  const present = before.get(channel.channelId);
  if (!present || present.url === channel.url || channel.moves === true || isExternalUrl(present.url)) return null;
  const where = (url: string) => `“${url || '首页'}”`;
  return `栏目 ${channel.channelId}：编号已是“${present.name}”的，其地址会由${where(present.url)}改为${where(channel.url)}。若是新栏目，请换一个未用的编号，如 ${freeId(channel.parentId, before)}；若确要改变地址，请写明 "moves": true`;
}

/** The number after the last one of these siblings. */
function freeId(parentId: string, channels: ReadonlyMap<string, unknown>): string {
  const numbers = [...channels.keys()].flatMap((id) =>
    id.length === parentId.length + 4 && id.startsWith(parentId) && /^\d{4}$/.test(id.slice(-4))
      ? [Number(id.slice(-4))]
      : [],
  );
  return parentId + String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

const isSiteUrl = (url: string): boolean => url.length <= 200 && SITE_URL.test(url);

/** CH6 */
function isExternalUrl(url: string): boolean {
  const parsed = /^https?:\/\//.test(url) && url.length <= 500 && !/[\s\\]/.test(url) ? URL.parse(url) : null;
  return parsed !== null && parsed.username === '' && parsed.password === '';
}

export interface Placed {
  channel_id: string;
  parent_id: string;
  url: string;
  name: string;
  same_as: string | null;
}

/** The channel and field that a problem is about. */
export interface TreeProblem extends PublicationProblem {
  channelId: string;
  field: ChannelField;
}

/**
 * Problems between channels: unknown parents, cycles, two channels of one address, and channels that show the content
 * of one that is not there or itself shows another's.
 * @param positions place in the act of each changed channel; null stands for one that only suffers from the act
 */
export function treeProblems(
  channels: ReadonlyMap<string, Placed>,
  positions: ReadonlyMap<string, number>,
): TreeProblem[] {
  const problems: TreeProblem[] = [];
  const byUrl = new Map<string, Placed>();
  const inOrder = [...channels.values()].sort(
    (a, b) => (positions.get(a.channel_id) ?? -1) - (positions.get(b.channel_id) ?? -1),
  );
  for (const channel of inOrder) {
    const add = (field: ChannelField, message: string) =>
      problems.push({
        change: positions.get(channel.channel_id) ?? null,
        message: `栏目 ${channel.channel_id}（${channel.name}）：${message}`,
        channelId: channel.channel_id,
        field,
      });
    if (channel.parent_id !== '' && !channels.has(channel.parent_id))
      add('parentId', `上级栏目 ${channel.parent_id} 不存在`);
    else if (isInCycle(channels, channel)) add('parentId', '上级栏目又从属于本栏目，形成循环');
    const original = channel.same_as === null ? null : channels.get(channel.same_as);
    if (original === undefined) add('sameAs', `所引用的栏目 ${channel.same_as} 不存在`);
    else if (original && (original.same_as !== null || original === channel))
      add('sameAs', `所引用的栏目 ${channel.same_as} 本身没有内容，请引用原栏目`);
    if (channel.same_as !== null || /^https?:/.test(channel.url)) continue;
    const twin = byUrl.get(channel.url);
    if (twin) add('url', `地址“${channel.url}”已被栏目 ${twin.channel_id}（${twin.name}）使用`);
    else byUrl.set(channel.url, channel);
  }
  return problems;
}

function isInCycle(channels: ReadonlyMap<string, Placed>, channel: Placed): boolean {
  const seen = new Set<string>();
  let at: Placed | undefined = channel;
  while (at && !seen.has(at.channel_id)) {
    seen.add(at.channel_id);
    at = channels.get(at.parent_id);
  }
  return at === channel;
}
