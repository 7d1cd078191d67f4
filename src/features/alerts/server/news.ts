import type { Db } from '#server/db/tables.ts';
import { hiddenFields } from '#server/store/rows/list-register-rows.ts';
import { listRegisterPublications } from '#server/store/rows/register-publications.ts';
import { KEY_SEPARATOR } from '#server/store/rows/check-rows.ts';
import { listPublicRowEvents } from '#server/store/rows/row-history.ts';
import { findLine } from '#server/store/rows/row-line.ts';
import type { Site } from '#server/site/site.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Thing } from './things.ts';

/** news of one thing that a mail lists; all are counted */
const MOST = 20;

/** Publications that a mail reports. */
interface Span {
  /** number of the publication before the first of them */
  after: number;
  /** number of the last of them */
  upTo: number;
}

/**
 * AL3: news of a thing in the publications, a line each, newest first. News that only some may read is left out:
 * restricted articles, and columns of rows that not everybody may read now and could read then.
 */
export async function newsOf(db: Db, site: Site, siteUrl: string, thing: Thing, span: Span): Promise<string[]> {
  if (thing.kind === 'channel') return newArticles(db, site, siteUrl, thing.channelId, span);
  const isInSpan = ({ no }: { no: number }): boolean => no > span.after && no <= span.upTo;
  const { definition } = thing;
  const { register, countWord = '条' } = definition;
  if (thing.kind === 'register') {
    const hidden = hiddenFields(definition);
    const { list } = await listRegisterPublications(db, { register, pageNum: 1, pageSize: MOST, hidden, ofRows: true });
    return list
      .filter((one) => isInSpan(one) && one.added + one.changed + one.removed > 0)
      .map(
        ({ dataDate, rows, added, changed, removed }) =>
          `数据截至 ${dataDate}：新增 ${added}、修改 ${changed}、移出 ${removed}，现公示 ${rows} ${countWord}`,
      );
  }
  // a row whose key was changed continues under the new one (RG23)
  const line = await findLine(db, register, thing.key.join(KEY_SEPARATOR));
  const key = line?.key?.split(KEY_SEPARATOR) ?? thing.key;
  const events = await listPublicRowEvents(db, definition, key, 'now');
  return events.flatMap(({ no, date, how, fields }) => {
    if (!isInSpan({ no }) || how === 'rewritten') return [];
    if (how === 'added') return `${date}：开始公示`;
    if (how === 'removed') return line?.key ? [] : `${date}：不再公示`;
    const changes = fields.map(({ field, before, after }) => {
      const known = definition.fields[field]!;
      const words = (value: typeof after) => (value === null || value === '' ? '（空）' : formatCell(value, known));
      // RG22: earlier values are listed where the register shows them
      const was = definition.rowHistory ? `由“${words(before)}”` : '';
      return `${known.title}${was}改为“${words(after)}”`;
    });
    return `${date}：${changes.join('；')}`;
  });
}

async function newArticles(
  db: Db,
  site: Site,
  siteUrl: string,
  channelId: string,
  { after, upTo }: Span,
): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'title', 'content_time'])
    .where('channel_id', '=', site.channel(channelId)?.sameAs ?? channelId)
    .where('public_to', 'is', null)
    .where('risk_level', 'is', null)
    .where('opened_in', '>', after)
    .where('opened_in', '<=', upTo)
    // a changed article is no news; only its first text is
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('article as earlier')
            .select('earlier.row_id')
            .whereRef('earlier.article_id', '=', 'article.article_id')
            .where('earlier.opened_in', '<=', after),
        ),
      ),
    )
    // articles that were moved in from a former site are no news either (ED8)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('article_import')
            .select('article_import.row_id')
            .whereRef('article_import.opened_in', '=', 'article.opened_in'),
        ),
      ),
    )
    .orderBy('content_time', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(
    ({ article_id, title, content_time }) =>
      `${shanghaiDate(content_time.getTime())} ${title}\n  ${siteUrl}${SITE_BASE}${site.articlePath(channelId, article_id)}`,
  );
}
