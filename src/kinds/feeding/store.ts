import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { Db } from '#server/db/tables.ts';
import { isDate } from '#server/store/check-rows.ts';
import { channelsShowing, orWholeSite, pathOfFirst } from '../concerned.ts';
import type { KindStore, Prepared } from '../define-store.ts';
import { documentStore } from '../document-store.ts';
import { feeding, type FeedingRule } from './index.ts';

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
  titles: async (_db, ids) => new Map(ids.map((id) => [id, id])),
  draftProblems: ({ until }) =>
    isDate(until) ? [] : [{ pointer: '/until', message: '的截止日期应为日期，如 2027-03-31' }],
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
  previewRank: 2,
  previewPath: (site, _rule, { id }) => pathOfFirst(site, channelsShowing(site, id ?? '')),
};

async function whyNotFor(db: Db, register: string, { token, until }: FeedingRule, at: Date): Promise<string | null> {
  const found = await db
    .selectFrom('delivery_token')
    .select(['registers', 'expires_at', 'revoked_at'])
    .where('token_id', '=', token)
    .executeTakeFirst();
  if (!found) return `没有编号为 ${token} 的令牌`;
  if (found.revoked_at !== null) return `令牌 ${token} 已被吊销`;
  if (found.expires_at <= at) return `令牌 ${token} 已过期`;
  if (!found.registers.includes(register)) return `令牌 ${token} 不能报送这个登记表`;
  return until < shanghaiDate(at.getTime()) ? `截止日期 ${until} 已经过去` : null;
}
