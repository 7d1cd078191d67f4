import { mayDo } from '#rules/people/staff-rights.ts';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';
import { listDueChannels } from '#kinds/channel/plan/list-due-channels.ts';
import { lineOf } from '#server/console-api/authorize.ts';
import { findKept, keep } from '#server/db/kept.ts';
import { addNotices, type NoticeMeans } from './add-notices.ts';
import { listColleagues } from './colleagues.ts';

const DUE_ON = 'notices-due-on';
/** hour of Shanghai from which notices of channels are written */
const HOUR_OF_DUE = 8;

/** NT5, NT6: once for each time that a channel is older than its duty allows: those who write for it, and the webhook. */
export async function noticeDueChannels(means: NoticeMeans): Promise<void> {
  const { db, site, now, send } = means;
  const today = shanghaiDate(now);
  if (Number(shanghaiTime(new Date(now).toISOString()).slice(11, 13)) < HOUR_OF_DUE) return;
  if ((await findKept(db, DUE_ON)) === today) return;
  const due = await listDueChannels(db, site, { today, reach: null });
  const people = due.length > 0 ? await listColleagues(db) : [];
  for (const { channelId, until } of due) {
    const line = lineOf(site, channelId);
    const subject = `due:${channelId}:${until}`;
    await db.transaction().execute(async (trx) => {
      await addNotices(
        { db: trx, now },
        people
          .filter(({ grants }) => mayDo(grants, 'content.write', [line]))
          .map(({ staffId }) => ({ staffId, event: 'due' })),
        people,
        { subject, edition_id: null, channel_id: channelId, actor_id: null },
      );
      await send?.(trx, { subject, event: 'due', of: { channelId }, actor: '' });
    });
  }
  await keep(db, DUE_ON, today);
}
