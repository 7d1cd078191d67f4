import { checkPage } from '#page/check-page.ts';
import { checkRegister } from '#page/check-register.ts';
import { checkRegisters } from '#page/check-registers.ts';
import { withFirstPages } from '#page/find-page.ts';
import type { PageSchema } from '#page/page-schema.ts';
import { claimParts } from '#page/page-structure.ts';
import type { Problem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registryOf, type Registry } from '#page/registry.ts';
import { sources } from '#sources/index.ts';
import { paths, SITE_BASE } from '#wire/paths.ts';
import { widgets } from '#widgets/index.ts';
import { PREPARED_URLS } from '../store/documents/legal-texts.ts';
import { isElsewhere } from './register-answers.ts';
import type { LoadedPages } from './page-store.ts';

/** Documents of a system that answers `content`, as it gave them, by name. */
export interface ViewDocuments {
  pages: Readonly<Record<string, unknown>>;
  registers: Readonly<Record<string, unknown>>;
}

/** Document that is not used, with the reason; the former one remains in use. */
export interface RefusedView {
  name: string;
  /** reason in English, in the words of npm run check */
  why: string;
}

/** Content that a page of such a system may show: answers of other systems, and nothing of this store. */
const SOURCES: ReadonlySet<string> = new Set([
  'banners',
  'channel-content',
  'channel-files',
  'first-files',
  'home-news',
  'info-content',
  'info-list',
  'latest-info',
  'news-columns',
  'news-content',
  'news-list',
  'register',
]);
const CLAIMS: ReadonlySet<string> = new Set(['channel', 'url', 'idEnds']);

/**
 * US11: the pages and registers of a site with those of the system that answers its content. These may be for
 * channels and registers of that system only, never for fixed pages, legal texts or registers of this store.
 * @param before the last document of each name that was used
 * @returns also the used documents, and the refused ones
 */
export function withUpstreamViews(
  loaded: LoadedPages,
  given: ViewDocuments,
  before: ViewDocuments,
  isUpstream: (path: string) => boolean,
): { pages: LoadedPages; used: ViewDocuments; refused: RefusedView[] } {
  const refused: RefusedView[] = [];
  /** The first of the documents of each name that passes. */
  const taken = <T>(kind: keyof ViewDocuments, read: (document: unknown) => T | string) => {
    const good = new Map<string, { document: unknown; value: T }>();
    for (const [name, document] of Object.entries(given[kind])) {
      const value = read(document);
      if (typeof value !== 'string') {
        good.set(name, { document, value });
        continue;
      }
      refused.push({ name: `${kind}/${name}`, why: value });
      const last = before[kind][name];
      const stood = last === undefined ? '' : read(last);
      if (typeof stood !== 'string') good.set(name, { document: last, value: stood });
    }
    return good;
  };
  const registers = taken('registers', (document) => readView(document, loaded.registers, isUpstream));
  const all = Object.assign(Object.create(null), loaded.registers) as Record<string, RegisterDefinition>;
  for (const [name, { value }] of registers) all[name] = value;
  for (const { register, message } of checkRegisters(all)) {
    if (!registers.delete(register)) continue;
    refused.push({ name: `registers/${register}`, why: message });
    const own = loaded.registers[register];
    if (own) all[register] = own;
    else delete all[register];
  }
  const pages = taken('pages', (document) => readPage(document, all, isUpstream));
  return {
    pages: {
      ...loaded,
      registers: all,
      index: withFirstPages(
        loaded.index,
        [...pages.values()].map(({ value }) => value),
      ),
    },
    used: { pages: documentsOf(pages), registers: documentsOf(registers) },
    refused,
  };
}

const documentsOf = (good: ReadonlyMap<string, { document: unknown }>): Record<string, unknown> =>
  Object.fromEntries([...good].map(([name, { document }]) => [name, document]));

const messageOf = ([first]: readonly Problem[]): string =>
  first ? `${first.pointer}: ${first.message}` : 'not understood';

function readView(
  document: unknown,
  own: Registry<RegisterDefinition>,
  isUpstream: (path: string) => boolean,
): RegisterDefinition | string {
  const { register, problems } = checkRegister(document);
  if (!register) return messageOf(problems);
  const known = Object.hasOwn(own, register.register) ? own[register.register] : undefined;
  if (known && !isElsewhere(known, isUpstream)) return 'a register of this site has this name, with rows of its own';
  const isOther = ({ path }: { path: string }) => isUpstream(path) && !path.startsWith(`${paths.register}/`);
  if (register.endpoints.length === 0 || !register.endpoints.every(isOther))
    return 'its endpoints are not all answered by another system';
  // parts that only this store could answer
  const { history: _history, rowHistory: _rows, ...shown } = register;
  return shown;
}

function readPage(
  document: unknown,
  registers: Registry<RegisterDefinition>,
  isUpstream: (path: string) => boolean,
): PageSchema | string {
  const { page, problems } = checkPage(document, {
    widgets: registryOf('widget', widgets),
    sources: registryOf('source', sources),
    registers,
    base: SITE_BASE,
  });
  if (!page) return messageOf(problems);
  for (const { kind, value } of [page.for].flat().map(claimParts)) {
    if (!CLAIMS.has(kind)) return `it claims ${kind} ${value}, which stays this site's own`;
    if (kind === 'url' && PREPARED_URLS.some((url) => value === url || value.startsWith(`${url}/`)))
      return `it claims ${value}, a text of this site's own`;
  }
  for (const { source } of page.blocks) {
    if (!source) continue;
    if (!SOURCES.has(source.name)) return `its source ${source.name} would show what is this site's own`;
    const named: unknown = source.params?.register;
    if (source.name !== 'register') continue;
    const definition = typeof named === 'string' && Object.hasOwn(registers, named) ? registers[named] : undefined;
    if (!definition || !isElsewhere(definition, isUpstream)) return `the register ${String(named)} is this site's own`;
  }
  // name that never replaces a page of that name
  return { ...page, page: `upstream-${page.page}` };
}
