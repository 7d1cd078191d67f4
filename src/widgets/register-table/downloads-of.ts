import type { Rows } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';

/**
 * RG5: the whole register, and what the page shows of it where that is less. Both keep the order and the date of the
 * page.
 */
export function downloadsOf(register: RegisterView, { address, fixed }: ViewBlock, data: Rows, searched: boolean) {
  const common = { sort: address.sort ?? '', asOf: data.asOf ?? '' };
  const isPart = !address.row && data.total > 0 && (searched || Object.keys(fixed).length > 0);
  // a register on demand has no file of all its rows
  const whole = register.onDemand
    ? []
    : [{ title: '下载全部', query: common, rows: data.wholeTotal - (data.endedRows ?? 0) }];
  if (!isPart) return whole;
  const filters = Object.fromEntries(register.filters.map(({ name }) => [name, address[name] ?? '']));
  return [
    ...whole,
    {
      title: searched ? '下载查询结果' : '下载本表',
      query: { ...fixed, ...filters, ...common },
      rows: data.total,
      more: data.more,
    },
  ];
}
