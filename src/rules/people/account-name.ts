import { compatible } from '../text/unicode-forms.ts';
/** An account typed in another case or width is the same one. */
export const foldAccount = (account: string): string => compatible(account).trim().toLowerCase();

export const ACCOUNT = /^[a-z][a-z0-9.-]{2,31}$/;

/** The problem of an account for somebody who is added, as it was typed; '' for none. */
export const accountProblem = (typed: string): string =>
  ACCOUNT.test(foldAccount(typed)) ? '' : '账号由 3 至 32 个小写字母、数字、点或连字符组成，以字母开头';
