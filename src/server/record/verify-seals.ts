import type { Db } from '../db/tables.ts';
import { lineHasher, LINE_TABLES, readEndedGrants, readLines, type LineTable } from './lines.ts';
import { NO_REMOVALS, type Removed } from '../store/publication/removed-hashes.ts';
import type { RecordProblem } from './record-problem.ts';
import { BOUND, endedHash, MOST_SEALED, sealedHash, sealHash, type Seal, type SealedHashes } from './seal.ts';

/** Evidence of the seals when everything that they cover is read again. */
export interface SealEvidence {
  seals: readonly Seal[];
  /** lines that a seal covers */
  sealed: number;
  /** lines that the next seal will cover */
  unsealed: number;
  problems: RecordProblem[];
}

/**
 * milliseconds by which a line may be older than the seal before it, because clocks differ and are put right. What is
 * sealed is told for ever, and so has to be older
 */
const LATE = { unsealed: 5 * 60_000, sealed: 3_600_000 };

/** RC1: recomputes each seal from the lines that it covers, and their chain. @param db a transaction of one snapshot */
export async function verifySeals(db: Db, removed: Pick<Removed, 'was'> = NO_REMOVALS): Promise<SealEvidence> {
  const seals = await db.selectFrom('record_seal').selectAll().orderBy('no').execute();
  const problems = chainProblems(seals);
  const hashes = seals.map(() => ({}) as SealedHashes);
  let [sealed, unsealed] = [0, 0];
  for (const table of LINE_TABLES) {
    const counted = await hashLines(db, table, seals, hashes, problems);
    sealed += counted.sealed;
    unsealed += counted.unsealed;
    for (const [at, { no }] of seals.entries())
      hashes[at]![table] = removed.was(sealItem(no, table), hashes[at]![table]);
  }
  const ended = await readEndedGrants(db);
  const rest = new Set(ended.keys());
  const checkEnds = (ids: readonly number[], before: Seal | undefined, isSealed: boolean): void => {
    for (const id of ids) {
      rest.delete(id);
      const end = ended.get(id);
      if (before && end && isLate(end.at, before, isSealed))
        problems.push(late(`the end of staff_grant ${id}`, end.at, before));
    }
  };
  for (const [at, { ended_grants }] of seals.entries()) {
    const ids = Array.isArray(ended_grants) ? (ended_grants as number[]) : [];
    hashes[at]!.ended = endedHash(ids, ended);
    checkEnds(ids, seals[at - 1], true);
  }
  unsealed += rest.size;
  checkEnds([...rest], seals.at(-1), false);
  for (const [at, { no, publication_no, content_hash }] of seals.entries()) {
    if (sealedHash(hashes[at]!) !== content_hash)
      problems.push({
        no: publication_no,
        code: 'lines-differ',
        message: `audit lines, steps of editions or roles that seal ${no} covers are not what it sealed`,
      });
  }
  return { seals, sealed, unsealed, problems };
}

/** Name of what a seal covers of a table, under which a removal keeps its hash. */
const sealItem = (no: number, table: LineTable): string => `seal ${no} ${table}`;

/** RE4: hashes of what each seal covers of a table, by their names. */
export async function sealedLines(db: Db, table: LineTable): Promise<Map<string, string>> {
  const seals = await db.selectFrom('record_seal').selectAll().orderBy('no').execute();
  const hashes = seals.map(() => ({}) as SealedHashes);
  await hashLines(db, table, seals, hashes, []);
  return new Map(seals.map(({ no }, at) => [sealItem(no, table), hashes[at]![table]]));
}

function chainProblems(seals: readonly Seal[]): RecordProblem[] {
  const problems: RecordProblem[] = [];
  let previous: Seal | undefined;
  for (const seal of seals) {
    const expected = (previous?.no ?? 0) + 1;
    const found = (code: RecordProblem['code'], message: string) =>
      problems.push({ no: seal.publication_no, code, message });
    if (seal.no !== expected) found('seal-missing', `seals ${expected} to ${seal.no - 1} are missing`);
    if (sealHash(seal) !== seal.hash) found('seal-edited', `seal ${seal.no} does not match its own hash`);
    if (seal.previous_hash !== (previous?.hash ?? ''))
      found('seals-broken', `seal ${seal.no} does not follow the seal before it`);
    if (previous && LINE_TABLES.some((table) => boundOf(seal, table) < boundOf(previous!, table)))
      found('seals-broken', `seal ${seal.no} covers less than the seal before it`);
    previous = seal;
  }
  return problems;
}

const boundOf = (seal: Seal, table: LineTable): number => seal[BOUND[table]] ?? 0;

const isLate = (at: Date | null, before: Seal, isSealed: boolean): boolean =>
  at !== null && at.getTime() < before.at.getTime() - LATE[isSealed ? 'sealed' : 'unsealed'];

const late = (what: string, at: Date, before: Seal): RecordProblem => ({
  no: before.publication_no,
  code: 'line-late',
  message: `${what} is dated ${at.toISOString()}, long before seal ${before.no}, which does not cover it`,
});

/** Hashes the lines of one table for each seal, in one pass, and finds those that were put into the past. */
async function hashLines(
  db: Db,
  table: LineTable,
  seals: readonly Seal[],
  hashes: readonly SealedHashes[],
  problems: RecordProblem[],
): Promise<{ sealed: number; unsealed: number }> {
  const counted = { sealed: 0, unsealed: 0 };
  let at = 0;
  /** lines of the seal that is hashed, and of the one before */
  let [inThis, inLast] = [0, 0];
  let hasher = lineHasher();
  const close = (): void => {
    hashes[at]![table] = hasher.digest();
    hasher = lineHasher();
    at += 1;
    [inThis, inLast] = [0, inThis];
  };
  for await (const line of readLines(db, table, 0)) {
    while (at < seals.length && line.key > boundOf(seals[at]!, table)) close();
    const isSealed = at < seals.length;
    if (isSealed) hasher.add(line.said);
    counted[isSealed ? 'sealed' : 'unsealed'] += 1;
    inThis += 1;
    // a full seal has left the rest to the next one
    const before = inLast < MOST_SEALED ? seals[at - 1] : undefined;
    if (before && isLate(line.at, before, isSealed)) problems.push(late(`${table} ${line.key}`, line.at!, before));
  }
  while (at < seals.length) close();
  return counted;
}
