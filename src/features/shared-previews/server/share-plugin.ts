import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseFilepath } from '#rules/files/filepath.ts';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { ENDED_FOR_READER, LONGEST, MOST_ANSWERS } from '#rules/editions/shared-previews.ts';
import { withoutHidden } from '#rules/text/hidden-characters.ts';
import { SITE_BASE, STATIC_FILE } from '#wire/paths.ts';
import type { AppDeps } from '#server/app.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { findPublicState } from '#server/files/public-state.ts';
import { goneSignal } from '#server/http/gone-signal.ts';
import { limitByNetwork } from '#server/http/network.ts';
import { readMode } from '#server/pages/address/modes.ts';
import { sendStored } from '#server/pages/files/static-files.ts';
import { fromThisSite } from '#server/pages/login/addresses.ts';
import { drawForOutside, filesOpenedBy } from '#server/pages/preview/draw-preview.ts';
import { placesOfChanges } from '#server/pages/preview/path-of-changes.ts';
import type { SharePage } from '../share-page.ts';
import {
  ANSWER,
  answerAddress,
  frameOf,
  LINK,
  LOOK,
  LOOK_CSS,
  pageAddress,
  PATH,
  SHARED,
  SHARED_FILE,
  UNSEEN,
} from './frame.ts';
import { addAnswer, countOpened, findShare, type Share } from './shares.ts';

interface ShareDeps extends AppDeps {
  /** sends a designed page that needs no scripts */
  page: (request: FastifyRequest, reply: FastifyReply, page: SharePage) => Promise<FastifyReply>;
}

/** Pages that one network may open within a minute: each is drawn anew. */
const PAGES = { max: 60, window: 60_000 };
const FILES = { max: 600, window: 60_000 };
/** SH2: unknown links that one network may try within a minute. */
const WRONG = { max: 20, window: 60_000 };
/** SH5: answers of one network within ten minutes. */
const ANSWERS = { max: 10, window: 600_000 };
const LARGEST_FORM = 32 * 1024;
const LONGEST_PATH = 2_000;
/** drafts of which it is remembered which files they open */
const MOST_REMEMBERED = 20;

type Fields = Record<string, string | string[] | undefined>;

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''));

