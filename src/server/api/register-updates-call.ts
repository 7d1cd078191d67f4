import type { Updates } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { paths } from '#wire/paths.ts';
import { hasWholeFile } from '../site/register-answers.ts';
import { pathOfRegister } from '../site/register-places.ts';
import { hiddenFields } from '../store/rows/list-register-rows.ts';
import { listRegisterPublications } from '../store/rows/register-publications.ts';
import { rowsOf } from '../store/publication/touched-things.ts';
import { Refused } from '../errors.ts';
import { assertShown } from './assert-shown.ts';
import { allowedPageSize, defineCall, pagingParams, type CallDefinition } from './define-call.ts';

/** RG35: when a register was published, and how many rows came, changed and went, of what everybody may read. */
export function updatesCall(definition: RegisterDefinition): CallDefinition {
  const { register, title, countWord = '条', history, onDemand = false } = definition;
  const hidden = hiddenFields(definition);
  return defineCall({
    path: `${paths.register}/${register}/updates`,
    ours: true,
    steady: true,
    summary: `${title}：更新记录`,
    params: pagingParams,
    answers:
      'title, path（显示它的页面），countWord, hasFiles（可以整表下载），hasAlerts（可以用邮件提醒），dates（可以比较的公布日期），items（at, dataDate, rows, added, changed, removed, rewritten，新的在前），total, pageNum, pageSize',
    reads: () => [rowsOf(register)],
    handle: async ({ pageNum, pageSize: wanted }, context): Promise<Updates> => {
      await assertShown(definition, context);
      const { db, site, moment, isUpstream } = context;
      const pageSize = allowedPageSize(wanted);
      const { list, total } = await listRegisterPublications(db, {
        register,
        pageNum,
        pageSize,
        hidden,
        ofRows: true,
        ...(moment !== 'now' && { until: moment }),
      });
      if (total === 0 && pageNum === 1) throw new Refused('notFound', '这个登记表还没有发布过');
      return {
        register,
        title,
        path: pathOfRegister(site, register),
        countWord,
        hasFiles: hasWholeFile(definition, isUpstream),
        hasAlerts: !onDemand,
        dates: history ? [...(site.map.facts.dates.get(register) ?? [])] : [],
        items: list.map(({ at, dataDate, rows, added, changed, removed, rewritten }) => ({
          at,
          dataDate,
          rows,
          added,
          changed,
          removed,
          rewritten,
        })),
        total,
        pageNum,
        pageSize,
      };
    },
  });
}
