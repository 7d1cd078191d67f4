import { sql } from 'kysely';
import { isNoticeEvent, mailAddressProblem, mailMoment } from '#rules/editions/notices.ts';
import { withoutFormat } from '#rules/text/without-format.ts';
import { as, choice, flag, integer, optional, text, withDefault } from '#page/schema-words.ts';
import { allowedPageSize, pagingParams } from '#server/api/define-call.ts';
import { reachOf } from '#server/console-api/authorize.ts';
import { consoleCall, type SignedIn } from '#server/console-api/define-console-call.ts';
import { isWithin } from '#server/people/staff/reach.ts';
import { Refused } from '#server/errors.ts';
import { record } from '#server/people/staff/audit.ts';
import type { NoticeChoiceAnswer, NoticeLine, NoticeList, WebhookLog } from '../wire.ts';
import { findChoice, storeChoice } from './colleagues.ts';
import { STAND_IN } from './stand-in.ts';
import type { WebhookBody } from './webhook.ts';

/** Settings that the calls answer by. */
export interface NoticeSettings {
  hasMail: boolean;
  webhookHost: string;
}

const settingsOf = ({ opened }: SignedIn) => opened.get('notices') as NoticeSettings;

const hour = (description: string) => integer({ minimum: 0, maximum: 23, description });

