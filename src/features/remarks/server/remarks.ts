import {
  LONGEST_REMARK,
  MOST_ENTRIES,
  MOST_REMARKS,
  remarksClosed,
  remarkState,
  whyNotRemark,
  type LaterAct,
  type RemarkAct,
} from '#rules/editions/remarks.ts';
import type { Cell } from '#page/data-shapes.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import { isOwn } from '#rules/editions/edition-steps.ts';
import { withoutHidden } from '#rules/text/hidden-characters.ts';
import type { Db } from '#server/db/tables.ts';
import { factsOf, getDraft, getEdition, type EditionRow } from '#server/editions/edition-row.ts';
import { Refused } from '#server/errors.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { textProblem } from '#server/store/publication/storable.ts';
import type { Remark, RemarkEntry, RemarkPlace, RemarksAnswer } from '../wire.ts';
import { isStillThere, placeHash, quoteOf, contentAt, valueIn } from './places.ts';

/** Somebody who writes a remark. */
interface Writer extends Actor {
  staffId: number;
}

/** Somebody who reads remarks, or adds to them. */
export interface Reader extends Writer {
  /** ids of those whose roles they need to review the edition, [] where the own ones are enough; null: they may not (SI2) */
  reviewsFor: readonly number[] | null;
  /** whether they may read a version: what stood there may be of channels that a later one does not concern */
  mayRead: (version: number) => Promise<boolean>;
}

const linesOf = (db: Db, editionId: number) =>
  db
    .selectFrom('edition_remark')
    .innerJoin('staff', 'staff.staff_id', 'edition_remark.staff_id')
    .select([
      'remark_no',
      'act',
      'version',
      'edition_remark.staff_id',
      'staff.name',
      'at',
      'text',
      'subject',
      'row_key',
      'pointer',
      'is_line',
      'quote',
      'cell',
      'place_hash',
    ])
    .where('edition_id', '=', editionId)
    .orderBy('remark_no')
    .orderBy('row_id');

type Line = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number];

const placeOf = ({ subject, row_key, pointer, is_line, quote, cell }: Line): RemarkPlace => ({
  subject,
  row: row_key,
  pointer,
  isLine: is_line,
  quote: cell ? quoteOf(valueIn(cell, pointer)) : quote,
});

const entryOf = ({ act, at, name, version, text }: Line): RemarkEntry => ({
  act,
  at: at.toISOString(),
  name,
  version,
  text,
});

/** RM3: whether somebody may settle what others remarked: they may review the edition, and had no part in it. */
async function isReviewer(db: Db, row: EditionRow, { staffId, reviewsFor }: Reader): Promise<boolean> {
  return reviewsFor !== null && !isOwn('approve', await factsOf(db, row), staffId, reviewsFor);
}

/** RM1 to RM5: remarks of an edition at places of versions that one person may read. */
export async function listRemarks(db: Db, row: EditionRow, reader: Reader): Promise<RemarksAnswer> {
  const lines = await linesOf(db, row.edition_id).execute();
  const closed = remarksClosed(row.state);
  const threads = [...Map.groupBy(lines, ({ remark_no }) => remark_no).values()];
  const readable = new Map<number, boolean>();
  for (const { version } of threads.map(([first]) => first!))
    if (!readable.has(version)) readable.set(version, await reader.mayRead(version));
  const found = threads.filter(([first]) => readable.get(first!.version));
  if (found.length === 0) return { remarks: [], closed };
  const draft = await getDraft(db, row.edition_id, row.version);
  const contents = await contentAt(
    db,
    draft,
    found.map(([first]) => placeOf(first!)),
  );
  const reviews = await isReviewer(db, row, reader);
  const remarks = found.map((own, at): Remark => {
    const first = own[0]!;
    const state = remarkState(own.map(({ act }) => act));
    const facts = { edition: row.state, state, isAuthor: first.staff_id === reader.staffId, isReviewer: reviews };
    return {
      no: first.remark_no,
      state,
      place: placeOf(first),
      isThere: isStillThere(contents[at], { isLine: first.is_line, placeHash: first.place_hash }),
      entries: own.map(entryOf),
      may: (['answered', 'settled', 'reopened', 'withdrawn'] as const).filter((act) => whyNotRemark(act, facts) === ''),
    };
  });
  return { remarks, closed };
}

/** RM1: a text as it is stored, plain. @throws Refused invalidInput */
function textOf(given: string, isNeeded: boolean): string {
  const text = withoutHidden(given).trim();
  const wrong = text === '' ? (isNeeded ? '请填写内容' : null) : textProblem(text);
  if (wrong) throw new Refused('invalidInput', wrong, { problems: [{ pointer: '/text', message: wrong }] });
  return Array.from(text).slice(0, LONGEST_REMARK).join('');
}

/**
 * An edition that nobody else adds to, and whose state stays, until the transaction ends: a remark comes before an approval or
 * after it.
 */
