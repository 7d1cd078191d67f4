import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { APPLICATION_STATE_NAMES, type ApplicationState } from '#rules/professional-investor.ts';
import type { Link } from '#page/page-schema.ts';
import { customerLevelName } from '#rules/risk-access.ts';
import type { LoginForm } from '#page/bare-page.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Db } from '../../db/tables.ts';
import type { Answering } from '../../api/answer-call.ts';
import { fromThisSite, returnAddress, siteAddress } from './addresses.ts';
import { logIn, SECRET, whoseKey, type Sessions } from './key-arrival.ts';
import { listApplications } from '../../people/customers/pro-applications.ts';
import { LOGIN_KEY, tokenOf } from '#wire/token-text.ts';
import { limitByNetwork } from '../../http/network.ts';
import { issueToken, listCustomers, profileOf, type Customer } from '../../people/customers/tokens.ts';

export const DEMO_LOGIN = '/demo/login';
const CONFIRM_LOGIN = '/login/confirm';

/** How often one client may log in within a minute: each time costs a row. */
const LIMIT = { max: 20, window: 60_000 };
const LARGEST_FORM = 8 * 1024;

interface LoginDeps extends Answering, Sessions {
  db: Db;
  demo: boolean;
  /** sends a designed page with a form, or with words alone */
  form: (request: FastifyRequest, reply: FastifyReply, form: LoginForm) => Promise<FastifyReply>;
  /** a page for visitors who do not log in. @param back path and query that the login would lead back to */
  wayOut: (back: string) => Promise<Link>;
  notice: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    title: string,
    reason: string,
  ) => Promise<FastifyReply>;
}

/**
 * The forms around a login: the question of LOGIN_CONFIRM, and in demonstration mode a page that plays the identity
 * service. Needs @fastify/rate-limit.
 */
export async function loginPlugin(app: FastifyInstance, deps: LoginDeps): Promise<void> {
  const often = limitByNetwork(app, LIMIT);
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.addHook('onRequest', async (request, reply) => {
      void reply.headers(SECRET);
      if (request.method !== 'POST') return;
      if (!fromThisSite(request, deps.siteUrl))
        return deps.notice(request, reply, 403, '不能从这里登录', '登录请求须由本站页面发出，请回到原页面重试。');
      const wait = await often(request);
      if (wait > 0)
        return deps.notice(request, reply.header('Retry-After', wait), 429, '登录过于频繁', `请在 ${wait} 秒后再试。`);
    });

    scope.post<{ Body: Record<string, string> | null }>(CONFIRM_LOGIN, async (request, reply) => {
      const key = request.body?.[LOGIN_KEY] ?? '';
      if ((await whoseKey(deps, key)) === 'unknown') return reply.redirect(`${SITE_BASE}/`, 303);
      return logIn(reply, deps, key, siteAddress(request.body?.back));
    });

    if (!deps.demo) return;
    scope.get<{ Querystring: { url?: unknown } }>(DEMO_LOGIN, async (request, reply) => {
      const back = returnAddress(request.query.url, request, deps.siteUrl);
      // Back after a login: who has just said who they are is not asked again
      const token = tokenOf(request.headers.cookie);
      if (request.query.url !== undefined && token && typeof (await whoseKey(deps, token)) === 'object')
        return reply.redirect(back.href, 303);
      const wayOut = await deps.wayOut(back.pathname + back.search);
      const states = new Map((await listApplications(deps.db)).map(({ customerId, state }) => [customerId, state]));
      const choices = (await listCustomers(deps.db)).map((customer) => ({
        value: customer.customer_id,
        label: customer.cust_name,
        note: noteOf(customer, states.get(customer.customer_id)),
        isName: true as const,
      }));
      return deps.form(request, reply, {
        title: '演示登录',
        text: '这一页代替身份认证服务，只在演示环境中出现。请选择一位虚构的客户，无需密码。',
        action: DEMO_LOGIN,
        hidden: { url: back.href },
        name: 'customer',
        choices,
        cancel: { title: `不登录，返回${wayOut.title}`, href: SITE_BASE + wayOut.path },
      });
    });
    scope.post<{ Body: Record<string, string> | null }>(DEMO_LOGIN, async (request, reply) => {
      const customer = (await listCustomers(deps.db)).find(({ customer_id }) => customer_id === request.body?.customer);
      if (!customer) return deps.notice(request, reply, 404, '没有这位客户', '请回到登录页重新选择。');
      const back = returnAddress(request.body?.url, request, deps.siteUrl);
      back.searchParams.set(LOGIN_KEY, await issueToken(deps.db, customer.customer_id));
      return reply.redirect(back.href, 303);
    });
  });
}

/** The question of LOGIN_CONFIRM, and of a key that a page of this site brought (LS8). */
export const confirmForm = ({ name, key, back }: { name: string; key: string; back: string }): LoginForm => ({
  title: name ? '以 {who} 的身份登录？' : '继续登录？',
  who: name,
  text: '如果不是您本人刚刚在登录页登录，请不要继续。',
  action: CONFIRM_LOGIN,
  hidden: { [LOGIN_KEY]: key, back },
  name: 'confirmed',
  choices: [{ value: '1', label: '是本人，继续', note: '' }],
  cancel: { title: '不是本人，不登录', href: back },
});

function noteOf(customer: Customer, applied: ApplicationState | undefined): string {
  const { riskLevel = '', riskValidDate = '', isProInvestor } = profileOf(customer);
  const level =
    isProInvestor === '1'
      ? '专业投资者'
      : riskLevel === ''
        ? '尚未测评'
        : `${customerLevelName(riskLevel)}，测评有效期至 ${riskValidDate.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')}`;
  return applied === undefined ? level : `${level}；专业投资者申请${APPLICATION_STATE_NAMES[applied]}`;
}
