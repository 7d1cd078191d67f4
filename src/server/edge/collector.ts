import type { FastifyBaseLogger } from 'fastify';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { trackingSetting } from '#page/settings/tracking.ts';

/**
 * TK1: the origin that page views may be sent to, or '' for none. The token cookie would travel to a host that it is
 * for (LS1), so such a one is refused.
 */
export function collectorOf(
  published: unknown,
  { siteUrl, cookieDomain }: { siteUrl: string; cookieDomain: string | null },
  warn: FastifyBaseLogger['warn'],
): string {
  const value = readSettingValue<string>(trackingSetting.value, published) ?? '';
  const url = URL.parse(value);
  if (!url) return '';
  const { hostname } = url;
  const shared =
    hostname === new URL(siteUrl).hostname ||
    (cookieDomain !== null && `.${hostname}`.endsWith(`.${cookieDomain.replace(/^\./, '')}`));
  if (!shared) return url.origin;
  warn(
    { setting: trackingSetting.name },
    'the collector of page views is a host that gets the token cookie; nothing is sent',
  );
  return '';
}
