import { ROLE_NAMES, type Grant } from '#rules/people/staff-rights.ts';
import { byRole } from '../calls/channels.ts';

/** Roles, each with where it counts. */
export function RoleTags({ grants, nameOf }: { grants: readonly Grant[]; nameOf: (channelId: string) => string }) {
  if (grants.length === 0) return <span className="quiet">没有角色</span>;
  return (
    <ul className="role-tags">
      {byRole(grants).map(({ role, channelIds }) => (
        <li key={role}>
          <strong>{ROLE_NAMES[role]}</strong> {channelIds.map(nameOf).join('；')}
        </li>
      ))}
    </ul>
  );
}
