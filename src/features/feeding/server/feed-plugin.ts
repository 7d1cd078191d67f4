import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FEED } from '#wire/paths.ts';
import { assertRoom, StoreFull, type FreeSpace } from '#server/db/free-space.ts';
import type { Db } from '#server/db/tables.ts';
import type { RunInWorkerFor } from '#server/editions/worker/jobs.ts';
import { Refused, failureName } from '#server/errors.ts';
import { allowLongBody } from '#server/http/body-time.ts';
import { FairQueue } from '#server/http/fair-queue.ts';
import { limitByNetwork } from '#server/http/network.ts';
import type { Site } from '#server/site/site.ts';
import { findDelivery } from './deliveries.ts';
import type { StatedOfRows } from './read-body.ts';
import { receiveDelivery } from './receive.ts';
import { findSender, type Sender } from './tokens.ts';

interface FeedDeps {
  db: Db;
  pagesDir: string;
  filesDir: string;
  freeSpace?: FreeSpace;
  siteUrl: string;
  siteAt: (moment: 'now') => Promise<Site>;
  runInWorkerFor: RunInWorkerFor;
}

/** bytes of a body */
const MOST_BYTES = 16 * 1024 * 1024;
/** calls of one network within a minute, whatever token they bear */
const CALLS = { max: 120, window: 60_000 };
/** calls of one network with an unknown token, within a minute */
const WRONG = { max: 20, window: 60_000 };

/** One delivery of a token is worked on at a time, two more wait; each holds its body. */
const queue = new FairQueue({ most: 4, ofOne: 3 });

const PRIVATE = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The calls by which programs feed registers (FD1, FD2), below FEED, as plain JSON {code, msg, data}. They know no cookie,
 * so that no page of another site can make one. Needs @fastify/rate-limit.
 */
export async function feedPlugin(app: FastifyInstance, deps: FeedDeps): Promise<void> {
  const often = limitByNetwork(app, CALLS);
  const wrongOften = limitByNetwork(app, WRONG);
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // never read before the token is known
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.setValidatorCompiler(() => () => true);
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(PRIVATE));
      const senderOf = async (request: FastifyRequest): Promise<Sender> => {
        assertNotOften(await often(request));
        if (!isSafe(request, deps.siteUrl)) throw new Refused('signInInsecure', '令牌只能通过 https 或本机地址发送');
        try {
          return await findSender(deps.db, request.headers.authorization, request.ip);
        } catch (error) {
          if (error instanceof Refused && error.status === 401) assertNotOften(await wrongOften(request));
          throw error;
        }
      };
      scope.post<{ Params: { register: string } }>(
        '/registers/:register',
        { schema: DELIVER, bodyLimit: MOST_BYTES },
        async (request, reply) => {
          const sender = await senderOf(request);
          await assertRoom(deps.freeSpace);
          const idempotencyKey = keyOf(request);
          const csv = csvOf(request);
          const answer = await queue.run(sender.tokenId, async () => {
            const { body, bodyHash } = await readBody(request);
            const publishContext = {
              db: deps.db,
              pagesDir: deps.pagesDir,
              filesDir: deps.filesDir,
              runInWorker: deps.runInWorkerFor(sender.actor.staffId),
              ...(deps.freeSpace && { freeSpace: deps.freeSpace }),
            };
            const received = { register: request.params.register, idempotencyKey, body, bodyHash, csv };
            return receiveDelivery(publishContext, await deps.siteAt('now'), sender, received);
          });
          const { status, ...json } = answer;
          return reply.code(status).send(json);
        },
      );
      scope.get<{ Params: { deliveryId: string } }>(
        '/deliveries/:deliveryId',
        { schema: DELIVERY_STATE },
        async (request, reply) => {
          const sender = await senderOf(request);
          const id = request.params.deliveryId;
          if (!/^\d{1,15}$/.test(id)) throw new Refused('unknownDelivery');
          const { sender: _name, ...line } = await findDelivery(deps.db, Number(id), sender.tokenId);
          return reply.send({ code: '0', msg: '', data: line });
        },
      );
      const unknown = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> =>
        void refuse(reply, new Refused('unknownCall'));
      scope.setNotFoundHandler(unknown);
      scope.setErrorHandler((error, request, reply) => {
        if (error instanceof Refused) return refuse(reply, error);
        if (error instanceof StoreFull) return refuse(reply, new Refused('diskLow', error.message));
        const { statusCode: status = 500 } = error as { statusCode?: number };
        if (status >= 500) request.log.error({ err: error }, 'delivery failed');
        return refuse(reply, new Refused(failureName(error, status)));
      });
    },
    { prefix: FEED },
  );
}

