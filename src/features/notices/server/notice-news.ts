import { mayDo } from '#rules/people/staff-rights.ts';
import { lineOf } from '#server/console-api/authorize.ts';
import { getEdition } from '#server/editions/edition-row.ts';
import { editionNews } from '#server/editions/review/feature-hooks.ts';
import { addNotices, MOST_AT_ONCE, type NoticeMeans } from './add-notices.ts';
import { listColleagues } from './colleagues.ts';

/** RM7, NT1: once for each of the people whom news of other features concerns, who may still read the edition. */
export async function noticeNews(means: NoticeMeans): Promise<void> {
  const { db, site } = means;
  const news = await editionNews(db, MOST_AT_ONCE);
  const people = news.length > 0 ? await listColleagues(db) : [];
  for (const { subject, event, editionId, actorId, staffIds } of news) {
    const { channel_ids: channelIds } = await getEdition(db, editionId);
    const lines = channelIds.map((id) => lineOf(site, id));
    const found = people.filter(
      ({ staffId, grants }) => staffIds.includes(staffId) && mayDo(grants, 'content.read', lines),
    );
    await addNotices(
      means,
      found.map(({ staffId }) => ({ staffId, event })),
      people,
      { subject, edition_id: editionId, channel_id: '', actor_id: actorId },
    );
  }
}
