import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutFormat } from '#rules/text/without-format.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Db } from '#server/db/tables.ts';
import { limitByNetwork } from '#server/http/network.ts';
import { fromThisSite } from '#server/pages/login/addresses.ts';
import type { Site } from '#server/site/site.ts';
import type { AlertPage } from '../alert-page.ts';
import { putIntoOutbox } from '#server/mail/outbox.ts';
import {
  askFor,
  confirm,
  countAsk,
  endSubscriptions,
  HOURS_TO_CONFIRM,
  listSubscriptions,
  type Frequency,
  type Subscription,
} from './subscriptions.ts';
import { readThing, type Thing } from './things.ts';
import { alertKey, idOfToken, tokenFor } from './tokens.ts';

const ALERTS = '/alerts';

/** Requests that one client may make within ten minutes: each sends a mail to somebody. */
const LIMIT = { max: 10, window: 600_000 };
const LARGEST_FORM = 4 * 1024;
/**
 * Form of an address as people write it. Whether a mail server accepts it is found out by the mail for confirmation.
 */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;
const LONGEST_ADDRESS = 254;

interface AlertsDeps {
  db: Db;
  siteUrl: string;
  siteAt: (moment: 'now') => Promise<Site>;
  /** sends a designed page that needs no scripts */
  page: (request: FastifyRequest, reply: FastifyReply, page: AlertPage) => Promise<FastifyReply>;
}

type Fields = Record<string, string | undefined>;

