import { isSameJson } from '#rules/json/same-json.ts';
import type { BlockSchema, Headings, PageSchema } from '#page/page-schema.ts';

/**
 * HN6: three ways in which a home page sets the same blocks. A composition is a change of the page document: places,
 * styles and the page's headings. What a firm has written into its blocks stays, and so do blocks of its own.
 */
export const COMPOSITIONS = ['ground', 'split', 'ruled'] as const;
export type Composition = (typeof COMPOSITIONS)[number];

interface Arrangement {
  headings: Headings;
  /** look of the slogan */
  look: 'ground' | 'split' | 'compact';
  /** place and look of the verification box */
  box: { place: string; look: 'plain' | 'filled' | 'framed' };
  /** places of the disclosure, of its newest announcements, of the business lines and of the news */
  places: { disclosure: string; latest: string; business: string; news: string };
  /** sign of the panels of business lines */
  sign: 'lines' | 'bars' | 'numerals';
  /** look of the warning with the hotline */
  band: 'band' | 'plain';
}

const ARRANGEMENTS: Readonly<Record<Composition, Arrangement>> = {
  ground: {
    headings: 'above',
    look: 'ground',
    box: { place: 'entries', look: 'plain' },
    places: { disclosure: 'tinted', latest: 'tinted-side', business: 'lower', news: 'lower' },
    sign: 'lines',
    band: 'band',
  },
  split: {
    headings: 'beside',
    look: 'split',
    box: { place: 'entries', look: 'filled' },
    places: { disclosure: 'main', latest: 'main-side', business: 'tinted', news: 'lower' },
    sign: 'bars',
    band: 'band',
  },
  ruled: {
    headings: 'ruled',
    look: 'compact',
    box: { place: 'hero', look: 'framed' },
    places: { disclosure: 'tinted', latest: 'tinted', business: 'main', news: 'tinted-side' },
    sign: 'numerals',
    band: 'plain',
  },
};

/** Entries that stand in the hero as its buttons, and what stands among the entries instead. */
const BUTTONS = ['/openAccount', '/serve/download'];
const ENTRIES = [
  { title: '投诉渠道', note: '怎样投诉与调解', path: '/publicChannel/complaint', icon: 'phone' },
  { title: '关于我们', note: '公司概况与组织', path: '/aboutUs', icon: 'book' },
];

/** limit of a block of quick entries (its props) */
const MOST_ENTRIES = 8;

interface Entry {
  title: string;
  path: string;
}

/** The order in which blocks of one place are read. */
const ORDER = ['hero', 'entries', 'box', 'disclosure', 'latest', 'news', 'business', 'columns'] as const;
type Role = (typeof ORDER)[number] | 'band';

/** The part that a block plays on the home page; undefined: one of the firm's own, which stays as and where it is. */
function roleOf({ id, place, widget }: BlockSchema): Role | undefined {
  if (place === 'hero' && widget === 'banner-carousel') return 'hero';
  if (widget === 'quick-entries') return 'entries';
  if (widget === 'verify-box') return 'box';
  if (widget === 'home-news') return 'news';
  if (widget === 'service-band') return 'band';
  if (widget === 'entry-grid' && id === 'disclosure') return 'disclosure';
  if (widget === 'entry-grid' || widget === 'business-panels') return id === 'business' ? 'business' : undefined;
  if (widget === 'sector-columns') return 'columns';
  return id === 'disclosure-latest' ? 'latest' : undefined;
}

/** The composition that a home page has; undefined: none of them, as the page that comes with the program. */
export const compositionOf = (home: PageSchema): Composition | undefined =>
  COMPOSITIONS.find((name) => isSameJson(composed(home, name), home));

/** The composition of which a home page has the hero, whatever else was changed by hand; undefined: none. */
export const heroOf = ({ blocks }: PageSchema): Composition | undefined => {
  const look = blocks.find((block) => roleOf(block) === 'hero')?.props?.['look'];
  return COMPOSITIONS.find((name) => ARRANGEMENTS[name].look === look);
};

/** A home page in another composition. Blocks that it lacks are not added, but for the verification box. */
export function composed(home: PageSchema, composition: Composition): PageSchema {
  const arrangement = ARRANGEMENTS[composition];
  const { headings: _before, ...rest } = home;
  const entries = entriesOf(home);
  const hero = home.blocks.find((block) => roleOf(block) === 'hero');
  // the page has been in a composition before
  const hasButtons = hero?.props?.['buttons'] !== undefined;
  const blocks = withBox(home).map((block) => {
    const role = roleOf(block);
    return {
      role,
      block:
        role === undefined ? block : arranged(block, role, { to: arrangement, hero: hero?.id, entries, hasButtons }),
    };
  });
  // blocks of the firm's own stay where they are in the list; the others share the rest of it
  const inOrder = ORDER.flatMap((role) => blocks.filter((one) => one.role === role));
  return {
    ...withHeadings(rest, arrangement.headings),
    blocks: blocks.map((one) => (isOrdered(one.role) ? inOrder.shift()! : one).block),
  };
}

