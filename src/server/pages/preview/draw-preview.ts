import { article } from '#kinds/article/index.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import type { NoteOf } from '#page/resolve-page.ts';
import { siteDocumentsOf } from '#kinds/site-documents.ts';
import type { Transaction } from 'kysely';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { tryPublication } from '../../editions/publish/try-publication.ts';
import type { Published } from '../../store/publication/new-publication.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { NO_NUMBER } from '../../editions/draft/import-steps.ts';
import { problemsOf, wordsOfPageProblem, type PublishContext } from '../../editions/review/check-edition.ts';
import type { FramedPage } from '../address/framed-page.ts';
import { FairQueue } from '../../http/fair-queue.ts';
import { drawInFrame, type FrameOptions, type SiteInFrame } from '../address/framed-site.ts';
import type { Mode } from '../address/modes.ts';
import type { RenderDeps } from '../draw/render.ts';
import { fillLink } from '../../site/fill-address.ts';
import type { Site } from '../../site/site.ts';
import type { SiteAfter } from '../../site/sites.ts';
import { withExcerpts } from './excerpts.ts';
import { pathOfChanges } from './path-of-changes.ts';

/**
 * The folder `server/pages/preview` shows the site as it would be after a draft: the draft is published in a
 * transaction, the site's own renderer draws a page in it, and the transaction is rolled back.
 */
export interface PreviewDeps {
  publishContext: PublishContext;
  rendering: RenderDeps;
  siteAfter: (trx: Db, pages?: readonly string[]) => Promise<SiteAfter>;
}

export interface PreviewQuestion {
  changes: readonly Change[];
  /** below the base, with its query; absent: the page on which the changes are best seen */
  path?: string;
  mode?: Mode;
  /** staffId; one preview of each person is drawn at a time */
  by: number;
  /** a name: a waiting preview of the same person and name is replaced */
  what: string;
  /** aborted when the client has gone */
  gone?: AbortSignal | undefined;
}

export interface Preview {
  /** null: the draft cannot be published as it is, or the site has no such path */
  page: FramedPage | null;
  /** of the page, below the base with its query; '' where there is none */
  path: string;
  /** problems of the draft; a page may be drawn all the same */
  problems: EditionProblem[];
}

/** links to what would fill it; a section may hold many channels */
const MOST_FILLED = 10;

/** SU3, SU16 */
const noteOf =
  (siteUrl: string): NoteOf =>
  ({ why, fill, title = '这一块没有内容，访客看不到它' }) => ({
    widget: 'rich-note',
    props: {
      title,
      paragraphs: [why],
      ...(fill.length > 0 && {
        links: fill
          .slice(0, MOST_FILLED)
          .map(fillLink)
          .map(({ title, path }) => ({ title, path: siteUrl + path })),
      }),
    },
  });

const isHome = (site: Site, path: string): boolean => {
  const found = site.resolve(path.split(/[?#]/, 1)[0]!);
  return found !== null && !('redirect' in found) && found.layout === 'home';
};

/** What stands above the page. @param isPublic it is as visitors have it, or will once they see the site (SU1) */
const noteAbove = (isPublic: boolean): string =>
  `<p class="block__stale" role="note">预览：${isPublic ? '已经发布的内容' : '尚未公开的内容'}</p>`;

/**
 * @param addressOf of links in the frame
 * @throws Refused replacedByNewer, tooManyWaiting, askerGone
 */
export async function drawPreview(
  { publishContext, rendering, siteAfter }: PreviewDeps,
  { changes, path, mode, by, what, gone }: PreviewQuestion,
  { addressOf }: Pick<FrameOptions, 'addressOf'>,
): Promise<Preview> {
  let page: SiteInFrame | null = null;
  let problems: EditionProblem[] = [];
  const look = async (trx: Transaction<Tables>, published: Published) => {
    const after = await siteAfter(
      trx,
      siteDocumentsOf(changes).map(({ page }) => page),
    );
    problems = pageProblemsOf(changes, after);
    if (problems.length > 0) return [];
    const { site } = after;
    const shown = path ?? (await pathOfChanges(trx, site, changes, published));
    // HN6: what fills a home page decides how it looks
    const drawn = isHome(site, shown) ? after.asVisitors() : site;
    const within: RenderDeps = {
      ...rendering,
      noteOf: noteOf(rendering.siteUrl),
      db: trx,
      siteAt: async () => drawn,
      ...(mode && { mode }),
    };
    page = await drawInFrame(within, shown, 'now', { addressOf, note: noteAbove(changes.length === 0) });
    return [];
  };
  const draw = async () =>
    withExcerpts(publishContext.db, changes, (given) =>
      tryPublication(publishContext, { title: '预览', changes: given, newIds: numbersOf(given) }, { inspect: look }),
    );
  await queue.run(
    by,
    () =>
      draw().then(
        () => {},
        (error: unknown) => {
          problems = problemsOf(error);
        },
      ),
    { what, gone },
  );
  const drawn = page as SiteInFrame | null;
  return { page: drawn, path: drawn?.path ?? '', problems };
}

/**
 * Each holds a connection, and the log, while it is drawn: of many that come at once few do, and a publication waits
 * for one.
 */
const queue = new FairQueue({ most: 2, ofOne: 9 });

/**
 * AC9: numbers for the new articles of a draft, the same each time it is drawn: each drawing is taken back, and a link in one leads
 * into the next.
 */
const numbersOf = (changes: readonly Change[]): Map<number, number> =>
  new Map(writtenOf(article, changes).flatMap(({ id, at }) => (id === null ? [[at, NO_NUMBER + at] as const] : [])));

/** PS1: pages of the draft that the site would refuse. */
const pageProblemsOf = (changes: readonly Change[], { problems }: SiteAfter): EditionProblem[] =>
  problems.flatMap((problem) => {
    const own = siteDocumentsOf(changes).find(({ page }) => problem.file === `edition:${page}`);
    return own
      ? [{ change: own.at, pointer: problem.pointer, code: problem.code, message: wordsOfPageProblem(own, problem) }]
      : [];
  });
