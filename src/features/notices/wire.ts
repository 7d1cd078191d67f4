import type { NoticeChoice, NoticeEvent } from '#rules/editions/notices.ts';

/** Contract of the calls about notices to staff (NT1 to NT6). */

export interface NoticeLine {
  noticeId: number;
  /** ISO 8601 */
  at: string;
  event: NoticeEvent;
  /** null: it is about a channel, or about somebody who stands in */
  editionId: number | null;
  /** title of the edition, where the person may read it; else '' */
  title: string;
  /** id, in a notice about a channel; else '' */
  channelId: string;
  /** names of public channels that it concerns */
  channels: string[];
  /** SI4: a name and days of Shanghai, in a notice about somebody who stands in; else null */
  standIn: { substitute: string; from: string; until: string } | null;
  /** name of whoever acted, or is away; '' for the program */
  actor: string;
  isRead: boolean;
}

/** '李某，2026-12-01 至 2026-12-05' */
export const standInWords = ({ substitute, from, until }: NonNullable<NoticeLine['standIn']>): string =>
  `${substitute}，${from} 至 ${until}`;

export interface NoticeList {
  total: number;
  unread: number;
  list: NoticeLine[];
}

export interface NoticeChoiceAnswer extends NoticeChoice {
  /** false: no mails are sent here, because there is no SMTP server */
  hasMail: boolean;
}

/** Outcome of one try of a delivery. */
export interface WebhookTry {
  /** ISO 8601 */
  at: string;
  /** status of HTTP; null: no answer */
  status: number | null;
  /** why it was not taken; '': it was */
  problem: string;
}

export interface WebhookLine {
  deliveryId: number;
  at: string;
  text: string;
  tries: number;
  /** ISO 8601; '' for none */
  takenAt: string;
  nextAt: string;
  /** newest tries, the oldest first */
  outcomes: WebhookTry[];
}

export interface WebhookLog {
  /** host that deliveries go to; '' where there is no webhook */
  host: string;
  total: number;
  list: WebhookLine[];
}
