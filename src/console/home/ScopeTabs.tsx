import type { Workbench } from '#wire/bench-answers.ts';
import { WAITING_VIEWS } from '../parts/waiting.ts';
import { CountTabs } from './CountTabs.tsx';

/** Choice between what waits for oneself and what is open in the departments, as an address. */
export function ScopeTabs({ work, ofDepartments }: { work: NonNullable<Workbench['work']>; ofDepartments: boolean }) {
  const waiting = work.mine
    .filter(({ view }) => WAITING_VIEWS.some((one) => one === view))
    .reduce((sum, { total }) => sum + total, 0);
  const tabs = [
    { to: '/', name: '我的', count: waiting, isCurrent: !ofDepartments },
    { to: '/?of=departments', name: '部门', count: work.open.total, isCurrent: ofDepartments },
  ];
  return <CountTabs label="范围" tabs={tabs} />;
}