/** SH1 to SH5: what is behind a link to a preview. Needs @fastify/rate-limit. */
export async function sharePlugin(app: FastifyInstance, deps: ShareDeps): Promise<void> {
  const { db, siteUrl } = deps;
  const [often, filesOften, wrongOften, answersOften] = [PAGES, FILES, WRONG, ANSWERS].map((rate) =>
    limitByNetwork(app, rate),
  ) as [Often, Often, Often, Often];
  const home = { title: '网站首页', href: `${SITE_BASE}/` };

  const say = (
    request: FastifyRequest,
    reply: FastifyReply,
    words: Omit<SharePage, 'look' | 'links'>,
    links = [home],
  ) => deps.page(request, reply, { ...words, look: LOOK, links });
  const tooOften = (request: FastifyRequest, reply: FastifyReply, wait: number) =>
    say(request, reply.header('Retry-After', wait), {
      title: '打开过于频繁',
      text: `请在 ${wait} 秒后再试。`,
      status: 429,
    });

  /** A link that is good; null where the answer was given. */
  const openShare = async (
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
    limit: Often,
  ): Promise<Share | null> => {
    const wait = await limit(request);
    const share = wait > 0 ? null : await findShare(db, secret);
    if (wait > 0) await tooOften(request, reply, wait);
    else if (!share) {
      const wrong = await wrongOften(request);
      if (wrong > 0) await tooOften(request, reply, wrong);
      else
        await say(request, reply, {
          title: '没有这个预览链接',
          text: '请打开完整的地址；地址太长而断成两行时，请把两行接起来。',
          status: 404,
        });
    } else if (share.end !== null) await ended(request, reply, share);
    return share?.end === null ? share : null;
  };
  const ended = (request: FastifyRequest, reply: FastifyReply, { end }: Share) =>
    say(request, reply, {
      title: '预览已经结束',
      text: `${end === null ? '' : ENDED_FOR_READER[end]}有疑问时，请联系发给您链接的人。`,
      status: 410,
    });

  const previewDeps = (request: FastifyRequest, share: Share) => ({
    rendering: { ...deps, log: request.log },
    siteAfter: deps.siteAfter,
    publishContext: {
      db,
      pagesDir: deps.pagesDir,
      filesDir: deps.filesDir,
      runInWorker: deps.runInWorkerFor(`share ${share.shareId}`),
      ...(deps.freeSpace && { freeSpace: deps.freeSpace }),
    },
  });

  const opened = new Map<string, Promise<Map<string, string>>>();
  /** The files that the draft opens, as long as nothing else is published. */
  const openedBy = (request: FastifyRequest, share: Share): Promise<Map<string, string>> => {
    const key = `${share.editionId} ${share.version} ${deps.publications.current()}`;
    const known = opened.get(key);
    if (known) return known;
    const found = getDraft(db, share.editionId, share.version).then(({ changes }) =>
      filesOpenedBy(previewDeps(request, share), { changes, by: `share ${share.shareId}` }),
    );
    opened.set(key, found);
    found.catch(() => opened.delete(key));
    for (const oldest of opened.keys()) {
      if (opened.size <= MOST_REMEMBERED) break;
      opened.delete(oldest);
    }
    return found;
  };

  await app.register(async (scope) => {
    // a body of another content type counts as none
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.get<{ Querystring: Fields }>(SHARED, { exposeHeadRoute: false }, async (request, reply) => {
      const { [LINK]: link, [PATH]: path, ...others } = request.query;
      const secret = one(link);
      const share = await openShare(request, reply, secret, often);
      if (!share) return reply;
      const { changes } = await getDraft(db, share.editionId, share.version);
      const shown = path === undefined ? undefined : pathWith(one(path), others);
      const { page } =
        shown !== undefined && (!shown.startsWith('/') || shown.length > LONGEST_PATH)
          ? { page: null }
          : await drawForOutside(
              previewDeps(request, share),
              {
                changes,
                ...(shown !== undefined && { path: shown }),
                mode: readMode(request.headers),
                by: `share ${share.shareId}`,
                gone: goneSignal(reply),
              },
              async ({ trx, site, published, given }) =>
                frameOf(secret, share, site, await placesOfChanges(trx, site, given, published)),
            );
      // an end that came meanwhile
      const now = await findShare(db, secret);
      if (now?.end) return ended(request, reply, now);
      if (!(await countOpened(db, share.shareId))) return ended(request, reply, { ...share, end: 'used-up' });
      if (!page)
        return say(
          request,
          reply,
          {
            title: '暂时不能预览',
            text: '预览里没有这一页，或者内容正在修改。请稍后再试，或联系发给您链接的人。',
            status: 404,
          },
          [{ title: '返回预览', href: pageAddress(secret) }],
        );
      return reply.code(page.status).headers(page.headers).send(page.html);
    });

    scope.get(LOOK, (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(LOOK_CSS),
    );

    scope.get<{ Querystring: Fields }>(`${SHARED_FILE}/*`, { exposeHeadRoute: false }, async (request, reply) => {
      const share = await openShare(request, reply, one(request.query[LINK]), filesOften);
      if (!share) return reply;
      const missing = () => say(request, reply, { title: '没有这个文件', text: FILE_MISSING, status: 404 });
      // compared as it was sent, as addresses of public files are
      const filepath = request.raw.url!.split('?', 1)[0]!.slice(SHARED_FILE.length + 1);
      if (!parseFilepath(filepath)) return missing();
      const filename = (await openedBy(request, share)).get(filepath);
      if (filename === undefined) {
        const { state } = await findPublicState(db, filepath);
        return state === 'open' ? reply.headers(UNSEEN).redirect(`${STATIC_FILE}/${filepath}`, 302) : missing();
      }
      const stored = await db
        .selectFrom('file')
        .select(['sha256', 'size', 'media_type as mediaType'])
        .where('filepath', '=', filepath)
        .executeTakeFirst();
      const file = stored && { filepath, filename, usedBy: '', restricted: true, stored };
      if (!file || !(await sendStored(deps, file, request, reply.headers(UNSEEN)))) return missing();
      return reply;
    });

    const asking = (
      secret: string,
      share: Share,
      typed?: Partial<SharePage['form']>,
    ): Omit<SharePage, 'look' | 'links'> => ({
      title: `对预览（第 ${share.version} 版）的意见`,
      text: '不需要账号。您的姓名和意见会写入操作记录，供撰写和审核的人员参考；姓名没有经过核实，因此不代替审核。',
      form: {
        action: ANSWER,
        hidden: { [LINK]: secret },
        name: '',
        remark: '',
        agrees: null,
        longest: LONGEST,
        problem: '',
        field: '',
        ...typed,
      },
    });
    const back = (secret: string) => [{ title: '返回预览', href: pageAddress(secret) }];

    scope.get<{ Querystring: Fields }>(ANSWER, { exposeHeadRoute: false }, async (request, reply) => {
      const secret = one(request.query[LINK]);
      const share = await openShare(request, reply, secret, often);
      return share ? say(request, reply, asking(secret, share), back(secret)) : reply;
    });

    scope.post<{ Body: Record<string, string> | null }>(ANSWER, async (request, reply) => {
      const fields = request.body ?? {};
      const secret = fields[LINK] ?? '';
      const share = await openShare(request, reply, secret, often);
      if (!share) return reply;
      const name = tidy(fields.name ?? '').replaceAll(/\s+/g, ' ');
      const remark = tidy(fields.remark ?? '');
      const agrees = fields.answer === 'agrees' ? true : fields.answer === 'remark' ? false : null;
      const again = (status: number, problem: string, field: NonNullable<SharePage['form']>['field'] = '') =>
        say(
          request,
          reply,
          { ...asking(secret, share, { name, remark, agrees, problem, field }), status },
          back(secret),
        );
      if (!fromThisSite(request, siteUrl)) return again(403, '这次提交不是从本站的页面来的，请在这里再提交一次');
      const wrong = wrongIn({ name, remark, agrees });
      if (wrong) return again(422, wrong.problem, wrong.field);
      const wait = await answersOften(request);
      if (wait > 0) {
        void reply.header('Retry-After', wait);
        return again(429, `提交过于频繁，请在 ${Math.ceil(wait / 60)} 分钟后再试`);
      }
      const refused = await addAnswer(db, secret, { name, remark: agrees ? '' : remark, address: request.ip });
      if (refused === 'ended') return ended(request, reply, (await findShare(db, secret)) ?? share);
      if (refused === 'full')
        return again(429, `这个链接已有 ${MOST_ANSWERS} 条回复，不能再提交；请直接联系发给您链接的人`);
      return say(
        request,
        reply,
        { title: '已经收到', text: agrees ? `${name}：无异议。` : `${name}的意见已经转给撰写和审核的人员。` },
        [{ title: '再提一条', href: answerAddress(secret) }, ...back(secret)],
      );
    });
  });
}

type Often = ReturnType<typeof limitByNetwork>;

/** A path of the site with the fields of a form that leads there. */
function pathWith(path: string, others: Fields): string {
  const query = new URLSearchParams(
    Object.entries(others).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each] as [string, string]),
    ),
  ).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Typed text without what nobody sees; lines stay. */
