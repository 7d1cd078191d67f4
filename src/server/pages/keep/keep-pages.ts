import { baseAttributes } from '#wire/bases.ts';
import type { FastifyInstance } from 'fastify';
import type { PublicationWatch } from '../../site/publication-watch.ts';
import type { Db } from '../../db/tables.ts';
import type { Admissions } from '../../http/admission.ts';
import type { DiskPages } from './disk-pages.ts';
import type { PageCache, Redrawable } from './page-cache.ts';
import { createRedrawing } from './redraw.ts';
import { followPublications } from './untouched-pages.ts';

/** Place of kept pages beyond the process, and the store that they belong to. */
export interface Copies {
  disk: DiskPages;
  /** mark of the store */
  instance: string;
}

interface Keeping {
  cache: PageCache;
  publications: PublicationWatch;
  admissions: Admissions;
  db: Db;
  build: () => Promise<{ entry: string }>;
  copies: Copies | null;
}

/** pages that are drawn again after a publication */
const MOST_REDRAWN = 50;
/** milliseconds between two copies on disk; each records when the database answered last */
const COPY_EVERY = 60_000;

/** Hash of a publication; '' where the store has none of this number. */
async function hashOf(db: Db, no: number): Promise<string> {
  const row = await db.selectFrom('publication').select('hash').where('no', '=', no).executeTakeFirst();
  return row?.hash ?? '';
}

/**
 * PD8, PD9: pages that publications did not touch stay for the time when the database is away. Home, first-level and
 * the most visited pages are drawn again. The pages of the last run are taken over from disk, where those of this
 * run are written.
 * @param first home and first-level pages as most visitors read them, also those that nobody has visited
 * @param draw draws a page again, and keeps it
 */
export function keepPages(
  app: FastifyInstance,
  { cache, publications, admissions, db, build, copies }: Keeping,
  first: () => Promise<Redrawable[]>,
  draw: (page: Redrawable, gone: AbortSignal) => Promise<unknown>,
): void {
  let copying: Promise<void> = Promise.resolve();
  const copy = (): Promise<void> =>
    (copying = copying.then(writeCopy).catch((error: unknown) => {
      app.log.warn({ err: error }, 'kept pages could not be written to disk');
    }));
  async function writeCopy(): Promise<void> {
    if (!copies || publications.away()) return;
    const publication = publications.current();
    // its hash is not known before it was read
    if (publications.read()?.no !== publication) await publications.refresh();
    const read = publications.read();
    if (read?.no !== publication) return;
    const facts = {
      instance: copies.instance,
      build: (await build()).entry + baseAttributes,
      publication,
      hash: read.hash,
      seenAt: publications.seenAt(),
    };
    const isCurrent = (): boolean => publications.current() === publication && publications.read() !== null;
    await copies.disk.write({ ...facts, pages: cache.kept() }, isCurrent);
  }

  const redrawing = createRedrawing({
    due: async () => {
      const always = await first();
      const keys = new Set(always.map(({ key }) => key));
      const old = cache.old(MOST_REDRAWN, new Set(always.map(({ origin }) => origin.address.path)));
      return [...always.filter(({ key }) => !cache.isCurrent(key)), ...old.filter(({ key }) => !keys.has(key))];
    },
    isBusy: () => admissions.pages.load.queued > 0,
    draw,
  });
  let following: ReturnType<typeof followPublications> | undefined;
  const follow = (readTo: number): void => {
    following = followPublications({
      db,
      publications,
      readTo,
      touch: (after, touched) => {
        if (touched.removed) {
          cache.clear();
          copies?.disk.remove();
        }
        cache.touch(after, touched);
      },
      onDone: () => {
        void copy();
        void redrawing.begin().then(copy);
      },
      onFailure: (error) => app.log.warn({ err: error }, 'what was published could not be read; it is tried again'),
    });
    void following.refresh();
  };
  publications.onNew(() => {
    copies?.disk.forget();
    void following?.refresh();
  });
  void publications.lost.then(() => copies?.disk.forget());
  const timer = copies && setInterval(copy, COPY_EVERY).unref();

  app.addHook('onReady', async () => {
    const last = copies && copies.disk.read();
    const isOurs = last?.instance === copies?.instance && last?.build === (await build()).entry + baseAttributes;
    // a database that went back may hold others under the same numbers (GW2)
    const isThere =
      last && last.publication <= publications.current() && (await hashOf(db, last.publication)) === last.hash;
    if (!last || !isOurs || !isThere) return follow(publications.current());
    cache.restore(last.pages, last.publication);
    follow(last.publication);
  });
  app.addHook('onClose', async () => {
    if (timer) clearInterval(timer);
    await Promise.all([following?.end(), redrawing.end()]);
    await copy();
  });
}
