import { Refused } from '../errors.ts';
import { ACCOUNT, foldAccount } from '../people/staff/accounts.ts';
import { hiddenProblem, textProblem } from '../store/storable.ts';

export const account = { type: 'string', maxLength: 64, description: '账号' };
export const name = { type: 'string', maxLength: 40, description: '姓名' };

/**
 * Account and name of somebody who is added, as they are stored. @throws Refused invalidInput, with the field that it
 * is about
 */
export function readNewPerson(typed: { account: string; name: string }): { account: string; name: string } {
  const folded = foldAccount(typed.account);
  const trimmed = typed.name.trim();
  if (!ACCOUNT.test(folded))
    throw new Refused('invalidInput', '账号由 3 至 32 个小写字母、数字、点或连字符组成，以字母开头', {
      field: 'account',
    });
  const wrong = trimmed === '' ? '不能为空' : (textProblem(trimmed) ?? hiddenProblem(trimmed));
  if (wrong) throw new Refused('invalidInput', `姓名${wrong}`, { field: 'name' });
  return { account: folded, name: trimmed };
}
