import { checkPage, type Facts } from '#page/check-page.ts';
import { checkRegister, readRegister } from '#page/check-register.ts';
import type { SourceDefinition } from '#page/define-source.ts';
import type { WidgetDefinition } from '#page/define-widget.ts';
import type { PageSchema } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Registry } from '#page/registry.ts';
import { deepFreeze } from '../store/documents/deep-freeze.ts';
import { RecentMemory } from '../store/rows/recent-memory.ts';

type CheckedRegister = ReturnType<typeof checkRegister>;
type CheckedPage = ReturnType<typeof checkPage>;

/** characters of JSON; all files of the repository have 300,000, of which a page of the site is remembered once a form */
const MOST = 8_000_000;

const registersKnown = new RecentMemory<CheckedRegister>(MOST);

/**
 * PB4: the result of checkRegister for a document, or of readRegister for a public one; checked once.
 * @param hash of the document; absent: nothing is remembered
 */
export function checkedRegister(document: unknown, hash: string | undefined, isPublic: boolean): CheckedRegister {
  const check = isPublic ? readRegister : checkRegister;
  if (hash === undefined) return check(document);
  const key = `${isPublic ? 'public' : 'new'} ${hash}`;
  const known = registersKnown.get(key);
  if (known) return known;
  const checked = deepFreeze(check(document));
  registersKnown.set(key, checked, sizeOf(document));
  return checked;
}

interface KnownPage {
  checked: CheckedPage;
  /** registers that it names, by name, as they were then */
  registers: ReadonlyMap<string, RegisterDefinition | undefined>;
}

export interface Definitions {
  widgets: readonly WidgetDefinition<any, any>[];
  sources: readonly SourceDefinition<any, any>[];
}

/** Memory by the lists of widgets and of sources that pages were checked against. */
const pagesKnown = new WeakMap<object, WeakMap<object, RecentMemory<KnownPage>>>();

/**
 * PB4: the result of checkPage for a document; checked again where a register that it names has another definition.
 * A refused one is always checked: its problems name the available alternatives.
 * @param hash of the document; absent: nothing is remembered @param of definitions that the facts' registries were
 * made of
 */
export function checkedPage(document: unknown, hash: string | undefined, facts: Facts, of: Definitions): CheckedPage {
  if (hash === undefined) return checkPage(document, facts);
  const memory = memoryOf(of);
  const known = memory.get(hash);
  if (known && [...known.registers].every(([name, definition]) => registerOf(facts.registers, name) === definition))
    return known.checked;
  const checked = checkPage(document, facts);
  if (checked.page) {
    const registers = new Map(registersNamed(checked.page).map((name) => [name, registerOf(facts.registers, name)]));
    memory.set(hash, { checked: deepFreeze(checked), registers }, sizeOf(document));
  }
  return checked;
}

function memoryOf({ widgets, sources }: Definitions): RecentMemory<KnownPage> {
  let bySources = pagesKnown.get(widgets);
  if (!bySources) pagesKnown.set(widgets, (bySources = new WeakMap()));
  let memory = bySources.get(sources);
  if (!memory) bySources.set(sources, (memory = new RecentMemory(MOST)));
  return memory;
}

const registerOf = (registers: Registry<RegisterDefinition>, name: string): RegisterDefinition | undefined =>
  Object.hasOwn(registers, name) ? registers[name] : undefined;

const registersNamed = ({ blocks }: PageSchema): string[] =>
  blocks.flatMap(({ source }) => {
    const name: unknown = source?.params?.register;
    return typeof name === 'string' ? name : [];
  });

const sizeOf = (document: unknown): number => JSON.stringify(document).length;