function refuse(reply: FastifyReply, error: Refused): FastifyReply {
  const { retryAfter } = (error.data ?? {}) as { retryAfter?: number };
  if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
  if (error.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  return reply
    .code(error.status === 200 ? 422 : error.status)
    .send({ code: error.code, msg: error.message, data: error.data });
}

function assertNotOften(wait: number): void {
  if (wait > 0) throw new Refused('tooOften', `调用过于频繁，请在 ${wait} 秒后再试`, { retryAfter: wait });
}

/** Accepts a token over https or from this machine alone, like a password. */
const isSafe = ({ protocol, hostname }: FastifyRequest, siteUrl: string): boolean =>
  protocol === 'https' || siteUrl.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname);

/** @throws Refused badRequest */
function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key))
    throw new Refused(
      'badRequest',
      '缺少请求头 Idempotency-Key：1 至 100 个可见的 ASCII 字符，每次报送不同，重试时相同，如 margin-2026-11-24',
    );
  return key;
}

/** Facts about a CSV body in the query; null for JSON. @throws Refused badRequest */
function csvOf(request: FastifyRequest): StatedOfRows | null {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() === 'application/json') return null;
  if (type.trim().toLowerCase() !== 'text/csv')
    throw new Refused('badRequest', 'Content-Type 应为 application/json 或 text/csv');
  const { dataDate, department, mode = 'whole' } = request.query as Record<string, unknown>;
  if (typeof dataDate !== 'string') throw new Refused('badRequest', '缺少参数 dataDate，如 ?dataDate=2026-01-31');
  if (mode !== 'whole' && mode !== 'changes')
    throw new Refused('badRequest', '参数 mode 应为 whole（整表）或 changes（变更）');
  return { dataDate, ...(typeof department === 'string' && { department }), isChanges: mode === 'changes' };
}

async function readBody(request: FastifyRequest): Promise<{ body: Uint8Array; bodyHash: string }> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  const tooLarge = (): Refused =>
    new Refused('bodyTooLarge', `报送的内容超过 ${MOST_BYTES / 1024 / 1024} MB，请改用变更报送，或由人导入文件`);
  if (announced > MOST_BYTES) throw tooLarge();
  allowLongBody(request.raw);
  const parts: Uint8Array[] = [];
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of request.raw as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_BYTES) throw tooLarge();
    hash.update(part);
    parts.push(part);
  }
  return { body: Buffer.concat(parts), bodyHash: hash.digest('hex') };
}

const BEARER = {
  type: 'object',
  required: ['authorization', 'idempotency-key'],
  properties: {
    authorization: { type: 'string', description: 'Bearer 后接系统管理员新建的令牌' },
    'idempotency-key': {
      type: 'string',
      description: '每次报送不同，重试时相同：同一次调用再来，答复相同，只生成一份稿件',
    },
  },
};
const ROWS = {
  type: 'array',
  items: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
};
const ANSWER = { type: 'object', properties: { code: { type: 'string' }, msg: { type: 'string' }, data: {} } };

/** Schema for the API document: params are read and refused above. */
const DELIVER = {
  tags: ['程序报送'],
  summary: '报送登记表的数据行',
  description:
    '整表（rows）或按主键的变更（put、remove），检查与导入文件相同，通过后生成一份审核中的稿件；有报送规则的，等待后按规则发布。回答是不加密的 JSON。',
  consumes: ['application/json', 'text/csv'],
  headers: BEARER,
  params: { type: 'object', properties: { register: { type: 'string', description: '登记表的名称' } } },
  querystring: {
    type: 'object',
    properties: {
      dataDate: { type: 'string', description: 'CSV 的数据日期；JSON 写在内容里' },
      department: { type: 'string', description: 'CSV 的责任部门；不写则不变' },
      mode: {
        enum: ['whole', 'changes'],
        description: 'CSV：whole 整表，changes 变更（“变更”列写“删除”的行按主键删除）',
      },
    },
  },
  body: {
    type: 'object',
    required: ['dataDate'],
    properties: {
      dataDate: { type: 'string', description: '数据日期，如 2026-11-24' },
      department: { type: 'string', description: '责任部门；不写则不变' },
      rows: { ...ROWS, description: '整表：登记表的全部行，字段名或标题作为键' },
      put: { ...ROWS, description: '变更：新增或更新的行' },
      remove: { type: 'array', items: {}, description: '变更：要删除的行的主键' },
    },
  },
  response: { 201: ANSWER, '4xx': ANSWER },
};
const DELIVERY_STATE = {
  tags: ['程序报送'],
  summary: '一次报送现在如何：等待发布、已发布、审核中，或被停止',
  headers: {
    type: 'object',
    required: ['authorization'],
    properties: { authorization: BEARER.properties.authorization },
  },
  params: { type: 'object', properties: { deliveryId: { type: 'string', description: '报送的编号' } } },
  response: { 200: ANSWER, '4xx': ANSWER },
};
