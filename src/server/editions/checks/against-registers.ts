import { sql } from 'kysely';
import { fieldOrder } from '#kinds/register/register-words.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { personsInOffice } from '#rules/checks/departed.ts';
import { isOtherName, namedCodes, namesBefore } from '#rules/checks/securities.ts';
import type { Db } from '../../db/tables.ts';
import { foundAt, type Found } from './found.ts';

interface Passage {
  place: string;
  text: string;
}

type Registers = readonly RegisterDefinition[];

/**
 * CK7: persons and securities that a text names otherwise than the public registers do.
 * @param registers asked for where a text names any
 */
export async function againstRegisters(
  db: Db,
  registers: () => Promise<Registers>,
  passages: readonly Passage[],
): Promise<Found[]> {
  const persons = passages.flatMap(({ place, text }) => personsInOffice(text).map((names) => ({ place, names })));
  const codes = passages.flatMap(({ place, text }) => namedCodes(text).map((named) => ({ place, ...named })));
  if (persons.length === 0 && codes.length === 0) return [];
  const known = await registers();
  return [...(await departedPersons(db, known, persons)), ...(await otherNames(db, known, codes))];
}

/** Public rows of a register whose field has one of these texts. */
const rowsWith = (db: Db, register: string, field: string, texts: readonly string[]) =>
  sql<{ data: Record<string, unknown> }>`
    select data from register_row where register = ${register} and public_to is null
      and data ->> ${field} = any(${texts}::text[])`.execute(db);

const fieldTitled = (definition: RegisterDefinition, title: RegExp): string | undefined =>
  fieldOrder(definition).find((name) => {
    const field = definition.fields[name]!;
    return title.test(field.title) && field.restricted !== true;
  });

async function departedPersons(
  db: Db,
  registers: Registers,
  persons: readonly { place: string; names: readonly string[] }[],
): Promise<Found[]> {
  if (persons.length === 0) return [];
  const wanted = [...new Set(persons.flatMap(({ names }) => names))];
  const [active, departed] = [new Set<string>(), new Map<string, string>()];
  for (const definition of registers) {
    const { verify, register, title } = definition;
    const name = verify?.kind === 'staff' ? fieldTitled(definition, /姓名$/) : undefined;
    if (name === undefined || !verify) continue;
    const { rows } = await rowsWith(db, register, name, wanted);
    for (const { data } of rows)
      if (verify.ended?.values.includes(String(data[verify.ended.field] ?? '')))
        departed.set(String(data[name]), title);
      else active.add(String(data[name]));
  }
  return persons.flatMap(({ place, names }) => {
    // another person of this name is in office, or a longer name is meant
    const known = names.find((name) => active.has(name) || departed.has(name));
    if (known === undefined || active.has(known)) return [];
    return [foundAt('departed-person', place, `“${known}”，见登记表“${departed.get(known)}”`)];
  });
}

const CODE = /^(?:证券|股票|债券|基金|产品)?代码$/;
const SHORT_NAME = /^(?:证券|股票|债券|基金|产品)?(?:简称|名称)$/;

async function otherNames(
  db: Db,
  registers: Registers,
  named: readonly { place: string; before: string; code: string }[],
): Promise<Found[]> {
  if (named.length === 0) return [];
  const codes = [...new Set(named.map(({ code }) => code))];
  const texts = [...new Set(named.flatMap(({ before }) => namesBefore(before)))];
  const names = new Map<string, Set<string>>();
  const codesOf = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value));
  };
  for (const definition of registers) {
    const [code, name] = [fieldTitled(definition, CODE), fieldTitled(definition, SHORT_NAME)];
    if (code === undefined || name === undefined) continue;
    const found = [
      await rowsWith(db, definition.register, code, codes),
      await rowsWith(db, definition.register, name, texts),
    ];
    for (const { data } of found.flatMap(({ rows }) => rows)) {
      add(names, String(data[code]), String(data[name]));
      add(codesOf, String(data[name]), String(data[code]));
    }
  }
  return named.flatMap(({ place, before, code }) => {
    const own = [...(names.get(code) ?? [])];
    const others = namesBefore(before).filter((name) => codesOf.has(name) && !codesOf.get(name)!.has(code));
    if (!isOtherName(before, own, others)) return [];
    return [foundAt('security-name', place, `${before.slice(-10)}（${code}），登记表中的简称是“${own[0]}”`)];
  });
}
