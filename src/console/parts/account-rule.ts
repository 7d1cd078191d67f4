import { accountProblem } from '#rules/people/account-name.ts';

/** Rule of a form field for the account of somebody who is added. */
export const ACCOUNT_RULE = {
  required: true,
  validator: (_: unknown, typed = ''): Promise<void> => {
    const problem = typed.trim() === '' ? '请输入账号' : accountProblem(typed);
    return problem === '' ? Promise.resolve() : Promise.reject(new Error(problem));
  },
};
