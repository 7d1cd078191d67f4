const ALONE = '只有写的人自己的电脑或单位内部打得开';
const PRIVATE_HOST = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)/i;
const HOST = /^[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)+$/u;

/** CK6: fault of an address that can be seen without calling it; null for none. */
export function linkFault(href: string): string | null {
  if (href === '' || href.startsWith('#')) return null;
  if (/\s/.test(href.trim())) return '网址中有空格';
  if (/^(?:tel|sms):/i.test(href)) return null;
  if (/^mailto:/i.test(href)) return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+/i.test(href) ? null : '邮箱地址不完整';
  const elsewhere = /^(?:https?:)?\/\/([^/?#]*)/i.exec(href);
  if (elsewhere) {
    const host = elsewhere[1]!.replace(/^[^@]*@/, '').replace(/:\d+$/, '');
    if (PRIVATE_HOST.test(host)) return ALONE;
    return HOST.test(host) ? null : '网站的名称不完整';
  }
  if (/^(?:file:|[a-z]:[\\/]|\\\\)/i.test(href)) return ALONE;
  if (/^https?/i.test(href)) return '网址应以 https:// 开头';
  if (href.startsWith('/')) return /^\/console(?:\/|$)/.test(href) ? '管理后台的地址，访客打不开' : null;
  return /^www\.|^[\w-]+(?:\.[\w-]+)*\.(?:cn|com|net|org)(?:\/|$)/i.test(href)
    ? '缺少 https://'
    : '应为以 / 开头的站内地址，或完整的网址';
}
