import type { Senders } from '#page/settings/senders.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import { fitTransfer } from '../transfer-fit.ts';
import type { Change } from '#kinds/index.ts';
import { inParts } from '#kinds/rows/server/row-sets.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '#server/db/tables.ts';
import { changeWith } from '#server/editions/review/public-change.ts';
import { channelsConcerned } from '#server/editions/review/concerned-channels.ts';
import { addEdition, type Base } from '#server/editions/draft/create-edition.ts';
import {
  BROUGHT_LIMITS,
  draftToStore,
  mapDocuments,
  readDraft,
  type Draft,
} from '#server/editions/draft/draft-changes.ts';
import { Refused } from '#server/errors.ts';
import { acceptFile } from '#server/files/accept-file.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import type { Site } from '#server/site/site.ts';
import { assertSame, isOfStore, type Compared, type ComparedExport } from './compare-export.ts';
import { filepathsOf, type Line, type Row } from './format.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import type { Taken } from '#server/editions/draft/taken.ts';
import { travelOf } from './travelling.ts';
import { rowsOf } from './compare-rows.ts';
import { bringArticles } from './bring-articles.ts';
import { ownDocument, placedDocument } from './own-document.ts';
import { readExport } from './read-export.ts';
import { recallAlone, remember, type Memory } from '#server/editions/draft/taken.ts';

interface Given {
  db: Db;
  site: Site;
  /** DATA_DIR/files */
  filesDir: string;
  senders: Senders;
  actor: Actor;
  /** the file that was compared */
  path: string;
  compared: ComparedExport;
  /** chosen things of it, as many as fitTransfer takes */
  chosen: readonly Compared[];
}

/**
 * BE3: makes one draft of the chosen things, an edition like every other, and stores the files that they name like
 * uploads. Records what both sides have the same now, and what they will have once the draft is public (BE4).
 * @returns the number of the edition; null where nothing was chosen
 * @throws TransferRefused also for a file or a document that cannot be taken here
 */
export async function saveImport(given: Given): Promise<number | null> {
  const { db, site, actor, compared, chosen } = given;
  const { header } = compared;
  const { store } = header;
  assertNoneOpen(header, compared.memory);
  // another import may have been begun since the file was compared
  const recallNow = async (trx: Db): Promise<Memory> =>
    assertNoneOpen(header, await recallAlone(trx, header.sender.key));
  const marked = (things: readonly Compared[]): Record<string, Taken> =>
    Object.fromEntries(
      things.map(({ subject, mark }) => [subject, { ...mark, at: header.at, ...(store !== undefined && { store }) }]),
    );
  const same = marked(compared.things.filter((thing) => thing.state === 'same' && !isKnown(thing, compared)));
  if (chosen.length === 0) {
    await db.transaction().execute(async (trx) => {
      const { settled } = await recallNow(trx);
      await remember(trx, header.sender.key, { settled: { ...settled, ...same } });
    });
    return null;
  }
  const draft = await draftOf(given);
  const stored = await draftToStore(db, draft);
  const channelIds = await channelsConcerned(db, site, stored.changes);
  return db.transaction().execute(async (trx) => {
    const { settled } = await recallNow(trx);
    const { editionId, version } = await addEdition(trx, actor, { draft: stored, channelIds, base: baseOf(chosen) });
    await remember(trx, header.sender.key, {
      settled: { ...settled, ...same },
      pending: { edition: editionId, things: marked(chosen) },
    });
    await record(trx, actor, 'edition.import', {
      subject: `edition:${editionId}`,
      facts: { version, sender: header.sender.name, key: header.sender.key, at: header.at, digest: compared.digest },
    });
    return editionId;
  });
}

/** Whether an older file adds nothing: both had the same later, too. */
const isKnown = ({ subject, mark }: Compared, { header, newerTaken, memory }: ComparedExport): boolean =>
  newerTaken !== null && isOfStore(memory.settled[subject], header) && memory.settled[subject]?.hash === mark.hash;

/** BE6: public revision of each thing when it was compared, which may have changed since. */
const baseOf = (chosen: readonly Compared[]): Base =>
  Object.fromEntries(
    chosen.flatMap(({ kind, ownId, revision }) => (ownId === null ? [] : [[`${kind}:${ownId}`, revision]])),
  );

/** BE6: one draft of a sender at a time. @throws TransferRefused */
function assertNoneOpen({ sender }: ComparedExport['header'], { pending, ...memory }: Memory): Memory {
  if (!pending) return memory;
  throw new TransferRefused(
    `Edition ${pending.edition} of an earlier import from ${sender.name} is neither published nor discarded. Do one of both, or end it where its publication is halted (就此结束), and import again.`,
    `上一次从${sender.name}导入的第 ${pending.edition} 号稿件还没有发布或放弃，请先发布或放弃它（发布中断的，也可以就此结束），再导入`,
  );
}

