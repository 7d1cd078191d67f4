import type { Paged } from '#wire/console-answers.ts';
import type { FoundImport } from '#wire/register-answers.ts';
import { as, flag, integer, list, optional, text } from '#page/schema-words.ts';
import type { FeedingRule } from '#kinds/feeding/index.ts';
import { isDate } from '#rules/time/date-text.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { allowedPageSize, pagingParams } from '#server/api/define-call.ts';
import { reachOf, rightsFor } from '#server/console-api/authorize.ts';
import { consoleCall, type SignedIn } from '#server/console-api/define-console-call.ts';
import { getDefinition, ofRegister, register } from '#server/console-api/register-calls.ts';
import { noteOf } from '#server/editions/edition-row.ts';
import { publicRevisions } from '#server/editions/publish/public-revisions.ts';
import { LATEST } from '#server/editions/publish/schedule-edition.ts';
import { Refused } from '#server/errors.ts';
import { channelsByRegister } from '#server/registers/editions/list-registers.ts';
import { findRegisterState } from '#server/store/rows/list-register-rows.ts';
import { textProblem } from '#server/store/publication/storable.ts';
import type { DeliveryLine, DeliveryToken, RuleFacts, RuleLine } from '../wire.ts';
import { findDelivery, findDeliveryAnswer, listDeliveries, stopDelivery } from './deliveries.ts';
import { findRule } from './rule.ts';
import { listTokens, makeToken, revokeToken } from './tokens.ts';

const tokenId = integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '令牌的编号' });
const deliveryId = integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '报送的编号' });

/** Registers whose drafts the person may read; null: all. */
async function readable(context: SignedIn): Promise<string[] | null> {
  const reach = reachOf(context, 'content.read');
  if (reach === null) return null;
  const channels = await channelsByRegister(context.site);
  return [...context.site.registers.keys()].filter((name) =>
    (channels.get(name) ?? []).some((id) => reach.includes(id)),
  );
}

/** Right to stop a delivery: stopping makes nothing public, so everybody who works on the register's content has it. */
async function mayStop(context: SignedIn, name: string): Promise<boolean> {
  const shown = (await channelsByRegister(context.site)).get(name) ?? [];
  const rights = rightsFor(context, shown.length > 0 ? shown : ['']);
  return (['content.write', 'content.return', 'content.publish'] as const).some((right) => rights.includes(right));
}

async function lineOf(context: SignedIn, line: Omit<DeliveryLine, 'title' | 'mayStop'>): Promise<DeliveryLine> {
  const { register: name, state } = line;
  return {
    ...line,
    title: context.site.registers.get(name)?.title ?? name,
    mayStop: state === 'waiting' && (await mayStop(context, name)),
  };
}

/** One delivery that the person may read. @throws Refused unknownDelivery */
async function readDelivery(context: SignedIn, id: number): Promise<DeliveryLine> {
  const line = await findDelivery(context.db, id);
  const mine = await readable(context);
  if (mine && !mine.includes(line.register)) throw new Refused('unknownDelivery');
  return lineOf(context, line);
}

/** The last moment of a day in Shanghai. @throws Refused invalidInput */
function endOf(day: string): Date {
  const wrong = (message: string) => new Refused('invalidInput', message, { field: 'until' });
  if (!isDate(day)) throw wrong('请填写到期日期，如 2027-03-31');
  const end = new Date(`${day}T23:59:59+08:00`);
  if (end.getTime() <= Date.now()) throw wrong(`到期日期 ${day} 已经过去`);
  if (end.getTime() > Date.now() + (LATEST + 1) * 86_400_000) throw wrong('令牌最长一年，请填写一年以内的日期');
  return end;
}

async function ruleLine(
  context: SignedIn,
  row: { register: string; rule: FeedingRule },
  sender: string,
): Promise<RuleLine> {
  const found = await findRule(context.db, { register: row.register, tokenId: row.rule.token, now: new Date() });
  return {
    register: row.register,
    ...row.rule,
    title: context.site.registers.get(row.register)?.title ?? row.rule.title,
    sender,
    why: 'why' in found ? found.why : '',
    approvedBy: 'why' in found ? '' : found.approver.name,
  };
}

