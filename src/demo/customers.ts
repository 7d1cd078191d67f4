import type { NewCustomer } from '#server/people/customers/tokens.ts';

/**
 * Invented customers of every risk level, and one for each reason to have no level, to try out what a reader may see.
 * @param today yyyy-mm-dd
 */
export function demoCustomers(today: string): NewCustomer[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const compact = (moment: Date): string => moment.toISOString().slice(0, 10).replaceAll('-', '');
  const valid = compact(new Date(Date.UTC(year + 3, month - 1, day)));
  const past = compact(new Date(Date.UTC(year, month - 1, day - 1)));
  const rows: [name: string, level: string, validDate: string, professional?: true][] = [
    ['演示客户甲', '01', valid],
    ['演示客户乙', '02', valid],
    ['演示客户丙', '03', valid],
    ['演示客户丁', '04', valid],
    ['演示客户戊', '05', valid],
    ['演示客户己', '06', valid],
    ['演示客户庚（测评已过期）', '04', past],
    ['演示客户辛（从未测评）', '', ''],
    ['演示客户壬（专业投资者）', '06', valid, true],
    ['演示客户癸（新客户）', '', ''],
  ];
  return rows.map(([cust_name, risk_level, risk_valid_date, professional], at) => ({
    customer_id: `demo-${String(at + 1).padStart(2, '0')}`,
    cust_name,
    risk_level,
    risk_valid_date,
    is_pro_investor: professional ? '1' : '0',
  }));
}
