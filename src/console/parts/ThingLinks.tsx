import { Link } from 'react-router-dom';
import { consoleFeatures } from '#features/console.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';

const links = Object.values(consoleFeatures).flatMap(({ thingLinks = [] }) => thingLinks);

/** Links of features from the screen of a thing. @param row permalink of one row, where the thing is a register */
export function ThingLinks({ subject, row = '' }: { subject: string; row?: string }) {
  const { data: me } = useMe();
  const grants = me?.grants ?? [];
  return links
    .filter(({ act }) => mayDoSomewhere(grants, act))
    .map(({ name, to }) => (
      <Link key={name} to={to(subject, row)}>
        {name}
      </Link>
    ));
}
