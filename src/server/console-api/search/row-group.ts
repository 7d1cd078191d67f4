import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf } from '#page/register-view.ts';
import { audienceNote, fieldOrder, firstText } from '#kinds/register/register-words.ts';
import type { FoundGroup, FoundThing } from '#wire/search-answers.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { channelsByRegister } from '../../registers/editions/list-registers.ts';
import type { Site } from '../../site/site.ts';
import { KEY_SEPARATOR } from '../../store/rows/check-rows.ts';
import { findRowsHolding, type RowHolding } from '../../store/rows/find-rows-holding.ts';
import { holdTerms } from '../../store/search/typed-terms.ts';
import { rightsFor } from '../authorize.ts';
import type { SignedIn } from '../define-console-call.ts';
import { channelNames, groupOf, marked, placeOf, queryOf, type Looking } from './looking.ts';

/** rows that are read of one search; more are said to be more */
const MOST_READ = 300;

/** A register whose rows the person may read, hidden fields among them, and the channels that show it. */
export interface ReadableRegister {
  definition: RegisterDefinition;
  channelIds: readonly string[];
}

/** CS2: by the same right as the register's own screen, so that nobody finds a cell here that is closed to them there. */
export async function readableRegisters(context: SignedIn): Promise<ReadableRegister[]> {
  const shownOn = await channelsByRegister(context.site);
  return [...context.site.registers.values()]
    .map((definition) => ({ definition, channelIds: shownOn.get(definition.register) ?? [] }))
    .filter(({ channelIds }) => rightsFor(context, channelIds.length > 0 ? channelIds : ['']).includes('content.read'));
}

/** Registers by name, and their public rows. */
export async function findRowGroup(looking: Looking, registers: readonly ReadableRegister[]): Promise<FoundGroup> {
  const { context, terms } = looking;
  const known = new Map(registers.map((one) => [one.definition.register, one]));
  const candidates = await findRowsHolding(
    context.db,
    registers.map(({ definition }) => definition),
    terms,
    MOST_READ,
  );
  const held = candidates.filter(({ register, data }) => {
    const cells = cellsOf(known.get(register)!.definition, data, context.site);
    return holdTerms(
      cells.map(({ text }) => text),
      terms,
    );
  });
  const named = registers.filter(({ definition }) => holdTerms([definition.title], terms));
  const as = (thing: ReadableRegister | RowHolding): FoundThing => {
    if (!('register' in thing)) return registerAs(thing, looking);
    const own = known.get(thing.register)!;
    return { ...registerAs(own, looking), ...rowAs(own.definition, thing.key, thing.data, looking) };
  };
  return groupOf('rows', looking, [...named, ...held], as, { more: candidates.length === MOST_READ });
}

/** A register that is called so. */
function registerAs({ definition, channelIds }: ReadableRegister, looking: Looking): FoundThing {
  const { site } = looking.context;
  const [shown] = channelIds;
  return {
    id: definition.register,
    state: 'public',
    title: marked(definition.title, looking),
    place: placeOf('登记表', shown === undefined ? '' : channelNames(site, shown)),
    excerpt: [],
    details: [],
    to: `/registers/${encodeURIComponent(definition.register)}`,
    sitePath: shown === undefined ? '' : SITE_BASE + site.channelPath(shown),
  };
}

/** A row as a hit, but for its state. */
export function rowAs(definition: RegisterDefinition, key: string, data: Row, looking: Looking) {
  const cells = cellsOf(definition, data, looking.context.site);
  const name = firstText(definition, data);
  return {
    id: `${definition.register} ${key}`,
    title: marked(placeOf(definition.title, name), looking),
    excerpt: marked(placeOf(...cells.map(({ text }) => text).filter((text) => text !== name)), looking),
    details: cells.map(({ label, text }): FoundThing['details'][number] => ({ label, text: marked(text, looking) })),
    to: `/registers/${encodeURIComponent(definition.register)}${queryOf({ words: key.replaceAll(KEY_SEPARATOR, ' ').slice(0, 200) })}`,
  };
}

/** Cells with something in them, as people read them. */
function cellsOf(definition: RegisterDefinition, data: Row, { map }: Pick<Site, 'map'>) {
  return fieldOrder(definition).flatMap((field) => {
    const value = data[field] ?? null;
    if (value === null || value === '') return [];
    const known = definition.fields[field]!;
    return {
      label: known.title + audienceNote(definition, field),
      text: choicesOf(known, map.facts)?.[String(value)] ?? String(value),
    };
  });
}
