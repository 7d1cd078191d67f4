import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { NoticeEvent } from '#rules/editions/notices.ts';
import type { WebhookTry } from '../wire.ts';
import type { Sent } from './add-notices.ts';
import { RETRY_MINUTES } from '#server/background/retry-minutes.ts';
import type { Db } from '#server/db/tables.ts';
import type { WebhookSettings } from '#server/env.ts';
import { noticeLine, noticeSentence, type MailMeans } from './write-mails.ts';

/** Content of a delivery, as it is stored: nothing of an edition but its number and its public channels (NT3). */
export interface WebhookBody {
  event: NoticeEvent;
  /** null: it is about a channel */
  edition: number | null;
  channels: { id: string; name: string }[];
  /** name of whoever acted; '' for the program */
  by: string;
  /** the same as a sentence, in Chinese */
  text: string;
  url: string;
}

/** milliseconds for one try, and bytes of an answer that are read */
const PATIENCE = 10_000;
const MOST_BYTES = 4_096;
const MOST_AT_ONCE = 20;
/** newest tries of a delivery whose outcomes stay */
const MOST_OUTCOMES = 20;

const channelsOf = async (db: Db, editionId: number): Promise<string[]> =>
  (await db.selectFrom('edition').select('channel_ids').where('edition_id', '=', editionId).executeTakeFirstOrThrow())
    .channel_ids;

/** NT6: puts a delivery beside the notices of a step, or of a channel; of two servers one does. */
export async function putDelivery(
  { db, site, siteUrl, now }: MailMeans,
  { subject, event, of, actor }: Sent,
): Promise<void> {
  const editionId = 'editionId' in of ? of.editionId : null;
  const channelIds = 'editionId' in of ? await channelsOf(db, of.editionId) : [of.channelId];
  const facts = { event, editionId, channelIds, actor };
  const body: WebhookBody = {
    event,
    edition: editionId,
    channels: channelIds.flatMap((id) => {
      const name = site.channel(id)?.name;
      return name === undefined ? [] : { id, name };
    }),
    by: actor,
    text: noticeSentence(site, facts),
    url: noticeLine(site, siteUrl, facts).trim().split('\n').at(-1)!,
  };
  await db
    .insertInto('webhook_delivery')
    .values({ subject, body: JSON.stringify(body), made_at: new Date(now), next_at: new Date(now) })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
}

/** Settings, with milliseconds for one try where these are not ten seconds. */
type Receiver = WebhookSettings & { patience?: number };

/** NT6: sends deliveries that are due. A try that fails is tried again for a day. */
export async function sendDeliveries(db: Db, settings: Receiver, failed: (facts: object) => void): Promise<void> {
  for (let count = 0; count < MOST_AT_ONCE && (await sendNext(db, settings, failed)); count += 1);
}

const sendNext = (db: Db, settings: Receiver, failed: (facts: object) => void): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('webhook_delivery')
      .select(['delivery_id', 'body', 'made_at', 'tries', 'outcomes'])
      .where('next_at', '<=', sql<Date>`now()`)
      .orderBy('next_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    const { delivery_id, body, made_at, tries, outcomes } = due;
    const { status, problem } = await post(settings, delivery_id, made_at, body as WebhookBody);
    const outcome: WebhookTry = { at: new Date().toISOString(), status, problem };
    const wait = RETRY_MINUTES[tries];
    if (problem !== '') failed({ delivery: delivery_id, tries: tries + 1, status, problem });
    await trx
      .updateTable('webhook_delivery')
      .set({
        tries: tries + 1,
        outcomes: JSON.stringify([...outcomes, outcome].slice(-MOST_OUTCOMES)),
        taken_at: problem === '' ? sql<Date>`now()` : null,
        next_at: problem === '' || wait === undefined ? null : sql<Date>`now() + ${wait} * interval '1 minute'`,
      })
      .where('delivery_id', '=', delivery_id)
      .execute();
    return true;
  });

/** Posts one delivery, signed. No redirect is followed: it could lead to an address inside the network. */
async function post(
  { url, secret, form, patience = PATIENCE }: Receiver,
  id: number,
  madeAt: Date,
  body: WebhookBody,
): Promise<{ status: number | null; problem: string }> {
  const text = JSON.stringify(
    form === 'wecom'
      ? { msgtype: 'text', text: { content: `${body.text}\n${body.url}` } }
      : { id, at: madeAt.toISOString(), ...body },
  );
  const timestamp = String(Math.floor(Date.now() / 1_000));
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-site-delivery': String(id),
        ...(secret !== null && {
          'x-site-timestamp': timestamp,
          'x-site-signature': signature(secret, timestamp, text),
        }),
      },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const { status } = answer;
    if (status >= 300 && status < 400) {
      await answer.body?.cancel();
      return { status, problem: '对方要求改到另一个地址，没有跟随' };
    }
    const words = await beginningOf(answer);
    if (!answer.ok) return { status, problem: `对方回答 ${status}` };
    return { status, problem: form === 'wecom' ? wecomProblem(words) : '' };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return {
      status: null,
      problem: name === 'TimeoutError' ? `${patience / 1_000} 秒内没有回答` : `连接不上（${cause?.code ?? name}）`,
    };
  }
}

/** NT6: `sha256=` and the HMAC of the time, a point, and the body as it is sent, in hexadecimal. */
export const signature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

async function beginningOf(answer: Response): Promise<string> {
  let words = '';
  if (answer.body)
    // leaving the loop cancels the body
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      words += Buffer.from(part).toString('utf8');
      if (words.length > MOST_BYTES) break;
    }
  return words;
}

/** A robot of 企业微信 answers 200 with a code of its own. */
function wecomProblem(words: string): string {
  const code = /"errcode"\s*:\s*(-?\d+)/.exec(words)?.[1];
  return code === '0' ? '' : `企业微信没有接收（${code === undefined ? '答复不是它的格式' : `errcode ${code}`}）`;
}