const titleOf = ({ compared: { header } }: Given): string => `从${header.sender.name}导入（${header.at.slice(0, 10)}）`;

/** A draft of the chosen things, their files stored; BE8: of many articles it names the set. */
async function draftOf(given: Given): Promise<Draft> {
  const { db, site, path, senders, compared, chosen } = given;
  const { own: inDraft, separate } = fitTransfer(chosen, BROUGHT_LIMITS);
  const bySubject = new Map(inDraft.map((thing) => [thing.subject, thing]));
  const separateSubjects = new Set(separate.map(({ subject }) => subject));
  const brings = (subject: string): boolean => bySubject.has(subject);
  const changes: Change[] = [];
  const title = titleOf(given);
  let draft: Draft = { title, changes };
  const named = new Set<string>();
  const filepaths = new Map<string, string>();
  const lines = readExport(path, senders);
  for await (const line of lines) {
    if ('thing' in line) {
      const { kind, id, document } = line.thing;
      const thing = bySubject.get(`${kind}:${id}`);
      const { rows } = travelOf(kind)!;
      if (separateSubjects.has(`${kind}:${id}`)) for (const filepath of filepathsOf(document)) named.add(filepath);
      if (!thing) continue;
      if (rows) {
        const own = rows.underOwn(document, site, brings);
        changes.push(changeWith(kind, id, await rows.keep(db, own, naming(named, rowsOf(line.thing, lines)))));
      } else changes.push(changeWith(kind, id, ownDocument(thing, document)));
    } else if ('contents' in line) {
      if (changes.length > 0) draft = await readDraft(draft, undefined, BROUGHT_LIMITS.changes).catch(inEnglish);
      for (const { document } of draft.changes) for (const filepath of filepathsOf(document)) named.add(filepath);
    } else if ('file' in line) {
      if (named.has(line.file)) filepaths.set(line.file, await takeFile(given, line, lines));
    } else if ('digest' in line) assertSame(path, compared.digest, line.digest);
  }
  const moved = [...filepaths].some(([there, here]) => there !== here);
  const own = moved ? await mapDocuments(draft.changes, (change) => placed(db, change, filepaths)) : draft.changes;
  if (separate.length === 0) return { title, changes: own };
  const source = compared.header.sender.name;
  return { title, changes: [...own, await bringArticles({ db, senders, path, separate, filepaths, title, source })] };
}

/** Notes which stored files rows name, as they pass. */
async function* naming(named: Set<string>, parts: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of parts) {
    for (const filepath of filepathsOf(rows)) named.add(filepath);
    yield rows;
  }
}

/** A document with stored files where they are here; its rows, too, where they are stored apart. */
const placed =
  (db: Db, { kind }: Change, filepaths: ReadonlyMap<string, string>) =>
  async (document: unknown): Promise<unknown> => {
    const placing = <D>(content: D): D => placedDocument(content, filepaths);
    const { rows } = travelOf(kind) ?? {};
    const { whole } = storeOf({ kind }).draft ?? {};
    if (!rows || !whole || rows.following(document) === 0) return placing(document);
    const { rows: all } = (await whole(db, document as never)) as { rows: readonly Row[] };
    return rows.keep(db, document, partsOf(placing(all)));
  };

async function* partsOf(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield* inParts(rows);
}

/** Stores one file like an upload. @returns where it is here @throws TransferRefused */
async function takeFile(
  { db, filesDir, actor }: Given,
  { file, size }: { file: string; size: number },
  lines: AsyncGenerator<Line>,
): Promise<string> {
  const { sha256, extension } = parseFilepath(file)!;
  const filename = `${sha256}.${extension}`;
  const accepted = await acceptFile({ db, dir: filesDir }, filename, bytesOf(lines, size), size, {
    isStored: true,
  }).catch((error: unknown) => {
    throw error instanceof Refused
      ? new TransferRefused(
          `The stored file ${file} is not taken here: ${error.message}.`,
          `文件 ${file} 不能在这里保存：${error.message}。请在那个环境换掉它，或不取用到它的内容`,
        )
      : error;
  });
  await record(db, actor, 'file.upload', {
    subject: `file:${accepted.filepath}`,
    facts: { filename, bytes: accepted.bytes },
  });
  return accepted.filepath;
}

async function* bytesOf(lines: AsyncGenerator<Line>, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const { value } = await lines.next();
    const { piece } = value as { piece: Buffer };
    left -= piece.length;
    yield piece;
  }
}

function inEnglish(error: unknown): never {
  throw error instanceof Refused
    ? new TransferRefused(`No edition can be made of this: ${error.message}.`, `不能生成稿件：${error.message}`)
    : error;
}
