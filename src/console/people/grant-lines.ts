import type { Grant } from '#rules/people/staff-rights.ts';
import { SITE } from './grant-places.ts';
import type { GrantLine } from './GrantFields.tsx';

export const toLines = (grants: readonly Grant[]): GrantLine[] =>
  grants.map(({ role, channelId }) => ({ role, where: channelId === '' ? SITE : channelId }));

/** Grants of complete lines; the form has checked that they are. */
export const toGrants = (lines: readonly GrantLine[]): Grant[] =>
  lines.flatMap(({ role, where }) => (role && where ? [{ role, channelId: where === SITE ? '' : where }] : []));
