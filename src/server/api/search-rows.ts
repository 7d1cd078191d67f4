import type { Cell, HitRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { findInRegisters } from '../store/find-in-register.ts';
import { shownFields } from '../store/list-register-rows.ts';
import { pathOfRow, shownRegisters } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';
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
export async function searchRows(
  { db, site }: CallContext,
  words: readonly string[],
  most: number,
): Promise<{ list: HitRow[]; total: number }> {
  const length = [...words.join('')].length;
  if (length < FEWEST) return { list: [], total: 0 };
  const shown = shownRegisters(site);
  const searched = [...site.registers.values()]
    .filter(({ register }) => shown.has(register))
    .map((definition) => ({ definition, onlyExact: length < FEWEST_OF_A_PART || definition.onDemand === true }));
  const found = await findInRegisters(db, searched, words, OF_EACH);
  const rows = found.flatMap(({ register, data, exact }) => {
    const definition = site.registers.get(register)!;
    const path = pathOfRow(site, definition, data);
    return path === ''
      ? []
      : { register, title: definition.title, path, exact, facts: factsOf(site, definition, data) };
  });
  return { list: rows.slice(0, most), total: rows.length };
}

function factsOf(site: Site, definition: RegisterDefinition, data: Readonly<Record<string, Cell>>): HitRow['facts'] {
  return (definition.verify?.show ?? shownFields(definition))
    .flatMap((field) => factOf(site, definition, field, data[field] ?? null))
    .slice(0, MOST_FACTS);
}
