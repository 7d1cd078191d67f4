import { afterQuiet, gatheredUntil, isNoticeEvent, noticeWords } from '#rules/editions/notices.ts';
import type { Db } from '#server/db/tables.ts';
import { putIntoOutbox } from '#server/mail/outbox.ts';
import type { Site } from '#server/site/site.ts';
import { CONSOLE } from '#wire/console-paths.ts';
import { standInWords, type NoticeLine } from '../wire.ts';
import { STAND_IN } from './stand-in.ts';

/** notices that a mail lists; all are counted */
const MOST = 20;
const MOST_PEOPLE = 100;

export interface MailMeans {
  db: Db;
  site: Site;
  siteUrl: string;
  now: number;
}

/**
 * NT2: one mail for each person with all notices that are unread, once one of them is due. It has no title and no content of any
 * edition, only its number, its public channels, and who acted (NT3).
 */
export async function writeNoticeMails({ db, site, siteUrl, now }: MailMeans): Promise<void> {
  const due = await db
    .selectFrom('staff_notice')
    .select('staff_id')
    .distinct()
    .where('mail_at', '<=', new Date(now))
    .limit(MOST_PEOPLE)
    .execute();
  for (const { staff_id } of due)
    await db.transaction().execute((trx) => writeTo({ db: trx, site, siteUrl, now }, staff_id));
}

async function writeTo({ db, site, siteUrl, now }: MailMeans, staffId: number): Promise<void> {
  const taken = await db
    .selectFrom('staff_notice')
    .select(['notice_id', 'read_at', 'mail_at'])
    .where('staff_id', '=', staffId)
    .where('mail_at', '<=', new Date(gatheredUntil(now)))
    .orderBy('notice_id')
    .forUpdate()
    .skipLocked()
    .execute();
  // another server may have written the mail that was due
  if (!taken.some(({ mail_at }) => mail_at!.getTime() <= now)) return;
  const person = await db
    .selectFrom('staff')
    .innerJoin('staff_notice_choice as choice', 'choice.staff_id', 'staff.staff_id')
    .select(['address', 'mails', 'quiet_from', 'quiet_until'])
    .where('staff.staff_id', '=', staffId)
    .where('state', '=', 'active')
    .where('address', '<>', '')
    .executeTakeFirst();
  // notices that waited for a server which was down are due in hours without mails
  const hours = person?.mails === 'at-once' && { quietFrom: person.quiet_from, quietUntil: person.quiet_until };
  const moment = hours ? afterQuiet(now, hours) : now;
  await db
    .updateTable('staff_notice')
    .set({ mail_at: moment > now ? new Date(moment) : null })
    .where(
      'notice_id',
      'in',
      taken.map(({ notice_id }) => notice_id),
    )
    .execute();
  const unread = taken.filter(({ read_at }) => read_at === null).map(({ notice_id }) => notice_id);
  if (!person || moment > now || unread.length === 0) return;
  const notices = await db
    .selectFrom('staff_notice')
    .leftJoin('staff as actor', 'actor.staff_id', 'staff_notice.actor_id')
    .leftJoin('edition', 'edition.edition_id', 'staff_notice.edition_id')
    .select(STAND_IN)
    .select(['event', 'staff_notice.edition_id', 'staff_notice.channel_id', 'actor.name', 'edition.channel_ids'])
    .where('notice_id', 'in', unread.slice(-MOST))
    .orderBy('notice_id')
    .execute();
  const { name } = site.shell.brand;
  const lines = notices.map((notice) =>
    noticeLine(site, siteUrl, {
      event: notice.event,
      editionId: notice.edition_id,
      channelIds: notice.channel_ids ?? [notice.channel_id],
      actor: notice.name ?? '',
      standIn: notice.stand_in,
    }),
  );
  const more = unread.length - notices.length;
  await putIntoOutbox(db, {
    purpose: 'notice',
    staffId,
    recipient: person.address,
    subject: `${name}管理后台：${unread.length} 条通知`,
    body: [
      ...lines,
      ...(more > 0 ? [`另有 ${more} 条较早的通知，请在管理后台查看。\n`] : []),
      `——\n怎样收通知，在“通知”中选择：\n${siteUrl}${CONSOLE}/notices\n`,
    ].join('\n'),
  });
}

export interface NoticeFacts {
  event: string;
  editionId: number | null;
  channelIds: readonly string[];
  actor: string;
  standIn?: NoticeLine['standIn'];
}

/** NT3: '第 18 号稿件（融资融券公告）：李编辑提交，等您审核', and its address. */
export const noticeLine = (site: Site, siteUrl: string, facts: NoticeFacts): string =>
  `${noticeSentence(site, facts)}\n${siteUrl}${CONSOLE}${noticePath(facts)}\n`;

export function noticeSentence(site: Site, { event, editionId, channelIds, actor, standIn }: NoticeFacts): string {
  // a channel that is not public has a name that nobody knows yet
  const names = channelIds.flatMap((id) => site.channel(id)?.name ?? []).slice(0, 3);
  const channels = names.length === 0 ? '' : names.join('、');
  const words = isNoticeEvent(event) ? noticeWords(event, actor) : event;
  if (standIn) return `${words}：${standInWords(standIn)}`;
  if (editionId === null) return `“${channels}”：${words}`;
  return `第 ${editionId} 号稿件${channels === '' ? '' : `（${channels}${channelIds.length > 3 ? ' 等' : ''}）`}：${words}`;
}

const noticePath = ({ editionId, channelIds: [channelId = ''], standIn }: NoticeFacts): string =>
  standIn ? '/' : editionId === null ? `/channels?channel=${encodeURIComponent(channelId)}` : `/editions/${editionId}`;
