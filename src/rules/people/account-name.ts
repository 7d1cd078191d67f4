import { compatible } from '../text/unicode-forms.ts';
/** What is typed in another case or width is the same account. */
export const foldAccount = (account: string): string => compatible(account).trim().toLowerCase();

export const ACCOUNT = /^[a-z][a-z0-9.-]{2,31}$/;

/** What is wrong with the account of somebody who is added, as it was typed; '' for nothing. */
export const accountProblem = (typed: string): string =>
  ACCOUNT.test(foldAccount(typed)) ? '' : '账号由 3 至 32 个小写字母、数字、点或连字符组成，以字母开头';
