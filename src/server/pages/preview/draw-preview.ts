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
import { Refused } from '../../errors.ts';
import { Overloaded } from '../../http/admission.ts';
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
 * Folder `server/pages/preview`: the site as it would be after a draft. The draft is published in a transaction, the
 * site's own renderer draws a page in it, and the transaction is rolled back.
 */
export interface PreviewDeps {
  publishContext: PublishContext;
  rendering: RenderDeps;
  siteAfter: (trx: Db, pages?: readonly string[], isForVisitors?: boolean) => Promise<SiteAfter>;
}

export interface PreviewQuestion {
  changes: readonly Change[];
  /** path below the base, with its query; absent: the page on which the changes are best seen */
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
  /** path of the page, below the base with its query; '' where there is none */
  path: string;
  /** problems of the draft; a page may be drawn all the same */
  problems: EditionProblem[];
}

/** links to places for its content; a section may hold many channels */
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

/** Note above the page. @param isPublic it is as visitors have it, or will once they see the site (SU1) */
const noteAbove = (isPublic: boolean): string =>
  `<p class="block__stale" role="note">预览：${isPublic ? '已经发布的内容' : '尚未公开的内容'}</p>`;

/**
 * @param addressOf of links in the frame
 * @throws Refused replacedByNewer, tooManyWaiting, askerGone
 */
export const drawPreview = (
  deps: PreviewDeps,
  { by, what, gone, ...question }: PreviewQuestion,
  { addressOf }: Pick<FrameOptions, 'addressOf'>,
): Promise<Preview> =>
  queue.run(
    by,
    () =>
      drawDraft(
        { ...deps, rendering: { ...deps.rendering, noteOf: noteOf(deps.rendering.siteUrl) } },
        question,
        async () => ({ addressOf, note: noteAbove(question.changes.length === 0) }),
      ),
    { what, gone },
  );

/** Page of the site as visitors would have it, and what is told of it. */
interface ShownDraft {
  trx: Db;
  site: Site;
  published: Published;
  /** the changes as they were published: a large draft is shown in part */
  given: readonly Change[];
}

/**
 * SH1: the same for somebody outside: just what visitors would read, without the notes and marks that editors see. One is
 * drawn at a time, beside those of editors.
 * @param frameOf options of the frame, asked for in the transaction @throws Overloaded
 */
export const drawForOutside = (
  deps: PreviewDeps,
  { by, gone, ...question }: Pick<PreviewQuestion, 'changes' | 'path' | 'mode' | 'gone'> & { by: string },
  frameOf: (shown: ShownDraft) => Promise<FrameOptions>,
): Promise<Preview> =>
  outside.run(by, () => drawDraft(deps, { ...question, isForVisitors: true }, frameOf), { gone }).catch(asOverload);

/**
 * SH4: the files that a draft opens to everybody, with the names under which they are saved. Empty where it cannot be
 * published as it is. @throws Overloaded
 */
export const filesOpenedBy = (
  { publishContext }: Pick<PreviewDeps, 'publishContext'>,
  { changes, by }: Pick<PreviewQuestion, 'changes'> & { by: string },
): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  const look = async (trx: Db, { no }: Published): Promise<[]> => {
    const uses = await trx
      .selectFrom('file_use')
      .select(['filepath', 'filename'])
      .where('opened_in', '=', no)
      .where('public_to', 'is', null)
      .where('risk_level', 'is', null)
      .execute();
    for (const { filepath, filename } of uses) files.set(filepath, filename);
    return [];
  };
  const open = () =>
    tryDraft(publishContext, changes, look).then(
      () => files,
      (error: unknown) => {
        problemsOf(error);
        return files;
      },
    );
  return outside.run(by, open).catch(asOverload);
};

function asOverload(error: unknown): never {
  throw error instanceof Refused ? new Overloaded() : error;
}

/** Publishes a draft and takes it back. */
const tryDraft = (
  publishContext: PublishContext,
  changes: readonly Change[],
  look: (trx: Transaction<Tables>, published: Published, given: readonly Change[]) => Promise<[]>,
): Promise<unknown> =>
  withExcerpts(publishContext.db, changes, (given) =>
    tryPublication(
      publishContext,
      { title: '预览', changes: given, newIds: numbersOf(given) },
      { inspect: (trx, published) => look(trx, published, given) },
    ),
  );

async function drawDraft(
  { publishContext, rendering, siteAfter }: PreviewDeps,
  {
    changes,
    path,
    mode,
    isForVisitors = false,
  }: Omit<PreviewQuestion, 'by' | 'what' | 'gone'> & {
    isForVisitors?: boolean;
  },
  frameOf: (shown: ShownDraft) => Promise<FrameOptions>,
): Promise<Preview> {
  let page: SiteInFrame | null = null;
  let problems: EditionProblem[] = [];
  const look = async (trx: Transaction<Tables>, published: Published, given: readonly Change[]): Promise<[]> => {
    const after = await siteAfter(
      trx,
      siteDocumentsOf(changes).map(({ page }) => page),
      isForVisitors,
    );
    problems = pageProblemsOf(changes, after);
    if (problems.length > 0) return [];
    const { site } = after;
    const shown = path ?? (await pathOfChanges(trx, site, changes, published));
    // HN6: the content of a home page decides its look
    const drawn = !isForVisitors && isHome(site, shown) ? after.asVisitors() : site;
    const within: RenderDeps = {
      ...rendering,
      db: trx,
      siteAt: async () => drawn,
      ...(mode && { mode }),
    };
    page = await drawInFrame(within, shown, 'now', await frameOf({ trx, site, published, given }));
    return [];
  };
  try {
    await tryDraft(publishContext, changes, look);
  } catch (error) {
    problems = problemsOf(error);
  }
  const drawn = page as SiteInFrame | null;
  return { page: drawn, path: drawn?.path ?? '', problems };
}

/**
 * Each holds a connection, and the log, while it is drawn: of many that come at once few do, and a publication waits
 * for one.
 */
const queue = new FairQueue({ most: 2, ofOne: 9 });

/** The same for links that were given to people outside, who are known by the link alone. */
const outside = new FairQueue({ most: 1, ofOne: 6, ofLane: 30, patience: 10_000 });

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
