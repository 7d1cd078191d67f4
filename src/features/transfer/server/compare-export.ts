import type { Senders } from '#page/settings/senders.ts';
import type { DifferentState } from '../wire.ts';
import { idOf } from '#kinds/changes.ts';
import { kindOf } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '#server/db/tables.ts';
import { changeProblems } from '#server/editions/draft/draft-changes.ts';
import { changeWith } from '#server/editions/review/public-change.ts';
import type { Site } from '#server/site/site.ts';
import { compareRows, rowsOf } from './compare-rows.ts';
import type { Contents, Header, Line, Row, Thing } from './format.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import type { Taken } from '#server/editions/draft/taken.ts';
import { markOf, neutral } from './neutral.ts';
import { Pairs, readPlaces } from './pairs.ts';
import { readExport, verifyExport } from './read-export.ts';
import { recall, type Memory } from '#server/editions/draft/taken.ts';
import { publicDocument, travelOf, type Named } from './travelling.ts';
import { differenceInWords, namesOf, titleOfThing } from './words.ts';

/** State of a thing of a file against what is public here. */
export type ThingState = DifferentState | 'same';

export interface Compared extends Named {
  /** name by its sender: 'page:home' */
  subject: string;
  title: string;
  state: ThingState;
  /** a line for each field that differs; none of a new thing */
  differences: string[];
  /** its id here; null: it has none yet, and is given one */
  ownId: string | null;
  /** revision of what is public of it here; '' for none */
  revision: string;
  /** characters of its texts, as editions count them */
  characters: number;
  /** mark that both sides have once it is taken */
  mark: Omit<Taken, 'at'>;
}

export interface ComparedExport {
  header: Header;
  contents: Contents;
  /** SHA-256 of its lines, in hex: by it the file is known when it is read again */
  digest: string;
  things: Compared[];
  memory: Memory;
  /** ISO: as of when newer content of its sender was taken before; null where the file is the newest */
  newerTaken: string | null;
}

interface Receiver {
  db: Db;
  site: Site;
  senders: Senders;
  /** the public half of this environment's key; undefined where it has none */
  ownKey: string | undefined;
}

/**
 * BE3, BE4: compares the things of a file with what is public here. The file is read twice: no thing is looked at
 * before the signature of its sender over all of it is verified.
 * @throws TransferRefused
 */
export async function compareExport(receiver: Receiver, path: string): Promise<ComparedExport> {
  const { db, senders } = receiver;
  const digest = await verifyExport(path, senders);
  const pairs = new Pairs(await readPlaces(db));
  let found: ComparedExport | undefined;
  const lines = readExport(path, senders);
  for await (const line of lines) {
    if ('header' in line) {
      const memory = await recall(db, line.header.sender.key);
      const newerTaken = newestAfter(line.header.at, memory);
      found = { header: line.header, contents: { files: 0, bytes: 0 }, digest, things: [], memory, newerTaken };
    } else if ('thing' in line) {
      assertReadable(path, line.thing);
      const { header, memory } = found!;
      const haveMet = Object.keys(memory.settled).length > 0 || header.taken.includes(receiver.ownKey ?? '');
      const context = { settled: memory.settled, haveMet, header };
      found!.things.push(
        await compareThing(receiver, line.thing, readableRows(path, line.thing, lines), context, pairs),
      );
    } else if ('contents' in line) found!.contents = line.contents;
    else if ('digest' in line) assertSame(path, digest, line.digest);
  }
  return found!;
}

/** @throws TransferRefused where a file is not the one that was verified */
export function assertSame(path: string, digest: string, again: string): void {
  if (digest !== again) throw replacedMeanwhile(path);
}

export const replacedMeanwhile = (path: string): TransferRefused =>
  new TransferRefused(
    `The file ${path} was replaced while it was read. Import it again.`,
    '文件在读取时被替换了，请重新导入',
  );

