import { readToken } from '../answers/session.ts';

/** HD4: recognised by its published title */
const ADVISORY = '投顾产品';
/** the name under which the advisory site reads the token */
const TOKEN_PARAM = 'access_token';

interface Entry {
  title: string;
  path: string;
  children?: readonly Entry[];
}

/**
 * HD4: the address that a plain click on a link leads to, with the customer's token. It is null where the link leads to
 * its own address. Then nobody is logged in, or it is no entry of that title, or its host is not the one of the
 * settings.
 */
export function advisoryAddress(
  href: string,
  menu: readonly Entry[] | null,
  host: string | undefined,
  token: string,
): string | null {
  const url = URL.parse(href);
  if (!url || !host || token === '' || url.host !== host || url.protocol !== 'https:') return null;
  const isEntry = ({ title, path, children = [] }: Entry): boolean =>
    (title === ADVISORY && URL.parse(path)?.href === url.href) || children.some(isEntry);
  if (!menu?.some(isEntry)) return null;
  url.searchParams.set(TOKEN_PARAM, token);
  return url.href;
}

/** Opens it in a window that knows nothing of this one and is told no address. @returns whether it did */
export function opensAdvisory(href: string, menu: readonly Entry[] | null, host: string | undefined): boolean {
  const address = advisoryAddress(href, menu, host, readToken());
  if (address !== null) window.open(address, '_blank', 'noopener,noreferrer');
  return address !== null;
}
