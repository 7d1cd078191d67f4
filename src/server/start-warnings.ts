import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Db } from './db/tables.ts';
import type { Env } from './env.ts';
import { isIn } from './http/network.ts';
import { heldGrants } from './people/staff/held-grants.ts';
import type { Sentence } from './phrase.mjs';

/**
 * Warnings about a site of production, each with its remedy (PD1). A site for trying out is told nothing.
 * @param facts who runs the server, the bits of DATA_DIR's mode, and how many administrators have no second factor
 */
export function startWarnings(
  { siteEnv, siteUrl, dataDir }: Pick<Env, 'siteEnv' | 'siteUrl' | 'dataDir'>,
  { user, mode, admins }: { user: number | undefined; mode: number; admins: number },
): Sentence[] {
  if (siteEnv !== 'production') return [];
  return [
    ...(user === 0
      ? [
          {
            zh: '服务以 root 运行。请用单独的用户运行，它只拥有 DATA_DIR。',
            en: 'The server runs as root. Run it as a user of its own, who owns DATA_DIR and nothing else.',
          },
        ]
      : []),
    ...((mode & 0o077) === 0
      ? []
      : [
          {
            zh: `DATA_DIR ${dataDir} 别的用户也能进入（权限 ${(mode & 0o777).toString(8)}）：chmod 700 ${dataDir}`,
            en: `DATA_DIR ${dataDir} can be entered by other users (mode ${(mode & 0o777).toString(8)}): chmod 700 ${dataDir}`,
          },
        ]),
    ...(siteUrl.startsWith('https:')
      ? []
      : [
          {
            zh: `SITE_URL 是 ${siteUrl}：密码和令牌以明文传送。请写访问者输入的 https 地址。`,
            en: `SITE_URL is ${siteUrl}: passwords and tokens travel in the clear. Name the https address that visitors type.`,
          },
        ]),
    ...(admins === 0
      ? []
      : [
          {
            zh: `有 ${admins} 名系统管理员登录时没有两步验证：请在管理后台“我的账号”中设置。`,
            en: `${admins} ${admins === 1 ? 'system administrator signs in' : 'system administrators sign in'} without a second factor: it is set in the console, 我的账号.`,
          },
        ]),
  ];
}

/** Facts of the process, the disk and the store for startWarnings. */
export async function warningFacts(db: Db, dataDir: string): Promise<Parameters<typeof startWarnings>[1]> {
  const { admins } = await heldGrants(db)
    .innerJoin('staff', 'staff.staff_id', 'staff_grant.staff_id')
    .select(({ fn }) => fn.count<string>('staff.staff_id').distinct().as('admins'))
    .where('role', '=', 'system-admin')
    .where('state', '=', 'active')
    .where('totp_secret', '=', '')
    .executeTakeFirstOrThrow();
  return { user: process.getuid?.(), mode: statSync(dataDir).mode, admins: Number(admins) };
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'];

/**
 * Watches requests until one comes with the header of a proxy from an address that is not trusted, and says so once.
 * Its visitors are all one client to every limit then (PD2).
 * @param trusted addresses and ranges, as TRUSTED_PROXIES lists them
 */
export function untrustedProxy(
  trusted: readonly string[],
  say: (line: Sentence) => void,
): (request: IncomingMessage) => void {
  const isTrusted = isIn(trusted);
  let hasWarned = false;
  return ({ headers, socket }) => {
    if (hasWarned) return;
    const name = PROXY_HEADERS.find((header) => headers[header] !== undefined);
    const address = socket.remoteAddress?.replace(/^::ffff:/, '');
    if (name === undefined || address === undefined || isTrusted(address)) return;
    hasWarned = true;
    say({
      zh: `来自 ${address} 的请求带有 ${name}，没有采信：TRUSTED_PROXIES 中没有这个地址。如果它是您的代理，请设置 TRUSTED_PROXIES=${address}；否则不必理会。`,
      en: `A request from ${address} came with ${name}, which is not believed: TRUSTED_PROXIES does not list that address. If it is your proxy's, set TRUSTED_PROXIES=${address}; else ignore this.`,
    });
  };
}