/** @throws TransferRefused for a document whose form this version does not know */
function assertReadable(path: string, { kind, id, document }: Thing): void {
  const change = changeWith(kind, id, document);
  const [problem] = changeProblems(change, 0);
  if (problem || idOf(change) !== id)
    throw new TransferRefused(
      `The file ${path} holds ${kind}:${id} in a form that this version cannot read: ${problem?.message ?? 'it calls itself otherwise'}. Bring both environments to the same version, export and import again.`,
      `其中的 ${kind}:${id} 这个版本的程序读不了（${problem?.message ?? '名称不符'}）。请把两个环境升级到同一版本，再导出和导入`,
    );
}

async function compareThing(
  { db, site, ownKey }: Receiver,
  thing: Thing,
  rows: AsyncGenerator<readonly Row[]>,
  { settled, haveMet, header }: { settled: Memory['settled']; haveMet: boolean; header: Header },
  pairs: Pairs,
): Promise<Compared> {
  const { kind, id, document, taken = {} } = thing;
  const subject = `${kind}:${id}`;
  const place = travelOf(kind)!.pairing?.place(document);
  const names = namesOf(site);
  const remembered = isOfStore(settled[subject], header) ? settled[subject] : undefined;
  const former = remembered && (await formerOf({ db, site }, thing, remembered, pairs));
  const own = former === undefined ? remembered : undefined;
  const theirs = ownKey === undefined ? undefined : taken[ownKey];
  const ownId = place === undefined ? id : pairs.claim(kind, [own?.place, theirs?.place, place]);
  if (ownId === null && former !== undefined) return anotherOne(thing, former, names);
  // read before the public document, so that a publication in between is seen as one that was not compared
  const revision = ownId === null ? '' : await storeOf({ kind }).revision(db, ownId);
  const present = ownId === null ? null : await publicDocument(db, site, { kind, id: ownId });
  // content that comes with the program is nobody's work
  const isOwn = present !== null && revision !== '';
  const travel = travelOf(kind)!;
  const { differences, marks } = travel.rows
    ? await compareRowsOf(db, thing, rows, present, names)
    : compareDocuments(thing, present, names);
  return {
    kind,
    id,
    subject,
    title: titleOfThing({ kind, id }, document, names),
    state:
      present !== null && differences.length === 0
        ? 'same'
        : stateOf({
            ...marks,
            base: later(own, theirs),
            // a file is not older than its own record of what its sender took
            isOlder: own !== undefined && later(own, theirs) === own && isBefore(header.at, own.at),
            // rows are never replaced by those of an environment that knows nothing of them
            isOurs: isOwn && (haveMet || travel.rows !== undefined),
          }),
    differences,
    ownId,
    revision,
    characters: kindOf({ kind }).sizeOf?.(document).characters ?? 0,
    mark: { hash: marks.there, ...(place !== undefined && { place }) },
  };
}

/** BE4: whether a taken thing came from the database of a file, as far as both name it. */
export const isOfStore = (taken: Taken | undefined, { store }: Header): boolean =>
  taken?.store === undefined || store === undefined || taken.store === store;

/**
 * BE4: document that is public here of the thing that its sender had under this id before, where the file has another
 * one under it. The sender's database is then an older backup, and counts its articles again.
 * @returns undefined where it is the same thing
 */
async function formerOf(
  { db, site }: Pick<Receiver, 'db' | 'site'>,
  { kind, document }: Thing,
  remembered: Taken,
  pairs: Pairs,
): Promise<unknown> {
  const { pairing } = travelOf(kind)!;
  if (!pairing || remembered.place === undefined) return undefined;
  const place = pairing.place(document);
  const [id] = pairs.at(kind, remembered.place);
  const atPlace = pairs.at(kind, place);
  if (id === undefined || remembered.place === place || atPlace.includes(id)) return undefined;
  const present = await publicDocument(db, site, { kind, id });
  return present !== null && (atPlace.length > 0 || pairing.isAnother(present, document)) ? present : undefined;
}

