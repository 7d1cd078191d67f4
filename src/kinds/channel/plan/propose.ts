import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import type { PageIndex } from '#page/find-page.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { slugOf } from './slug.ts';

/** Below these sections the addresses of all levels stand side by side. */
const FLAT = 'publicChannel';
const STEP = 10;
/** four digits */
const LARGEST = 9_999;

export interface ProposeInput {
  parentId: string;
  name: string;
}

/** Ids and addresses that are not in the tree but taken all the same. */
export interface Used {
  ids: readonly string[];
  urls: readonly string[];
}

/**
 * Id, address and place in order for a new channel. The id is the parent's and the next four digits. Ids with which a
 * page would be met by accident are passed over, and those that ended channels had or channels under way shall have.
 */
export function proposeChannel(
  channels: readonly ChannelRow[],
  pages: PageIndex,
  { parentId, name }: ProposeInput,
  used: Used,
): { channelId: string; url: string; classOrder: number } {
  const taken = new Set([...channels.map(({ channelId }) => channelId), ...used.ids]);
  const channelId = freeId(parentId, taken, (id) => endingMet(pages, id) !== null);
  const siblings = channels.filter((channel) => channel.parentId === parentId);
  const classOrder = Math.max(0, ...siblings.map((channel) => channel.classOrder)) + STEP;
  const urls = new Set([...channels.map(({ url }) => url), ...used.urls]);
  const parent = channels.find((channel) => channel.channelId === parentId);
  const slug = slugOf(name) || `c${channelId.slice(-4)}`;
  const base = baseOf(parent);
  const address = (tail: string) => (base === '' ? tail : `${base}/${tail}`);
  let url = address(slug);
  for (let more = 2; urls.has(url); more += 1) url = address(`${slug}${more}`);
  return { channelId, url, classOrder };
}

function baseOf(parent: ChannelRow | undefined): string {
  if (!parent || parent.channelId === MAIN_ROOT || /^https?:/.test(parent.url)) return '';
  return parent.channelId === COMPANY_ROOT || parent.url.startsWith(FLAT) ? FLAT : parent.url;
}

/** @param isInvalid ids that would mean something else; where all do, the next is answered, and warned of */
export function freeId(
  parentId: string,
  taken: ReadonlySet<string>,
  isInvalid: (id: string) => boolean = () => false,
): string {
  const numbers = [...taken].flatMap((id) =>
    id.length === parentId.length + 4 && id.startsWith(parentId) && /^\d{4}$/.test(id.slice(-4))
      ? [Number(id.slice(-4))]
      : [],
  );
  const next = Math.max(0, ...numbers) + 1;
  const idOf = (number: number) => parentId + String(number).padStart(4, '0');
  for (let number = next; number <= LARGEST; number += 1) {
    if (!taken.has(idOf(number)) && !isInvalid(idOf(number))) return idOf(number);
  }
  return idOf(next);
}

/** PC4, PS3: the page that is for ids of this ending; null for none. */
export function endingMet(pages: PageIndex, channelId: string): { ending: string; page: string } | null {
  for (const length of pages.endingLengths) {
    const claimed = length <= channelId.length ? pages.byEnding.get(channelId.slice(-length)) : undefined;
    if (claimed) return { ending: channelId.slice(-length), page: claimed.page.page };
  }
  return null;
}
