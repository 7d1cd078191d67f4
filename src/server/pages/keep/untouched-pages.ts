import type { Db } from '../../db/tables.ts';
import { readTouched, type TouchedThings } from '../../store/publication/touched-things.ts';

/** milliseconds after a failed reading before the next one */
const AGAIN = 2_000;

interface Following {
  db: Db;
  publications: { current(): number };
  /** number of the publication that kept pages are good for at the start */
  readTo: number;
  /** pages that these publications did not touch stay (PD8) */
  touch: (after: number, touched: TouchedThings) => void;
  /** called when all known publications were taken over */
  onDone: () => void;
  onFailure: (error: unknown) => void;
}

/** Learns what each publication touched, and informs the cache. */
export function followPublications({ db, publications, readTo: begun, touch, onDone, onFailure }: Following) {
  let readTo = begun;
  let reading: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;

  async function readNew(): Promise<void> {
    if (readTo >= publications.current()) return;
    try {
      const touched = await readTouched(db, readTo);
      touch(readTo, touched);
      readTo = touched.no;
    } catch (error) {
      onFailure(error);
      clearTimeout(again);
      again = setTimeout(refresh, AGAIN).unref();
      return;
    }
    onDone();
  }
  const refresh = (): Promise<void> => (reading = reading.then(readNew));

  return {
    /** called after each publication */
    refresh,
    end: (): Promise<void> => {
      clearTimeout(again);
      return reading;
    },
  };
}
