import { text } from '#page/schema-words.ts';
import { accountProblem, foldAccount } from '#rules/people/account-name.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { Refused } from '../errors.ts';
import { textProblem } from '../store/publication/storable.ts';

export const account = text({ maxLength: 64, description: '账号' });
export const name = text({ maxLength: 40, description: '姓名' });

/**
 * Account and name of somebody who is added, as they are stored. @throws Refused invalidInput, with the field that it
 * is about
 */
export function readNewPerson(typed: { account: string; name: string }): { account: string; name: string } {
  const folded = foldAccount(typed.account);
  const trimmed = typed.name.trim();
  const misspelt = accountProblem(typed.account);
  if (misspelt) throw new Refused('invalidInput', misspelt, { field: 'account' });
  const wrong = trimmed === '' ? '不能为空' : (textProblem(trimmed) ?? characterProblem(trimmed));
  if (wrong) throw new Refused('invalidInput', `姓名${wrong}`, { field: 'name' });
  return { account: folded, name: trimmed };
}
