import { dirname } from 'node:path';
import { sql } from 'kysely';
import { readLastBackup } from '../db/backup/last-backup.ts';
import type { Db } from '../db/tables.ts';
import type { Metrics } from '../http/metrics.ts';

/** Facts of the store that operators watch; undefined: not read yet, or there is none. */
interface Facts {
  mails: number;
  /** seconds for which the oldest mail waits */
  oldestMail: number;
  /** notices that the firm's other system has not taken */
  webhooks: number;
  /** seconds for which the oldest of them waits */
  oldestWebhook: number;
  /** approved editions whose schedule failed, and which nobody has dealt with since */
  failedSchedules: number;
  /** editions that should have been public a minute ago */
  overdue: number;
  /** seconds since 1970 */
  publishedAt: number | undefined;
  backupAt: number | undefined;
}

/** OP1: metrics of what is in the store, read by a part of the background and not by each scrape. */
export function createStoredFacts(db: Db, filesDir: string, metrics: Metrics): { read: () => Promise<void> } {
  let facts: Facts | undefined;
  const gauge = (name: string, help: string, read: (facts: Facts) => number | undefined): void =>
    metrics.gauge({ name, help, read: () => facts && read(facts) });
  gauge('site_mails_waiting', 'Mails that the SMTP server has not taken yet.', ({ mails }) => mails);
  gauge('site_mails_oldest_seconds', 'Time for which the oldest of them waits.', ({ oldestMail }) => oldestMail);
  gauge(
    'site_webhooks_waiting',
    'Notices that the system of NOTICE_WEBHOOK_URL has not taken yet.',
    ({ webhooks }) => webhooks,
  );
  gauge(
    'site_webhooks_oldest_seconds',
    'Time for which the oldest of them waits.',
    ({ oldestWebhook }) => oldestWebhook,
  );
  gauge(
    'site_schedules_failed',
    'Approved editions that could not be published at their time, until somebody deals with them.',
    ({ failedSchedules }) => failedSchedules,
  );
  gauge(
    'site_schedules_overdue',
    'Editions that should have been public a minute ago and are not.',
    ({ overdue }) => overdue,
  );
  gauge(
    'site_publication_timestamp_seconds',
    'When the newest publication was made; absent before the first.',
    ({ publishedAt }) => publishedAt,
  );
  gauge(
    'site_backup_timestamp_seconds',
    'As of when the last backup with this DATA_DIR was made; absent where none was.',
    ({ backupAt }) => backupAt,
  );
  return {
    read: async () => {
      const { rows } = await sql<Omit<Facts, 'backupAt'>>`select
        (select count(*) from mail_outbox)::int as "mails",
        (select coalesce(extract(epoch from now() - min(made_at)), 0) from mail_outbox)::float8 as "oldestMail",
        (select count(*) from webhook_delivery where next_at is not null)::int as "webhooks",
        (select coalesce(extract(epoch from now() - min(made_at)), 0) from webhook_delivery where next_at is not null)::float8
          as "oldestWebhook",
        (select count(*) from edition where state = 'approved' and publish_at is null and 'failed' =
          (select act from edition_step as step where step.edition_id = edition.edition_id order by step_id desc limit 1)
        )::int as "failedSchedules",
        (select count(*) from edition where state = 'approved' and publish_at < now() - interval '1 minute')::int
          as "overdue",
        (select extract(epoch from at) from publication order by no desc limit 1)::float8 as "publishedAt"`.execute(db);
      const backupAt = await readLastBackup(dirname(filesDir));
      facts = {
        ...rows[0]!,
        publishedAt: rows[0]!.publishedAt ?? undefined,
        backupAt: backupAt && backupAt.getTime() / 1000,
      };
    },
  };
}
