import type { MergeWords } from '../merge/merge-words.ts';
import './differences.css';
import { differencesOf } from './differences.ts';

interface Props {
  before: unknown;
  after: unknown;
  /** names the parts, and what they hold, as the form of it does */
  words: MergeWords;
  /** words when nothing differs */
  same: string;
}

/**
 * What differs between two values, for people: of settings and of pages, while they are typed and of saved editions.
 */
export function Differences({ before, after, words, same }: Props) {
  const found = differencesOf(before, after, words.isWhole);
  if (found.length === 0) return <p className="quiet">{same}</p>;
  return (
    <ul className="value-differences">
      {found.map((one) => (
        <li key={`${one.pointer} ${Object.keys(one).join(' ')}`}>
          <strong>{words.nameOf(one.path)}</strong>
          {one.moved && <span>{`从第 ${one.moved.from} 项移到第 ${one.moved.to} 项`}</span>}
          {'before' in one && (
            <del>
              <span className="unseen">［删除］</span>
              {words.textOf(one.path, one.before)}
            </del>
          )}
          {'after' in one && (
            <ins>
              <span className="unseen">［新增］</span>
              {words.textOf(one.path, one.after)}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
