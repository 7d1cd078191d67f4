import { Link } from 'react-router-dom';

interface Props {
  to: string;
  count: number;
  /** words that are seen */
  name: string;
  /** words about which list it is, for those who do not see where it stands; '' where the name says it */
  of: string;
}

/** WB1: a number that leads to the list of just so many entries. */
export const CountLink = ({ to, count, name, of }: Props) => (
  <Link to={to} className="count-link">
    {name} <span className="number">{count}</span>
    {of !== '' && <span className="unseen">{`，${of}`}</span>}
  </Link>
);
