import { optional, text } from '#page/schema-words.ts';
import { paths } from '#wire/paths.ts';
import { findCustomer, profileOf, withdrawToken } from '../people/customers/tokens.ts';
import { Refused } from '../errors.ts';
import { defineCall } from './define-call.ts';

/** LS2: who is logged in. */
export const userInfo = defineCall({
  path: paths.userInfo,
  summary: '当前登录客户（请求头 access_token）',
  params: { queryType: optional(text({ maxLength: 8, description: '查询类型，取 1' })) },
  answers: 'custName, riskLevel, riskValidDate（yyyymmdd）, isProInvestor（1 为专业投资者）',
  handle: async (_params, { db, token }) => {
    const customer = token === undefined ? undefined : await findCustomer(db, token);
    if (!customer) throw new Refused('noToken');
    return profileOf(customer);
  },
});

/** LS6: the token ends, wherever else it may still be kept. */
export const logout = defineCall({
  path: paths.logout,
  method: 'POST',
  ours: true,
  summary: '退出登录（请求头 access_token）',
  params: {},
  answers: 'null',
  handle: async (_params, { db, token }) => {
    if (token !== undefined) await withdrawToken(db, token);
    return null;
  },
});
