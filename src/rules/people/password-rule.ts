import { compatible } from '../text/unicode-forms.ts';
/** Length of a password of the console; no mixture of signs is demanded, which makes people write it down. */
export const PASSWORD_LENGTH = { least: 12, most: 128 };

/** Why a password cannot be taken, in words; '' where it can. @param own account and name of the person */
export function passwordProblem(password: string, own: readonly string[]): string {
  const { least, most } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < least) return `密码至少 ${least} 个字符，现在是 ${length} 个`;
  if (length > most) return `密码最多 ${most} 个字符`;
  if (new Set(password).size < 5) return '密码中不同的字符太少，请换一个不容易猜到的';
  const folded = fold(password);
  if (own.some((word) => word.length > 2 && folded.includes(fold(word)))) return '密码不能包含账号或姓名';
  return COMMON.some((word) => folded.replaceAll(word, '').length < 6)
    ? '密码由常见的词组成，请换一个不容易猜到的'
    : '';
}

const fold = (text: string): string => compatible(text).toLowerCase();
const COMMON = [
  'password',
  'passw0rd',
  '1234567890',
  '123456',
  'qwertyuiop',
  'qwerty',
  'abcdef',
  'admin',
  'woaini',
  '888888',
  '666666',
  'letmein',
  'welcome',
];
