import { bareTitle } from '../text/bare-title.ts';

/** Titles of columns with numbers of papers and accounts, which have no place in a public register. */
const SECRET = /(身份证|证件号|护照|银行账|银行卡|卡号|密码)/;
const PERSONAL =
  /(手机|移动电话|家庭电话|住宅电话|私人电话|个人电话|家庭住址|家庭地址|住址|出生|生日|年龄|性别|民族|籍贯|婚姻|工资|薪|个人邮箱|微信|QQ)/i;
/** a code that looks like a phone by chance */
const NO_PHONE = /(编号|编码|代码|证号|证书号|资格号)$/;

const MOBILE = /^(?:\+?86[- ]?)?1[3-9]\d{9}$/;
const ID_CARD = /^\d{17}[\dXx]$/;
/** cells of a column that have to look so, as a part of those with anything in them */
const MOST = 0.6;

/** A phone that a person carries. */
export const isMobile = (text: string): boolean => MOBILE.test(text);
export const isIdCard = (text: string): boolean => ID_CARD.test(text);

interface Cells {
  filled: number;
  mobiles: number;
  idCards: number;
}

/** RG28: whether a column looks like data of persons, by its title and what its cells look like; '' where it does not. */
export function personalKind(title: string, { filled, mobiles, idCards }: Cells): 'secret' | 'personal' | '' {
  const bare = bareTitle(title);
  const mostly = (count: number): boolean => filled > 0 && count >= filled * MOST;
  if (SECRET.test(bare) || mostly(idCards)) return 'secret';
  return PERSONAL.test(bare) || (mostly(mobiles) && !NO_PHONE.test(bare)) ? 'personal' : '';
}
