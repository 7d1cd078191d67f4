import type { ReactNode } from 'react';
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
  /** beside and below a part that is there afterwards, by its pointer */
  besides?: (pointer: string, title: string) => { mark: ReactNode; below: ReactNode };
}

/**
 * Differences between two values, for people: in settings and in pages, while they are typed and in saved editions.
 */
export function Differences({ before, after, words, same, besides }: Props) {
  const found = differencesOf(before, after, words.isWhole);
  if (found.length === 0) return <p className="quiet">{same}</p>;
  return (
    <ul className="value-differences">
      {found.map((one) => {
        const parts = 'after' in one ? besides?.(one.pointer, words.nameOf(one.path)) : undefined;
        return (
          <li key={`${one.pointer} ${Object.keys(one).join(' ')}`}>
            <strong>{words.nameOf(one.path)}</strong>
            {parts?.mark}
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
            {parts?.below}
          </li>
        );
      })}
    </ul>
  );
}
