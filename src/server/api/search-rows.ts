import type { Cell, HitRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../db/tables.ts';
import type { Understood } from '../search/understand.ts';
import { findInRegisters, type FoundInAny } from '../store/find-in-register.ts';
import { foldSearch } from '../store/search-pieces.ts';
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
/** how well a row answers, beside articles (article-search.ts) and channels */
const EXACT_RANK = 13;
const PART_RANK = 5;
/** different words that registers are asked for, in one search */
const MOST_QUESTIONS = 6;

/**
 * Persons, products, securities and places that the words name, in the registers that pages show. A register that shows
 * nothing until a search is made answers whole names and numbers only. SE3: where no row holds all words as they were
 * typed, those that name a register or its columns say where to look: 折算率 600519.
 */
export async function searchRows(
  { db, site }: Pick<CallContext, 'db' | 'site'>,
  { words, terms }: Understood,
  most: number,
): Promise<{ list: HitRow[]; total: number }> {
  const shown = shownRegisters(site);
  const registers = [...site.registers.values()].filter(({ register }) => shown.has(register));
  const asTyped = await findRows(db, registers, words);
  const found = asTyped.length > 0 ? asTyped : await findRowsNamed(db, site, registers, { words, terms });
  const rows = found.flatMap(({ register, data, exact }) => {
    const definition = site.registers.get(register)!;
    const path = pathOfRow(site, definition, data);
    return path === ''
      ? []
      : {
          register,
          title: definition.title,
          path,
          exact,
          rank: exact ? EXACT_RANK : PART_RANK,
          facts: factsOf(site, definition, data),
        };
  });
  return { list: rows.slice(0, most), total: rows.length };
}

function findRows(db: Db, registers: readonly RegisterDefinition[], words: readonly string[]): Promise<FoundInAny[]> {
  const length = [...words.join('')].length;
  if (length < FEWEST) return Promise.resolve([]);
  const searched = registers.map((definition) => ({
    definition,
    onlyExact: length < FEWEST_OF_A_PART || definition.onDemand === true,
  }));
  return findInRegisters(db, searched, words, OF_EACH);
}

/** Each register is asked for the words that do not name it. */
async function findRowsNamed(
  db: Db,
  site: Site,
  registers: readonly RegisterDefinition[],
  { words, terms }: Pick<Understood, 'words' | 'terms'>,
): Promise<FoundInAny[]> {
  const names = await site.remember('names of registers', async () => namesOf(site, registers));
  const asked = Map.groupBy(registers, ({ register }) =>
    terms
      .filter((term) => !term.some((word) => names.get(register)?.includes(word)))
      .map(([word]) => word!)
      .join(' '),
  );
  const found: FoundInAny[] = [];
  for (const [rest, definitions] of [...asked].slice(0, MOST_QUESTIONS))
    if (rest !== '' && rest !== words.join(' ')) found.push(...(await findRows(db, definitions, rest.split(' '))));
  return found.toSorted((a, b) => Number(b.exact) - Number(a.exact));
}

/** What each register, its columns and the channels that show it are called, folded. */
function namesOf(site: Site, registers: readonly RegisterDefinition[]): Map<string, string> {
  const channels = Map.groupBy(
    site.channels.flatMap(({ channelId, name }) => site.registersOf(channelId).map((register) => ({ register, name }))),
    ({ register }) => register,
  );
  return new Map(
    registers.map(({ register, title, columns, fields }) => [
      register,
      [
        title,
        ...columns.map((name) => fields[name]?.title ?? ''),
        ...(channels.get(register) ?? []).map(({ name }) => name),
      ]
        .map(foldSearch)
        .join('\n'),
    ]),
  );
}

function factsOf(site: Site, definition: RegisterDefinition, data: Readonly<Record<string, Cell>>): HitRow['facts'] {
  return (definition.verify?.show ?? shownFields(definition))
    .flatMap((field) => factOf(site, definition, field, data[field] ?? null))
    .slice(0, MOST_FACTS);
}
