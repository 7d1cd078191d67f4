import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { APPLICATION_STATE_NAMES, type ApplicationState } from '#rules/people/professional-investor.ts';
import type { Link } from '#page/page-schema.ts';
import { customerLevelName } from '#rules/people/risk-access.ts';
import type { LoginForm } from '#page/bare-page.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Db } from '../../db/tables.ts';
import type { Answering } from '../../api/answer-call.ts';
import { fromThisSite, returnAddress } from './addresses.ts';
import { isSecure, logIn, SECRET, whoseKey, whosePresent, type Sessions } from './key-arrival.ts';
import { endOfQuestion, LOGIN_QUESTION, questionForm, waitingKey, type WaitingKey } from './login-question.ts';
import type { Whose } from '../../people/customers/access.ts';
import { listApplications } from '../../people/customers/pro-applications.ts';
import { limitByNetwork } from '../../http/network.ts';
import { LOGIN_KEY } from '#rules/people/login-key.ts';
import { tokenOf } from '#wire/token-text.ts';
import { issueToken, listCustomers, profileOf, type Customer } from '../../people/customers/tokens.ts';

export const DEMO_LOGIN = '/demo/login';

/** Limit of logins of one client within a minute: each one costs a row. */
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
 * The forms around a login: the question before a key is taken (LS8, LS11), and in demonstration mode a page that plays the identity
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

    const question = async (
      request: FastifyRequest<{ Params: { question: string } }>,
      reply: FastifyReply,
      answer: (waiting: WaitingKey, owner: Whose) => FastifyReply | Promise<FastifyReply>,
    ): Promise<FastifyReply> => {
      const waiting = waitingKey(request.params.question, request.headers.cookie);
      if (!waiting) return deps.notice(request, reply, 410, '登录请求已过期', '如仍需登录，请回到登录页重新登录。');
      const owner = await whoseKey(deps, waiting.key);
      return owner === 'unknown' ? reply.redirect(`${SITE_BASE}/`, 303) : answer(waiting, owner);
    };
    scope.get<{ Params: { question: string } }>(`${LOGIN_QUESTION}/:question`, (request, reply) =>
      question(request, reply, async ({ back }, owner) =>
        deps.form(
          request,
          reply,
          questionForm(`${LOGIN_QUESTION}/${request.params.question}`, back, owner, await whosePresent(deps, request)),
        ),
      ),
    );
    scope.post<{ Params: { question: string } }>(`${LOGIN_QUESTION}/:question`, (request, reply) =>
      question(request, reply, ({ key, back }) =>
        logIn(reply.header('Set-Cookie', endOfQuestion(request.params.question, isSecure(deps))), deps, key, back),
      ),
    );

    if (!deps.demo) return;
    scope.get<{ Querystring: { url?: unknown } }>(DEMO_LOGIN, async (request, reply) => {
      const back = returnAddress(request.query.url, request, deps.siteUrl);
      // Back after a login: a visitor who has just logged in does not confirm again
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
