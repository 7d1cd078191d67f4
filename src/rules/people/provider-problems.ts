/** Why a sign-in by the firm's identity provider did not take place, by the word that the address of the sign-in bears. */
const PROVIDER_PROBLEMS = {
  away: '单位登录服务暂时没有回应，没有登录。请稍后再试。',
  key: '单位登录服务的签名无法核对（密钥不符），没有登录。请稍后再试；仍不成功的，请联系系统管理员。',
  clock: '单位登录服务的时间与本系统相差过大，没有登录。请联系系统管理员校准两边的时间。',
  state: '这次登录已经用过、已过期，或者不是从这个浏览器开始的。请重新登录。',
  token: '单位登录服务的答复与这次登录不符，没有登录。请重新登录；仍不成功的，请联系系统管理员。',
  issuer: '单位登录服务的地址与本系统的设置不符，没有登录。请联系系统管理员。',
  client: '单位登录服务不接受本系统的登记（客户端编号或密钥），没有登录。请联系系统管理员。',
  denied: '单位登录服务没有让您登录：您取消了登录，或者没有使用本系统的许可。',
  groups: '单位登录服务给出的组不是名称的列表，或者过多、过长，没有登录。请联系系统管理员。',
  'no-role': '您在单位的组没有本系统的角色，没有登录。需要使用时，请联系系统管理员。',
  'same-account': '本系统已有与您同名的账号，没有登录。请系统管理员在“人员”中把它与您的单位账号关联。',
  suspended: '您的账号已停用，没有登录。需要时请联系系统管理员。',
  failed: '系统暂时不能完成登录，请稍后再试。',
  often: '登录过于频繁，请一分钟后再试。',
  insecure: '管理后台只能通过 https 或本机地址登录。',
} as const;

export type ProviderProblemCode = keyof typeof PROVIDER_PROBLEMS;

/** The sentence for a word of an address; '' for any other word. */
export const providerProblemWords = (code: string | null): string =>
  code !== null && Object.hasOwn(PROVIDER_PROBLEMS, code) ? PROVIDER_PROBLEMS[code as ProviderProblemCode] : '';