/** A thing that may be a new one, beside the one that had its id before. */
function anotherOne(thing: Thing, former: unknown, names: ReturnType<typeof namesOf>): Compared {
  const { kind, id, document } = thing;
  return {
    kind,
    id,
    subject: `${kind}:${id}`,
    title: titleOfThing(thing, document, names),
    state: 'other',
    differences: [`以前用这个编号的：${titleOfThing(thing, former, names)}`],
    ownId: null,
    revision: '',
    characters: kindOf({ kind }).sizeOf?.(document).characters ?? 0,
    mark: { hash: markOf(thing, document), place: travelOf(kind)!.pairing!.place(document) },
  };
}

interface Difference {
  differences: string[];
  marks: Marks;
}

function compareDocuments(thing: Thing, present: unknown, names: ReturnType<typeof namesOf>): Difference {
  const { document } = thing;
  return {
    differences:
      present === null ? [] : differenceInWords(thing, neutral(thing, present), neutral(thing, document), names),
    marks: { here: present === null ? null : markOf(thing, present), there: markOf(thing, document) },
  };
}

/** BE7: compares rows as counts. */
async function compareRowsOf(
  db: Db,
  thing: Thing,
  rows: AsyncIterable<readonly Row[]>,
  present: unknown,
  names: ReturnType<typeof namesOf>,
): Promise<Difference> {
  const { facts } = travelOf(thing.kind)!.rows!;
  const { added, changed, removed, marks } = await compareRows(db, thing, rows, present);
  if (present === null) return { differences: [], marks };
  const counts = [
    [added, '新增'],
    [changed, '修改'],
    [removed, '删除'],
  ].flatMap(([count, how]) => (count === 0 ? [] : [`${how} ${count!.toLocaleString('zh-CN')} 行`]));
  return {
    differences: [
      ...differenceInWords(thing, facts(present), facts(thing.document), names),
      ...(counts.length > 0 ? [`数据：${counts.join('，')}`] : []),
    ],
    marks,
  };
}

/** The rows of a thing, each looked at as the thing itself is. @throws TransferRefused */
async function* readableRows(path: string, thing: Thing, lines: AsyncGenerator<Line>): AsyncGenerator<readonly Row[]> {
  const { withRows } = travelOf(thing.kind)!.rows!;
  for await (const rows of rowsOf(thing, lines)) {
    assertReadable(path, { ...thing, document: withRows(thing.document, rows) });
    yield rows;
  }
}

interface Marks {
  /** null: nothing is public */
  here: string | null;
  there: string;
}

interface States extends Marks {
  /** last state that both had; undefined: they never had the same */
  base: Taken | undefined;
  /** true: the file shows an earlier moment than the one that was taken last */
  isOlder: boolean;
  /** true: made here, separately from an environment that this one has exchanged things with */
  isOurs: boolean;
}

/** BE4: what became of a thing since both sides had the same. */
function stateOf({ here, there, base, isOlder, isOurs }: States): ThingState {
  if (!base) return here === null ? 'new' : isOurs ? 'clash' : 'changed';
  if (isOlder && there !== base.hash) return 'older';
  if (here === base.hash) return 'changed';
  return there === base.hash ? 'ours' : 'clash';
}

/** Later of two records: what this environment took of a thing, or what the other one took of it from here. */
const later = (own: Taken | undefined, theirs: Taken | undefined): Taken | undefined =>
  own && theirs && isBefore(own.at, theirs.at) ? theirs : (own ?? theirs);

const isBefore = (at: string, other: string): boolean => Date.parse(at) < Date.parse(other);

/** BE4: as of when the newest of what was taken from a sender is; null where nothing of it is newer than a file. */
const newestAfter = (fileAt: string, { settled }: Memory): string | null => {
  let newest = fileAt;
  for (const { at } of Object.values(settled)) if (isBefore(newest, at)) newest = at;
  return newest === fileAt ? null : newest;
};
