import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db } from '#server/db/tables.ts';
import { isDate } from '#rules/time/date-text.ts';
import { channelsShowing, orWholeSite, pathOfFirst } from '../../concerned.ts';
import type { KindStore, Prepared } from '../../define-store.ts';
import { documentStore } from '../../document-store.ts';
import { registerStore } from '../../register/server/store.ts';
import { feeding, type FeedingRule } from '../index.ts';

const documents = documentStore<FeedingRule>({
  kind: feeding.name,
  table: 'feeding_rule',
  columns: feeding.tables.feeding_rule!,
  column: 'rule',
  title: feeding.title,
  names: feeding.id,
});

export const feedingStore: KindStore<FeedingRule> = {
  ...documents,
  history: {
    titles: async (db, ids) => {
      const rows = await db
        .selectFrom('feeding_rule')
        .select(['register', 'rule'])
        .where('register', 'in', [...ids])
        .orderBy('row_id')
        .execute();
      return new Map(rows.map(({ register, rule }) => [register, (rule as FeedingRule).title]));
    },
  },
  draft: {
    problems: ({ until }) =>
      isDate(until) ? [] : [{ pointer: '/until', message: '的截止日期应为日期，如 2027-03-31' }],
  },
  concerned: ({ id = '' }, { site }) => orWholeSite(channelsShowing(site, id)),
  check: async ({ trx, at, problems }, changes) => {
    for (const { position, value } of changes.written(feeding) as readonly Prepared<{
      id: string;
      document: FeedingRule;
    }>[]) {
      const why = await whyNotFor(trx, value.id, value.document, at);
      if (why !== null) problems.push({ change: position, message: `登记表“${value.id}”的报送规则：${why}` });
    }
  },
  preview: {
    rank: 2,
    path: (site, _rule, { id }) => pathOfFirst(site, channelsShowing(site, id ?? '')),
  },
};

/** a definition is found in the store, as the publication leaves it */
const NOTHING_LOADED = { registers: new Map(), map: null as never };

/** The register and token that the rule names have to be right: a reviewer reads it. */
async function whyNotFor(
  db: Db,
  register: string,
  { token, until, title, program }: FeedingRule,
  at: Date,
): Promise<string | null> {
  const found = await db
    .selectFrom('delivery_token')
    .innerJoin('staff', 'staff.staff_id', 'delivery_token.staff_id')
    .select(['registers', 'expires_at', 'revoked_at', 'name'])
    .where('token_id', '=', token)
    .executeTakeFirst();
  if (!found) return `没有编号为 ${token} 的令牌`;
  if (found.revoked_at !== null) return `令牌 ${token} 已被吊销`;
  if (found.expires_at <= at) return `令牌 ${token} 已过期`;
  if (found.name !== program) return `令牌 ${token} 的名称是“${found.name}”，不是“${program}”`;
  const known = await registerStore.find({ db }, NOTHING_LOADED, register, { storesRows: false });
  if (known && known.title !== title) return `登记表的标题是“${known.title}”，不是“${title}”`;
  if (!found.registers.includes(register)) return `令牌 ${token} 不能报送这个登记表`;
  return until < shanghaiDate(at.getTime()) ? `截止日期 ${until} 已经过去` : null;
}
