import type { Cell, FoundRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { checkRegister } from '#page/check-register.ts';
import type { VerifyExamples } from '#wire/edition-answers.ts';
import { foundRow, isEnded } from '../api/found-row.ts';
import { factOf } from '../api/row-facts.ts';
import { listRegisterStates } from '../store/list-register-rows.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site/site.ts';
import type { DraftChange, DraftRegister } from './draft-changes.ts';
import { publicParts } from './public-rows.ts';
import { getPart, getSet, inParts } from './row-sets.ts';

type Row = Record<string, Cell>;

const EXAMPLES = 3;
const ROUNDS = Array.from({ length: EXAMPLES }, (_, round) => round);

/**
 * RG9: what the checks would say after these changes, by the code that answers them, for whoever reviews and publishes.
 */
export async function verifyExamples(db: Db, site: Site, changes: readonly DraftChange[]): Promise<VerifyExamples[]> {
  const states = await listRegisterStates(db, 'now');
  const found: VerifyExamples[] = [];
  for (const definition of definitionsIn(changes)) {
    const change = changes.find(
      (one): one is DraftRegister => one.kind === 'register' && one.definition.register === definition.register,
    );
    const dataDate = change?.dataDate ?? states.get(definition.register)?.dataDate ?? '';
    found.push(await examplesOf(site, definition, rowsOf(db, definition.register, change), dataDate));
  }
  return found;
}

/** Those that take part in a check: as a definition says it that comes with the edition, else as its rows name it. */
function definitionsIn(changes: readonly DraftChange[]): RegisterDefinition[] {
  const byName = new Map<string, RegisterDefinition>();
  for (const change of changes)
    if (change.kind === 'register') byName.set(change.definition.register, change.definition);
  for (const change of changes) {
    const register = change.kind === 'page' ? checkRegister(change.document).register : null;
    if (register) byName.set(register.register, register);
  }
  return [...byName.values()].filter(({ verify }) => verify !== undefined);
}

async function* rowsOf(db: Db, register: string, change: DraftRegister | undefined): AsyncGenerator<readonly Row[]> {
  if (change?.rows) yield* inParts(change.rows);
  else if (!change || change.rowSet?.hash === 'public') yield* publicParts(db, register);
  else for (const { hash } of (await getSet(db, change.rowSet!.hash, register)).parts) yield await getPart(db, hash);
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
      const kept = byState.get(state) ?? [];
      if (kept.length < EXAMPLES) byState.set(state, [...kept, row]);
    }
  }
  const first = [...byState.keys()].sort((a, b) => Number(a !== '') - Number(b !== ''));
  const chosen = ROUNDS.flatMap((round) =>
    first.map((state) => byState.get(state)![round]).filter((row) => row !== undefined),
  );
  const examples = chosen
    .slice(0, EXAMPLES)
    .map((data) => toldOf(foundRow(site, definition, { data, since: null, exact: true }, dataDate)));
  const { register, title, verify, fields } = definition;
  const mark = ended
    ? {
        title: fields[ended.field]!.title,
        values: ended.values.map((value) => factOf(site, definition, ended.field, value)[0]?.text ?? value),
      }
    : null;
  return { register, title, kind: verify!.kind, rows, endedRows, mark, examples };
}

const toldOf = ({ facts, ended }: FoundRow): VerifyExamples['examples'][number] => ({
  facts: facts.map(({ field, title, text }) => ({ field, title, text })),
  ended: ended && { state: ended.state, words: ended.words },
});
