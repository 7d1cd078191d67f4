import { choice, optional, text, type ObjectOf } from '#page/schema-words.ts';
import { ROW_CHANGE_KINDS, type Changes } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { paths } from '#wire/paths.ts';
import { pathOfUpdates } from '../site/register-places.ts';
import { listRegisterChanges, listRegisterDates } from '../store/rows/register-changes.ts';
import { definitionAt } from '../store/documents/definition-at.ts';
import { rowsOf } from '../store/publication/touched-things.ts';
import { Refused } from '../errors.ts';
import { allowedPageSize, defineCall, pagingParams, type CallContext, type CallDefinition } from './define-call.ts';
import { momentOf } from './register-question-params.ts';

const date = (description: string) => text({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const words = {
  from: optional(date('较早的公布日期，缺省为 to 的前一个')),
  to: optional(date('较晚的公布日期，缺省为最新的')),
  kind: optional(
    choice(ROW_CHANGE_KINDS, {
      description: '只取一种变动：added 调入，removed 调出，raised 上调，lowered 下调，changed 其他',
    }),
  ),
  ...pagingParams,
};

/** The change list of a register with history between two of its published dates, by default the newest two. */
export function changesCall(definition: RegisterDefinition): CallDefinition {
  return defineCall({
    path: `${paths.register}/${definition.register}/changes`,
    ours: true,
    ...(definition.onDemand && { costly: true }),
    summary: `${definition.title}：两个公布日期之间的变动`,
    params: words,
    answers:
      'from, to, dates（公布日期，新的在前），counts（各种变动的数目），items（kind, row, before），rewritten（仅因登记表定义改动而改写的行数），endedRows（其中只计数而不列出的、已不再公示的行数），updates（更新记录的网址），total, pageNum, pageSize',
    reads: () => [rowsOf(definition.register)],
    handle: (params, context) => changesOf(definition, params, context),
  });
}

async function changesOf(
  definition: RegisterDefinition,
  { kind, ...params }: ObjectOf<typeof words>,
  { db, moment, site }: CallContext,
): Promise<Changes> {
  const { register } = definition;
  const paging = { pageNum: params.pageNum, pageSize: allowedPageSize(params.pageSize) };
  const dates = await site.remember(`dates ${register}`, () => listRegisterDates(db, moment, register));
  const to = params.to ?? dates.find((date) => params.from === undefined || date > params.from) ?? '';
  const from = params.from ?? dates.find((date) => date < to) ?? '';
  const path = pathOfUpdates(site, register);
  const updates = path === null ? {} : { updates: path };
  const counts: Changes['counts'] = { added: 0, removed: 0, raised: 0, lowered: 0, changed: 0 };
  if (from === '' || to === '') {
    // a date that was never published is refused also where there is nothing to compare it with
    for (const name of ['from', 'to'] as const)
      if (params[name] !== undefined) await momentOf(db, definition, name, params[name], moment);
    return { from: '', to: '', dates, counts, ...updates, items: [], total: 0, ...paging };
  }
  const earlier = await momentOf(db, definition, 'from', from, moment);
  const later = await momentOf(db, definition, 'to', to, moment);
  if (from > to) throw new Refused('badParameter', '参数 from 应不晚于 to');
  const shown = later === 'now' || later === moment ? definition : await definitionAt(db, definition, later);
  const still = definition.history?.hideEnded ? { stillAt: moment } : {};
  const { list: changes, ended, rewritten } = await listRegisterChanges(db, shown, earlier, later, still);
  for (const one of [...changes.map((change) => change.kind), ...ended]) counts[one] += 1;
  const wanted = kind ? changes.filter((change) => change.kind === kind) : changes;
  const unlisted = kind ? ended.filter((one) => one === kind).length : ended.length;
  const start = (paging.pageNum - 1) * paging.pageSize;
  return {
    from,
    to,
    dates,
    counts,
    ...(rewritten > 0 && { rewritten }),
    ...(unlisted > 0 && { endedRows: unlisted }),
    ...updates,
    items: wanted.slice(start, start + paging.pageSize),
    total: wanted.length,
    ...paging,
  };
}
