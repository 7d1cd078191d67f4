import type { HeaderRow } from '#rules/look/header-row.ts';
import type { ConditionProblem } from '#rules/registers/read-condition.ts';
import type { ProtectedTerm } from '#rules/script/script-converter.ts';
import type { ContentKind } from './data-shapes.ts';
import type { RegisterView } from './register-schema.ts';
import type { SiteSetting } from './settings/site.ts';

/**
 * The version that this program writes and reads; older ones are upgraded by upgrade-page.ts, newer ones refused (PS5).
 */
export const SCHEMA_VERSION = 1;

/** A mark above, at the left of what they head, or above a double rule. */
export const HEADINGS = ['above', 'beside', 'ruled'] as const;
export type Headings = (typeof HEADINGS)[number];

export type Layout = 'channel' | 'detail' | 'list' | 'home' | 'overview';

/** Named places of each layout, in reading order (PS2). `main` is where a register or a list stands. */
export const PLACES: Record<Layout, readonly string[]> = {
  channel: ['top', 'main', 'bottom'],
  overview: ['top', 'main', 'bottom'],
  list: ['top', 'main', 'bottom'],
  detail: ['main', 'bottom'],
  home: ['hero', 'entries', 'main', 'main-side', 'tinted', 'tinted-side', 'lower', 'lower-side', 'bottom', 'band'],
};

/**
 * Claim of a page: exactly one of these, in this order of strength (PS3). `path` is for addresses without a channel.
 */
export type Claim =
  | { path: string }
  | { channel: string }
  | { url: string }
  | { idEnds: string }
  | { contentKind: 'list' | 'html' | 'htmlFile' | 'downList' | 'empty' | 'detail' }
  | { default: true };

/**
 * A param value in a page schema: a literal, or taken from the channel, the path or the address. No expressions (PS2).
 */
export type ParamValue =
  | string
  | number
  | boolean
  | { from: 'channel'; field?: 'channelId' | 'title' }
  | { from: 'path'; name: string }
  | { from: 'address'; name: string };

export interface BlockSchema {
  id: string;
  place: string;
  /**
   * the block's tab: tabs of one place are shown one at a time. Blocks with the same title share a tab. ?tab={id of its
   * first block} names the open one, the first is open by default
   */
  tab?: string;
  heading?: string;
  /**
   * url of a channel: the block is shown once for each list of articles below it, as tabs. The source's channel is that
   * list, and where the widget has a way to more it leads there (HN4)
   */
  eachListBelow?: string;
  /**
   * HN5: where the widget's list of links has one left that leads somewhere, it is a button of this block instead, and
   * the block is left out
   */
  loneLinkJoins?: string;
  widget: string;
  props?: Record<string, unknown>;
  /** PS6; absent: 0 */
  propsVersion?: number;
  source?: { name: string; params?: Record<string, ParamValue> };
  /**
   * prefix of this block's address parameters (`notes` → notes.pageNum), needed where two paged blocks are seen at once
   */
  address?: string;
}

/** One page document as an author writes it. */
export interface PageSchema {
  $schema?: string;
  schemaVersion: number;
  page: string;
  /** several claims are allowed: one page for several channels */
  for: Claim | Claim[];
  layout: Layout;
  title?: string;
  description?: string;
  /** address parameter whose value precedes the document title, e.g. the search words */
  titleParam?: string;
  /** RT2: `minimal` is a header of home link and hotline, and no floating side bar */
  header?: 'full' | 'minimal';
  /** HN6: how the home page sets its headings; absent: above */
  headings?: Headings;
  /** SC2: the place on it is remembered for the visit; a text: only where the address has this parameter (SC3) */
  keepsScroll?: boolean | string;
  blocks: BlockSchema[];
}

// ---- what the server resolves an address to; travels to the browser as it is ----

/** A param after binding: fixed, or read from the address by the browser and the server alike. */
export type BoundParam =
  | { value: string | number | boolean }
  | {
      /** name in the address, the block's prefix included */
      address: string;
      type: 'text' | 'integer';
      minimum?: number;
      maximum?: number;
      default?: string | number;
      /** other values count as absent, unless the parameter is a condition; the same holds for the limits below */
      choices?: string[];
      /** a date (yyyy-mm-dd) or a number */
      format?: 'date' | 'number';
      /** a number that is asked for in percents */
      percent?: boolean;
      /** characters of a condition, at least */
      minLength?: number;
      /** characters; longer text is cut */
      maxLength?: number;
      /** text that does not match is as good as absent */
      pattern?: string;
      /** RG7: title of the condition: its value is passed on as typed, and reported when it cannot be read */
      condition?: string;
      /** typed words: pages found by them are not kept in the page cache */
      freeText?: true;
    };

export interface ResolvedBlock {
  id: string;
  place: string;
  tab?: string;
  heading?: string;
  widget: string;
  /** defaults filled in */
  props: Record<string, unknown>;
  source: { name: string; params: Record<string, BoundParam> } | null;
  address?: string;
  /** name in ResolvedPage.registers when the source is a register */
  register?: string;
}

export interface Link {
  title: string;
  /** site path without base, or an http(s) address */
  path: string;
}

export interface SectionItem extends Link {
  current: boolean;
  children?: SectionItem[];
}

