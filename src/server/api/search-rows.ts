import type { Cell, HitRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { findInRegisters } from '../content/find-in-register.ts';
import { shownFields } from '../content/list-register-rows.ts';
import { pathOfRow } from '../register-places.ts';
import type { Site } from '../site.ts';
import type { CallContext } from './define-call.ts';
import { factOf } from './row-facts.ts';

/** characters; of fewer only a whole name or number is meant, as a part they stand in half of all rows */
const FEWEST_OF_A_PART = 3;
const FEWEST = 2;
/** rows that are looked at of each register */
const OF_EACH = 20;
const MOST_FACTS = 5;

/**
 * Persons, products, securities and places that the words name, in the registers that pages show. A register that shows
 * nothing until a search is made answers whole names and numbers only.
 */
export async function searchRows({ db, site }: CallContext, words: readonly string[], most: number): Promise<{ list: HitRow[]; total: number }> {
  const length = [...words.join('')].length;
  if (length < FEWEST) return { list: [], total: 0 };
  const asked = placed(site).map((definition) => ({ definition, onlyExact: length < FEWEST_OF_A_PART || definition.onDemand === true }));
  const found = await findInRegisters(db, asked, words, OF_EACH);
  const rows = found.flatMap(({ register, data, exact }) => {
    const definition = site.registers.get(register)!;
    const path = pathOfRow(site, definition, data);
    return path === '' ? [] : { register, title: definition.title, path, exact, facts: factsOf(site, definition, data) };
  });
  return { list: rows.slice(0, most), total: rows.length };
}

const known = new WeakMap<Site, RegisterDefinition[]>();

/** Registers of which a page shows rows. */
function placed(site: Site): RegisterDefinition[] {
  let definitions = known.get(site);
  if (!definitions) {
    const shown = new Set([...site.map.byUrl.keys()].flatMap((url) => registersAt(site, `/${url}`)));
    known.set(site, (definitions = [...site.registers.values()].filter(({ register }) => shown.has(register))));
  }
  return definitions;
}

function registersAt(site: Site, path: string): string[] {
  const page = site.resolve(path);
  return page && !('redirect' in page) ? Object.keys(page.registers) : [];
}

function factsOf(site: Site, definition: RegisterDefinition, data: Readonly<Record<string, Cell>>): HitRow['facts'] {
  return (definition.verify?.show ?? shownFields(definition)).flatMap((field) => factOf(site, definition, field, data[field] ?? null)).slice(0, MOST_FACTS);
}