async function hold(trx: Db, editionId: number): Promise<EditionRow> {
  const row = await trx
    .selectFrom('edition')
    .selectAll()
    .where('edition_id', '=', editionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused('unknownEdition');
  return row;
}

async function add(
  trx: Db,
  actor: Writer,
  row: EditionRow,
  { no, act, text, place }: { no: number; act: RemarkAct; text: string; place?: StoredPlace },
): Promise<void> {
  const { row_id: id } = await trx
    .insertInto('edition_remark')
    .values({
      edition_id: row.edition_id,
      remark_no: no,
      act,
      version: row.version,
      staff_id: actor.staffId,
      at: new Date(),
      text,
      ...(place && {
        subject: place.subject,
        row_key: place.row,
        pointer: place.pointer,
        is_line: place.isLine,
        quote: place.quote,
        ...(place.cell && { cell: JSON.stringify(place.cell) }),
        place_hash: place.hash,
      }),
    })
    .returning('row_id')
    .executeTakeFirstOrThrow();
  await record(trx, actor, `remark.${act}`, {
    subject: `edition:${row.edition_id}`,
    facts: { version: row.version, remarkNo: no },
    also: [`remark:${id}`],
  });
}

/** A remark as it is sent; `line`: the beginning of a paragraph, '' for none. */
export interface NewRemark {
  editionId: number;
  /** the version that the person sees */
  version: number;
  subject: string;
  row: string;
  pointer: string;
  line: string;
  text: string;
}

/**
 * RM1: adds a remark. What stood at its place is read from the version, and not taken from the sender.
 * @throws Refused unknownEdition, remarkState, invalidInput
 */
export async function makeRemark(db: Db, actor: Writer, given: NewRemark): Promise<{ no: number }> {
  const text = textOf(given.text, true);
  // the rows of a version may be many, and it never changes: they are read before anybody waits
  const place = await placeIn(db, openRow(await getEdition(db, given.editionId), given.version), given);
  return db.transaction().execute(async (trx) => {
    const row = openRow(await hold(trx, given.editionId), given.version);
    const { newest } = await trx
      .selectFrom('edition_remark')
      .select(({ fn }) => fn.max('remark_no').as('newest'))
      .where('edition_id', '=', row.edition_id)
      .executeTakeFirstOrThrow();
    const no = Number(newest ?? 0) + 1;
    if (no > MOST_REMARKS) throw new Refused('invalidInput', `一份稿件最多 ${MOST_REMARKS} 条批注`);
    await add(trx, actor, row, { no, act: 'made', text, place });
    return { no };
  });
}

/** @throws Refused remarkState unless the version is the newest of an open edition */
function openRow(row: EditionRow, version: number): EditionRow {
  const closed = remarksClosed(row.state);
  if (closed !== '') throw new Refused('remarkState', closed);
  if (version !== row.version)
    throw new Refused('remarkState', `稿件已修改为第 ${row.version} 版，请重新打开以后再批注`);
  return row;
}

type StoredPlace = RemarkPlace & { hash: string; cell?: Readonly<Record<string, Cell>> };

/** @throws Refused invalidInput where the version has no such place */
async function placeIn(db: Db, row: EditionRow, given: NewRemark): Promise<StoredPlace> {
  const place = { subject: given.subject, row: given.row, pointer: given.pointer };
  const [found] = await contentAt(db, await getDraft(db, row.edition_id, row.version), [place]);
  if (!found) throw new Refused('invalidInput', '这一版里没有所指的内容，请重新打开以后再批注');
  if (found.key) {
    const [field] = stepsOf(place.pointer);
    const cell = { ...found.key, ...(field !== undefined && { [field]: found.value as Cell }) };
    return { ...place, isLine: false, quote: '', cell, hash: placeHash(found.value) };
  }
  if (given.line === '')
    return { ...place, isLine: false, quote: quoteOf(found.lines?.[0] ?? found.value), hash: placeHash(found.value) };
  const line = found.lines?.find((one) => quoteOf(one) === given.line);
  if (line === undefined) throw new Refused('invalidInput', '这一版里没有所指的段落，请重新打开以后再批注');
  return { ...place, isLine: true, quote: given.line, hash: placeHash(line) };
}

/**
 * RM2, RM3: answers a remark, settles it, opens it again or withdraws it.
 * @throws Refused unknownEdition, unknownRemark, remarkState, invalidInput
 */
export async function addToRemark(
  db: Db,
  actor: Reader,
  { editionId, no, act, text: given }: { editionId: number; no: number; act: LaterAct; text: string },
): Promise<void> {
  const text = textOf(given, act === 'answered');
  await db.transaction().execute(async (trx) => {
    const row = await hold(trx, editionId);
    const own = await linesOf(trx, editionId).where('remark_no', '=', no).execute();
    if (own.length === 0 || !(await actor.mayRead(own[0]!.version))) throw new Refused('unknownRemark');
    const why = whyNotRemark(act, {
      edition: row.state,
      state: remarkState(own.map((line) => line.act)),
      isAuthor: own[0]!.staff_id === actor.staffId,
      isReviewer: await isReviewer(trx, row, actor),
    });
    if (why !== '') throw new Refused('remarkState', why);
    // the way to an end is always open
    if (own.length >= MOST_ENTRIES && (act === 'answered' || act === 'reopened'))
      throw new Refused('invalidInput', `一条批注最多 ${MOST_ENTRIES} 条往来，请另写一条`);
    await add(trx, actor, row, { no, act, text });
  });
}