/** AL1: pages on which a reader requests alerts by mail, confirms them and ends them. */
export async function alertsPlugin(app: FastifyInstance, { db, siteUrl, siteAt, page }: AlertsDeps): Promise<void> {
  const often = limitByNetwork(app, LIMIT);
  const key = await alertKey(db);
  const home = { title: '返回首页', href: `${SITE_BASE}/` };

  await app.register(async (scope) => {
    // a body of another content type counts as none: its fields might be anything
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // a mail program ends by a POST of its own, multipart or none (RFC 8058)
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      payload.once('end', () => done(null, {}));
      payload.once('error', done);
    });

    const asking = (of: string, title: string, back: { title: string; href: string }): AlertPage => ({
      title: `邮件提醒：${title}`,
      text: `${title}有更新时，把更新的要点发到您的邮箱。我们先发一封确认邮件，您确认以后才开始；每封提醒里都有退订的链接。`,
      form: { action: ALERTS, hidden: { of }, frequency: 'daily', address: '', problem: '' },
      links: [back],
    });
    const thingOf = async (of: unknown) => readThing(db, await siteAt('now'), of);
    const unknown: AlertPage = {
      title: '没有这项提醒',
      text: '它可能已经撤下，或者不提供邮件提醒。',
      status: 404,
      links: [home],
    };
    const expired: AlertPage = {
      title: '链接已失效',
      text: `确认邮件在 ${HOURS_TO_CONFIRM} 小时内有效；订阅也可能已经退订。需要时请重新订阅。`,
      status: 410,
      links: [home],
    };

    const damaged: AlertPage = {
      title: '链接不完整',
      text: '请打开邮件里完整的退订地址；地址太长而断成两行时，请把两行接起来。没有退订任何提醒。',
      status: 410,
      links: [home],
    };

    scope.get<{ Querystring: Fields }>(ALERTS, async (request, reply) => {
      const { of } = request.query;
      const thing = await thingOf(of);
      if (!thing) return page(request, reply, unknown);
      return page(request, reply, asking(of!, thing.title, { title: `返回${thing.title}`, href: thing.path }));
    });

    scope.post<{ Body: Fields | null }>(ALERTS, async (request, reply) => {
      const { of = '', address: typed = '', frequency } = request.body ?? {};
      const site = await siteAt('now');
      const thing = await thingOf(of);
      if (!thing) return page(request, reply, unknown);
      const back = { title: `返回${thing.title}`, href: thing.path };
      const address = inLowerCase(withoutFormat(typed).trim());
      const chosen: Frequency = frequency === 'at-once' ? 'at-once' : 'daily';
      const again = (problem: string, status: number) => {
        const shown = asking(of, thing.title, back);
        return page(request, reply, {
          ...shown,
          status,
          form: { ...shown.form!, frequency: chosen, address, problem },
        });
      };
      if (!fromThisSite(request, siteUrl)) return again('这次提交不是从本站的页面来的，请在这里再提交一次', 403);
      if (frequency !== undefined && frequency !== chosen) return again('请选择每天一封或有更新就发', 422);
      if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address))
        return again('请填写完整的邮箱地址，例如 name@example.com', 422);
      const wait = await often(request);
      if (wait > 0) return again(`提交过于频繁，请在 ${Math.ceil(wait / 60)} 分钟后再试`, 429);
      const minutes = await countAsk(db);
      if (minutes > 0) {
        void reply.header('Retry-After', minutes * 60);
        return again(`现在申请邮件提醒的人较多，请在 ${minutes} 分钟后再试`, 503);
      }
      const subscriptionId = await askFor(db, { address, thing: of, frequency: chosen });
      if (subscriptionId !== null) {
        const { name } = site.shell.brand;
        await putIntoOutbox(db, {
          purpose: 'alert-confirm',
          recipient: address,
          subject: `${name}：请确认邮件提醒`,
          body: `有人用这个邮箱在${name}网站订阅了“${thing.title}”的邮件提醒。\n\n如果是您本人，请在 ${HOURS_TO_CONFIRM} 小时内打开下面的地址确认：\n${siteUrl}${ALERTS}/confirm?t=${tokenFor(key, 'confirm', subscriptionId)}\n\n如果不是您，请不必理会：没有确认就不会开始，这个邮箱也会从我们的记录里删除。\n`,
        });
      }
      // same answer whether the address was known: nobody learns who receives which alerts
      return page(request, reply, {
        title: '请查收确认邮件',
        text: `如果 ${address} 还没有订阅“${thing.title}”，我们已向它发出确认邮件。请在 ${HOURS_TO_CONFIRM} 小时内打开邮件里的地址；没有收到时，请先看看垃圾邮件。`,
        links: [back],
      });
    });

    // a program that only looks at links in mails confirms and ends nothing: a person presses the button
    scope.get<{ Querystring: Fields }>(`${ALERTS}/confirm`, async (request, reply) => {
      const id = idOfToken(key, 'confirm', request.query.t);
      const [found] = id === null ? [] : await listSubscriptions(db, { subscriptionId: id });
      const thing = found && (await thingOf(found.thing));
      if (!found || !thing) return page(request, reply, expired);
      if (found.isConfirmed) return page(request, reply, begun(thing, found));
      return page(request, reply, {
        title: '确认邮件提醒',
        text: `确认后，“${thing.title}”有更新时发邮件到 ${found.address}（${FREQUENCIES[found.frequency]}）。`,
        buttons: [{ action: `${ALERTS}/confirm`, hidden: { t: request.query.t! }, label: '确认', isMain: true }],
        links: [home],
      });
    });
    const begun = ({ title, path }: Thing, { frequency, readerId }: Subscription): AlertPage => ({
      title: '邮件提醒已开始',
      text: `“${title}”有更新时，您会收到邮件（${FREQUENCIES[frequency]}）。`,
      links: [
        { title: `查看${title}`, href: path },
        { title: '我的邮件提醒，退订', href: `${ALERTS}/end?t=${tokenFor(key, 'end', readerId)}` },
      ],
    });
    scope.post<{ Body: Fields | null }>(`${ALERTS}/confirm`, async (request, reply) => {
      const id = idOfToken(key, 'confirm', request.body?.t);
      const found = id === null ? null : await confirm(db, id);
      const thing = found && (await thingOf(found.thing));
      if (!found || !thing) return page(request, reply, expired);
      return page(request, reply, begun(thing, found));
    });

    const own = async (request: FastifyRequest, reply: FastifyReply, token: string, heading = '') => {
      const readerId = idOfToken(key, 'end', token);
      if (readerId === null) return page(request, reply, damaged);
      const list = await listSubscriptions(db, { readerId, confirmed: true });
      if (list.length === 0)
        return page(request, reply, {
          title: heading || '没有邮件提醒',
          text: '这个邮箱现在没有订阅任何提醒。',
          links: [home],
        });
      const things = await Promise.all(list.map(({ thing }) => thingOf(thing)));
      const hidden = { t: token };
      return page(request, reply, {
        title: heading || '我的邮件提醒',
        text: `${list[0]!.address} 订阅了以下提醒：`,
        buttons: [
          ...list.map(({ subscriptionId, frequency }, at) => ({
            action: `${ALERTS}/end`,
            hidden: { ...hidden, one: String(subscriptionId) },
            description: `${things[at]?.title ?? '已撤下的内容'}（${FREQUENCIES[frequency]}）`,
            label: '退订',
          })),
          { action: `${ALERTS}/end`, hidden, label: '全部退订', isMain: true as const },
        ],
        links: [home],
      });
    };
    scope.get<{ Querystring: Fields }>(`${ALERTS}/end`, (request, reply) => own(request, reply, request.query.t ?? ''));
    scope.post<{ Querystring: Fields; Body: Fields | null }>(`${ALERTS}/end`, async (request, reply) => {
      const token = request.body?.t ?? request.query.t ?? '';
      const readerId = idOfToken(key, 'end', token);
      const { one } = request.body ?? {};
      if (readerId === null || (one !== undefined && !/^\d{1,15}$/.test(one))) return page(request, reply, damaged);
      const isEnded = await endSubscriptions(db, readerId, one === undefined ? undefined : Number(one));
      return own(request, reply, token, isEnded ? '已退订' : '');
    });
  });
}

const FREQUENCIES: Readonly<Record<Frequency, string>> = { daily: '每天早上一封', 'at-once': '有更新就发' };

/** Domains are the same in either case; of the part before them only its server knows. */
const inLowerCase = (address: string): string => {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
};