const tidy = (text: string): string =>
  text
    .toWellFormed()
    .split(/\r?\n/)
    .map((line) => withoutHidden(line).trimEnd())
    .join('\n')
    .trim();

/** SH5: the first fault of an answer, in words; null for none. */
function wrongIn({
  name,
  remark,
  agrees,
}: {
  name: string;
  remark: string;
  agrees: boolean | null;
}): { problem: string; field: 'name' | 'answer' | 'remark' } | null {
  const lengthOf = (text: string) => Array.from(text).length;
  if (name === '') return { problem: '请填写您的姓名', field: 'name' };
  if (lengthOf(name) > LONGEST.name) return { problem: `姓名不超过 ${LONGEST.name} 个字`, field: 'name' };
  if (agrees === null) return { problem: '请选择无异议，或提出意见', field: 'answer' };
  if (!agrees && remark === '') return { problem: '请写下您的意见', field: 'remark' };
  if (agrees && remark !== '')
    return { problem: '写了意见时，请选择“有意见”；确无意见的，请清空意见', field: 'answer' };
  if (lengthOf(remark) > LONGEST.remark)
    return {
      problem: `意见不超过 ${LONGEST.remark} 个字，现在是 ${lengthOf(remark)} 个字；可以分几次提交`,
      field: 'remark',
    };
  return null;
}
