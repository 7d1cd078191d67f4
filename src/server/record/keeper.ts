import type { Db } from '../db/tables.ts';
import type { HeadPlaces } from '../env.ts';
import { appendHeads, headOf, postHead, readHeads, sendToSyslog, type Head } from './heads.ts';
import { newestSeal, sealRecord } from './seal.ts';

/** milliseconds until it is tried again where an act has not ended, and where something failed */
const AGAIN = { busy: 1_000, failed: 60_000 };
/** milliseconds of waiting for such an act after which it is told */
const PATIENCE = 10 * 60_000;

/** Seals the record and sends the heads. */
export interface RecordKeeper {
  /**
   * Seals and sends what has happened by now, as far as its places take it.
   * @returns milliseconds until it is tried again, where something was left
   */
  keep(): Promise<void | { again: number }>;
  /** number of the newest head in the file of this server; 0 for none */
  kept(): number;
  /** whether the last look could not seal, or some place did not take a head */
  isFailing(): boolean;
}

type Failed = (error: unknown, what: string) => void;

/**
 * Seals (RC1), and lets the heads go out (RC3): all to the file, the newest to syslog and webhook, since it covers those
 * before. What a place does not take is sent with the next look.
 * @param site origin, as visitors type it
 */
export function createRecordKeeper(
  db: Db,
  places: HeadPlaces,
  { site, failed }: { site: string; failed: Failed },
): RecordKeeper {
  let busySince: number | null = null;
  /** failures of the last look: reported once, however often they come again */
  let reported = new Set<string>();
  const file = headsInFile(db, places.file, failed);
  const senders = [
    ...(places.syslog === null ? [] : [newestTo((head) => sendToSyslog(places.syslog!, head, new URL(site).hostname))]),
    ...(places.webhook === null ? [] : [newestTo((head) => postHead(places.webhook!, head, site))]),
  ];

  const keep: RecordKeeper['keep'] = async () => {
    const before = reported;
    reported = new Set();
    const tell = (error: unknown, what: string): void => {
      reported.add(what);
      if (!before.has(what)) failed(error, what);
    };
    // heads in the file are compared before anything is added
    await file.begin().catch((error: unknown) => tell(error, `heads could not be read from ${places.file}`));
    await sealAll(db).then(
      () => (busySince = null),
      (error: unknown) => {
        if (!isBusy(error)) return tell(error, 'the record could not be sealed; it is tried again');
        busySince ??= Date.now();
        if (Date.now() - busySince > PATIENCE)
          tell(error, 'nothing was sealed for ten minutes: something holds it off');
      },
    );
    await file.send().catch((error: unknown) => tell(error, `heads could not be added to ${places.file}`));
    const newest = await newestSeal(db).catch(() => undefined);
    for (const send of newest ? senders : [])
      await send(headOf(newest!)).catch((error: unknown) => tell(error, 'a head could not be sent out'));
    if (busySince !== null) return { again: AGAIN.busy };
    return reported.size > 0 ? { again: AGAIN.failed } : undefined;
  };
  return { keep, kept: () => file.newest(), isFailing: () => reported.size > 0 };
}

/** 55P03: somebody is adding to the record in a transaction that has not ended */
const isBusy = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

async function sealAll(db: Db): Promise<void> {
  while (await sealRecord(db));
}

/** seals that are read and written at once */
const BATCH = 1_000;

function headsInFile(db: Db, path: string, failed: Failed) {
  let newest: number | null = null;
  const readNewest = async (): Promise<number> => {
    const heads = await readHeads(path);
    const last = heads?.heads.at(-1);
    const seal = last
      ? await db.selectFrom('record_seal').select('hash').where('no', '=', last.no).executeTakeFirst()
      : await newestSeal(db);
    if (last && seal?.hash !== last.hash)
      failed(
        null,
        `head ${last.no} in ${path} is not that of the record: compare both with verify-log, and name a new HEADS_FILE after a restore`,
      );
    if (!last && seal)
      failed(null, `${path} held no heads although the record has seals; it is begun anew with all of them`);
    return last?.no ?? 0;
  };
  return {
    newest: () => newest ?? 0,
    begin: async (): Promise<void> => {
      newest ??= await readNewest();
    },
    send: async (): Promise<void> => {
      for (; newest !== null;) {
        const seals = await db
          .selectFrom('record_seal')
          .selectAll()
          .where('no', '>', newest)
          .orderBy('no')
          .limit(BATCH)
          .execute();
        if (seals.length === 0) return;
        await appendHeads(path, seals.map(headOf));
        newest = seals.at(-1)!.no;
      }
    },
  };
}

/** Sends the newest head once. */
function newestTo(send: (head: Head) => Promise<void>): (head: Head) => Promise<void> {
  let sent = 0;
  return async (head) => {
    if (head.no <= sent) return;
    await send(head);
    sent = head.no;
  };
}