async function unreadOf({ db, user }: SignedIn): Promise<number> {
  const { unread } = await db
    .selectFrom('staff_notice')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('staff_id', '=', user.staffId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

async function listNotices(
  context: SignedIn,
  { onlyUnread, pageNum, pageSize }: { onlyUnread: boolean; pageNum: number; pageSize: number },
): Promise<NoticeList> {
  const { db, user, site } = context;
  let own = db.selectFrom('staff_notice').where('staff_notice.staff_id', '=', user.staffId);
  if (onlyUnread) own = own.where('read_at', 'is', null);
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const mayRead = isWithin(reachOf(context, 'content.read'));
  const rows = await own
    .leftJoin('edition', 'edition.edition_id', 'staff_notice.edition_id')
    .leftJoin('staff as actor', 'actor.staff_id', 'staff_notice.actor_id')
    .select(STAND_IN)
    .select([
      'notice_id',
      'at',
      'event',
      'read_at',
      'staff_notice.edition_id',
      'staff_notice.channel_id',
      'edition.channel_ids',
      'actor.name',
      sql<string | null>`case when ${mayRead} then edition.title end`.as('title'),
    ])
    .orderBy('notice_id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total: Number(total),
    unread: await unreadOf(context),
    list: rows.flatMap((row): NoticeLine[] =>
      isNoticeEvent(row.event)
        ? [
            {
              noticeId: row.notice_id,
              at: row.at.toISOString(),
              event: row.event,
              editionId: row.edition_id,
              title: row.title ?? '',
              channelId: row.channel_id,
              standIn: row.stand_in,
              channels: (row.channel_ids ?? [row.channel_id]).flatMap((id) => site.channel(id)?.name ?? []),
              actor: row.name ?? '',
              isRead: row.read_at !== null,
            },
          ]
        : [],
    ),
  };
}

/** NT1 to NT6: one's own notices, how they are mailed, and what the webhook was sent. */
export const noticeCalls = {
  'GET /notices': consoleCall({
    summary: '给自己的通知，最新的在前',
    answer: as<NoticeList>(),
    params: { ...pagingParams, onlyUnread: withDefault(false, flag({ description: '只列出未读的' })) },
    policy: 'signed-in',
    handle: ({ pageSize, ...query }, context) =>
      listNotices(context, { ...query, pageSize: allowedPageSize(pageSize) }),
  }),
  'GET /notices/unread': consoleCall({
    summary: '未读的通知有几条',
    answer: as<{ unread: number }>(),
    policy: 'signed-in',
    handle: async (_params, context) => ({ unread: await unreadOf(context) }),
  }),
  /** up to one notice, so that one that came meanwhile stays unread; or of one edition, which was opened */
  'POST /notices/read': consoleCall({
    summary: '标为已读：到某一条为止，或某一份稿件的',
    answer: as<{ unread: number }>(),
    params: {
      upTo: optional(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '最新一条的编号' })),
      editionId: optional(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '稿件的编号' })),
    },
    policy: 'signed-in',
    handle: async ({ upTo, editionId }, context) => {
      const { db, user } = context;
      if (upTo !== undefined || editionId !== undefined) {
        let unread = db
          .updateTable('staff_notice')
          .set({ read_at: new Date() })
          .where('staff_id', '=', user.staffId)
          .where('read_at', 'is', null);
        if (upTo !== undefined) unread = unread.where('notice_id', '<=', upTo);
        if (editionId !== undefined) unread = unread.where('edition_id', '=', editionId);
        await unread.execute();
      }
      return { unread: await unreadOf(context) };
    },
  }),
  'GET /notice-choice': consoleCall({
    summary: '自己怎样收通知邮件',
    answer: as<NoticeChoiceAnswer>(),
    policy: 'signed-in',
    handle: async (_params, context) => ({
      ...(await findChoice(context.db, context.user.staffId)),
      hasMail: settingsOf(context).hasMail,
    }),
  }),
  'POST /notice-choice': consoleCall({
    summary: '选择怎样收通知邮件',
    answer: as<NoticeChoiceAnswer>(),
    params: {
      address: withDefault('', text({ maxLength: 254, description: '邮箱地址；不发邮件的可以空着' })),
      mails: choice(['at-once', 'daily', 'none']),
      quietFrom: hour('从几点起不发邮件（北京时间）'),
      quietUntil: hour('到几点为止不发邮件'),
    },
    policy: 'signed-in',
    handle: async ({ address: typed, ...given }, context) => {
      const { db, user, actor } = context;
      const address = withoutFormat(typed).trim();
      const problem = address === '' ? '' : mailAddressProblem(address);
      if (problem !== '') throw new Refused('invalidInput', problem, { field: 'address' });
      if (address === '' && given.mails !== 'none')
        throw new Refused('invalidInput', '请填写邮箱，或选择不发邮件', { field: 'address' });
      const chosen = { address, ...given };
      const moment = mailMoment(Date.now(), chosen);
      await storeChoice(db, user.staffId, chosen, moment === null ? null : new Date(moment));
      await record(db, actor, 'notices.choice', { facts: { mails: given.mails } });
      return { ...chosen, hasMail: settingsOf(context).hasMail };
    },
  }),
  'GET /webhook-deliveries': consoleCall({
    summary: '外发通知的经过，最新的在前',
    answer: as<WebhookLog>(),
    params: { ...pagingParams, onlyFailed: withDefault(false, flag({ description: '只列出没有送到的' })) },
    policy: { right: 'record.read' },
    handle: async ({ pageNum, pageSize: wanted, onlyFailed }, context) => {
      const pageSize = allowedPageSize(wanted);
      let all = context.db.selectFrom('webhook_delivery');
      if (onlyFailed) all = all.where('taken_at', 'is', null).where('tries', '>', 0);
      const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await all
        .selectAll()
        .orderBy('delivery_id', 'desc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      return {
        host: settingsOf(context).webhookHost,
        total: Number(total),
        list: rows.map((row) => ({
          deliveryId: row.delivery_id,
          at: row.made_at.toISOString(),
          text: (row.body as WebhookBody).text,
          tries: row.tries,
          takenAt: row.taken_at?.toISOString() ?? '',
          nextAt: row.next_at?.toISOString() ?? '',
          outcomes: row.outcomes,
        })),
      };
    },
  }),
  'POST /webhook-deliveries/:deliveryId/again': consoleCall({
    summary: '再发送一次外发通知',
    answer: as<null>(),
    params: {
      deliveryId: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '外发通知的编号' }),
    },
    policy: { right: 'people.change' },
    handle: async ({ deliveryId }, { db, actor }) => {
      const { numUpdatedRows } = await db
        .updateTable('webhook_delivery')
        .set({ next_at: new Date(), taken_at: null })
        .where('delivery_id', '=', deliveryId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refused('invalidInput', '没有这一次外发通知', { field: 'deliveryId' });
      await record(db, actor, 'webhook.again', { subject: `webhook:${deliveryId}` });
      return null;
    },
  }),
};
