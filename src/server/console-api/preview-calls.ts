import type { AnsweredPage } from '#wire/console-answers.ts';
import type { DrawnPreview } from '#wire/edition-answers.ts';
import { as, flag, optional, text } from '#page/schema-words.ts';
import type { Change } from '#kinds/index.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { Refused } from '../errors.ts';
import { drawPreview, type Preview } from '../pages/preview/draw-preview.ts';
import { getPreview, storePreview } from '../pages/preview/stored-previews.ts';
import { consoleCall, PageAnswer, type SignedIn } from './define-console-call.ts';
import { MOST_BYTES } from './edition-calls.ts';
import { assertMayWrite, editionId, ofVersion, version } from './edition-rights.ts';
import { MOST_BROUGHT } from '../editions/draft/draft-changes.ts';
import { readOwnDraft } from './own-draft.ts';

interface Look {
  /** below the site's base, with its query */
  path?: string;
  traditional?: boolean;
  elder?: boolean;
}

const look = {
  path: optional(
    text({
      maxLength: 2000,
      pattern: '^/',
      description: '站内路径，以斜杠开头，不带网站的基础路径；没有时为修改所在的页面',
    }),
  ),
  traditional: optional(flag({ description: '繁体' })),
  elder: optional(flag({ description: '长辈版' })),
};

/**
 * The preview of a draft, at an address of the console; links in it lead to previews of the same draft.
 * @param callPath below CONSOLE_API
 * @param what previews of one person and one name replace each other; by default those of one path
 */
const drawn = (
  { publishContext, rendering, siteAfter, user, gone }: SignedIn,
  changes: readonly Change[],
  { path, traditional = false, elder = false }: Look,
  callPath: string,
  { query = {}, what = callPath }: { query?: Record<string, string>; what?: string } = {},
): Promise<Preview> => {
  const parameters = { ...query, ...(traditional && { traditional: 'true' }), ...(elder && { elder: 'true' }) };
  const addressOf = (to: string) =>
    `${CONSOLE_API}${callPath}?${new URLSearchParams({ ...parameters, path: to }).toString().replaceAll('&', '&amp;')}`;
  return drawPreview(
    { publishContext, rendering, siteAfter },
    { changes, ...(path !== undefined && { path }), mode: { traditional, elder }, by: user.staffId, what, gone },
    { addressOf },
  );
};

function pageAnswer({ page, problems }: Preview, path = ''): PageAnswer {
  // a drawn page is no failure, also one that says that there is nothing
  if (page) return new PageAnswer({ ...page, status: 200 });
  if (problems.length > 0) throw new Refused('invalidEdition', `现在还不能预览：${problems[0]!.message}`, { problems });
  throw new Refused('badParameter', `“${path.slice(0, 200)}”不是本站的地址`);
}

const pagePathOf = (previewId: string): string => `/previews/${previewId}/page`;

/** The site as it would be after a draft. */
export const previewCalls = {
  'POST /previews': consoleCall({
    summary: '预览尚未保存的内容',
    answer: as<DrawnPreview>(),
    params: { ...look, changes: as<unknown[]>({ type: 'array', description: '各项内容' }) },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.write' },
    handle: async ({ changes: given, ...input }, context) => {
      // content that one may not write is not shown either: a draft can lay open what the site holds back. Without
      // changes it is the site as it is public, which visitors may not see yet (SU1)
      const { changes } =
        given.length === 0
          ? { changes: [] }
          : await readOwnDraft({ title: '预览', changes: given }, {}, context, MOST_BROUGHT);
      const previewId = await storePreview(context.db, context.user.staffId, changes);
      const { page, ...found } = await drawn(context, changes, input, pagePathOf(previewId), { what: 'typed' });
      return { previewId, ...found, page: page ? String(page.html) : null };
    },
  }),
  'GET /previews/:previewId/page': consoleCall({
    summary: '预览中的一页',
    answer: as<AnsweredPage>(),
    params: {
      previewId: text({
        maxLength: 36,
        pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        description: '预览的编号',
      }),
      ...look,
    },
    policy: { anywhere: 'content.write' },
    handle: async ({ previewId, ...input }, context) => {
      const changes = await getPreview(context.db, context.user.staffId, previewId);
      // a role may have been taken away since it was kept
      await assertMayWrite({ changes }, {}, context);
      return pageAnswer(await drawn(context, changes, input, pagePathOf(previewId)), input.path);
    },
  }),
  'GET /editions/:editionId/page': consoleCall({
    summary: '稿件发布后的一页',
    answer: as<AnsweredPage>(),
    params: { editionId, version: optional(version), ...look },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version, ...at }, context) => {
      const shown = version ?? (await getEdition(context.db, id)).version;
      const { changes } = await getDraft(context.db, id, shown);
      return pageAnswer(
        await drawn(context, changes, at, `/editions/${id}/page`, { query: { version: String(shown) } }),
        at.path,
      );
    },
  }),
};