/** FD1, FD4: programs that feed registers: their tokens, what they delivered, and the rules by which it becomes public. */
export const feedCalls = {
  'GET /delivery-tokens': consoleCall({
    summary: '程序报送的令牌',
    answer: as<DeliveryToken[]>(),
    policy: { right: 'people.read' },
    handle: (_params, { db }) => listTokens(db),
  }),
  /** registers that a token may be made for */
  'GET /delivery-registers': consoleCall({
    summary: '可以为之新建令牌的登记表',
    answer: as<{ register: string; title: string }[]>(),
    policy: { right: 'people.read' },
    handle: async (_params, { site }) =>
      [...site.registers.values()].map(({ register: name, title }) => ({ register: name, title })),
  }),
  /** `token` is answered here, and never again */
  'POST /delivery-tokens': consoleCall({
    summary: '新建令牌，令牌只在答复中出现一次',
    answer: as<{ tokenId: number; token: string }>(),
    params: {
      name: text({ maxLength: 40, description: '名称，显示为稿件的撰写人' }),
      registers: list(text({ maxLength: 100 }), { maxItems: 50, description: '可以报送的登记表' }),
      until: text({ maxLength: 10, description: '到期日期' }),
    },
    policy: { right: 'people.change' },
    handle: async ({ name: given, registers, until }, context) => {
      const name = given.trim();
      const wrong = name === '' ? '不能为空' : (textProblem(name) ?? characterProblem(name));
      if (wrong) throw new Refused('invalidInput', `名称${wrong}`, { field: 'name' });
      if (registers.length === 0) throw new Refused('invalidInput', '请选择可以报送的登记表', { field: 'registers' });
      const unknown = registers.find((one) => !context.site.registers.has(one));
      if (unknown !== undefined)
        throw new Refused('invalidInput', `没有名为“${unknown}”的登记表`, { field: 'registers' });
      return makeToken(context.db, context.actor, {
        name,
        registers: [...new Set(registers)],
        expiresAt: endOf(until),
      });
    },
  }),
  'POST /delivery-tokens/:tokenId/revoke': consoleCall({
    summary: '吊销令牌：不能再报送，等待发布的报送转为审核',
    answer: as<void>(),
    evenWithoutRoom: true,
    params: { tokenId },
    policy: { right: 'people.change' },
    handle: ({ tokenId: id }, { db, actor, user }) => revokeToken(db, { ...actor, name: user.name }, id),
  }),
  'GET /deliveries': consoleCall({
    summary: '程序的报送，最新的在前',
    answer: as<Paged<DeliveryLine>>(),
    params: {
      register: optional(register),
      waiting: optional(flag({ description: '只列等待按规则发布的' })),
      ...pagingParams,
    },
    policy: { anywhere: 'content.read' },
    handle: async ({ register: name, waiting = false, pageNum = 1, pageSize = 20 }, context) => {
      const mine = await readable(context);
      const registers = name === undefined ? mine : (mine ?? [name]).filter((one) => one === name);
      const { total, list } = await listDeliveries(context.db, {
        registers,
        isWaiting: waiting,
        pageNum,
        pageSize: allowedPageSize(pageSize),
      });
      return { total, list: await Promise.all(list.map((line) => lineOf(context, line))) };
    },
  }),
  'GET /deliveries/:deliveryId': consoleCall({
    summary: '一次报送和它的检查结果',
    answer: as<DeliveryLine & { report: FoundImport['report'] }>(),
    params: { deliveryId },
    policy: { anywhere: 'content.read' },
    handle: async ({ deliveryId: id }, context) => {
      const line = await readDelivery(context, id);
      const { data } = (await findDeliveryAnswer(context.db, id)) as { data: { report: never } };
      return { ...line, report: data.report };
    },
  }),
  'POST /deliveries/:deliveryId/stop': consoleCall({
    summary: '停止按规则发布，稿件留在审核中',
    answer: as<void>(),
    params: { deliveryId, note: optional(text({ maxLength: 2_000, description: '原因' })) },
    policy: { anywhere: 'content.read' },
    handle: async ({ deliveryId: id, note = '' }, context) => {
      const line = await readDelivery(context, id);
      if (line.state !== 'waiting') throw new Refused('deliveryState');
      if (!line.mayStop) throw new Refused('rightMissing', '停止报送须有这个登记表的撰写、退回或发布权限');
      await stopDelivery(
        context.db,
        { ...context.actor, name: context.user.name },
        { deliveryId: id, note: noteOf(note) },
      );
    },
  }),
  'GET /feeding-rules': consoleCall({
    summary: '公开生效的报送规则',
    answer: as<RuleLine[]>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) => {
      const mine = await readable(context);
      const rows = await context.db
        .selectFrom('feeding_rule')
        .select(['register', 'rule'])
        .where('public_to', 'is', null)
        .orderBy('register')
        .execute();
      const names = new Map((await listTokens(context.db)).map((token) => [token.tokenId, token.name]));
      const rules = rows.map((row) => ({ register: row.register, rule: row.rule as FeedingRule }));
      return Promise.all(
        rules
          .filter((row) => mine === null || mine.includes(row.register))
          .map((row) => ruleLine(context, row, names.get(row.rule.token) ?? '')),
      );
    },
  }),
  'GET /feeding-rules/:register': consoleCall({
    summary: '一个登记表的报送规则，和可以报送它的令牌',
    answer: as<RuleFacts>(),
    params: { register },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name }, context) => {
      const { title } = getDefinition(context, name);
      const state = await findRegisterState(context.db, 'now', name);
      const open = await context.db
        .selectFrom('feeding_rule')
        .select('rule')
        .where('register', '=', name)
        .where('public_to', 'is', null)
        .executeTakeFirst();
      return {
        register: name,
        title,
        rows: state?.rowCount ?? 0,
        tokens: (await listTokens(context.db)).filter(
          ({ state: tokenState, registers }) => tokenState === 'active' && registers.includes(name),
        ),
        rule: (open?.rule as FeedingRule | undefined) ?? null,
        mark: (await publicRevisions(context.db, [`feeding:${name}`]))[`feeding:${name}`]!,
      };
    },
  }),
};
