import type { FoundRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { checkRegister } from '#page/check-register.ts';
import type { VerifyExamples } from '#wire/edition-answers.ts';
import { foundRow, isEnded } from '#server/api/found-row.ts';
import { factOf } from '#server/api/row-facts.ts';
import { listRegisterStates } from '#server/store/rows/list-register-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import { writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { register as registerKind } from '../../register/index.ts';
import { rows as rowsKind, type Row, type RowsDocument } from '../index.ts';
import { publicParts } from './public-rows.ts';
import { readParts, getSet, inParts } from './row-sets.ts';

const EXAMPLES = 3;
const ROUNDS = Array.from({ length: EXAMPLES }, (_, round) => round);

/**
 * RG9: what the checks would say after these changes, by the code that answers them, for whoever reviews and publishes.
 */
export async function verifyExamples(db: Db, site: Site, changes: readonly Change[]): Promise<VerifyExamples[]> {
  const states = await listRegisterStates(db, 'now');
  const found: VerifyExamples[] = [];
  for (const definition of definitionsIn(changes)) {
    const change = writtenOf(rowsKind, changes).find(({ id }) => id === definition.register)?.document;
    const dataDate = change?.dataDate ?? states.get(definition.register)?.dataDate ?? '';
    found.push(await examplesOf(site, definition, rowsOf(db, definition.register, change), dataDate));
  }
  return found;
}

/** Definitions that take part in a check: the one that comes with the edition, else the one that its rows name. */
function definitionsIn(changes: readonly Change[]): RegisterDefinition[] {
  const byName = new Map<string, RegisterDefinition>();
  for (const { document } of writtenOf(rowsKind, changes))
    byName.set(document.definition.register, document.definition);
  for (const { document } of writtenOf(registerKind, changes)) {
    const { register } = checkRegister(document);
    if (register) byName.set(register.register, register);
  }
  return [...byName.values()].filter(({ verify }) => verify !== undefined);
}

async function* rowsOf(db: Db, register: string, change: RowsDocument | undefined): AsyncGenerator<readonly Row[]> {
  if (change?.rows) yield* inParts(change.rows);
  else if (!change || change.rowSet?.hash === 'public') yield* publicParts(db, register);
  else yield* readParts(db, (await getSet(db, change.rowSet!.hash, register)).parts);
}

/** One that stands, one of each value that tells an end, then more of them. */
async function examplesOf(
  site: Site,
  definition: RegisterDefinition,
  parts: AsyncIterable<readonly Row[]>,
  dataDate: string,
): Promise<VerifyExamples> {
  const ended = definition.verify?.ended;
  const byState = new Map<string, Row[]>();
  let [rows, endedRows] = [0, 0];
  for await (const part of parts) {
    for (const row of part) {
      const has = isEnded(definition, row);
      rows++;
      if (has) endedRows++;
      const state = has ? String(row[ended!.field]) : '';
      const ofState = byState.get(state) ?? [];
      if (ofState.length < EXAMPLES) byState.set(state, [...ofState, row]);
    }
  }
  const first = [...byState.keys()].sort((a, b) => Number(a !== '') - Number(b !== ''));
  const chosen = ROUNDS.flatMap((round) =>
    first.map((state) => byState.get(state)![round]).filter((row) => row !== undefined),
  );
  const examples = chosen
    .slice(0, EXAMPLES)
    .map((data) => exampleOf(foundRow(site, definition, { data, since: null, exact: true }, dataDate)));
  const { register, title, verify, fields } = definition;
  const mark = ended
    ? {
        title: fields[ended.field]!.title,
        values: ended.values.map((value) => factOf(site, definition, ended.field, value)[0]?.text ?? value),
      }
    : null;
  return { register, title, kind: verify!.kind, rows, endedRows, mark, examples };
}

const exampleOf = ({ facts, ended }: FoundRow): VerifyExamples['examples'][number] => ({
  facts: facts.map(({ field, title, text }) => ({ field, title, text })),
  ended: ended && { state: ended.state, words: ended.words },
});
