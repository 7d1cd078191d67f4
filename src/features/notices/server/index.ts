import { defineServerFeature } from '../../server-feature.ts';
import { noticeCalls, type NoticeSettings } from './notice-calls.ts';
import { putDelivery, sendDeliveries } from './webhook.ts';
import { writeNoticeMails } from './write-mails.ts';
import type { NoticeMeans } from './add-notices.ts';
import { noticeDueChannels } from './notice-channels.ts';
import { noticeNews } from './notice-news.ts';
import { noticeSubstitutions } from './notice-substitutions.ts';
import { remindOfWork, writeNotices } from './write-notices.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** days for which notices and the log of deliveries stay */
const STAY = 180;

/** Notices to staff (NT1 to NT6). */
export const notices = defineServerFeature({
  open: ({ env }): NoticeSettings & { end: () => Promise<void> } => ({
    hasMail: env.mail !== null,
    webhookHost: env.webhook ? new URL(env.webhook.url).host : '',
    end: async () => {},
  }),
  mails: ['notice'],
  calls: noticeCalls,
  parts: ({ env, db, siteNow, warn }) => {
    const { siteUrl, webhook = null, reminders = { remindHours: 24, headHours: 72 } } = env;
    const means = async (): Promise<NoticeMeans> => {
      const site = await siteNow();
      const now = Date.now();
      return {
        db,
        site,
        now,
        send: webhook ? (trx, given) => putDelivery({ db: trx, site, siteUrl, now }, given) : undefined,
      };
    };
    const handled = new Set<number>();
    return [
      {
        name: 'notices',
        node: 'any',
        event: 'publication',
        first: 3 * SECOND,
        every: 3 * SECOND,
        run: async () => {
          const given = await means();
          await writeNotices(given, handled);
          await noticeNews(given);
          await noticeSubstitutions(given);
        },
        failed: 'notices to staff could not be written; it is tried again',
      },
      {
        name: 'reminders',
        node: 'any',
        first: MINUTE,
        every: 5 * MINUTE,
        run: async () => {
          const given = await means();
          await remindOfWork(given, reminders);
          await noticeDueChannels(given);
        },
        failed: 'reminders to staff could not be written; it is tried again',
      },
      {
        name: 'notice mails',
        node: 'any',
        first: 30 * SECOND,
        every: 30 * SECOND,
        // without an SMTP server they wait, and are read in the console meanwhile
        run: async () => {
          if (env.mail) await writeNoticeMails({ db, site: await siteNow(), siteUrl, now: Date.now() });
        },
        failed: 'mails about notices could not be written; it is tried again',
      },
      ...(webhook
        ? [
            {
              name: 'webhook',
              node: 'any' as const,
              first: 5 * SECOND,
              every: 5 * SECOND,
              run: () =>
                sendDeliveries(db, webhook, (facts) => warn(facts, 'NOTICE_WEBHOOK_URL did not take a delivery')),
              failed: 'deliveries to NOTICE_WEBHOOK_URL could not be read; it is tried again',
            },
          ]
        : []),
      {
        name: 'old notices',
        node: 'any',
        first: 10 * MINUTE,
        every: DAY,
        run: async () => {
          const before = new Date(Date.now() - STAY * DAY);
          await db.deleteFrom('staff_notice').where('at', '<', before).execute();
          // without an address nothing is sent any more, and nothing of then is sent when there is one again
          if (!webhook)
            await db.updateTable('webhook_delivery').set({ next_at: null }).where('next_at', 'is not', null).execute();
          await db.deleteFrom('webhook_delivery').where('made_at', '<', before).where('next_at', 'is', null).execute();
        },
        failed: 'notices of half a year ago could not be removed; it is tried again tomorrow',
      },
    ];
  },
});
