import type { Db } from '../db/tables.ts';
import { hiddenFields } from '../store/list-register-rows.ts';
import { listRegisterPublications } from '../store/register-publications.ts';
import { listRowHistory } from '../store/row-history.ts';
import type { Site } from '../site/site.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { formatCell } from '#rules/format-cell.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { Thing } from './things.ts';

/** news of one thing that a mail tells; all are counted */
const MOST = 20;

/**
 * AL3: what publications after number `after` say of a thing, a line each, newest first. What only some may read is not
 * among it: restricted articles are left out, and of rows the columns that everybody may read are told.
 */
export async function newsOf(db: Db, site: Site, siteUrl: string, thing: Thing, after: number): Promise<string[]> {
  if (thing.kind === 'channel') return newArticles(db, site, siteUrl, thing.channelId, after);
  const { definition } = thing;
  const { register, countWord = '条' } = definition;
  const hidden = hiddenFields(definition);
  if (thing.kind === 'register') {
    const { list } = await listRegisterPublications(db, { register, pageNum: 1, pageSize: MOST, hidden, ofRows: true });
    return list
      .filter(({ no, added, changed, removed }) => no > after && added + changed + removed > 0)
      .map(
        ({ dataDate, rows, added, changed, removed }) =>
          `数据截至 ${dataDate}：新增 ${added}、修改 ${changed}、移出 ${removed}，现公示 ${rows} ${countWord}`,
      );
  }
  const { events } = await listRowHistory(db, register, thing.key);
  return events.flatMap(({ no, at, how, before, after: now }) => {
    if (no <= after || how === 'rewritten') return [];
    const day = shanghaiDate(at.getTime());
    if (how === 'added') return `${day}：开始公示`;
    if (how === 'removed') return `${day}：不再公示`;
    const changes = Object.entries(definition.fields)
      .filter(([field]) => !hidden.includes(field) && (before?.[field] ?? '') !== (now?.[field] ?? ''))
      .map(([field, known]) => {
        const words = (value: unknown) => formatCell((value ?? null) as never, known) || '（空）';
        return `${known.title}由“${words(before?.[field])}”改为“${words(now?.[field])}”`;
      });
    return changes.length > 0 ? `${day}：${changes.join('；')}` : [];
  });
}

async function newArticles(db: Db, site: Site, siteUrl: string, channelId: string, after: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'title', 'content_time'])
    .where('channel_id', '=', site.channel(channelId)?.sameAs ?? channelId)
    .where('public_to', 'is', null)
    .where('risk_level', 'is', null)
    .where('opened_in', '>', after)
    // an article that is changed is no news; its first text is
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
    .orderBy('content_time', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(
    ({ article_id, title, content_time }) =>
      `${shanghaiDate(content_time.getTime())} ${title}\n  ${siteUrl}${SITE_BASE}${site.articlePath(channelId, article_id)}`,
  );
}
