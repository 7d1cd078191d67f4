import { differencesOf, schemaAt, titleAt } from './differences.ts';
import { entryName } from '../merge/merge-words.ts';
import { valueWords } from './value-words.ts';

interface Props {
  before: unknown;
  after: unknown;
  /** names the places */
  schema: object;
  /** what is said where nothing differs */
  same: string;
}

/** What differs between two values, for people. */
export function Differences({ before, after, schema, same }: Props) {
  const found = differencesOf(before, after);
  if (found.length === 0) return <p className="quiet">{same}</p>;
  return (
    <ul className="value-differences">
      {found.map((one) => (
        <li key={`${one.pointer} ${one.moved ? 'moved' : ''}`}>
          <strong>{titleAt(schema, one.pointer) || '内容'}</strong>
          {one.moved && <span>{`${entryName(one.moved.entry)}从第 ${one.moved.from} 项移到这里`}</span>}
          {'before' in one && (
            <del>
              <span className="unseen">［删除］</span>
              {valueWords(one.before, schemaAt(schema, one.pointer))}
            </del>
          )}
          {'after' in one && (
            <ins>
              <span className="unseen">［新增］</span>
              {valueWords(one.after, schemaAt(schema, one.pointer))}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
