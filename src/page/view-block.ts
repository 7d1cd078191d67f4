import type { ViewBlock } from './define-widget.ts';
import type { ResolvedBlock, ResolvedPage } from './page-schema.ts';
import { registerOf } from './register-view.ts';
import { writeQuery } from '#rules/addresses/site-address.ts';

/** Name of the parameter that opens a tab. */
export const TAB = 'tab';

/** Address names of a block's parameters, by parameter. */
function addressNames(block: ResolvedBlock): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [param, bound] of Object.entries(block.source?.params ?? {})) {
    if ('address' in bound) names[param] = bound.address;
  }
  return names;
}

/**
 * Facts that a view may know of its place: its own parameters and how to link to itself with others. So no view reads
 * or writes an address by itself. Parameters that no shown block has are left out of every link.
 * @param shown blocks of the page that the visitor sees
 * @param firm its service number, and whether it has an app
 */
export function viewBlock(
  block: ResolvedBlock,
  page: ResolvedPage,
  query: Record<string, string>,
  shown: readonly ResolvedBlock[],
  { hotline, hasApp } = { hotline: '', hasApp: false },
): ViewBlock {
  const own = addressNames(block);
  const at = page.shownAt ?? page.path;
  const addressName = (param: string) => own[param] ?? (block.address ? `${block.address}.${param}` : param);
  const current = knownQuery(page, query, shown);
  const ownNames = new Set(Object.values(own));
  return {
    id: block.id,
    path: at,
    pageTitle: page.title,
    titleLevel: leavesTitle(page) && page.blocks[0]?.id === block.id ? 1 : 2,
    address: Object.fromEntries(Object.entries(own).map(([param, name]) => [param, query[name] ?? ''])),
    addressName,
    href: (changes) => {
      const changed = Object.entries(changes).map(([param, value]) => [addressName(param), value]);
      return at + writeQuery({ ...current, ...Object.fromEntries(changed) });
    },
    kept: Object.entries(current)
      .filter(([name]) => !ownNames.has(name))
      .map(([name, value]) => ({ name, value })),
    fixed: fixedFilters(block, page),
    // a section that lists this page alone leads nowhere else
    parent: (page.section === null || page.section.items.length > 1 ? page.breadcrumb.at(-2) : null) ?? null,
    hotline,
    hasApp,
    register: registerOf(page, block),
  };
}

function fixedFilters(block: ResolvedBlock, page: ResolvedPage): Record<string, string> {
  const filters = page.registers[block.register ?? '']?.filters ?? [];
  const params = block.source?.params ?? {};
  return Object.fromEntries(
    filters.flatMap(({ name }) => {
      const bound = params[name];
      return bound && 'value' in bound ? [[name, String(bound.value)]] : [];
    }),
  );
}

/** The layouts whose h1 is the title of their first block. */
export function leavesTitle(page: Pick<ResolvedPage, 'layout'>): boolean {
  return page.layout === 'detail';
}

function knownQuery(
  page: ResolvedPage,
  query: Record<string, string>,
  shown: readonly ResolvedBlock[],
): Record<string, string> {
  const known = new Set(shown.flatMap((block) => Object.values(addressNames(block))));
  if (page.blocks.some((block) => block.tab)) known.add(TAB);
  return Object.fromEntries(Object.entries(query).filter(([name]) => known.has(name)));
}
