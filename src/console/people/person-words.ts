import type { Person } from '#wire/console-answers.ts';
import { compatible } from '#rules/text/unicode-forms.ts';

/** Present state of an account. */
export type AccountState = 'active' | 'unready' | 'suspended';

export const ACCOUNT_STATES: Readonly<
  Record<AccountState, { name: string; color: 'success' | 'warning' | 'default' }>
> = {
  active: { name: '正常', color: 'success' },
  unready: { name: '待设置密码', color: 'warning' },
  suspended: { name: '已停用', color: 'default' },
};

export const accountStateOf = ({ state, isReady }: Pick<Person, 'state' | 'isReady'>): AccountState =>
  state === 'suspended' ? 'suspended' : isReady ? 'active' : 'unready';

/** The people that the filters select. */
export function peopleMeant(
  people: readonly Person[],
  { words, role, state }: { words: string; role: string; state: string },
): Person[] {
  const wanted = compatible(words).toLowerCase();
  return people.filter(
    (person) =>
      (wanted === '' || person.name.toLowerCase().includes(wanted) || person.account.includes(wanted)) &&
      (role === '' || person.grants.some((grant) => grant.role === role)) &&
      (state === '' || accountStateOf(person) === state),
  );
}
