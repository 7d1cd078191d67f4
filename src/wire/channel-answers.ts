import type { TextPiece } from '#rules/text/text-diff.ts';

/** Answers of the console's calls about channels (src/server/console-api/channel-calls.ts), as both ends know them. */

/** A public channel, with what its keepers know of it. */
export interface ChannelLine {
  channelId: string;
  parentId: string;
  classOrder: number;
  url: string;
  name: string;
  type: 1 | 2;
  /** id of the channel whose content this one shows */
  sameAs: string | null;
  department: string;
  /** visitors find nothing in it (SU16) */
  isEmpty: boolean;
  hidden: boolean;
  /** rules/registers/freshness.ts */
  freshness: string;
  /** mark of the text that people wrote: sent as `base` of an edition that changes it */
  mark: string;
}

/** An edition on its way that changes channels. */
export interface ChannelEdition {
  editionId: number;
  title: string;
  channelIds: string[];
}

export interface ChannelTreeAnswer {
  channels: ChannelLine[];
  editions: ChannelEdition[];
  /** CH9: host of the system that the channels come from, which nobody changes here; '' for this site's own */
  origin: string;
}

/** WB2: a channel with its duty of freshness, and how that stands today. */
export interface ChannelDuty {
  channelId: string;
  name: string;
  department: string;
  freshness: string;
  /** yyyy-mm-dd that the content is from, or on which a change was begun; '' where there is no content, or no change */
  since: string;
  /** the last day on which it is in time; '' where there is no content, or no change */
  until: string;
  /** days since `until`, 0 while it is in time */
  daysLate: number;
  /** older than its duty allows, or without any content */
  isLate: boolean;
  /** the duty counts from a change that waits, instead of from the content */
  isAfterChange: boolean;
  /** oldest edition of it on its way; null where there is none, or one that the reader may not see */
  editionId: number | null;
  /** register that it shows; '' for none */
  register: string;
}

/** A channel whose content is older than its duty of freshness allows. */
export type DueChannel = ChannelDuty;

/** A channel as a change of an edition holds it (src/kinds/channel). */
export interface ChannelFields {
  channelId: string;
  parentId: string;
  classOrder: number;
  url: string;
  name: string;
  type: 1 | 2;
  sameAs?: string;
  department?: string;
  /** true: it keeps its address and leaves menus, lists of channels and the site map */
  hidden?: boolean;
  /** period within which its content has to be renewed (rules/registers/freshness.ts) */
  freshness?: string;
  /** true: a public channel may get another url; its old address leads to the new one */
  moves?: boolean;
}

export type ChannelField = Exclude<keyof ChannelFields, 'moves'> | 'reason' | 'successor';

/** A note about a channel for the person who plans to change it. */
export interface PlanNote {
  /** place in the changes; null where the changes only bring it about */
  change: number | null;
  channelId: string;
  /** '' for none in particular */
  field: ChannelField | '';
  code: string;
  message: string;
}

/** The page schema that a channel's address shows, and why. */
export interface WinningPage {
  /** '' where the address only leads on */
  page: string;
  /** its title for people */
  title: string;
  reason: string;
  /** weaker claims that would have been met */
  over: { page: string; title: string; reason: string }[];
  /**
   * place of the channel's own content beside other blocks; null where the page has no such block, or nothing else
   */
  place: string | null;
}

/** A channel of the changes as the site will show it. */
export interface PlannedChannel {
  change: number;
  channelId: string;
  /** site path without the base, or an address elsewhere */
  path: string;
  before: WinningPage | null;
  after: WinningPage | null;
}

/** A row of a menu that becomes another. */
export interface PlannedMenu {
  title: string;
  lines: TextPiece[];
}

/** SU22: a channel that comes into the menus of visitors, or leaves them. */
export interface ShownChannel {
  channelId: string;
  name: string;
  path: string;
  how: 'comes' | 'leaves';
}

/** ED9: a register that pages, downloads or the import template show otherwise. */
export interface PlannedTable {
  register: string;
  title: string;
  /** its title before, where that differs */
  formerTitle?: string;
  /** titles of columns: on pages, in CSV and Excel files, in the import template; only those that change */
  parts: { part: 'headings' | 'csv' | 'template'; lines: TextPiece[] }[];
  /** whether it can be downloaded */
  file: 'same' | 'comes' | 'leaves';
  /** whether a page shows it */
  page: 'same' | 'comes' | 'leaves';
}

/** Answer of an address. gone: 410 with the reason, and a link to the successor of an article. */
export type AddressAnswer =
  | { kind: 'page'; page: string; title: string; name: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'gone'; successor?: string }
  | { kind: 'nothing' };

export interface PlannedAddress {
  path: string;
  before: AddressAnswer;
  after: AddressAnswer;
}

/** Future of the content of a channel that ends. */
export interface EndedContent {
  channelId: string;
  name: string;
  /** articles that are withdrawn with it, and the first titles of them */
  articles: number;
  titles: string[];
  /** titles of registers that were shown here; their rows stay */
  registers: string[];
  /** VA8: the checks in which any of them takes part */
  checks: ('staff' | 'product')[];
  /** name of the channel whose content was shown; that stays where it is */
  sameAs: string;
}

export interface ChannelPlan {
  /** plans of each change that is a channel */
  channels: PlannedChannel[];
  /** reasons that prevent publication of the changes */
  problems: PlanNote[];
  warnings: PlanNote[];
  /** menus of visitors */
  menus: PlannedMenu[];
  /** further changes in menus once every channel has content */
  laterMenus: PlannedMenu[];
  /** parts of the home page and kinds of verification, where some come or go */
  parts: PlannedMenu[];
  /** channels that come into menus or leave them */
  shown: ShownChannel[];
  /** the name in the titles of all pages, where it changes */
  siteName: { before: string; after: string } | null;
  tables: PlannedTable[];
  addresses: PlannedAddress[];
  /** number of all addresses concerned; only the first ones are listed */
  addressCount: number;
  ended: EndedContent[];
  /** VA8: for a new channel: of all registers beside it; '' where they have none or several */
  departmentBeside: string;
  /** proposal for a new channel, where it was requested */
  proposal: { channelId: string; url: string; classOrder: number } | null;
}
