import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Db } from './db/tables.ts';
import type { Env } from './env.ts';
import { heldGrants } from './people/staff/held-grants.ts';

/**
 * What a site of production should not be, each with what to do (PD1). A site for trying out is told nothing.
 * @param facts who runs the server, the bits of DATA_DIR's mode, and how many administrators have no second factor
 */
export function startWarnings(
  { siteEnv, siteUrl, dataDir }: Pick<Env, 'siteEnv' | 'siteUrl' | 'dataDir'>,
  { user, mode, admins }: { user: number | undefined; mode: number; admins: number },
): string[] {
  if (siteEnv !== 'production') return [];
  return [
    ...(user === 0
      ? ['The server runs as root. Run it as a user of its own, who owns DATA_DIR and nothing else.']
      : []),
    ...((mode & 0o077) === 0
      ? []
      : [
          `DATA_DIR ${dataDir} can be entered by other users (mode ${(mode & 0o777).toString(8)}): chmod 700 ${dataDir}`,
        ]),
    ...(siteUrl.startsWith('https:')
      ? []
      : [
          `SITE_URL is ${siteUrl}: passwords and tokens travel in the clear. Name the https address that visitors type.`,
        ]),
    ...(admins === 0
      ? []
      : [
          `${admins} ${admins === 1 ? 'system administrator signs in' : 'system administrators sign in'} without a second factor: it is set in the console, 我的账号.`,
        ]),
  ];
}

/** What startWarnings asks of the process, the disk and the store. */
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
 * Hears requests until one comes with the header of a proxy from an address that is not trusted, and says so once: its
 * visitors are all one client to every limit then (PD2).
 * @param trusted addresses and ranges, as TRUSTED_PROXIES lists them
 */
export function untrustedProxy(
  trusted: readonly string[],
  say: (line: string) => void,
): (request: IncomingMessage) => void {
  const known = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const range of trusted) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(bits), familyOf(address));
  }
  let isSaid = false;
  return ({ headers, socket }) => {
    if (isSaid) return;
    const name = PROXY_HEADERS.find((header) => headers[header] !== undefined);
    const address = socket.remoteAddress?.replace(/^::ffff:/, '');
    if (name === undefined || address === undefined || known.check(address, familyOf(address))) return;
    isSaid = true;
    say(
      `A request from ${address} came with ${name}, which is not believed: TRUSTED_PROXIES does not list that address. If it is your proxy's, set TRUSTED_PROXIES=${address}; else ignore this.`,
    );
  };
}