/** The channel whose content a page shows (of sameAs the original), by the name of the one asked for. */
export interface PageChannel {
  channelId: string;
  title: string;
  path: string;
  /** PS3; absent when an upstream does not send it */
  contentKind?: ContentKind;
}

export interface ResolvedPage {
  /** canonical site path without base */
  path: string;
  /**
   * the path asked for, where it is another than the canonical one (sameAs, /home): links of the page's own blocks stay
   * on it
   */
  shownAt?: string;
  page: string;
  layout: Layout;
  /** absent: the full one */
  header?: 'minimal';
  /** absent: above */
  headings?: Headings;
  /** HN6: the hero says by its prop `look` that the header cannot lie on it */
  lightHero?: true;
  keepsScroll?: true | string;
  title: string;
  titleParam?: string;
  description: string;
  channel: PageChannel | null;
  /** from home to this page; the last one is the page itself */
  breadcrumb: Link[];
  section: { title: string; items: SectionItem[] } | null;
  blocks: ResolvedBlock[];
  /** blocks are left out, because the site has nothing for them (SU3) */
  isPartial?: true;
  /** RG37: at its path and /rss.xml */
  hasFeed?: true;
  registers: Record<string, RegisterView>;
}

/** Resolution answers a page or a redirect (RT9). */
export type Resolution = { redirect: string; status: 301 | 302 } | ResolvedPage;

// ---- what a rendered page starts from: in the HTML as JSON, and the first value of the browser ----

export interface MenuItem {
  title: string;
  /** site path, address of another site, or tel: */
  path: string;
  /** second level (CH4); may be empty */
  children: MenuItem[];
}

export interface Shell {
  /** null when no channel tree could be loaded: the fixed menu is shown instead (CH7) */
  menu: MenuItem[] | null;
  fixedMenu?: MenuItem[];
  brand: {
    name: string;
    englishName: string;
    hotline: string;
    email: string;
    department: string;
    englishSite?: string;
    /** BR1: in the place of the mark that comes with the program; addresses are paths of this server */
    logo?: { src: string; width: number; height: number; onDark?: string; hasName: boolean };
    /** HD9; absent: one row */
    header?: 'two-rows';
  };
  /** HD6, HD9; absent: all entries, and nothing else */
  row?: HeaderRow;
  /** the login page (LS6): a path of this server or another site's address; absent: none */
  login?: string;
  /** the firm has an app, whose code to scan is at /qr/wealth-app.svg */
  app?: true;
  /** TK1: page views are counted, where the visitor has agreed; where to is asked for then */
  tracking?: true;
  /** HD4: the one host that a customer's token may go to */
  advisoryHost?: string;
  /** AL1: who wants to be told by mail can ask for it */
  alerts?: true;
  /** RG37: lists and registers have feeds */
  feeds?: true;
  /** the ribbon 演示数据，均为虚构 */
  demo: boolean;
  /** GR1: the home page is shown without colour (web parameter sys.skin_zq) */
  grey?: boolean;
}

/** Legal texts that are public. `version`: yyyy-mm-dd; `text`: address of the text alone, as a fragment of HTML */
export type Legal = { [name in 'privacy' | 'agreement' | 'notice']?: { version: string; text: string } };

/**
 * Parts that the server draws around every page and scripts leave as they are: they are in the HTML, and in no page's
 * state.
 */
export interface Surround {
  firm: SiteSetting;
  /** BR1 */
  logo?: Shell['brand']['logo'];
  /** SU19 */
  hasLogin?: true;
  /** links of the site's own small print, as far as they exist */
  links: Link[];
}

/** Code of a block whose conditions could not be read (RG7). */
export const UNREAD = 'unread';

/** Code of a list that does not have the page that was asked for (RL4). */
export const BEYOND = 'beyond';

export type BlockResult =
  /** `asOf`: ISO 8601 of the last good answer of a service that is away (WR7) */
  | { ok: true; data: unknown; asOf?: string }
  /** `code` is the answer's code, an HTTP status or a word of wire/outcomes.ts */
  | {
      ok: false;
      code: string;
      message: string;
      /** RG7: what could not be read, of the code UNREAD */
      problems?: ConditionProblem[];
      /** RL4: the last page that there is, of the code BEYOND */
      last?: number;
    };

export interface SiteState {
  /** the site's base path, '' for none */
  base: string;
  siteUrl: string;
  /** base64, 64 bytes; WIRE_KEY. Hides answers from casual reading; no access control. */
  wireKey: string;
  shell: Shell;
  /** the address's query as parsed, by name, last value wins */
  query: Record<string, string>;
  page: ResolvedPage;
  /** results of the blocks that are shown, by block id */
  blocks: Record<string, BlockResult>;
  /** messages to show as tips once hydrated (CH7) */
  tips: string[];
  /** milliseconds since 1970 when the page was rendered */
  renderedAt: number;
  /** ids of the blocks whose views come when a visitor reaches for them; absent: none */
  onUse?: string[];
  /** the visitor reads the elder-friendly version */
  elder?: true;
  /** in traditional script (LG); all texts of the state are as written. The terms stay so (LG4) */
  traditional?: { protectedTerms: readonly ProtectedTerm[] };
}