const isOrdered = (role: Role | undefined): boolean => role !== undefined && role !== 'band';

/** Members of a document in the order in which they are written. */
const withHeadings = (home: Omit<PageSchema, 'headings'>, headings: Headings): PageSchema => {
  const { blocks, ...before } = home;
  return { ...before, ...(headings !== 'above' && { headings }), blocks };
};

/** The blocks of a home page with a verification box, which is added beside what it is ordered with. */
function withBox({ blocks }: PageSchema): readonly BlockSchema[] {
  if (blocks.some((block) => roleOf(block) === 'box')) return blocks;
  const last = blocks.findLastIndex((block) => isOrdered(roleOf(block)));
  return blocks.toSpliced(last + 1, 0, newBox(blocks));
}

function newBox(blocks: PageSchema['blocks']): BlockSchema {
  const taken = new Set(blocks.map(({ id }) => id));
  let id = 'verify';
  for (let no = 2; taken.has(id); no += 1) id = `verify-${no}`;
  return {
    id,
    place: 'entries',
    widget: 'verify-box',
    source: { name: 'verifiable', params: { kind: 'staff' } },
  };
}

interface Arranging {
  to: Arrangement;
  /** id of the hero */
  hero: string | undefined;
  entries: readonly Entry[];
  /** whether the hero has its buttons already */
  hasButtons: boolean;
}

function arranged(block: BlockSchema, role: Role, { to, hero, entries, hasButtons }: Arranging): BlockSchema {
  const { props = {} } = block;
  switch (role) {
    case 'hero':
      return { ...block, props: { buttons: buttonsOf(entries), ...props, look: to.look } };
    case 'entries':
      return {
        ...block,
        place: 'entries',
        ...(hero !== undefined && { loneLinkJoins: hero }),
        props: hasButtons ? props : withMoreEntries(props, entries),
      };
    case 'box':
      return { ...block, place: to.box.place, props: { ...props, look: to.box.look } };
    case 'disclosure':
      return { ...block, place: to.places.disclosure, props: { ...props, look: 'facts' } };
    case 'latest':
      return { ...block, place: to.places.latest };
    case 'news':
      return { ...block, place: to.places.news };
    case 'business':
      return { ...block, place: to.places.business, widget: 'business-panels', props: panels(props, to.sign) };
    case 'columns':
      return { ...block, place: to.places.business };
    case 'band':
      return { ...block, props: { ...props, look: to.band } };
  }
}

/** The grid's own styles are none of the panels. */
function panels({ look, ...props }: Record<string, unknown>, sign: Arrangement['sign']): Record<string, unknown> {
  return { ...props, sign };
}

/** The quick entries of a home page, of a draft those that have a path already; none where it has no such block. */
function entriesOf({ blocks }: PageSchema): readonly Entry[] {
  const entries = blocks.find((block) => roleOf(block) === 'entries')?.props?.['entries'];
  return Array.isArray(entries)
    ? (entries as Partial<Entry>[]).filter((entry): entry is Entry => typeof entry?.path === 'string')
    : [];
}

const isButton = ({ path }: Entry): boolean => BUTTONS.includes(path);
/** The way to what the box beside does. */
const isCheck = ({ path }: Entry): boolean => path === '/verify' || path.startsWith('/verify?kind=staff');

const buttonsOf = (entries: readonly Entry[]): { title: string; path: string }[] =>
  entries.filter(isButton).map(({ title, path }) => ({ title, path }));

/**
 * HN5: the entries with others in the place of those that are buttons of the hero. These are kept with all that was
 * written of them, though not shown twice. The way to the check, whose box stands beside, fills up five.
 */
function withMoreEntries(props: Record<string, unknown>, entries: readonly Entry[]): Record<string, unknown> {
  const check = props['spare'] === undefined ? entries.find(isCheck) : undefined;
  const own = entries.filter((entry) => entry !== check);
  const added = ENTRIES.filter(({ path }) => own.every((entry) => entry.path !== path));
  return {
    ...props,
    entries: [...own, ...added.slice(0, Math.max(0, MOST_ENTRIES - own.length))],
    ...(check && { spare: [check] }),
  };
}
