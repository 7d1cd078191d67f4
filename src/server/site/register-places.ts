import { bindParams } from '#page/bind-params.ts';
import type { Cell } from '#page/data-shapes.ts';
import type { BoundParam, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import { writeQuery } from '#rules/addresses/site-address.ts';
import type { Site } from './site.ts';

/** A block that shows rows of a register, on the page at its own address. */
interface Place {
  page: ResolvedPage;
  block: ResolvedBlock;
  /** name of the param `row` in the address */
  row: string;
}

/** The widget that shows a whole register, each row under its link (SE5); rows of an accordion are found as questions. */
const TREE = 'org-tree';

const known = new WeakMap<Site, Map<string, Place[]>>();

/** Site path at which a visitor sees this row and no other of its register; '' where no page shows it. */
export function pathOfRow(site: Site, definition: RegisterDefinition, data: Readonly<Record<string, Cell>>): string {
  const link = rowPermalink(definition.key, data);
  if (link === null) return '';
  const place = placesOf(site)
    .get(definition.register)
    ?.find(({ block }) =>
      Object.entries(block.source?.params ?? {}).every(([name, param]) => letsThrough(definition, name, param, data)),
    );
  if (!place) {
    const tree = treesOf(site).get(definition.register);
    return tree === undefined ? '' : `${tree}#unit-${encodeURIComponent(link)}`;
  }
  const { page, block, row } = place;
  const query = { ...tabOf(place), [row]: link };
  // an address may hold less than a key; then the page would show another row, or none
  return bindParams(block, query).row === link ? page.path + writeQuery(query) : '';
}

/** Site path of the first page that shows a row of a register among others, which has no address of its own; '' where none does. */
export function pathOfPageWith(
  site: Site,
  definition: RegisterDefinition,
  data: Readonly<Record<string, Cell>>,
): string {
  const shows = ({ register, source }: ResolvedBlock): boolean =>
    register === definition.register &&
    Object.entries(source?.params ?? {}).every(([name, param]) => letsThrough(definition, name, param, data));
  for (const path of pathsOfPages(site)) {
    const page = site.resolve(path);
    if (page && !('redirect' in page) && page.shownAt === undefined && page.blocks.some(shows)) return page.path;
  }
  return '';
}

/** Site path of the first page that shows a register, at the tab that holds it; '' where none does. */
export function pathOfRegister(site: Site, register: string): string {
  const [place] = placesOf(site).get(register) ?? [];
  return place ? place.page.path + writeQuery(tabOf(place)) : '';
}

const updates = new WeakMap<Site, Map<string, string | null>>();

/**
 * RG35: site path of the page with the updates of a register; null where there is none.
 * page-schemas/fixed/register-updates.json states the same address.
 */
export function pathOfUpdates(site: Site, register: string): string | null {
  let known = updates.get(site);
  if (!known) updates.set(site, (known = new Map()));
  let path = known.get(register);
  if (path === undefined) {
    const definition = site.registers.get(register);
    const page = definition && !site.isElsewhere(definition) ? site.resolve(`/data/${register}`) : null;
    known.set(register, (path = page && !('redirect' in page) ? page.path : null));
  }
  return path;
}

/** Opens the tab of a block where it is not the first one; a tab is called by its first block. */
function tabOf({ page, block: { tab, place } }: Place): Record<string, string> {
  if (tab === undefined) return {};
  const tabbed = page.blocks.filter((other) => other.tab !== undefined && other.place === place);
  return tabbed[0]!.tab === tab ? {} : { tab: tabbed.find((other) => other.tab === tab)!.id };
}

/** Whether a value that the page fixes leaves the row; false for a filter that is no plain comparison. */
export function letsThrough(
  { fields, filters }: RegisterDefinition,
  name: string,
  param: BoundParam,
  data: Readonly<Record<string, Cell>>,
): boolean {
  if (!('value' in param) || name === 'register') return true;
  const field = filters.find((filter) => 'field' in filter && filter.field === name);
  if (field) return fields[name] !== undefined && String(data[name] ?? '') === String(param.value);
  return !filters.some((filter) =>
    'fuzzy' in filter ? filter.name === name : [`${filter.field}From`, `${filter.field}To`].includes(name),
  );
}

/** Blocks by register, in the order of the site's channels and then of the pages of their own. */
function placesOf(site: Site): Map<string, Place[]> {
  let places = known.get(site);
  if (!places) {
    known.set(site, (places = new Map()));
    for (const path of pathsOfPages(site)) addPage(places, site.resolve(path));
  }
  return places;
}

const trees = new WeakMap<Site, Map<string, string>>();

/** Site paths of the pages that show a register as a tree. */
function treesOf(site: Site): Map<string, string> {
  let paths = trees.get(site);
  if (!paths) {
    trees.set(site, (paths = new Map()));
    for (const path of pathsOfPages(site)) {
      const page = site.resolve(path);
      if (!page || 'redirect' in page || page.shownAt !== undefined) continue;
      for (const { widget, register } of page.blocks)
        if (widget === TREE && register !== undefined && !paths.has(register)) paths.set(register, page.path);
    }
  }
  return paths;
}

type SeenSite = Pick<Site, 'map' | 'registers' | 'resolve' | 'isLost'>;

const shown = new WeakMap<SeenSite, ReadonlySet<string>>();

/**
 * Names of the registers that a page shows: their content is public. While a page is lost (PS1) its registers are
 * unknown: all count then.
 */
export function shownRegisters(site: SeenSite): ReadonlySet<string> {
  let names = shown.get(site);
  if (!names) {
    const paths = pathsOfPages(site);
    names = new Set(
      paths.some((path) => site.isLost(path))
        ? site.registers.keys()
        : paths.flatMap((path) => registersAt(site, path)),
    );
    shown.set(site, names);
  }
  return names;
}

function registersAt(site: SeenSite, path: string): string[] {
  const page = site.resolve(path);
  return page && !('redirect' in page) ? Object.keys(page.registers) : [];
}

/** Addresses of the channels, then those of pages that have one of their own. */
export function pathsOfPages(site: Pick<Site, 'map'>): string[] {
  const own = [...site.map.pages.pages.values()].flatMap(({ for: claims }) =>
    [claims].flat().flatMap((claim) => ('path' in claim && !claim.path.includes('{') ? claim.path : [])),
  );
  return [...new Set([...[...site.map.byUrl.keys()].map((url) => `/${url}`), ...own])];
}

function addPage(places: Map<string, Place[]>, page: ReturnType<Site['resolve']>): void {
  if (!page || 'redirect' in page || page.shownAt !== undefined) return;
  for (const block of page.blocks) {
    const row = block.source?.params.row;
    if (block.register === undefined || !row || !('address' in row)) continue;
    places.set(block.register, [...(places.get(block.register) ?? []), { page, block, row: row.address }]);
  }
}
